"""Which cards of a trick make one play: a straight is several cards of one seat, laid side by side or on each other."""

from collections.abc import Sequence

import numpy as np

from companion.rules.state import State
from companion.table.evidence import Codes
from companion.table.sighting import Sighting

_SAME_SEAT = 1.5
"""How much better (logarithm) two places must fit one seat than two for cards that follow each other to be one play."""

_ROW = 1.0
"""How much better (logarithm) a whole row must fit the seat of its first cards than any other for the next one to be of
it, where that lies at its end and follows in the suit: the ends of a long row lie before other seats."""

_PERHAPS = 0.03
"""Chance from which a code that was not read as the likeliest is tried, where it would follow."""

_SURELY_SAME_SEAT = 3.0
"""The same for cards of one suit that do not follow each other, or not yet."""

_BESIDE = 0.85
"""Cards whose middles are no further from each other, in heights, lie side by side or on each other."""

_BESIDE_COUNTS = 2.5
_AT_ONCE_COUNTS = 4.0
"""What it counts (logarithm) that a card lies beside one of a play, and that both came to rest at the same moment."""

_FANNED = 1.0
"""Seconds within which all cards of a fan are seen for the first time."""

_AT_ONCE = 0.35
"""Seconds within which that is."""


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
            if plays and self._joins(plays[-1], sighting, state):
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
        if play[0].decided is not None:
            return False
        cards = [self._code(card) for card in (*before, *play)]
        together = max(self.lies_with(before, card) for card in play)
        return state.one_play(cards) is not None and together >= _SAME_SEAT

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
            if code not in cards and not self._seen(code, state)
        )

    def lies_with(self, play: Sequence[Sighting], sighting: Sighting) -> float:
        """Return how much better (logarithm) a card's place fits the seat of a play than any other seat."""
        return self._fits_seat(play, sighting) + self._lies_beside(play, sighting)

    def lie_together(self, play: Sequence[Sighting], sighting: Sighting) -> bool:
        """Whether a card seems to lie with those of a play."""
        return self.lies_with(play, sighting) >= _SAME_SEAT

    def _lies_beside(self, play: Sequence[Sighting], sighting: Sighting) -> float:
        beside = [
            card
            for card in play
            if card.box is not None and sighting.box is not None and card.box.distance(sighting.box) < _BESIDE
        ]
        if not beside:
            return 0.0
        at_once = any(abs(card.time - sighting.time) < _AT_ONCE for card in beside)
        return _AT_ONCE_COUNTS if at_once else _BESIDE_COUNTS

    def _is_row(self, play: Sequence[Sighting], sighting: Sighting) -> bool:
        """Whether a card lies at the end of a row that fits the seat of its first cards."""
        if sighting.seats is None or not self._lies_beside(play, sighting):
            return False
        seat = self._seat(play)
        row = [card.seats for card in (*play, sighting) if card.seats is not None]
        fits = np.mean(row, axis=0)
        return seat is not None and bool(fits[seat] - np.delete(fits, seat).max() >= _ROW)

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

    def _joins(self, play: Sequence[Sighting], sighting: Sighting, state: State) -> bool:
        if sighting.decided is not None and play[0].decided is not None:
            return sighting.origin == play[0].origin
        if sighting.decided is not None:
            return False
        same_seat = self.lies_with(play, sighting)
        known = [self._code(card) for card in play]
        cards = [*known, self._code(sighting)]
        if state.one_play(cards) is not None and self._is_row(play, sighting):
            return True
        if same_seat < _SAME_SEAT:
            return False
        if state.one_play(cards) is not None or any(
            state.one_play([*known, code]) is not None for code in self._perhaps(sighting)
        ):
            return True
        if same_seat < _SURELY_SAME_SEAT:
            return False
        if self._may_follow(play, sighting, state):
            return True
        if self._lies_beside(play, sighting) >= _AT_ONCE_COUNTS:
            # One hand laid them at one moment: it is a reading that is wrong, not the straight.
            return True
        # The cards of a fan are not read in their order: the one between may still be missing.
        suits = {state.game.deck.suit_of[code] for code in cards}
        return len(suits) == 1 and any(abs(card.time - sighting.time) < _FANNED for card in play)

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
        return known if known is not None else self._codes.codes[int(np.argmax(sighting.row[:-1]))]

    def _perhaps(self, sighting: Sighting) -> list[str]:
        """Return the codes that a card may be, as far as its looks say."""
        if sighting.decided is not None or sighting.pinned is not None:
            return []
        return [code for code, chance in zip(self._codes.codes, sighting.row, strict=False) if chance >= _PERHAPS]

    def _seen(self, code: str, state: State) -> bool:
        return state.hand.seen.get(code, 0) >= state.copies[code]
