"""Which cards of a trick make one play: a straight is several cards of one seat, laid side by side or on each other."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import log

import numpy as np

from companion.rules.state import State
from companion.table.evidence import Codes
from companion.table.lineup import seats_of_trick
from companion.table.seating import THREE_SIDES, seat_directions
from companion.table.sighting import Sighting

_SAME_SEAT = 1.5
"""How much better (logarithm) two places must fit one seat than two for cards that follow each other to be one play."""

_OUT_OF_TURN = 5.5
"""How much rarer (logarithm) it is that somebody else than the next in turn lays the card after a play."""

_ROW_DEPTH_MM, _ROW_GAP_MM, _ROW_TURN = 30.0, 100.0, 0.6
"""How far the cards of a row or fan may lie from each other towards their player and beside, and how far they may be
turned against each other, radians. The ends of a long row lie before other seats; it is the row that tells whose."""

_PERHAPS = 0.03
"""Chance from which a code that was not read as the likeliest is tried, where it would follow."""

_SURELY_SAME_SEAT = 3.0
"""The same for cards of one suit that do not follow each other, or not yet."""

_MISREAD = 0.003
"""How often a card is another than it surely reads as, or than people say."""

BESIDE = 0.85
"""Cards whose middles are no further from each other, in heights, lie side by side or on each other."""

_FAN_GAP, _FAN_TURN = 0.55, 0.35
"""The same for the cards of a fan: each lies half on the one before; and how far they are turned against each other,
radians."""

_BESIDE_COUNTS = 2.5
_AT_ONCE_COUNTS = 4.0
"""What it counts (logarithm) that a card lies beside one of a play, and that both came to rest at the same moment."""

_FANNED_COUNTS = 1.0
"""What it counts beyond that that it lies in a fan with one of them: cards of neighbours may."""

_APART = 1.1
"""Cards whose middles are further from each other, in heights, were hardly laid side by side."""

_FAR = 2.0
"""Nobody lays cards of one play further from each other, in heights."""

_APART_COUNTS = _TURNED_COUNTS = 2.5
"""What it counts (logarithm) against a card that it lies apart from those of a play, and that it is turned as the cards
of another seat are."""

_FANNED = 1.0
"""Seconds within which all cards of a fan are seen for the first time."""

_LACKED = 4
"""So many cards of a fan may be found after others."""

_AT_ONCE = 0.35
"""Seconds within which that is."""


@dataclass(frozen=True, slots=True)
class _Turn:
    """Whose the last play of a trick is, and who may lay the next card instead.

    Attributes:
        seat: Of the last play; None where nothing is known of it.
        after: The next in turn; None where all have played.
    """

    seat: int | None
    after: int | None

    @classmethod
    def of(cls, plays: Sequence[Sequence[Sighting]], state: State) -> "_Turn":
        """Return the turn after some plays of a trick."""
        order = seats_of_trick(state)
        turn = cls(None, None)
        for place, play in enumerate(plays):
            seat = turn._seat(play)
            following = order[(order.index(seat) + 1) % len(order)] if seat in order else None
            turn = cls(seat, following if place + 1 < len(order) else None)
        return turn

    def _seat(self, play: Sequence[Sighting]) -> int | None:
        """Return whose a play is that comes next."""
        if play[0].seat is not None:
            return play[0].seat
        known = [card.seats for card in play if card.seats is not None]
        if not known:
            return None
        fits = np.mean(known, axis=0)
        if self.after is not None:
            fits[self.after] += _OUT_OF_TURN
        return int(np.argmax(fits))

    def fits(self, sighting: Sighting) -> float:
        """Return how much better (logarithm) a card is of the last play than somebody's who plays next."""
        if sighting.seats is None or self.seat is None:
            return 0.0
        others = sighting.seats - _OUT_OF_TURN
        others[self.seat] = -np.inf
        if self.after is not None:
            others[self.after] += _OUT_OF_TURN
        return float(sighting.seats[self.seat] - others.max())


def _lie_in_row(one: Sighting, other: Sighting, seat: int, players: int) -> bool:
    """Whether two cards lie as the cards of a row or fan before a seat do: beside each other, turned alike."""
    if one.place is None or other.place is None or one.lying is None or other.lying is None:
        return False
    if one.lying.turn(other.lying) >= _ROW_TURN:
        return False
    x, y = other.place - one.place
    return any(
        abs(x * u + y * v) < _ROW_DEPTH_MM and abs(x * v - y * u) < _ROW_GAP_MM for u, v in _towards(seat, players)
    )


@lru_cache(maxsize=32)
def _towards(seat: int, players: int) -> list[tuple[float, float]]:
    """Return in which directions a seat may be: three may leave one side of the table to the camera."""
    sits = [seat_directions(players)[seat]]
    if players == len(THREE_SIDES):
        sits += [seat_directions(players, sitting.off)[seat] for sitting in THREE_SIDES]
    return [(float(u), float(v)) for u, v in sits]


def _is_said_to_be_anothers(sighting: Sighting, play: Sequence[Sighting]) -> bool:
    """Whether people have said that another seat played a card than the one that made a play, where that is known."""
    seat = play[0].seat if play[0].pinned_seat is None else play[0].pinned_seat
    return sighting.pinned_seat is not None and seat not in (None, sighting.pinned_seat)


def _seen(code: str, state: State) -> bool:
    """Whether all copies of a card were played in the hand."""
    return state.hand.seen.get(code, 0) >= state.copies[code]


def lacking(codes: Sequence[str], state: State, others: Collection[str], most: int) -> tuple[str, ...] | None:
    """Return the fewest cards with which cards that do not follow each other are a straight; None where there are none.

    Args:
        codes: The cards.
        state: The game.
        others: Cards that it cannot be, besides those that were played in the hand.
        most: So many at most.
    """
    suits = {state.game.deck.suit_of[code] for code in codes}
    if len(suits) > 1:
        return None
    suit_of, known = state.game.deck.suit_of, {*codes, *others}
    free = [code for code in state.copies if suit_of[code] in suits and code not in known and not _seen(code, state)]
    ways = (way for count in range(1, most + 1) for way in combinations(free, count))
    return next((way for way in ways if state.one_play([*codes, *way]) is not None), None)


class Straights:
    """Divides the cards of a trick into plays, by where they lie and what they read as.

    In games without straights every card is a play.
    """

    def __init__(self, codes: Codes) -> None:
        self._codes = codes

    def plays(self, trick: Sequence[Sighting], state: State) -> list[list[Sighting]]:
        """Return the plays that the cards of a trick make.

        Args:
            trick: In order of play; cards entered in the book keep the plays they are entered in.
            state: The game.
        """
        if not state.has_straights:
            return [[sighting] for sighting in trick]
        plays: list[list[Sighting]] = []
        for sighting in trick:
            if plays and self._joins(plays, sighting, state):
                plays[-1].append(sighting)
            else:
                plays.append([sighting])
        return self._merged(plays, state)

    def _merged(self, plays: list[list[Sighting]], state: State) -> list[list[Sighting]]:
        """Return plays with those joined that a card between them made one: a fan is not read in its order."""
        merged: list[list[Sighting]] = []
        for play in plays:
            if merged and self._are_one(merged[-1], play, state):
                merged[-1] = [*merged[-1], *play]
            else:
                merged.append(play)
        return merged

    def _are_one(self, before: Sequence[Sighting], play: Sequence[Sighting], state: State) -> bool:
        if (
            play[0].decided is not None
            or play[0].goes_on is False
            or any(_is_said_to_be_anothers(card, before) for card in play)
            or not self._has_left(before, play, state)
        ):
            return False
        if state.one_play([self._code(card) for card in (*before, *play)]) is None:
            return False
        seat = self._seat(before)
        in_row = seat is not None and any(_lie_in_row(a, b, seat, state.players) for a in before for b in play)
        return in_row or all(self.lies_with(before, card) >= _SAME_SEAT for card in play)

    def is_whole(self, play: Sequence[Sighting], state: State) -> bool:
        """Whether the cards of a play make one."""
        return state.one_play([self._code(sighting) for sighting in play]) is not None

    def may_grow(self, play: Sequence[Sighting], state: State) -> bool:
        """Whether a card that was not seen yet may still join a play."""
        if not state.has_straights:
            return False
        cards = [self._code(sighting) for sighting in play]
        return any(
            state.one_play([*cards, code]) is not None
            for code in state.copies
            if code not in cards and not _seen(code, state)
        )

    def lies_with(self, play: Sequence[Sighting], sighting: Sighting) -> float:
        """Return how much better (logarithm) a card's place fits the seat of a play than any other seat."""
        return self._fits_seat(play, sighting) + self._lies_beside(play, sighting)

    def is_one(self, play: Sequence[Sighting], state: State) -> float:
        """Return how much likelier (logarithm) cards are one play than one each, but for whose seats they lie at."""
        if len(play) == 1:
            return 0.0
        # The ends of a long row are far from each other, and may be read before what lies between; or be misread.
        whole = state.one_play([self._code(card) for card in play])
        rows = [play] if whole is None else [play, sorted(play, key=lambda card: whole.index(self._code(card)))]
        lie = max(sum(self._lies_as_one(row[:place], row[place]) for place in range(1, len(row))) for row in rows)
        if whole is not None:
            return lie
        return lie + max(log(max(1.0 - self._sure(card), _MISREAD)) for card in play)

    def _lies_as_one(self, play: Sequence[Sighting], sighting: Sighting) -> float:
        fanned = _FANNED_COUNTS if self.lie_in_fan(play, sighting) else 0.0
        return self._lies_beside(play, sighting) + fanned - _SAME_SEAT

    def _sure(self, sighting: Sighting) -> float:
        """Return how sure it is what a card is, 0..1."""
        return 1.0 if sighting.pinned is not None else float(sighting.row[:-1].max())

    def lie_together(self, play: Sequence[Sighting], sighting: Sighting) -> bool:
        """Whether a card seems to lie with those of a play."""
        return self.lies_with(play, sighting) >= _SAME_SEAT

    def lies_beside(self, play: Sequence[Sighting], sighting: Sighting) -> bool:
        """Whether a card lies beside one of a play, or on it."""
        own = sighting.lying
        return own is not None and any(card.lying.distance(own) < BESIDE for card in play if card.lying is not None)

    def lie_in_fan(self, play: Sequence[Sighting], sighting: Sighting) -> bool:
        """Whether a card lies half under or over one of a play, turned alike."""
        own = sighting.lying
        boxes = [card.lying for card in play if card.lying is not None]
        return own is not None and any(box.distance(own) < _FAN_GAP and box.turn(own) < _FAN_TURN for box in boxes)

    def _lies_beside(self, play: Sequence[Sighting], sighting: Sighting) -> float:
        """Return what it counts how a card lies to those of a play: cards of one hand lie together, turned alike."""
        own = sighting.lying
        boxes = [(card.lying, card.time) for card in play if card.lying is not None]
        if own is None or not boxes:
            return 0.0
        beside = [(box, time) for box, time in boxes if box.distance(own) < BESIDE]
        if any(abs(time - sighting.time) < _AT_ONCE for _, time in beside):
            return _AT_ONCE_COUNTS
        counts = 0.0
        nearest = min(box.distance(own) for box, _ in boxes)
        if nearest > _FAR:
            return -np.inf
        if beside:
            counts += _BESIDE_COUNTS
        elif nearest > _APART:
            counts -= _APART_COUNTS
        if min(box.turn(own) for box, _ in boxes) > _ROW_TURN:
            counts -= _TURNED_COUNTS
        return counts

    def _seat(self, play: Sequence[Sighting]) -> int | None:
        known = [card.seats for card in play if card.seats is not None]
        if play[0].seat is not None:
            return play[0].seat
        return int(np.argmax(np.sum(known, axis=0))) if known else None

    def _fits_seat(self, play: Sequence[Sighting], sighting: Sighting) -> float:
        if sighting.seats is None:
            return 0.0
        seat = self._seat(play)
        if seat is None:
            return 0.0
        others = np.delete(sighting.seats, seat)
        return float(sighting.seats[seat] - others.max())

    def _joins(self, plays: Sequence[Sequence[Sighting]], sighting: Sighting, state: State) -> bool:
        """Whether a card belongs to the last of a trick's plays so far."""
        play = plays[-1]
        if sighting.decided is not None and play[0].decided is not None:
            return sighting.origin == play[0].origin
        if sighting.decided is not None:
            return False
        if sighting.pinned_seat is not None and play[0].pinned_seat is not None:
            return sighting.pinned_seat == play[0].pinned_seat
        if _is_said_to_be_anothers(sighting, play) or not self._has_left(play, [sighting], state):
            return False
        if sighting.goes_on is not None:
            return sighting.goes_on
        known = [self._code(card) for card in play]
        cards = [*known, self._code(sighting)]
        follows = state.one_play(cards) is not None
        if self._are_said_to_differ(play, sighting, state):
            return False
        turn = _Turn.of(plays, state)
        in_row = turn.seat is not None and any(_lie_in_row(card, sighting, turn.seat, state.players) for card in play)
        if in_row and (follows or (turn.fits(sighting) >= 0.0 and self.lies_beside(play, sighting))):
            # One hand laid them beside each other: where they do not follow, it is a reading that is wrong.
            return True
        same_seat = turn.fits(sighting) + self._lies_beside(play, sighting)
        if same_seat < _SAME_SEAT:
            return False
        if follows or any(state.one_play([*known, code]) is not None for code in self._perhaps(sighting)):
            return True
        if same_seat < _SURELY_SAME_SEAT:
            return False
        if self._may_follow(play, sighting, state) or self._is_one_twice(cards, state):
            return True
        if self._lies_beside(play, sighting) >= _AT_ONCE_COUNTS:
            # One hand laid them at one moment: it is a reading that is wrong, not the straight.
            return True
        # The cards of a fan are not read in their order: the one between may still be missing.
        at_once = any(abs(card.time - sighting.time) < _FANNED for card in play)
        return at_once and self._lack_few(cards, state)

    def _has_left(self, play: Sequence[Sighting], further: Sequence[Sighting], state: State) -> bool:
        """Whether who made a play has cards left to lay further ones with it; or none at all: it is somebody else's."""
        seat = self._seat(play)
        cards = [self._code(card) for card in (*play, *further) if card.decided is None]
        if seat is None or not cards:
            return True
        is_known = play[0].decided is not None
        return state.has_left(seat, cards) or not (is_known or state.has_left(seat, cards[:1]))

    def _lack_few(self, cards: Sequence[str], state: State) -> bool:
        """Whether cards of one suit are a straight with a few that were not seen yet."""
        return lacking(cards, state, (), _LACKED) is not None

    def _are_said_to_differ(self, play: Sequence[Sighting], sighting: Sighting, state: State) -> bool:
        """Whether people have said what a card and one of a play are, and they are of two suits: no straight."""
        said = {card.pinned for card in (*play, sighting)} - {None}
        suits = {state.game.deck.suit_of[code] for code in said if code is not None}
        return sighting.pinned is not None and len(suits) > 1

    def _is_one_twice(self, cards: Sequence[str], state: State) -> bool:
        """Whether the last of some cards reads as one of the others, of which there is no second: one is misread."""
        return cards.count(cards[-1]) > state.copies[cards[-1]]

    def _may_follow(self, play: Sequence[Sighting], sighting: Sighting, state: State) -> bool:
        """Whether a card follows a play were one of its cards another that it may be, as far as its looks say."""
        known = [self._code(card) for card in play]
        return any(
            state.one_play([*known[:place], other, *known[place + 1 :], code]) is not None
            for place, card in enumerate(play)
            for other in self._perhaps(card)
            for code in (self._code(sighting), *self._perhaps(sighting))
        )

    def continues(self, play: Sequence[Sighting], sighting: Sighting) -> bool:
        """Whether a card surely lies with a play that is not known yet, so that it may well be one more of it."""
        return any(card.is_open for card in play) and self.lies_with(play, sighting) >= _SURELY_SAME_SEAT

    def _code(self, sighting: Sighting) -> str:
        known = sighting.decided or sighting.pinned
        return known if known is not None else self._codes.likeliest(sighting.row)

    def _perhaps(self, sighting: Sighting) -> list[str]:
        """Return the codes that a card may be, as far as its looks say."""
        if sighting.decided is not None or sighting.pinned is not None:
            return []
        return [code for code, chance in zip(self._codes.codes, sighting.row, strict=False) if chance >= _PERHAPS]
