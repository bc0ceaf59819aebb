"""Which boxes at rest are cards of the play, and which of them are cards that were counted before."""

from collections.abc import Mapping, Sequence
from math import atan2, pi
from statistics import median

import numpy as np

from companion.table.evidence import Codes, likeliest_place
from companion.table.expecting import Expectation
from companion.table.geometry import Point, gap_to_edge
from companion.table.look import Look
from companion.table.seating import SeatChances, share_anywhere
from companion.table.sighting import Deal, Sighting
from companion.table.tabletop import CARD_HEIGHT_MM, Tabletop
from companion.table.track import Track

SAME_CARD = 0.7
"""How sure the reading must be to take a card for one that was there before."""

_ALIKE = 0.2
"""The same for one of the last trick that lies to a hair where it lay, while the others are being taken."""

_LAID_OPEN, _TAKEN, _LAID_FURTHER = 4.0, 0.8, 0.2
"""Seconds within which a card of a trick that was taken lies open before who won it, and how far that is, in heights,
from where it was played, and further out than cards are played there, at least."""

_BEFORE_ANOTHER = 3.0
"""How much better (logarithm) the place of a card must fit an opponent of who won a trick for it to be none of that."""

_STRAYED = {0: 1.6, 1: 0.4}
"""How far, in heights, a card out of sight may have been pushed: one of this trick, and one of the last, which an arm
may only have hidden when it seemed to be collected."""

UNMOVED = 0.08
"""A card of which no corner has moved further, in heights, was not touched: no second card lies so exactly there."""

_FOUND_ANEW = 0.5
"""Seconds within which a card that a hand lays down is found anew: no other is laid so soon on one that it covers."""

_PUSHED_OVER = 0.5
"""Share of a box that lies where a card lay from which it may be that card, pushed."""

_BEYOND_PLAY, _ASIDE = 1.8, 0.5
"""Cards lie aside when they are further from the middle than this many times the usual distance of plays; and so much
further, in heights, than whoever sits there plays."""

_CUT, _HALF_CUT, _FIRST_CUT = 0.02, 0.15, 0.3
"""How far from the edge of the picture, in heights, a corner of a card is that it cuts off, and the middle of one of
which it cuts off about half; and of one that is in a hand as long as too few cards were played to know how far out."""

_FIRST_REACH_MM = 250.0
"""The same as long as too few cards were played to know."""

_BESIDE_EACH_OTHER = 0.3
"""How far apart, in heights, two boxes that were seen at the same time are two cards rather than one found twice."""

_ENOUGH_PLAYS = 3
"""So many plays show how far that is."""

_OPPOSITE = 2 * pi / 3
"""Angle from which on people sit opposite each other, radians."""

_NEAREST = 3
"""By so many plays, the nearest in its direction, it is told how far out whoever sits there plays."""

_READ = 0.9
"""How sure the reading of such a card must be, or of one that seems to lie on backs."""

_GUESSED = 0.35
"""How sure the best reading must be to be more than a guess."""

_UNREAD_HOLD = 1.5
"""Seconds that a card must lie still to count although it cannot be read at all."""

_IN_HEAP = 0.5
"""Share of a box that lies where a back lies, from which it is rather a heap of backs than a face."""

_HEAP_REMEMBERED = 1.0
"""Seconds since such a back was seen: hands that deal hide it."""

_FAR_OUT = 1.5
"""How far out, as a part of how far cards are played, nothing is a card that is not surely read."""

_BARE_SINCE = 0.2
"""Seconds after such a card came for which the bare table must be seen there for it to be a pattern on the table."""

_NOT_A_CARD = 0.5
"""Chance of being no card of the deck beyond which a box does not become a sighting."""

_STRANGE = 0.9
_STRANGE_LOOKS = 8
"""How sure it must be, and after how many looks, that a card is of another deck to tell people."""


class Recognition:
    """Judges tracks by what they read as, where they lie, and what was counted before."""

    def __init__(self, codes: Codes, copies: Mapping[str, int]) -> None:
        """Take the deck.

        Args:
            codes: Its codes.
            copies: How many cards of each code are in play.
        """
        self._codes = codes
        self._copies = [copies.get(code, 0) for code in codes.codes]

    def place_of(self, sighting: Sighting) -> int:
        """Return the place of the code that a sighting is taken for."""
        return self._codes.places[sighting.decided] if sighting.decided else likeliest_place(sighting.row)

    def code_at(self, place: int) -> str:
        """Return the code of a place; see `Codes`."""
        return self._codes.codes[place]

    def is_card(self, track: Track, look: Look, known: Sequence[Sighting]) -> bool:
        """Whether a box at rest is a card that counts: it was read, or lies unread where cards are played."""
        row = track.evidence.row
        if row[-1] > _NOT_A_CARD or _is_in_hand(track, look, known):
            return False
        if row[:-1].max() < _READ and (_lies_on_back(track, look) or _is_table(track, look)):
            return False
        if is_far_guess(track, look, known):
            return False
        out = look.from_middle(track) / reach_of_play(known, look.tabletop.centre)
        return row[:-1].max() > _GUESSED or (out < 1 and look.now - track.rest_since > _UNREAD_HOLD)

    def is_strange(self, track: Track, look: Look, known: Sequence[Sighting]) -> bool:
        """Whether a box is surely a card, but of another deck."""
        return (
            track.evidence.row[-1] > _STRANGE
            and track.evidence.looks >= _STRANGE_LOOKS
            and look.now - track.rest_since > _UNREAD_HOLD
            and look.from_middle(track) < reach_of_play(known, look.tabletop.centre)
        )

    def same_card(
        self, track: Track, look: Look, expected: Expectation, known: Sequence[Sighting], trick: int
    ) -> Sighting | None:
        """Return the sighting whose card was moved or lost from sight and now lies here.

        A card of this trick or the last is looked for near its place, one of an earlier trick aside; what reads like
        one in the midst of the table is more likely a new card, read badly.
        """
        row = track.evidence.row
        is_aside, deal = self._lies_aside(track, look, expected, known), expected.deal
        for sighting in reversed(known):
            unmoved = _is_unmoved(track, sighting)
            alike = _ALIKE if unmoved and sighting.trick == trick - 1 else SAME_CARD
            if sighting.deal != deal or sighting.dismissed or row[self.place_of(sighting)] < alike:
                continue
            old = look.of(sighting)
            if old is not None and (look.sees(old) or (old.covered and not self._lies_instead(sighting, old, track))):
                continue
            if _lay_there_together(track, sighting):
                continue
            strayed = look.away(track, sighting) < _STRAYED.get(trick - sighting.trick, 0.0)
            strayed &= sighting.trick == trick or unmoved or self._lies_with_others(sighting, look, known)
            if self._has_twin(sighting, deal, known):
                strayed &= unmoved
            strayed |= sighting.trick == trick - 1 and self._was_laid_open(sighting, track, look, expected, known)
            if strayed or is_aside:
                return sighting
        return None

    def _lies_aside(self, track: Track, look: Look, expected: Expectation, known: Sequence[Sighting]) -> bool:
        """Whether a card lies outside where cards are played, by all who sit there and by who sits where it lies.

        One that stays open once it is won lies there rather than before somebody who plays far out.
        """
        if look.from_middle(track) <= reach_of_play(known, look.tabletop.centre):
            return False
        if expected.state.stays_open(self.code_at(likeliest_place(track.evidence.row))):
            return True
        plays = places_of_plays(known)
        return len(plays) < _ENOUGH_PLAYS or beyond_plays(track, look, plays) > _ASIDE

    def _was_laid_open(
        self, sighting: Sighting, track: Track, look: Look, expected: Expectation, known: Sequence[Sighting]
    ) -> bool:
        """Whether a card of a trick that was taken a moment ago may lie here open, before who won it: nowhere else."""
        place = self.place_of(sighting)
        if sighting.seen is None or look.now - sighting.seen > _LAID_OPEN or track.first_seen < sighting.seen:
            return False
        if track.evidence.row[place] < _READ or beyond_plays(track, look, places_of_plays(known)) < _LAID_FURTHER:
            return False
        if _lies_before_opponent(track, sighting, look, expected):
            return False
        lying = sum(look.sees(t) and t.evidence.row[place] >= SAME_CARD for t in look.tracker.faces)
        counted = sum(self.place_of(s) == place for s in known if s.deal == sighting.deal and not s.dismissed)
        return look.away(track, sighting) > _TAKEN and lying <= counted

    def _lies_instead(self, sighting: Sighting, old: Track, track: Track) -> bool:
        """Whether a card that reads as the one that it seems to lie on is that one.

        It was found anew while a hand laid it down; or it was misread as long as it lay there, people named it, and
        pushed it was taken for another card.
        """
        if track.box.overlap(old.box) <= _PUSHED_OVER:
            return False
        only_one = self._copies[self.place_of(sighting)] == 1
        return 0.0 < track.first_seen - old.last_seen < _FOUND_ANEW or (only_one and sighting.pinned is not None)

    def _lies_with_others(self, sighting: Sighting, look: Look, known: Sequence[Sighting]) -> bool:
        """Whether another card of a trick that was collected lies there again: an arm had only hidden the trick."""
        others = [s for s in known if s.trick == sighting.trick and s is not sighting and not s.dismissed]
        return not others or any(
            look.away(track, other) < _STRAYED[1] and track.evidence.row[self.place_of(other)] >= SAME_CARD
            for other in others
            for track in look.tracker.tracks
            if look.sees(track) and track.face_up
        )

    def is_another(self, track: Track, deal: Sequence[Sighting]) -> bool:
        """Whether a card surely is none of those that were seen."""
        row = track.evidence.row
        return bool(row[:-1].max() >= _READ) and not self.all_seen(likeliest_place(row), deal)

    def all_seen(self, place: int, known: Sequence[Sighting]) -> bool:
        """Whether as many cards of a code were seen as there are; the code is given by its place."""
        return sum(self.place_of(sighting) == place for sighting in known) >= self._copies[place]

    def _has_twin(self, sighting: Sighting, deal: Deal, known: Sequence[Sighting]) -> bool:
        """Whether another card of the same code is still to come, which this may be."""
        own = [s for s in known if s.deal == deal and not s.dismissed]
        return not self.all_seen(self.place_of(sighting), own)


def _lies_before_opponent(track: Track, sighting: Sighting, look: Look, expected: Expectation) -> bool:
    """Whether a card lies before somebody who is not of the side that won the last trick, in which a sighting was."""
    state = expected.state
    last = state.hand.tricks[-1] if state.hand.tricks else None
    if last is None or not any(sighting.decided in cards for _, cards in last.plays):
        return False
    fits = look.tabletop.seat_chances(look.place(track), state.players)
    own = fits[last.winner % state.sides :: state.sides]
    return float(fits.max() - own.max()) > _BEFORE_ANOTHER


def _lay_there_together(track: Track, sighting: Sighting) -> bool:
    """Whether a card came to the table while that of a sighting was still to be seen elsewhere."""
    if sighting.seen is None or sighting.box is None or track.first_seen > sighting.seen:
        return False
    return track.box.distance(sighting.box) > _BESIDE_EACH_OTHER


def _is_unmoved(track: Track, sighting: Sighting) -> bool:
    """Whether a card lies to a hair where that of a sighting lay."""
    return sighting.box is not None and track.box.displacement(sighting.box) < UNMOVED


def _lies_on_back(track: Track, look: Look) -> bool:
    """Whether backs lie where a face seems to lie."""
    return any(
        not other.face_up and other.hidden_for(look.now) < _HEAP_REMEMBERED and track.box.overlap(other.box) > _IN_HEAP
        for other in look.tracker.tracks
    )


def _is_table(track: Track, look: Look) -> bool:
    """Whether the bare table was to be seen where a card seems to lie, while it seemed to lie there."""
    return look.bare_until(track) > track.rest_since + _BARE_SINCE


def is_far_guess(track: Track, look: Look, known: Sequence[Sighting]) -> bool:
    """Whether something that is not surely read lies so far out that it is no card."""
    if track.evidence.row[:-1].max() >= _READ:
        return False
    return look.from_middle(track) > _FAR_OUT * reach_of_play(known, look.tabletop.centre)


def lies_open(track: Track, look: Look, missed: float) -> bool:
    """Whether the face of a card of the deck was seen where it lies within so many seconds.

    One that was on its way where it was seen last is found anew where it comes to lie, and lies there only then.
    """
    is_open = track.face_up and track.hidden_for(look.now) < missed and track.evidence.row[-1] <= _NOT_A_CARD
    return is_open and (look.sees(track) or track.at_rest(track.last_seen))


def _is_in_hand(track: Track, look: Look, known: Sequence[Sighting]) -> bool:
    """Whether the picture cuts off half of a card, or of one farther from the middle than cards are played a corner."""
    box = track.box
    if gap_to_edge(box.corners, look.size) > _CUT * box.height:
        return False
    cut = _FIRST_CUT if len(places_of_plays(known)) < _ENOUGH_PLAYS else _HALF_CUT
    if gap_to_edge(box.middle, look.size) < cut * box.height:
        return True
    return look.from_middle(track) > reach_of_play(known, look.tabletop.centre)


def reach_of_play(known: Sequence[Sighting], centre: Point) -> float:
    """Return how far from the middle cards are played, generously, both in millimetres."""
    places = [s.place for s in known if s.place is not None and s.decided is not None and not s.aside]
    if len(places) < _ENOUGH_PLAYS:
        return _FIRST_REACH_MM
    out: list[float] = np.hypot(*(np.array(places) - centre).T).tolist()
    return max(_BEYOND_PLAY * median(out), CARD_HEIGHT_MM)


def places_of_plays(known: Sequence[Sighting]) -> list[Point]:
    """Return where cards were played, millimetres."""
    plays = (s for s in known if s.decided is not None and not (s.aside or s.dismissed))
    return [sighting.place for sighting in plays if sighting.place is not None]


def beyond_plays(track: Track, look: Look, plays: Sequence[Point]) -> float:
    """Return how much further out, in heights, a card lies than whoever sits there plays theirs; 0 if nobody knows.

    Out from the middle of all plays: that of the table is only guessed at first.
    """
    if len(plays) < _ENOUGH_PLAYS:
        return 0.0
    middle = np.mean(plays, axis=0)
    out = look.place(track) - middle
    nearest = sorted((play - middle for play in plays), key=lambda play: _turn(play, out))[:_NEAREST]
    # Where few have played, the middle lies nearer to who has played more: those opposite tell nothing.
    nearest = [play for play in nearest if _turn(play, out) < _OPPOSITE]
    if not nearest:
        return 0.0
    usual = median(float(np.linalg.norm(play)) for play in nearest)
    return float(np.linalg.norm(out) - usual) / look.height(track)


def _turn(one: Point, other: Point) -> float:
    """Return by how much two directions differ, radians."""
    (x, y), (u, v) = one.tolist(), other.tolist()
    return abs(atan2(x * v - y * u, x * u + y * v))


def laid_anywhere(known: Sequence[Sighting]) -> float:
    """Return the share of cards that are laid without regard to seats, as far as this table shows it."""
    seated = [s for s in known if s.seat is not None and s.seats is not None]
    strays = sum(bool(s.seats is not None and s.seats.argmax() != s.seat) for s in seated)
    return share_anywhere(strays, len(seated))


def seats_at(place: Point, tabletop: Tabletop, players: int, known: Sequence[Sighting]) -> SeatChances:
    """Return how well a place, millimetres, fits each seat, as cards are laid at this table."""
    return tabletop.seat_chances(place, players, laid_anywhere(known))


def is_no_card(sighting: Sighting) -> bool:
    """Whether looks have shown that there is no card of the deck; should it become readable, it is new again."""
    seen = sighting.track is not None and sighting.is_open and not sighting.confirmed
    return seen and sighting.pinned is None and bool(sighting.row[-1] > _NOT_A_CARD)
