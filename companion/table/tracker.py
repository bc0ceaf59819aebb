"""One identity per physical card, from look to look."""

from collections.abc import Collection, Sequence

import numpy as np

from companion.table.evidence import Codes, Evidence
from companion.table.geometry import Around, Box
from companion.table.nudge import Shift, common_shift, shifted
from companion.table.pieces import whole, without_pieces
from companion.table.sameness import once_each, overlap
from companion.table.track import REST, Track
from companion.vision.types import SeenCard

_STILL = 0.12
"""A card is at rest while it moves no further than this from look to look (see `Box.displacement`)."""

_NEAR = 0.6
"""A card has arrived once it stays within this distance, in heights."""

_REACH = 0.5
"""How far from its place, in heights, a card at rest is looked for."""

_REACH_MOVING = 1.0
"""The same for a card that moves."""

_SAME_PLACE = 0.15
"""Within this distance, in heights, a box that reads as quite another card may still be the same one, read badly."""

_ANOTHER = 0.15
"""Agreement of two readings below which they show two cards."""

_PUSHED = 0.3
"""Agreement of readings from which one at rest is taken to be pushed to a place near its own."""

_RETURNED = 0.5
"""Agreement of readings from which a card that was out of sight is taken to be back in its place."""

_NUDGE_REACH = 1.0
"""How far, in heights, a knock against the camera may move everything at once."""

_BLINK = 0.5
"""Seconds for which a card may be missed and then read badly in its place without being taken for another."""

_COVERED = 0.25
"""A card is covered when this share of it lies under cards that came later."""

_COVERED_WHILE_HIDDEN = 1.0
"""Seconds that the hand may already have hidden a card before another one came to lie on it."""

_FORGET_MOVING = 0.4
"""Seconds after which a card that was moving and is not seen is forgotten."""

_FORGET = 6.0
"""The same for a card at rest, which a hand or an arm may hide."""

_POOR_LOOK = 0.3
"""What a look at a card that moves, in a hand most likely, or that lies under another is worth."""

_WITHOUT_LOOKS = 0.7
"""Seconds without a look in which somebody may have played and been followed by another."""

_LOOKED = 0.1
"""Seconds that a card counts as out of sight at the first look after such a while."""

BEING_TAKEN = 1.0
"""Seconds after such a while for which cards may still lie there that somebody is taking."""

_LEARNS = 0.1
"""How much the last look says of how often this machine looks: a slow one sees cards go as another does."""

_CARRIED = 0.8
"""How far from its place, in heights, a card must be seen for it to have been carried off."""

_CHANGED_LOOKS = 3
"""So many looks in a row that read as another card mean that another card lies there now."""

_UNTOUCHED = 0.03
"""Unless it has not moved further than this from look to look: then it was read badly before."""


class Tracker:
    """Follows cards from look to look.

    Attributes:
        tracks: The cards that are on the table, hidden ones included, in the order in which they appeared.
        now: When the last look was, seconds of the source.
        began: When the first was; None before it.
        resumed: When one came after a while without any; None where none did.
        without: For how many seconds there was none before that.
        moved: (3, 3) from the pixels of the first picture to those of the last, where everything in it moved together.
    """

    def __init__(self, codes: Codes) -> None:
        self.tracks: list[Track] = []
        self._codes = codes
        self._next = 1
        self.now = 0.0
        self.began: float | None = None
        self.resumed: float | None = None
        self.without = 0.0
        self.moved: Shift = np.eye(3)
        self._before = 0.0
        self._usual = 0.0
        self._shift: Shift | None = None
        self._agreements: dict[tuple[int, int], float] = {}

    def update(self, seen: Sequence[SeenCard], now: float) -> None:
        """Take what was seen in one look.

        Args:
            seen: The cards in the picture.
            now: Seconds of the source, never decreasing.
        """
        self._before, self.now = self.now, now
        self.began = now if self.began is None else self.began
        if now - self._before > _WITHOUT_LOOKS:
            self.resumed, self.without = now, now - self._before
        found = once_each(seen)
        self._agreements.clear()
        found = without_pieces(found, self.tracks, self._differs)
        around = Around([box for box, _ in found])
        self._follow_nudge(found, around)
        new = dict.fromkeys(range(len(found)))
        for track, place in self._matches(found, around):
            del new[place]
            if not self._see(track, *found[place]):
                self.tracks.append(self._begin(*found[place], track.doubts))
                track.doubts = []
        for place in new:
            self._note_elsewhere(*found[place])
            self.tracks.append(self._begin(*found[place]))
        self._unite()
        self._note_covered()
        self._note_missed()
        self.tracks = [track for track in self.tracks if not self._is_forgotten(track)]

    def shift(self, shift: Shift) -> None:
        """Let every card lie where it lies in a picture that has moved, or has another size, as a whole."""
        for track in self.tracks:
            track.box, track.whole, track.arrival = (shifted(b, shift) for b in (track.box, track.whole, track.arrival))
        self._shift = shift if self._shift is None else shift @ self._shift
        self.moved = shift @ self.moved

    def shift_hidden(self, shift: Shift) -> None:
        """Let the cards that the last look did not see lie where they lie in a picture that had moved before it."""
        self.moved = shift @ self.moved
        for track in self.tracks:
            if not self.seen_now(track):
                track.box, track.whole, track.arrival = (
                    shifted(b, shift) for b in (track.box, track.whole, track.arrival)
                )

    def take_shift(self) -> Shift | None:
        """Return how everything was moved since this was last asked, None where nothing was; see `nudge`."""
        shift, self._shift = self._shift, None
        return shift

    def stay(self, now: float) -> None:
        """Take that nothing changed since the last look."""
        for track in self.tracks:
            if track.last_seen == self.now:
                track.last_seen = now
        self.now = now

    def forget(self, numbers: Collection[int | None]) -> None:
        """Let go of the cards with these numbers that are out of sight: they were taken from the table."""
        self.tracks = [track for track in self.tracks if track.number not in numbers or self.seen_now(track)]

    def seen_now(self, track: Track) -> bool:
        """Whether the last look saw the card."""
        return track.last_seen == self.now

    @property
    def faces(self) -> list[Track]:
        """The cards of which the last look saw the face."""
        return [track for track in self.tracks if track.face_up and self.seen_now(track)]

    def _follow_nudge(self, found: Sequence[tuple[Box, SeenCard]], around: Around) -> None:
        """Move all cards with the picture when the camera was knocked."""
        still = [track for track in self.tracks if track.at_rest(track.last_seen) and not track.covered]
        pairs = []
        for track in still:
            alike = (
                found[place][0]
                for distance, place in sorted(around.near(track.box, _NUDGE_REACH))
                if distance < _NUDGE_REACH and self._agreement(track, found[place][1]) > _RETURNED
            )
            nearest = next(alike, None)
            if nearest is not None:
                pairs.append((track.box, nearest))
        shift = common_shift(pairs)
        if shift is None:
            return
        self.shift(shift)

    def _matches(self, found: Sequence[tuple[Box, SeenCard]], around: Around) -> list[tuple[Track, int]]:
        """Return which track each found card (by its place in the list) is."""
        pairs: list[tuple[float, int, int, Track]] = []
        for track in self.tracks:
            lay_still = track.at_rest(track.last_seen)
            reach = _REACH if lay_still else _REACH_MOVING
            for distance, place in around.near(track.box, reach):
                card = found[place][1]
                if self._was_away(track, distance) and self._agreement(track, card) < _RETURNED:
                    continue
                if distance > _SAME_PLACE and self._agreement(track, card) < (_PUSHED if lay_still else _ANOTHER):
                    # A card that lay still is hardly moved and read otherwise at one moment: another passes over it.
                    continue
                if self._differs(track, card):
                    # One bad look at a card that lies where it lay.
                    distance += reach
                pairs.append((distance, track.number, place, track))
        pairs.sort(key=lambda pair: pair[:3])
        tracks: set[int] = set()
        taken: set[int] = set()
        matches = []
        for _, number, place, track in pairs:
            if number not in tracks and place not in taken:
                tracks.add(number)
                taken.add(place)
                matches.append((track, place))
        return matches

    def _note_elsewhere(self, box: Box, card: SeenCard) -> None:
        """Note of cards at rest that were seen just before and read like a new one: a hand carries them off."""
        for track in self.tracks:
            just_gone = 0.0 < track.hidden_for(self.now) < _FORGET_MOVING and track.at_rest(track.last_seen)
            if just_gone and track.face_up and card.face_up and self._agreement(track, card) > _RETURNED:
                track.elsewhere |= box.distance(track.box) > _CARRIED

    def _was_away(self, track: Track, distance: float) -> bool:
        """Whether a card was out of sight so long, or is so far, that another one may lie there now."""
        return track.last_seen < self._before and (distance > _SAME_PLACE or self.now - track.last_seen > _BLINK)

    def _see(self, track: Track, box: Box, card: SeenCard) -> bool:
        """Add a look to a track; False when the card there is another one by now."""
        box = box.turned_as(track.box)
        side = track.face_up
        known = track.evidence.looks if track.face_up else track.looks_at_rest
        if self._differs(track, card) and known >= _CHANGED_LOOKS:
            track.untouched = self._is_untouched(track, box, card) and (track.untouched or not track.doubts)
            track.doubts.append(card)
            if len(track.doubts) == _CHANGED_LOOKS:
                if not track.untouched:
                    return False
                self._read_doubts(track, box, card.face_up)
        else:
            track.doubts.append(card)
            self._read_doubts(track, box, card.face_up)
        # A pile under a hand may look like a face for a moment: what shows its other side has to lie still anew.
        if box.displacement(track.box) > _STILL or track.face_up != side:
            track.rest_since = self.now
            track.looks_at_rest = 1
        else:
            track.looks_at_rest += 1
        if box.distance(track.arrival) > _NEAR:
            track.arrival, track.arrived = box, self.now
        track.box, track.whole = box, whole(box, track.whole)
        track.last_seen = self.now
        track.elsewhere = False
        return True

    def _is_untouched(self, track: Track, box: Box, card: SeenCard) -> bool:
        """Whether a card was seen at the last look to a hair where it lies: no hand lays another like that."""
        just_seen = track.last_seen >= self._before
        return just_seen and track.face_up == card.face_up and box.displacement(track.box) < _UNTOUCHED

    def _read_doubts(self, track: Track, box: Box, face_up: bool) -> None:
        """Take the looks that were held back for what they say."""
        for look in track.doubts:
            # A look that took the card's face for its back, or the other way round, tells nothing.
            if look.face_up == face_up:
                self._read(track, box, look)
        track.doubts.clear()

    def _read(self, track: Track, box: Box, card: SeenCard) -> None:
        if track.face_up != card.face_up:
            track.face_up = card.face_up
            track.evidence = Evidence(self._codes)
        moved = box.displacement(track.box) > _STILL
        if card.face_up:
            track.evidence.add(card.probabilities, _POOR_LOOK if track.covered or moved else 1.0, new_pose=moved)

    def _begin(self, box: Box, card: SeenCard, doubts: Sequence[SeenCard] = ()) -> Track:
        """Return a new card; with doubts, the looks that made it known."""
        evidence = Evidence(self._codes)
        for look in doubts or [card]:
            if look.face_up == card.face_up and look.face_up:
                evidence.add(look.probabilities, _POOR_LOOK)
        track = Track(
            number=self._next,
            box=box,
            whole=box,
            face_up=card.face_up,
            evidence=evidence,
            first_seen=self.now,
            last_seen=self.now,
            rest_since=self.now,
            arrival=box,
            arrived=self.now,
        )
        self._next += 1
        return track

    def _differs(self, track: Track, card: SeenCard) -> bool:
        return self._agreement(track, card) < _ANOTHER

    def _agreement(self, track: Track, card: SeenCard) -> float:
        """Return how far a track, as it was before the present look, and that look can be the same card, 0..1."""
        if track.face_up != card.face_up:
            return 0.0
        if not card.face_up:
            return 1.0
        pair = track.number, id(card)
        if pair not in self._agreements:
            self._agreements[pair] = overlap(track.evidence.row, self._codes.row(card.probabilities))
        return self._agreements[pair]

    def _unite(self) -> None:
        """Let a card that was out of sight be the one that was found anew in its place, once it reads the same."""
        lost = [track for track in self.tracks if not self.seen_now(track)]
        for found in [track for track in self.tracks if self.seen_now(track) and track.number > 1]:
            for track in lost:
                if (
                    track.number < found.number
                    and track.face_up == found.face_up
                    and track.box.distance(found.box) < _SAME_PLACE
                    and overlap(track.evidence.row, found.evidence.row) > _RETURNED
                ):
                    track.box, track.whole, track.last_seen = found.box, found.whole, found.last_seen
                    track.elsewhere = False
                    track.looks_at_rest += found.looks_at_rest
                    self.tracks.remove(found)
                    lost.remove(track)
                    break

    def _note_covered(self) -> None:
        later: list[Track] = []
        for track in reversed(self.tracks):
            track.covered = any(
                track.last_seen > other.first_seen - _COVERED_WHILE_HIDDEN and track.box.overlap(other.box) > _COVERED
                for other in later
            )
            if self.seen_now(track):
                later.append(track)

    def _note_missed(self) -> None:
        """Note of the cards when they were missed, and for how long nobody looked as they left their places."""
        without = self.now - self._before
        resumed = without > _WITHOUT_LOOKS
        for track in self.tracks:
            if resumed and track.missed_since is None and track.first_seen < self.now:
                track.unwatched = max(without - self._usual, 0.0)
            elif track.unwatched and self.seen_now(track) and self._has_stayed(track):
                track.unwatched = 0.0
            if self.seen_now(track):
                track.missed_since = None
            elif track.missed_since is None:
                track.missed_since = self.now - _LOOKED if resumed else track.last_seen
        self._usual += _LEARNS * (without - self._usual)

    def _has_stayed(self, track: Track) -> bool:
        """Whether a card lies still, and did so since pictures came again: nobody was just taking it then."""
        return self.resumed is None or self.now - max(self.resumed, track.rest_since) > BEING_TAKEN

    def _is_forgotten(self, track: Track) -> bool:
        if self.seen_now(track):
            return False
        if track.covered:
            return False
        rested = track.looks_at_rest >= 2 and track.last_seen - track.rest_since >= REST
        return track.hidden_for(self.now) > (_FORGET if rested else _FORGET_MOVING)
