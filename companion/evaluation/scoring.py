"""What was right and what was wrong: first of one picture, then of many."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import cv2

from companion.cards import deck as deck_by_id
from companion.evaluation.labels import LabelledPicture
from companion.evaluation.matching import corner_error, match, right_way_up
from companion.vision.boxes import shared_area
from companion.vision.naming import NamedCard

SURE = 0.99
"""Readings at least so confident are asked to be right as often as that."""
CONFIDENCE_STEPS = (0.0, 0.5, 0.7, 0.9, SURE, 1.0)
"""Borders of the classes in which confidence is compared with being right."""
_MOST_SHARED = 0.4
"""Part of a card's box that other cards' boxes may share at most for it to be surely visible in its greater part."""
CLEAR = "more than 60 % clear of other cards"
"""Trait of such cards."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a labelled, readable and found face was read as.

    Attributes:
        label: Index of the labelled card.
        found: Index of the found card.
        name: What it was read as, in the label's own kind of name; None where the reader refused.
        confidence: How sure that was.
        right: The name is the label's.
        likeliest_right: The likeliest candidate is the label's, named or refused.
        clear: The boxes of other found cards share little of its own: it is mostly visible, whichever lies on top.
    """

    label: int
    found: int
    name: str | None
    confidence: float
    right: bool
    likeliest_right: bool
    clear: bool


@dataclass(frozen=True, slots=True)
class PictureScore:
    """What was right and wrong in one picture. Indices count the labelled (`missed`) and the found cards (`invented`).

    Attributes:
        pairs: Labelled and found cards that belong together.
        missed: Labelled cards that have to be found and were not.
        invented: Found cards that are none of the labelled ones.
        readings: The readings of the faces that can be read.
        names: How many names the labels have that have to be given.
        names_right: How many of them were given, wherever they stand in the picture.
        names_wrong: How many other names were given.
        exact: Every name was given and no other; None where the labels have no names.
        faces_right: As many faces were found as there are.
        corner_errors: Of every face found whose true corners are known, as a part of its height.
        upright: For every face found and read right that shows which way up it is: whether that was right.
    """

    pairs: tuple[tuple[int, int], ...]
    missed: tuple[int, ...]
    invented: tuple[int, ...]
    readings: tuple[Reading, ...]
    names: int
    names_right: int
    names_wrong: int
    exact: bool | None
    faces_right: bool
    corner_errors: tuple[float, ...] = ()
    upright: tuple[bool, ...] = ()


def score_picture(picture: LabelledPicture, found: Sequence[NamedCard]) -> PictureScore:
    """Compare what was found in a picture with its labels."""
    pairs = match(picture, found) if picture.outlines is not None else []
    labels_met, found_met = {label for label, _ in pairs}, {card for _, card in pairs}
    names = [_name(picture, card.code) for card in found]
    readings = tuple(
        _reading(picture, label, card, names[card], found)
        for label, card in pairs
        if picture.cards[label].name is not None and picture.cards[label].readable and picture.cards[label].face_up
    )
    asked, right, wrong = _compare_names(picture, names)
    located = picture.outlines is not None
    return PictureScore(
        pairs=tuple(pairs),
        missed=tuple(i for i, card in enumerate(picture.cards) if located and card.wanted and i not in labels_met),
        invented=tuple(i for i in range(len(found)) if located and i not in found_met),
        readings=readings,
        names=asked,
        names_right=right,
        names_wrong=wrong,
        exact=right == asked and wrong == 0 if picture.named_by is not None else None,
        faces_right=_count_fits(picture, found),
        corner_errors=_corner_errors(picture, found, pairs),
        upright=_upright(picture, found, readings),
    )


def _name(picture: LabelledPicture, code: str | None) -> str | None:
    deck = deck_by_id(picture.deck)
    if code is None or picture.named_by != "rank" or code not in deck.codes:
        return code
    return deck.parse(code).rank


def _reading(picture: LabelledPicture, label: int, index: int, name: str | None, found: Sequence[NamedCard]) -> Reading:
    truth, card = picture.cards[label].name, found[index]
    likeliest = _name(picture, card.seen.best[0]) if card.seen.best is not None else None
    box = card.seen.corners
    shared = sum(shared_area(box, other.seen.corners) for other in found if other is not card)
    clear = shared <= _MOST_SHARED * cv2.contourArea(box)
    return Reading(label, index, name, card.confidence, name == truth, likeliest == truth, clear)


def _compare_names(picture: LabelledPicture, names: Iterable[str | None]) -> tuple[int, int, int]:
    """Return how many names are asked for, how many of them were given and how many others."""
    if picture.named_by is None:
        return 0, 0, 0
    asked: Counter[str] = Counter()
    allowed: Counter[str] = Counter()
    for card in picture.cards:
        if card.name is not None and card.face_up:
            (asked if card.wanted and card.readable else allowed)[card.name] += 1
    given = Counter(name for name in names if name is not None)
    right = (given & asked).total()
    wrong = (given - asked - allowed).total()
    return asked.total(), right, max(wrong - picture.ignored, 0)


def _count_fits(picture: LabelledPicture, found: Sequence[NamedCard]) -> bool:
    faces = [card for card in picture.cards if card.face_up]
    least = sum(card.wanted for card in faces)
    return least <= sum(card.seen.face_up for card in found) <= len(faces) + picture.ignored


def _corner_errors(
    picture: LabelledPicture, found: Sequence[NamedCard], pairs: Iterable[tuple[int, int]]
) -> tuple[float, ...]:
    if not picture.corners_exact:
        return ()
    errors = []
    for label, card in pairs:
        outline = picture.cards[label].outline
        if outline is not None and picture.cards[label].wanted and picture.cards[label].face_up:
            errors.append(corner_error(outline, found[card].seen.corners))
    return tuple(errors)


def _upright(picture: LabelledPicture, found: Sequence[NamedCard], readings: Iterable[Reading]) -> tuple[bool, ...]:
    upright = []
    for reading in readings:
        label = picture.cards[reading.label]
        if reading.right and label.shows_top and label.outline is not None:
            upright.append(right_way_up(label.outline, found[reading.found].seen.corners))
    return tuple(upright)


@dataclass
class Tally:
    """Counts over many pictures; every rate is None where there was nothing to count."""

    pictures: int = 0
    located: int = 0
    faces: int = 0
    faces_found: int = 0
    faces_invented: int = 0
    backs: int = 0
    backs_found: int = 0
    backs_invented: int = 0
    readable: int = 0
    identified: int = 0
    likeliest_right: int = 0
    refused: int = 0
    misread: int = 0
    names: int = 0
    names_right: int = 0
    names_wrong: int = 0
    named_shares: float = 0.0
    named_pictures: int = 0
    exact: int = 0
    faces_right: int = 0
    corner_errors: list[float] = field(default_factory=list)
    upright: int = 0
    turnable: int = 0
    confidences: Counter[tuple[int, bool]] = field(default_factory=Counter)
    traits: Counter[tuple[str, bool]] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    invented_by_kind: Counter[str] = field(default_factory=Counter)
    confusions: Counter[tuple[str, str]] = field(default_factory=Counter)
    decks: Counter[str | None] = field(default_factory=Counter)

    def add(self, picture: LabelledPicture, found: Sequence[NamedCard], score: PictureScore) -> None:
        """Count one picture."""
        self.pictures += 1
        self.located += picture.outlines is not None
        self._add_finding(picture, found, score)
        for reading in score.readings:
            self._add_reading(picture, reading)
        self.names += score.names
        self.names_right += score.names_right
        self.names_wrong += score.names_wrong
        if score.exact is not None:
            self.named_pictures += 1
            self.named_shares += score.names_right / score.names if score.names else 1.0
            self.exact += score.exact
        self.faces_right += score.faces_right
        self.corner_errors += score.corner_errors
        self.upright += sum(score.upright)
        self.turnable += len(score.upright)

    def add_deck(self, picture: LabelledPicture, told: str | None) -> None:
        """Count which deck the cards of a picture were told to be of (None for none), if a face has to be found."""
        if any(card.face_up and card.wanted for card in picture.cards):
            self.decks[told] += 1

    def _add_finding(self, picture: LabelledPicture, found: Sequence[NamedCard], score: PictureScore) -> None:
        met = [picture.cards[label] for label, _ in score.pairs if picture.cards[label].wanted]
        missed = [picture.cards[label] for label in score.missed]
        invented = [found[index].seen.face_up for index in score.invented]
        faces, backs = sum(card.face_up for card in met), sum(not card.face_up for card in met)
        self.faces_found += faces
        self.backs_found += backs
        self.faces += faces + sum(card.face_up for card in missed)
        self.backs += backs + sum(not card.face_up for card in missed)
        self.faces_invented += sum(invented)
        self.backs_invented += len(invented) - sum(invented)
        if picture.kind:
            self.kinds[picture.kind] += 1
            self.invented_by_kind[picture.kind] += len(invented)

    def _add_reading(self, picture: LabelledPicture, reading: Reading) -> None:
        label = picture.cards[reading.label]
        self.readable += 1
        self.identified += reading.right
        self.likeliest_right += reading.likeliest_right
        for trait in (*label.traits, *([CLEAR] if reading.clear else [])):
            self.traits[trait, reading.right] += 1
        if reading.name is None:
            self.refused += 1
            return
        self.confidences[confidence_class(reading.confidence), reading.right] += 1
        if not reading.right:
            self.misread += 1
            self.confusions[str(label.name), reading.name] += 1


def rate(part: float, whole: float) -> float | None:
    """Return a share, None of nothing."""
    return part / whole if whole else None


def confidence_class(confidence: float) -> int:
    """Return the index of the class of confidence: 0 for the first two of `CONFIDENCE_STEPS`."""
    inner = CONFIDENCE_STEPS[1:-1]
    return sum(confidence >= border for border in inner)


def calibration(confidences: Counter[tuple[int, bool]]) -> list[dict[str, float | int]]:
    """Return for every class of confidence how many readings it has and how many of them are right."""
    return [
        {
            "from": low,
            "to": high,
            "readings": confidences[index, True] + confidences[index, False],
            "right": confidences[index, True],
        }
        for index, (low, high) in enumerate(pairwise(CONFIDENCE_STEPS))
    ]
