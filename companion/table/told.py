"""Facts and rulings as the events that tell of them."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.rules import rulings as rules
from companion.rules.facts import CardsPlayed, Fact
from companion.table.events import (
    CardPlayed,
    Event,
    GameWon,
    HandEnded,
    Irregularity,
    SuitMarked,
    TiebreakCardDealt,
    TiebreakNeeded,
    TrickWon,
)


def played(fact: Fact, hand: int, trick: int, names: Sequence[str]) -> CardPlayed | None:
    """Return the event of a fact that was added, None where only its rulings are events (all but plays of cards).

    Args:
        fact: The fact.
        hand: Number of the hand before it, from 1.
        trick: Number of the trick before it, from 0.
        names: Of the players, seat 0 first.
    """
    if not isinstance(fact, CardsPlayed):
        return None
    return CardPlayed(
        time=fact.time,
        seat=fact.seat,
        player=names[fact.seat],
        cards=fact.cards,
        confidence=fact.confidence,
        hand=hand,
        trick=trick,
        by=fact.source,
    )


def ruled(ruling: rules.Ruling, time: float, names: Sequence[str]) -> Event:
    """Return the event of a ruling.

    Args:
        ruling: What the rules say.
        time: Seconds of the source.
        names: Of the players, seat 0 first.
    """
    return _RULED[type(ruling)](ruling, time, names)


def _trick_won(ruling: rules.TrickWon, time: float, names: Sequence[str]) -> Event:
    return TrickWon(
        time=time,
        seat=ruling.seat,
        player=names[ruling.seat],
        card=ruling.card,
        trick=ruling.trick,
        hand=ruling.hand,
        points=ruling.points,
        totals=ruling.totals,
        reason=ruling.reason.text(names),
        scored=ruling.scored,
        ruling=ruling.reason,
    )


def _suit_marked(ruling: rules.SuitMarked, time: float, _: Sequence[str]) -> Event:
    return SuitMarked(
        time=time,
        team=ruling.team,
        suit=int(ruling.suit),
        marked=tuple(int(suit) for suit in ruling.marked),
    )


def _hand_ended(ruling: rules.HandEnded, time: float, names: Sequence[str]) -> Event:
    return HandEnded(
        time=time,
        hand=ruling.hand,
        scores=ruling.scores,
        totals=ruling.totals,
        next_dealer=ruling.next_dealer,
        next_leader=ruling.next_leader,
        notes=tuple(note.text(names) for note in ruling.notes),
        rulings=ruling.notes,
    )


def _tiebreak_needed(ruling: rules.TiebreakNeeded, time: float, _: Sequence[str]) -> Event:
    return TiebreakNeeded(time=time, tied=ruling.tied, dealer=ruling.dealer, order=ruling.order)


def _tiebreak_card(ruling: rules.TiebreakCardDealt, time: float, names: Sequence[str]) -> Event:
    return TiebreakCardDealt(time=time, seat=ruling.seat, player=names[ruling.seat], card=ruling.card)


def _game_won(ruling: rules.GameWon, time: float, names: Sequence[str]) -> Event:
    return GameWon(
        time=time,
        winners=ruling.winners,
        totals=ruling.totals,
        reason=ruling.reason.text(names),
        ruling=ruling.reason,
    )


def _irregularity(ruling: rules.Irregularity, time: float, names: Sequence[str]) -> Event:
    return Irregularity(
        time=time,
        code=ruling.code,
        seat=ruling.seat,
        card=ruling.card,
        message=ruling.reason.text(names),
        ruling=ruling.reason,
        hand=ruling.hand,
        trick=ruling.trick,
        expected=ruling.expected,
    )


_RULED: Mapping[type, Callable[[Any, float, Sequence[str]], Event]] = MappingProxyType(
    {
        rules.TrickWon: _trick_won,
        rules.HandEnded: _hand_ended,
        rules.SuitMarked: _suit_marked,
        rules.TiebreakNeeded: _tiebreak_needed,
        rules.TiebreakCardDealt: _tiebreak_card,
        rules.GameWon: _game_won,
        rules.Irregularity: _irregularity,
    }
)
