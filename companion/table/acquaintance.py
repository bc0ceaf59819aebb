"""Getting to know the deck: when a hand is over all its cards are certain, and how they looked is passed on."""

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from companion.table.events import Event, GameWon, HandEnded
from companion.table.sighting import Deal, Sighting
from companion.table.tracker import Tracker
from companion.vision.boxes import lies_free
from companion.vision.gallery import Look
from companion.vision.rectify import rectify
from companion.vision.types import Image

_SETTLED = 5.0
"""Seconds after the end of a hand for which people may still set something right."""
_HAND_HAS_GONE = 0.4
"""Seconds after which no hand is over a card that has come to rest."""
_MOST = 200
"""Cards that are kept: more than the longest hand has; at 54 kB each."""


class Pupil(Protocol):
    """Learns what the cards of a deck look like; see `companion.vision.learning.LearningReader`."""

    def learn(self, deck: str, look: Look) -> None:
        """Take in what a card looks like; slow."""
        ...

    def end_lesson(self) -> None:
        """Use what was learned from now on."""
        ...

    def forget(self) -> None:
        """Know nothing that was learned any more."""
        ...


@dataclass(slots=True)
class _Kept:
    """A card as it lay on the table.

    Attributes:
        sighting: What it was taken for, in the end.
        crop: (160, 112, 3) uint8 BGR.
        unhandled: It had lain there for a while.
    """

    sighting: Sighting
    crop: Image
    unhandled: bool


class Acquaintance:
    """Keeps a picture of every card that is played, and teaches the deck's cards hand by hand."""

    def __init__(self, pupil: Pupil, deck: str) -> None:
        """Begin.

        Args:
            pupil: Learns the cards.
            deck: Id of the deck in play.
        """
        self._pupil = pupil
        self._deck = deck
        self._kept: dict[int, _Kept] = {}
        self._ended: dict[Deal, float] = {}
        self._lesson: deque[Look] = deque()
        self._forget = False
        self._turned = False

    def turned_round(self) -> None:
        """Drop the pictures of cards: they were mirror images, and so is the one that is looked at just now."""
        self._kept.clear()
        self._turned = True

    def look(self, image: Image, sightings: Sequence[Sighting], tracker: Tracker) -> None:
        """Keep the cards that lie free and at rest in a picture that was just looked at.

        Args:
            image: (H, W, 3) uint8 BGR.
            sightings: Of the trick on the table.
            tracker: What the look saw.
        """
        if self._turned:
            self._turned = False
            return
        seen = [track for track in tracker.tracks if tracker.seen_now(track)]
        tracks = {track.number: track for track in seen if track.face_up and track.at_rest(tracker.now)}
        for sighting in sightings:
            track = None if sighting.track is None else tracks.get(sighting.track)
            kept = self._kept.get(sighting.number)
            if track is None or track.covered or (kept is not None and kept.unhandled):
                continue
            others = (other.box.corners for other in seen if other is not track)
            if not lies_free(track.box.corners, others, (image.shape[1], image.shape[0])):
                continue
            unhandled = tracker.now - track.rest_since >= _HAND_HAS_GONE
            if kept is None or unhandled:
                crop = rectify(image, track.box.corners)
                self._kept[sighting.number] = _Kept(sighting, crop, unhandled)
        while len(self._kept) > _MOST:
            del self._kept[next(iter(self._kept))]

    def hear(self, events: Sequence[Event], hand: int, now: float) -> None:
        """Take note of hands that are over: their cards have found their places and confirm each other.

        Args:
            events: What is told.
            hand: The present one: the last where the game is won.
            now: Seconds of the source.
        """
        ended = [event.hand for event in events if isinstance(event, HandEnded)]
        ended += [hand for event in events if isinstance(event, GameWon)]
        for over in ended:
            self._ended.setdefault(("play", over), now)

    def prepare(self, now: float, is_over: Callable[[Deal], bool]) -> None:
        """Take the cards of hands that have been over for a while as they stand now; see `teach`.

        Args:
            now: Seconds of the source.
            is_over: Whether a hand that was over still is: people may have taken its end back, and it comes again.
        """
        for deal in [deal for deal, since in self._ended.items() if now - since >= _SETTLED]:
            del self._ended[deal]
            if not is_over(deal):
                continue
            self._lesson.extend(self._certain(deal))
            # Earlier hands that came to no end are forgotten with it.
            self._kept = {number: kept for number, kept in self._kept.items() if kept.sighting.deal[1] > deal[1]}

    def teach(self) -> None:
        """Pass on one card, so that no picture has to wait for long; uses nothing that the other methods change."""
        if self._forget:
            self._forget = False
            self._lesson.clear()
            self._pupil.forget()
        if self._lesson:
            self._pupil.learn(self._deck, self._lesson.popleft())
            if not self._lesson:
                self._pupil.end_lesson()

    def forget(self) -> None:
        """Let everything be forgotten that was learned, before the next picture is looked at. From any thread."""
        self._forget = True

    def _certain(self, deal: Deal) -> list[Look]:
        """Return a look at every card of a hand; none at those that two of its cards are taken for."""
        looks: dict[str, list[Look]] = {}
        for kept in self._kept.values():
            code = kept.sighting.decided
            if kept.sighting.deal == deal and code is not None and not kept.sighting.dismissed:
                looks.setdefault(code, []).append(Look(code, kept.crop))
        return [found[0] for found in looks.values() if len(found) == 1]
