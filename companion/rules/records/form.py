"""How a game is written down (section 7): the facts a record holds beside the plays, and the fields of the result."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.plain_json import shown
from companion.rules.facts import Fact
from companion.rules.hand import Hand
from companion.rules.state import State

Json = dict[str, Any]
FactsReader = Callable[[Mapping[str, object], Any], Iterable[Fact]]


def _no_facts(_source: Mapping[str, object], _state: State) -> Iterable[Fact]:
    return ()


@dataclass(frozen=True)
class Form:
    """One game's way of being written down.

    A reader of facts gets the object to read from and the game's state, and raises `ValueError` with a message for
    people where a field is not what it should be.

    Attributes:
        hand_fields: Returns the fields of a hand's result, in order, without `hand`.
        game_fields: Returns the fields of the game's result, in order, without `game` and `hands`.
        before_hand: Reads the facts of a hand's object that come before its plays.
        after_hand: Reads the facts of a hand's object that come after its plays.
        after_game: Reads the facts of the record that come after all hands.
        straights: Whether a play may be a list of cards.
        keys: What the record may hold beside its hands, settings and options.
        hand_keys: What the object of a hand may hold beside its plays.
    """

    hand_fields: Callable[[Any, Any], Json]
    game_fields: Callable[[Any], Json]
    before_hand: FactsReader = _no_facts
    after_hand: FactsReader = _no_facts
    after_game: FactsReader = _no_facts
    straights: bool = False
    keys: tuple[str, ...] = ()
    hand_keys: tuple[str, ...] = ()


def codes(source: Mapping[str, object], key: str) -> tuple[str, ...]:
    """Return the card codes in a field, none where it is missing.

    Raises:
        ValueError: It is no list of texts, or names a card twice.
    """
    cards = source.get(key)
    if cards is None:
        return ()
    if not (isinstance(cards, list) and all(isinstance(card, str) for card in cards)):
        raise ValueError(f"{key} must be a list of cards, not {shown(cards)}")
    twice = next((card for place, card in enumerate(cards) if card in cards[:place]), None)
    if twice is not None:
        raise ValueError(f"{key} names {shown(twice)} twice")
    return tuple(cards)


def opening(hand: Hand) -> Json:
    """Return the fields that begin a hand's result in the games with a dealer."""
    return {
        "dealer": hand.dealer,
        "leader": hand.leader,
        "trick_winners": [trick.winner for trick in hand.tricks],
    }


def issues(hand: Hand) -> list[Json]:
    """Return the breaches of a hand as results list them."""
    listed = []
    for breach in hand.issues:
        issue: Json = {"code": breach.code, "trick": breach.trick, "seat": breach.seat}
        expected = breach.expected if breach.expected is not None else breach.expected_card
        if expected is not None:
            issue["expected"] = expected
        if breach.card is not None:
            issue["card"] = breach.card
        listed.append(issue)
    return listed


def totals_after(state: State, hand: Hand) -> list[int]:
    """Return the standing after a hand, or now where it is unfinished."""
    return list(hand.totals if hand.complete else state.totals)


def succession(hand: Hand) -> Json:
    """Return who deals and leads next; nobody where there is no next hand."""
    if hand.next_dealer is None:
        return {"next_dealer": None, "next_leader": None}
    return {"next_dealer": hand.next_dealer, "next_leader": hand.next_hand_leader}
