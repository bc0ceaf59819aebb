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
from companion.evaluation.apart import COLUMNS, ROWS, rows_picture, table_picture
from companion.evaluation.labels import LabelledCard
from companion.evaluation.matching import match
from companion.synth.designs import Design, find_designs
from companion.synth.scene import DesignSource
from companion.vision.boxes import overlap
from companion.vision.eyes import ModelEyes
from companion.vision.finder import CardFinder
from companion.vision.gallery import Gallery
from companion.vision.gallery_reader import GalleryReader
from companion.vision.naming import name_cards
from companion.vision.reader import CardReader, Reader
from companion.vision.teaching import Lesson, TaughtCard, Teacher

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
        read: Cards read in other pictures, by what they were read with: `plain`, `taught` and `foreign`, the gallery of
            another design, where the deck has another.
        right: How many of them were named rightly.
    """

    design: str
    deck: str
    cards: int
    asked: int = 0
    shown_again: int = 0
    wrong: int = 0
    unseen: int = 0
    read: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)

    def row(self) -> dict[str, Any]:
        """Return the counts as JSON values."""
        rates = {
            name: round(self.right[name] / self.read[name], 4) if self.read[name] else None
            for name in ("plain", "taught", "foreign")
        }
        about = {"design": self.design, "deck": self.deck, "cards": self.cards, "asked": self.asked}
        about["shown_again"] = self.shown_again
        return {**about, "wrong": self.wrong, "unseen": self.unseen, "read": self.read["taught"], **rates}


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
        }
        if len(designs) > 1:
            readers["foreign"] = GalleryReader(reader, galleries[index - 1])
        for number in range(pictures):
            picture = table_picture(np.random.default_rng([_SEED, 1, number]), design, backgrounds)
            for name, own in readers.items():
                seen = ModelEyes(finder, own).look(picture.image, deck)
                named = name_cards(seen, DECKS[deck])
                pairs = match(picture, named)
                tally.right[name] += sum(picture.cards[a].name == named[b].code for a, b in pairs)
                tally.read[name] += len(pairs)
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
