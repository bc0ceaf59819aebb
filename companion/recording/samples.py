"""What a recording teaches: crops of cards whose names are certain, for the reader's training and for galleries."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from companion.recording.labels import Label, Labeller
from companion.recording.looks import Looks, lay_still
from companion.recording.opening import Session, open_session
from companion.recording.playback import Pictures, scaled_to
from companion.recording.story import tricks_of
from companion.rules.rulings import HandEnded
from companion.vision.boxes import lies_free
from companion.vision.rectify import rectify
from companion.vision.types import Image

_APART = 0.4
"""Seconds between two crops of the same card: closer ones are the same picture."""


class Sample(NamedTuple):
    """One crop with its truth.

    Attributes:
        crop: (160, 112, 3) uint8 BGR, as the reader sees it.
        code: Which card it is.
        deck: Id of its deck.
        track: Number of the physical card in its session: crops of one track show one card lying in one place.
        told: Whether a person named it; else the hand that it was played in.
    """

    crop: Image
    code: str
    deck: str
    track: int
    told: bool = False


def samples(folder: Path, *, a_card: int = 6, corrected_only: bool = False) -> Iterator[Sample]:
    """Yield crops of the cards in a recorded session that a person named or that a finished hand confirms.

    Args:
        folder: Of the session.
        a_card: Crops of one card lying in one place, at most.
        corrected_only: Only cards that a person named or corrected.

    Raises:
        UnusableError: It is no session.
    """
    session = open_session(folder)
    labeller = Labeller(session)
    looks = session.looks
    certain = _confirmed(session)
    places = _places(looks, labeller, certain, corrected_only)
    wanted: dict[int, list[int]] = defaultdict(list)
    with Pictures(session.videos) as pictures:
        for track, numbers in places.items():
            filmed = [number for number in numbers if pictures.has(looks.times[number])]
            for number in _spread(filmed, looks, a_card):
                wanted[number].append(track)
        for number in sorted(wanted):
            look = looks.number(number)
            frame = pictures.looked_at(looks.times[number])
            if look is None or frame is None:
                continue
            for label in labeller.label(look).labels:
                if label.track in wanted[number] and label.code is not None and label.track is not None:
                    corners = scaled_to(frame.image, label.corners, look.size)
                    crop, told = rectify(frame.image, corners), label.origin == "person"
                    yield Sample(crop, label.code, session.game.deck.id, label.track, told)


def _confirmed(session: Session) -> frozenset[int]:
    """Return the tracks of plays whose hand, or game, was played to its end: only then every card has found its place.

    A finished trick alone confirms nothing: with a deck that is read badly, three wrong names make one, too.
    """
    tricks = tricks_of(session)
    ended = {ruling.hand for ruling in session.log.rulings if isinstance(ruling, HandEnded)}
    if session.log.view.phase == "over":
        ended |= {trick.hand for trick in tricks[-1:]}
    places = (place for trick in tricks if trick.hand in ended for place in trick.facts)
    return frozenset(track for place in places if (track := session.tracks[place]) is not None)


def _places(looks: Looks, labeller: Labeller, confirmed: frozenset[int], corrected_only: bool) -> dict[int, list[int]]:
    """Return for each track the numbers of the looks that show it whole, lying still."""
    places: dict[int, list[int]] = defaultdict(list)
    before: dict[int, Label] = {}
    for number in range(len(looks)):
        look = looks.number(number)
        if look is None:
            continue
        labels = labeller.label(look).labels
        for place, label in enumerate(labels):
            told = label.origin == "person"
            played = label.origin == "play" and label.track in confirmed and not corrected_only
            if label.track is None or not (told or played):
                continue
            last = before.get(label.track)
            later = (other.corners for other in labels[place + 1 :])
            if (
                last is not None
                and lay_still(last.corners, label.corners)
                and lies_free(label.corners, later, look.size)
            ):
                places[label.track].append(number)
        before = {label.track: label for label in labels if label.track is not None}
    return places


def _spread(numbers: list[int], looks: Looks, most: int) -> list[int]:
    apart: list[int] = []
    for number in numbers:
        if not apart or looks.times[number] - looks.times[apart[-1]] >= _APART:
            apart.append(number)
    # Hands are over a card when it has just been laid, and when it is about to be taken away.
    inner = apart[1:-1] or apart[-1:]
    if len(inner) <= most:
        return inner
    return [inner[round(place)] for place in np.linspace(0, len(inner) - 1, most)]
