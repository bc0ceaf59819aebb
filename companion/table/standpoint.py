"""Where the camera stands: its table, kept where it is when the camera is knocked or sends pictures of another size."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from companion.table.geometry import Point
from companion.table.ground import Ground
from companion.table.levelling import Levelling
from companion.table.nudge import Shift, shifted
from companion.table.recentring import Recentring, Trick
from companion.table.recognition import seats_at
from companion.table.seating import Off, mirrored
from companion.table.sighting import Sighting
from companion.table.tabletop import Tabletop, card_height
from companion.table.track import Track
from companion.table.tracker import Tracker
from companion.vision.tabletop.nudge_watch import Nudge, NudgeWatch
from companion.vision.types import Image, SeenCard

_TELLING = 2
"""So many cards at rest tell a knock by themselves; with fewer the picture is asked."""

_IN_SIGHT, _KNOWN = 2.0, 4.0
"""Seconds up to which they may be out of sight, and for which they must be known, to tell."""

_READ, _ALIKE = 0.6, 0.25
"""How surely a card is read by which the table is guessed; and by how much another may have another height, as a
logarithm, for that guess to stand."""

_SHAPE = 0.02
"""Share by which the ratio of width and height may differ for two pictures to have one shape."""

Size = tuple[int, int]
"""Width and height of a picture, pixels."""


class Standpoint:
    """Knows the table in the present pictures.

    Attributes:
        ground: What they show where nothing lies.
        is_curious: Whether the next picture has to be looked at although nothing moves: the camera may have been
            knocked.
        reseated: How often people were taken to sit otherwise than they were taken to before.
    """

    def __init__(self, tracker: Tracker, tabletop: Tabletop | None) -> None:
        """Set up.

        Args:
            tracker: What follows the cards.
            tabletop: As it was calibrated; guessed from the size of the cards when None.
        """
        self._tracker = tracker
        self._tabletop = tabletop
        self._is_calibrated = tabletop is not None
        self._guessed_by: float | None = None
        self._is_sure = self._is_calibrated
        self._size: Size | None = None
        self.ground = Ground()
        self.is_curious = False
        self.reseated = 0
        self._nudges = NudgeWatch()
        self._turned: Shift | None = None
        self._recentring = Recentring()
        self._levelling = Levelling()

    @property
    def known(self) -> Tabletop | None:
        """The table as far as it is known; None as long as no card was seen to guess it by."""
        return self._tabletop

    def tabletop(self, size: Size) -> Tabletop | None:
        """Return the table in pictures of this size, None as long as no card was seen to guess it by."""
        if self._is_sure:
            return self._tabletop
        lying = card_height([track for track in self._tracker.tracks if self._is_card(track)])
        pixels = lying if lying is not None else card_height(self._tracker.tracks)
        self._is_sure = lying is not None
        if pixels is not None and (self._guessed_by is None or self._is_of_another_size(pixels, self._guessed_by)):
            self._guess(size, pixels)
        return self._tabletop

    def _guess(self, size: Size, pixels: float) -> None:
        before, self._guessed_by = self._tabletop, pixels
        guessed = Tabletop.guessed(*size, pixels)
        self._tabletop = guessed if before is None else replace(guessed, back=before.back)
        self._recentring = Recentring()
        self._levelling = Levelling()

    def _is_of_another_size(self, pixels: float, guessed_by: float) -> bool:
        """Whether the table was guessed by something that is no card, before one lay there."""
        return self._is_sure and abs(np.log(pixels / guessed_by)) > _ALIKE

    def _is_card(self, track: Track) -> bool:
        """Whether something lies still that was read as a card, or shows its back."""
        return track.at_rest(self._tracker.now) and (not track.face_up or track.evidence.row[:-1].max() > _READ)

    def fit_size(self, size: Size, sightings: Sequence[Sighting]) -> str:
        """Go on with pictures of this size.

        Returns:
            What people should know of it, a key of `CAMERA_NOTICES`; empty for nothing.
        """
        before, self._size = self._size, size
        turned, self._turned = self._turned, None
        if before is None or before == size:
            return ""
        if _have_one_shape(before, size):
            self._tracker.shift(np.diag([size[0] / before[0], size[1] / before[1], 1.0]))
        else:
            self._tracker.shift(turned if turned is not None else _cut_otherwise(before, size))
        self.follow(sightings)
        return "" if _have_one_shape(before, size) else "turned" if turned is not None else "reshaped"

    def follow(self, sightings: Sequence[Sighting]) -> None:
        """Keep the table where it is when everything in the picture has moved together."""
        shift = self._tracker.take_shift()
        if shift is not None:
            # The picture is compared with one from after this.
            self._nudges.restart()
            self._move(shift, sightings)

    def look(self, image: Image, time: float, seen: Sequence[SeenCard]) -> Nudge | None:
        """Return how the camera was knocked while too few cards lay there to tell. Takes some milliseconds.

        Of a picture of another shape it finds out how that shows the table, for `fit_size`; that takes longer.

        Args:
            image: (H, W, 3) uint8 BGR.
            time: Seconds of the source.
            seen: The cards in it.
        """
        size = image.shape[1], image.shape[0]
        if self._size is not None and not _have_one_shape(self._size, size):
            self._turned = self._nudges.turned(image, [np.asarray(card.corners, np.float64) for card in seen])
            return None
        telling = [track for track in self._tracker.tracks if self._tells(track)]
        if len(telling) >= _TELLING:
            # Where they are gone and found anew elsewhere, it is the next picture that tells.
            self.is_curious = not any(self._tracker.seen_now(track) for track in telling)
            return None
        nudge = self._nudges.look(image, time, [np.asarray(card.corners, np.float64) for card in seen])
        self.is_curious = self._nudges.waits
        return nudge

    def _tells(self, track: Track) -> bool:
        """Whether a card was at rest in the last pictures: one that is gone or just came says nothing of a knock."""
        now = self._tracker.now
        return track.at_rest(track.last_seen) and track.hidden_for(now) < _IN_SIGHT and now - track.first_seen > _KNOWN

    def knocked(self, nudge: Nudge, sightings: Sequence[Sighting]) -> None:
        """Keep the table where it is after a knock that the picture told."""
        self._tracker.shift_hidden(nudge.matrix)
        self._move(nudge.matrix, sightings)

    def mirror(self, sightings: Sequence[Sighting]) -> None:
        """Go on with the mirror images of the pictures up to now: left and right were exchanged in them."""
        if self._size is None:
            return
        flip = np.array([[-1.0, 0.0, self._size[0]], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]])
        self.ground.restart()
        self._tracker.shift(flip)
        self._tracker.take_shift()
        self._nudges.restart()
        for sighting in sightings:
            sighting.box = shifted(sighting.box, flip) if sighting.box is not None else None
            if sighting.place is None:
                continue  # Before whom it lay was seen in other pictures: the game was taken up since.
            sighting.seats = mirrored(sighting.seats) if sighting.seats is not None else None
            if self._tabletop is not None:
                sighting.move(self._tabletop.across)
        if self._tabletop is not None:
            self._tabletop = self._tabletop.mirrored(flip)

    def turn(self, seats: int, players: int, sightings: Sequence[Sighting]) -> None:
        """Take everybody to sit so many seats further round, clockwise, than they were taken to."""
        if self._tabletop is not None:
            off = self._tabletop.off
            self._seat(seats / players, (*off[seats % players :], *off[: seats % players]), players, sightings)

    def _seat(self, share: float, off: Off, players: int, sightings: Sequence[Sighting]) -> None:
        """Take everybody to sit further round by a share of a whole turn, and so far off even places then."""
        if self._tabletop is None:
            return
        self.reseated += 1
        tabletop = self._tabletop
        back = partial(tabletop.round_middle, share=-share)
        for sighting in sightings:
            sighting.move(back)
        self._recentring.moved(back)
        self._tabletop = replace(tabletop.turned(-share), off=off)
        for sighting in sightings:
            if sighting.place is not None and sighting.seats is not None:
                sighting.seats = seats_at(sighting.place, self._tabletop, players, sightings)

    def recentre(self, sightings: Sequence[Sighting], trick: Callable[[], Trick], players: int) -> bool:
        """Take the table to lie, and people to sit, where the first cards, and then whole tricks, show that they do.

        Args:
            sightings: All that are remembered.
            trick: Says what lies on the table; asked only as long as that may tell the middle.
            players: How many there are.

        Returns:
            Whether cards may lie before others now than they did.
        """
        if self._tabletop is None:
            return False
        moved = not self._is_calibrated and self._level(sightings, self._tabletop)
        return self._recentre(sightings, trick, self._tabletop, players) or moved

    def _recentre(
        self, sightings: Sequence[Sighting], trick: Callable[[], Trick], tabletop: Tabletop, players: int
    ) -> bool:
        middle = self._recentring.middle(sightings, tabletop, players)
        if middle is not None:
            self._tabletop = replace(tabletop, centre=middle)
            return False
        if sitting := self._recentring.further_round(sightings, tabletop, players):
            self._seat(sitting.turn / (2 * np.pi), sitting.off, players, sightings)
            return True
        if self._is_calibrated:
            return False
        around = self._recentring.first(sightings, trick, tabletop, players)
        if around is None:
            return False
        self._tabletop = replace(tabletop, centre=around.middle)
        if around.turn or around.off != tabletop.off:
            self._seat(around.turn / (2 * np.pi), around.off, players, sightings)
        return True

    def _level(self, sightings: Sequence[Sighting], before: Tabletop) -> bool:
        """Take the table to lie as cards show it; tell whether that is otherwise than it was taken to."""
        measured = None if self._size is None else self._levelling.measured(sightings, before, self._size)
        if measured is None:
            return False

        def moved(place: Point) -> Point:
            return measured.to_table(before.to_pixels(place[None])[0])

        for sighting in sightings:
            sighting.move(moved)
        self._recentring.moved(moved)
        self._tabletop = measured
        return True

    def _move(self, shift: Shift, sightings: Sequence[Sighting]) -> None:
        self.ground.restart()
        if self._tabletop is None:
            return
        self._tabletop = self._tabletop.seen_after(shift)
        for sighting in sightings:
            sighting.box = shifted(sighting.box, shift) if sighting.box is not None else None


def _have_one_shape(one: Size, other: Size) -> bool:
    return abs(one[0] * other[1] - one[1] * other[0]) <= _SHAPE * one[0] * other[1]


def _cut_otherwise(before: Size, after: Size) -> Shift:
    """Return the map between pixels of pictures of different shapes, of one camera that was not touched."""
    scale = max(after) / max(before)
    x, y = (now / 2 - scale * was / 2 for was, now in zip(before, after, strict=True))
    return np.array([[scale, 0.0, x], [0.0, scale, y], [0.0, 0.0, 1.0]])
