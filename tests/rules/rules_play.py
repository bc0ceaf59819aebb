"""Helps tests to write games down in short and to make up games at random."""

import random

import pytest

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed, TiebreakCard
from companion.rules.games import GAMES
from companion.rules.log import GameLog
from companion.rules.rulings import HandEnded, Irregularity, TrickWon

SUITS = ("cups", "coins", "swords", "clubs")


def plays(text):
    """Return facts from "1:1-coins 2:2-cups / 1:5-clubs": seat and card; strokes are for the reader."""
    pairs = (play.split(":") for play in text.replace("/", " ").split())
    return [CardsPlayed(int(seat), (card,)) for seat, card in pairs]


def start(game, facts=(), **settings):
    """Return the log of a game with these facts."""
    return GameLog(GAMES[game], GAMES[game].configure(**settings), facts)


def assert_refused(log, fact, code):
    """Append a fact that cannot be: it is refused with this code, in words, and changes nothing."""
    view, rulings = log.view, log.rulings
    with pytest.raises(ImpossibleFactError) as caught:
        log.append(fact)
    assert caught.value.code == code
    assert str(caught.value)
    assert (log.view, log.rulings) == (view, rulings)


def of_kind(rulings, kind):
    return [ruling for ruling in rulings if isinstance(ruling, kind)]


def winners(log):
    return [ruling.seat for ruling in of_kind(log.rulings, TrickWon)]


def breaches(log):
    return [(ruling.code, ruling.trick, ruling.seat, ruling.expected) for ruling in of_kind(log.rulings, Irregularity)]


def hand_won_by(winning_seats, leader):
    """Return the plays of a hand of 16 tricks in which these seats win the tricks.

    Each trick holds one suit only, so that the highest rank wins; the four suits of 12 cards make 16 tricks of three.
    """
    facts = []
    for trick, winner in enumerate(winning_seats):
        suit, step = SUITS[trick // 4], trick % 4
        low = [f"{3 * step + place}-{suit}" for place in (1, 2, 3)]
        order = [(leader + place) % 3 for place in range(3)]
        losers = [seat for seat in order if seat != winner]
        cards = {winner: low[2], losers[0]: low[0], losers[1]: low[1]}
        facts += [CardsPlayed(seat, (cards[seat],)) for seat in order]
        leader = winner
    return facts


def random_facts(game, seed, **settings):
    """Return the facts of a whole random game without breaches."""
    shuffler = random.Random(seed)
    state = GAMES[game].start(GAMES[game].configure(**settings))
    facts = []
    while state.phase == "play":
        deck = list(state.copies)
        shuffler.shuffle(deck)
        hands = [deck[seat::3] for seat in range(3)]
        hand = state.hand
        while state.phase == "play" and not hand.complete:
            seat = state.view.expected
            facts.append(CardsPlayed(seat, (hands[seat].pop(),)))
            state.apply(facts[-1])
    if state.phase == "tiebreak":
        cards = shuffler.sample(list(state.copies), 3)
        for seat, card in zip(state.view.deal_order, cards, strict=True):
            facts.append(TiebreakCard(seat, card))
    return facts


def last_hand(log):
    """Return the last hand that is complete."""
    return next(hand for hand in reversed(log.state.hands) if hand.complete)


def ended(log):
    """Return what was ruled at the end of the last hand."""
    return of_kind(log.rulings, HandEnded)[-1]
