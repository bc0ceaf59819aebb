"""The card that lies face up beside the deal: it is no play until somebody draws it into one."""

from collections.abc import Sequence

from companion.table.evidence import Codes, likeliest_place
from companion.table.expecting import Expectation
from companion.table.look import Look
from companion.table.recognition import reach_of_play
from companion.table.sighting import Sighting
from companion.table.straights import BESIDE

_ASIDE_MM, _FIRST_ASIDE_MM = 150.0, 110.0
"""The card lies at least so far from the middle, or not where the leader plays; and where nobody has played yet, so
that nobody knows where the middle is."""

_NOT_THE_LEADER = -1.0
"""How much worse (logarithm) a place must fit the leader than the best seat to be no lead."""

_DRAWN = 0.8
"""How far, in heights, it must be drawn to be played."""

_LEFT = 0.2
_IS_IT = 0.7
"""Seconds for which it must be out of sight, and how sure the reading of another must be, for that to be it."""

_PASSED = 1.5
"""Seconds out of sight, before the first play, after which a card beside the deal did not lie there."""

_GLIMPSE = 0.3
"""Seconds out of sight after which a card that could not be read is not taken for the one beside the deal."""


class Beside:
    """Tells the card beside the deal from plays."""

    def __init__(self, codes: Codes) -> None:
        self._codes = codes

    def is_turned_up(
        self, new: Sighting, code: int, look: Look, expected: Expectation, known: Sequence[Sighting]
    ) -> bool:
        """Whether a card is the one that lies face up beside the deal.

        Args:
            new: The card.
            code: The place of its likeliest code.
            look: The present look.
            expected: What the game expects.
            known: All sightings.
        """
        before = self._before(expected, known)
        if before is not None:
            return self._has_passed(before, look, expected, known) and self._lies_beside(new, look, expected)
        if expected.face_up is not None:
            return code == self._codes.places[expected.face_up] and not self._lies_in_straight(new, look, expected)
        if not expected.turns_up or _is_begun(expected, known) or _is_not_gathered(expected, known, look):
            return False
        return self._lies_beside(new, look, expected)

    def let_go_of_passed(self, expected: Expectation, known: Sequence[Sighting]) -> None:
        """Let go of the card that seemed to lie there before the one that does: it only passed while people dealt."""
        before = self._before(expected, known)
        if before is not None:
            before.dismissed = True

    def let_go_of_unread(self, look: Look, known: Sequence[Sighting]) -> None:
        """Let go of what could not be read and is out of sight: it only seemed to be a card."""
        for sighting in known:
            asked = sighting.question is not None or sighting.pinned is not None
            if sighting.aside and sighting.is_open and not asked and look.is_hidden(sighting, _GLIMPSE):
                sighting.track = None
                sighting.dismissed = True

    def _has_passed(self, before: Sighting, look: Look, expected: Expectation, known: Sequence[Sighting]) -> bool:
        """Whether a card that nobody vouched for has left its place beside the deal before the first play.

        One that seemed to be drawn among the cards of a trick was not, where nothing was played.
        """
        return before.pinned is None and look.has_gone(before, _PASSED) and not _is_begun(expected, known)

    def _before(self, expected: Expectation, known: Sequence[Sighting]) -> Sighting | None:
        """Return the card that was taken for the one beside the deal last, unless people said that it is none."""
        last = next((s for s in reversed(known) if s.aside and s.deal == expected.deal), None)
        return None if last is not None and last.dismissed and expected.turns_up else last

    def _lies_beside(self, new: Sighting, look: Look, expected: Expectation) -> bool:
        """Whether a card lies where no lead does."""
        if new.place is None or new.seats is None:
            return False
        if expected.leader is not None and new.seats[expected.leader] - new.seats.max() < _NOT_THE_LEADER:
            return True
        x, y = new.place - look.tabletop.centre
        least = _FIRST_ASIDE_MM if expected.state.hand.number == 1 else _ASIDE_MM
        return bool((x * x + y * y) ** 0.5 > least)

    def _lies_in_straight(self, new: Sighting, look: Look, expected: Expectation) -> bool:
        """Whether another card of its suit lies beside a card: it was drawn from where no camera saw it."""
        suit_of = expected.state.game.deck.suit_of
        return any(
            track.number != new.track
            and look.sees(track)
            and track.face_up
            and suit_of[self._codes.likeliest(track.evidence.row)] == suit_of[str(expected.face_up)]
            and new.box is not None
            and track.box.distance(new.box) < BESIDE
            for track in look.tracker.tracks
        )

    def let_go_of_drawn(self, look: Look, known: Sequence[Sighting]) -> None:
        """Let the card be a play like any other once somebody has drawn it among the cards of the trick."""
        for sighting in known:
            if sighting.aside and not sighting.dismissed and self._is_drawn(sighting, look, known):
                sighting.track = None
                sighting.dismissed = True

    def _is_drawn(self, sighting: Sighting, look: Look, known: Sequence[Sighting]) -> bool:
        """Whether the card lies among those of the trick now, followed on its way there or found anew."""
        own = look.of(sighting)
        code = self._codes.places[sighting.decided] if sighting.decided else likeliest_place(sighting.row)
        return any(
            look.sees(track)
            and track.face_up
            and track.at_rest(look.now)
            and look.away(track, sighting) > _DRAWN
            and (track is own or (look.has_gone(sighting, _LEFT) and track.evidence.row[code] > _IS_IT))
            and look.from_middle(track) < reach_of_play(known, look.tabletop.centre)
            for track in look.tracker.tracks
        )


def _is_not_gathered(expected: Expectation, known: Sequence[Sighting], look: Look) -> bool:
    """Whether a card of the hand before lies where it was played: nobody has dealt yet."""
    before = (s for s in known if s.deal != expected.deal and not (s.dismissed or s.aside))
    return any((track := look.of(s)) is not None and look.sees(track) and not look.is_taken(s) for s in before)


def _is_begun(expected: Expectation, known: Sequence[Sighting]) -> bool:
    """Whether a card of the deal was played."""
    hand = expected.state.hand
    played = any(s.deal == expected.deal and not s.dismissed and not s.aside for s in known)
    return played or bool(hand.plays or hand.tricks)
