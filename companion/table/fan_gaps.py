"""Cards of a fan that others hide: those that show do not follow each other, and more were glimpsed on their way."""

from collections.abc import Sequence

from companion.rules.state import State
from companion.table.evidence import Codes
from companion.table.expecting import Expectation
from companion.table.laid import Laid
from companion.table.look import Look
from companion.table.sighting import Sighting
from companion.table.straights import lacking

_MOST = 5
"""So many of its cards a fan hides at most."""

_MAY_MISS = 1
"""So many of three and more of them were not even glimpsed, at most."""

_FOUND_WITHIN = 1.5
"""Seconds since the last card of a fan that shows came, within which another is found, if ever."""

_LIKELY = 0.97
"""Chance of such a card."""


class FanGaps:
    """Adds such cards."""

    def __init__(self, codes: Codes, laid: Laid) -> None:
        self._codes = codes
        self._laid = laid

    def step(self, look: Look, expected: Expectation) -> None:
        """Take a look: add what the plays of the trick on the table lack."""
        if expected.deal[0] != "play" or all(card.decided is not None for card in self._laid.current):
            return
        for play in self._laid.plays(expected.state):
            if len(play) < 2 or look.now - max(card.time for card in play) < _FOUND_WITHIN:
                continue
            if any(card.decided is not None or card.pinned is not None for card in play):
                continue
            for code in self._hidden(play, expected.state):
                self._laid.add_between(play, self._codes.likely(code, _LIKELY)).supposed = False

    def _hidden(self, play: Sequence[Sighting], state: State) -> Sequence[str]:
        """Return the cards that a play hides; none where it is whole, or hardly any was glimpsed."""
        codes = [self._codes.likeliest(card.row) for card in play]
        if state.one_play(codes) is not None:
            return ()
        others = [self._codes.likeliest(s.row) for s in self._laid.current if s not in play]
        hidden = lacking(codes, state, others, _MOST) or ()
        glimpsed = sum(self._laid.glimpses.saw_vaguely(self._codes.places[code]) for code in hidden)
        return hidden if glimpsed >= max(len(hidden) - _MAY_MISS, min(len(hidden), 2)) else ()
