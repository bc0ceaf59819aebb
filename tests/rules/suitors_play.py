"""Helps tests to write games of Seven Suitors down in short and to make up games at random."""

import random

from rules_play import of_kind, start

from companion.rules.facts import CardsPlayed, ThiefTook
from companion.rules.games import GAMES
from companion.rules.rulings import GameWon

GAME = GAMES["seven_suitors"]
SPECIALS = ("0", "1/2", "thief", "14")
THIEF_TRICK = [
    CardsPlayed(3, ("5:8",)),
    CardsPlayed(0, ("5:7",)),
    CardsPlayed(1, ("thief",)),
    CardsPlayed(2, ("5:9",)),
]
"""Seat 2 wins it, the Thief is seat 1's (Q11)."""


def cards(text):
    """Return the codes of a text: the letters that tell the two sevens apart are for the reader."""
    return tuple(code if code == "thief" else code.rstrip("ab") for code in text.split())


def trick(text, leader=0):
    """Return the plays of a trick, cards in the order of play."""
    return [CardsPlayed((leader + place) % 4, (card,)) for place, card in enumerate(cards(text))]


def hand(captures, *, specials_to=None, thief=None):
    """Return the facts of a hand in which the sevens go as wished; seat 0 holds the 1:1 and starts.

    Each suit makes two tricks of four cards, a seven in each, so that the highest card of a trick wins. The four
    special cards make a trick of their own, the last one, which the 14 wins.

    Args:
        captures: (suit, team) for each of the fourteen tricks, in order.
        specials_to: The seat that plays the 14; None to play without special cards.
        thief: What the Thief takes, said before the hand; None to say nothing.
    """
    facts = [] if thief is None else [ThiefTook(thief)]
    left = {suit: _two_tricks(suit) for suit in range(1, 8)}
    leader = 0
    for suit, team in captures:
        *low, high = left[suit].pop(0)
        seat = team + 2 if "1:1" in low and team == 0 else team
        others = [other for other in range(4) if other != seat]
        holds = {seat: high, **dict(zip(others, low, strict=True))}
        facts += [CardsPlayed((leader + step) % 4, (holds[(leader + step) % 4],)) for step in range(4)]
        leader = seat
    if specials_to is not None:
        order = [(leader + step) % 4 for step in range(4)]
        blanks = iter(("0", "thief", "1/2"))
        facts += [CardsPlayed(seat, ("14" if seat == specials_to else next(blanks),)) for seat in order]
    return facts


def _two_tricks(suit):
    """Return two tricks of a suit's cards, each from low to high with a seven in it; the first has the lowest card."""
    ranks = sorted([*range(suit, suit + 7), 7])
    first = [ranks[0], 7, *[rank for rank in ranks[1:] if rank != 7][:2]] if suit < 7 else [7, 8, 9, 10]
    second = list(ranks)
    for rank in first:
        second.remove(rank)
    return [[f"{suit}:{rank}" for rank in sorted(part)] for part in (first, second)]


def to_teams(**suits):
    """Return captures: to_teams(zero="12", one="46") gives both sevens of 1 and 2 to team 0 and so on; others split."""
    owner = dict.fromkeys(suits.get("zero", ""), 0) | dict.fromkeys(suits.get("one", ""), 1)
    return [(suit, owner.get(str(suit), second)) for suit in range(1, 8) for second in (0, 1)]


def random_facts(seed, **settings):
    """Return the facts of a whole random game without breaches; the Thief chooses at random."""
    chance = random.Random(seed)
    state = GAME.start(GAME.configure(**settings))
    facts = []

    def tell(fact):
        facts.append(fact)
        state.apply(fact)

    while state.phase == "play":
        deck = [code for code, count in state.copies.items() for _ in range(count)]
        chance.shuffle(deck)
        hands = [deck[seat::4] for seat in range(4)]
        present = state.hand
        while state.phase == "play" and not present.complete:
            if state.needs():
                (need,) = state.needs()
                tell(ThiefTook(chance.choice([*need.choices, "none"])))
                continue
            seat = present.order[len(present.plays)] if present.plays else present.next_leader
            if seat is None:
                seat = next(holder for holder, held in enumerate(hands) if "1:1" in held)
            card = chance.choice(state.playable(hands[seat]))
            hands[seat].remove(card)
            tell(CardsPlayed(seat, (card,)))
    return facts


def suitors(facts=(), **settings):
    """Return the log of a game with these facts."""
    return start("seven_suitors", facts, **settings)


def won(log):
    """Return the winning team, why and when."""
    (ruling,) = of_kind(log.rulings, GameWon)
    assert ruling.winners == log.view.winners
    return (*ruling.winners, str(ruling.reason), log.state.ended_at)
