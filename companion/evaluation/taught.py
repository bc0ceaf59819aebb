"""What teaching a deck is worth: designs kept out of training, each shown once card by card, then read elsewhere."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from companion.cards import DECKS
from companion.errors import UnusableError
from companion.evaluation.labels import LabelledCard, LabelledPicture
from companion.evaluation.matching import match
from companion.synth import light, surfaces
from companion.synth.designs import Design, find_designs
from companion.synth.scene import CARD_HEIGHT_MM, DesignSource, cast_card_shadow, paste_card
from companion.synth.view import View, card_corners, look_at_table
from companion.vision.boxes import overlap
from companion.vision.eyes import ModelEyes
from companion.vision.finder import CardFinder
from companion.vision.gallery import Gallery
from companion.vision.gallery_reader import GalleryReader
from companion.vision.naming import name_cards
from companion.vision.reader import CardReader, Reader
from companion.vision.teaching import Lesson, TaughtCard, Teacher
from companion.vision.types import Image

WIDTH, HEIGHT = 1920, 1080
ROWS, COLUMNS = 2, 4
"""Cards in a photograph that teaches."""
_TEACHING_HEIGHT = (200.0, 320.0)
_TABLE_HEIGHT = (90.0, 220.0)
_TABLE_CARDS = 6
_TEACHING_TILT, _TABLE_TILT = 0.3, 0.5
_LEAST_OVERLAP = 0.5
_SEED = 77


@dataclass
class TaughtTally:
    """What was counted for one design.

    Attributes:
        design: Its name.
        deck: Id of the deck.
        cards: Cards that the design has.
        asked: Questions answered while it was taught.
        shown_again: Cards shown a second time, because they were missing.
        wrong: Cards that the gallery knows under a wrong name.
        unseen: Cards that are not in the gallery.
        read: Cards read in other pictures.
        right: How many of them were named rightly, by what they were read with: `plain`, `taught` and `foreign`, the
            gallery of another design.
    """

    design: str
    deck: str
    cards: int
    asked: int = 0
    shown_again: int = 0
    wrong: int = 0
    unseen: int = 0
    read: int = 0
    right: Counter[str] = field(default_factory=Counter)

    def row(self) -> dict[str, Any]:
        """Return the counts as JSON values."""
        rates = {
            name: round(self.right[name] / self.read, 4) if self.read else None
            for name in ("plain", "taught", "foreign")
        }
        about = {"design": self.design, "deck": self.deck, "cards": self.cards, "asked": self.asked}
        about["shown_again"] = self.shown_again
        return {**about, "wrong": self.wrong, "unseen": self.unseen, "read": self.read, **rates}


def measure_taught(
    finder: CardFinder, reader: Reader, art: Path, backgrounds: Path | None, part: str, pictures: int
) -> Iterator[TaughtTally]:
    """Teach every design of one part and read other pictures of it, with and without its gallery and with another's.

    Args:
        finder: Finds the cards.
        reader: Reads them.
        art: Folder `<group>/<part>/<design>/<card code>.webp`.
        backgrounds: Pictures to lay cards on; None draws all surfaces.
        part: `fit` or `check`.
        pictures: Pictures to read, a design.

    Raises:
        UnusableError: There are no designs.
    """
    for deck, sources in find_designs(art, part).items():
        if deck in DECKS:
            yield from measure_deck(finder, reader, deck, sources, backgrounds, pictures)


def measure_deck(
    finder: CardFinder,
    reader: Reader,
    deck: str,
    sources: Sequence[DesignSource],
    backgrounds: Path | None,
    pictures: int,
) -> Iterator[TaughtTally]:
    """Measure designs of one deck; see `measure_taught`."""
    designs = [source.load() for source in sources]
    tallies = [TaughtTally(design.name, deck, len(design.faces)) for design in designs]
    galleries = [
        teach(finder, reader, design, backgrounds, tally) for design, tally in zip(designs, tallies, strict=True)
    ]
    for index, (design, tally) in enumerate(zip(designs, tallies, strict=True)):
        readers: dict[str, CardReader] = {
            "plain": reader,
            "taught": GalleryReader(reader, galleries[index]),
            "foreign": GalleryReader(reader, galleries[index - 1]),
        }
        for number in range(pictures):
            picture = table_picture(np.random.default_rng([_SEED, 1, number]), design, backgrounds)
            for name, own in readers.items():
                seen = ModelEyes(finder, own).look(picture.image, deck)
                named = name_cards(seen, DECKS[deck])
                pairs = match(picture, named)
                tally.right[name] += sum(picture.cards[a].name == named[b].code for a, b in pairs)
            tally.read += len(pairs)
        yield tally


def teach(finder: CardFinder, reader: Reader, design: Design, backgrounds: Path | None, tally: TaughtTally) -> Gallery:
    """Teach a design with one look at each card, answering what is asked; counts questions and mistakes."""
    rng = np.random.default_rng([_SEED, 0])
    codes = [str(code) for code in rng.permutation(list(design.faces))]
    teacher = Teacher(finder, reader, design.name, design.deck)
    truth: dict[int, str] = {}
    for start in range(0, len(codes), ROWS * COLUMNS):
        picture = rows_picture(rng, design, codes[start : start + ROWS * COLUMNS], backgrounds)
        for card in teacher.add(picture.image).cards:
            for label in picture.cards:
                if label.name is not None and _lies_at(label, card):
                    truth[card.number] = label.name
    lesson = _answer(teacher, truth, tally)
    for code in [code for code in lesson.missing if code in design.faces]:
        # A person is told what is still missing and shows it again, by itself.
        with suppress(UnusableError):
            teacher.add(rows_picture(rng, design, [code], backgrounds).image, code)
            tally.shown_again += 1
    lesson = _answer(teacher, truth, tally)
    tally.wrong = sum(card.code != truth.get(card.number, card.code) for card in lesson.recognised)
    tally.unseen = len(set(design.faces) & set(lesson.missing))
    return teacher.gallery()


def _answer(teacher: Teacher, truth: Mapping[int, str], tally: TaughtTally) -> Lesson:
    lesson = teacher.lesson()
    while lesson.doubtful:
        card = lesson.doubtful[0]
        if card.number in truth:
            tally.asked += 1
            lesson = teacher.confirm(card.number, truth[card.number])
        else:
            lesson = teacher.dismiss(card.number)
    return lesson


def _lies_at(label: LabelledCard, card: TaughtCard) -> bool:
    if label.outline is None or card.corners is None:
        return False
    return overlap(card.corners, label.outline) >= _LEAST_OVERLAP


def rows_picture(
    rng: np.random.Generator, design: Design, codes: Sequence[str], textures: Path | None
) -> LabelledPicture:
    """Render cards laid out in rows, as for teaching."""
    view = _view(rng, _TEACHING_HEIGHT, _TEACHING_TILT)
    size = _size(design)
    places = []
    for index in range(len(codes)):
        row, column = divmod(index, COLUMNS)
        x, y = (column - (COLUMNS - 1) / 2) * size[0] * 1.3, (row - (ROWS - 1) / 2) * size[1] * 1.2
        x, y = np.array([x, y]) + rng.normal(0, 3, 2)
        places.append(card_corners(float(x), float(y), float(rng.normal(0, 0.06)), *size))
    return _render(rng, view, design, codes, [view.project(place) for place in places], textures)


def table_picture(rng: np.random.Generator, design: Design, textures: Path | None) -> LabelledPicture:
    """Render cards lying apart around the middle of a table, each turned at will."""
    view = _view(rng, _TABLE_HEIGHT, _TABLE_TILT)
    size = _size(design)
    codes = [str(code) for code in rng.permutation(list(design.faces))[:_TABLE_CARDS]]
    around = rng.permutation(_TABLE_CARDS) / _TABLE_CARDS * 2 * np.pi
    reach = size[1] * rng.uniform(1.35, 1.6)
    quads = [
        view.project(
            card_corners(
                float(reach * np.cos(angle) * 1.3),
                float(reach * np.sin(angle)),
                float(rng.uniform(0, 2 * np.pi)),
                *size,
            )
        )
        for angle in around
    ]
    return _render(rng, view, design, codes, quads, textures)


def _size(design: Design) -> tuple[float, float]:
    return CARD_HEIGHT_MM * next(iter(design.faces.values())).aspect, CARD_HEIGHT_MM


def _view(rng: np.random.Generator, heights: tuple[float, float], tilt: float) -> View:
    height = float(np.exp(rng.uniform(*np.log(heights))))
    return look_at_table(
        WIDTH, HEIGHT, height / CARD_HEIGHT_MM, float(rng.uniform(0, tilt)), float(rng.normal(0, 0.1)), 1.2
    )


def _render(
    rng: np.random.Generator,
    view: View,
    design: Design,
    codes: Sequence[str],
    quads: Sequence[Any],
    textures: Path | None,
) -> LabelledPicture:
    image: Image = surfaces.lay_background(rng, view, textures)
    height = float(np.linalg.norm(quads[0][3] - quads[0][0]))
    shadow, depth = rng.normal(0, 0.02, 2) * height, float(rng.uniform(0.1, 0.6))
    for code, quad in zip(codes, quads, strict=True):
        cast_card_shadow(image, quad, shadow, max(int(height * 0.03), 1), depth)
        paste_card(image, design.faces[code], quad)
    image = light.photograph(rng, light.light_table(rng, image), harshness=float(np.clip(height / 110, 0.3, 1.0)))
    cards = tuple(LabelledCard(code, quad.astype(np.float32)) for code, quad in zip(codes, quads, strict=True))
    return LabelledPicture(design.name, image, design.deck, cards, outlines="oriented")
