"""Helps tests to write games with French cards down in short and to make up games at random."""

import random

from rules_play import start

from companion.rules.facts import CardsKept, CardsPlayed, FaceUpCard, HandDealt, KittyNamed
from companion.rules.games import GAMES
from companion.rules.games.french import RANKS, STRENGTH
from companion.rules.settings import SettingError

SUITS = "SHDC"


def span(text):
    """Return the cards of "9D", "4H-5H" or, from the first to the last, "2H..6H"."""
    if ".." not in text:
        return tuple(text.split("-"))
    first, last = text.split("..")
    return tuple(f"{rank}{first[-1]}" for rank in RANKS[STRENGTH[first] - 2 : STRENGTH[last] - 1])


def lay(log, text, leader=None):
    """Play tricks: "AS 2H 2C 3S / AH ..."; the seats follow from who must lead, or from `leader` in the first."""
    changes = []
    for number, trick in enumerate(text.split("/")):
        seat = log.state.hand.next_leader if leader is None or number else leader
        order = log.state.seats_of_trick(seat)
        for player, cards in zip(order, trick.split(), strict=False):
            changes.append(log.append(CardsPlayed(player, span(cards))))
    return changes


def lead_out(log, seat, cards):
    """Let a seat lead these cards; the others follow suit while they can (highest first), else discard in deck order.

    What the others hold is what nobody has played, dealt out so that each of them plays one card a trick.
    """
    state = log.state
    gone = {card for fact in log.facts if isinstance(fact, CardsPlayed) for card in fact.cards}
    if len(state.hands) > 1 and not state.hand.plays and not state.hand.tricks:
        gone = set()
    rest = [card for card in state.copies if card not in gone and card not in cards]
    hands = [rest[place :: state.players - 1] for place in range(state.players - 1)]
    for place, card in enumerate(cards):
        log.append(CardsPlayed(seat, (card,)))
        for step in range(1, state.players):
            log.append(CardsPlayed((seat + step) % state.players, (hands[step - 1][place],)))


def game_for(name, chosen):
    """Return the log of a game, or None where the settings do not fit together."""
    try:
        return start(name, **chosen)
    except SettingError:
        return None


def deal(state, chance):
    """Return the hands of a deal and the cards left over."""
    deck = list(state.copies)
    chance.shuffle(deck)
    size = state.hand_size()
    return [deck[seat * size : (seat + 1) * size] for seat in range(state.players)], deck[state.players * size :]


def open_with_club(state, hands, left_over):
    """Return who leads where the deal decides it."""
    held = {card: seat for seat, cards in enumerate(hands) for card in cards}
    for card in ("2C", "3C", "4C") if state.game.id == "hearts_pp" else ("2C",):
        if card in held:
            return held[card]
        if card not in left_over:
            continue
    return state.left(state.hand.dealer)


def choose(state, seat, held, chance, *, straights, careless):
    """Return a play: legal, unless carelessness strikes."""
    if careless and chance.random() < careless:
        return (chance.choice(held),)
    plays = state.legal_plays(held)
    single = [play for play in plays if len(play) == 1]
    return chance.choice(plays if straights or not single else single)


def random_facts(
    name, seed, *, straights=True, careless=0.0, typed=False, hands_limit=30, skew=False, say_extras=True, **chosen
):
    """Return the facts of a whole random game.

    Args:
        name: Id of the game.
        seed: Of all that is left to chance.
        straights: Whether straights are played.
        careless: How often a card is played without looking at the rules.
        typed: Whether all hands are typed in before each hand.
        hands_limit: Stop after so many hands.
        skew: Whether one seat gets the high cards, so that suits are swept.
        say_extras: Whether what could be told by elimination is said, too.
        chosen: The settings.
    """
    chance = random.Random(seed)
    state = GAMES[name].start(GAMES[name].configure(**chosen))
    facts = []

    def tell(fact):
        facts.append(fact)
        return state.apply(fact)

    while state.phase == "play" and state.hand.number <= hands_limit:
        hand = state.hand
        hands, left_over = deal(state, chance)
        if skew:
            strong = chance.randrange(state.players)
            pool = sorted((card for cards in hands for card in cards), key=lambda card: -_strength(card, chance))
            size = state.hand_size()
            hands[strong], rest = pool[:size], pool[size:]
            chance.shuffle(rest)
            for seat in range(state.players):
                if seat != strong:
                    hands[seat], rest = rest[:size], rest[size:]
        if name == "forum_suits" and state.players == 3:
            tell(FaceUpCard(left_over[0]))
        if name == "hearts_pp" and left_over and say_extras:
            tell(KittyNamed(tuple(left_over)))
        if typed:
            for seat, cards in enumerate(hands):
                tell(HandDealt(seat, tuple(cards)))
        leader = hand.next_leader
        if leader is None:
            leader = open_with_club(state, hands, left_over)
        while not hand.complete:
            solo = getattr(hand, "solo", None)
            if solo is not None:
                tell(CardsKept(solo, tuple(hands[solo])))
                break
            if not hand.plays:
                seat = hand.next_leader if hand.next_leader is not None else leader
                if careless and chance.random() < careless:
                    seat = chance.choice(state.seats_of_trick(seat))
            else:
                waiting = [seat for seat in hand.order if seat not in {player for player, _ in hand.plays}]
                seat = chance.choice(waiting) if careless and chance.random() < careless else waiting[0]
            cards = choose(state, seat, hands[seat], chance, straights=straights, careless=careless)
            for card in cards:
                if card in hands[seat]:
                    hands[seat].remove(card)
            tell(CardsPlayed(seat, cards))
    return facts


def _strength(card, chance):
    bonus = 8 if card[-1] == "S" else 0
    return STRENGTH[card] + bonus + (6 if card.startswith("10") else 0) + chance.random() * 6


def record(name, facts, **chosen):
    """Return the written record of these facts."""
    game = GAMES[name]
    state = game.start(game.configure(**chosen))
    house = {setting.name for setting in game.settings if setting.house_rule}
    written = {key: value for key, value in chosen.items() if key not in house}
    written["options"] = {key: value for key, value in chosen.items() if key in house}
    hands = []
    for fact in facts:
        number = state.hand.number
        while len(hands) < number:
            hands.append({"plays": []})
        hand = hands[number - 1]
        match fact:
            case CardsPlayed():
                single = len(fact.cards) == 1
                hand["plays"].append([fact.seat, fact.cards[0] if single else list(fact.cards)])
            case FaceUpCard():
                hand["faceup"] = fact.card
            case KittyNamed():
                hand["kitty"] = list(fact.cards)
            case CardsKept():
                hand["remaining"] = list(fact.cards)
        state.apply(fact)
    return {"game": name, "record": {**written, "hands": hands}}
