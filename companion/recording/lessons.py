"""What recorded sessions teach about one particular deck: looks for its gallery."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.errors import UnusableError, WrongInputError
from companion.language import mark
from companion.recording.samples import Sample, samples
from companion.vision.gallery import Gallery, Look, make_gallery
from companion.vision.reader import Reader
from companion.vision.types import Image

_A_CARD = 6
"""Looks at one card that a gallery keeps, the newest."""


def teach_from(folders: Sequence[Path], reader: Reader, name: str, deck: str, known: Gallery | None) -> Gallery:
    """Return a gallery with the cards that people named, or finished hands confirmed, in recorded sessions.

    Args:
        folders: Of the sessions.
        reader: The model that will read with the gallery; it also tells which way up a card lies.
        name: What the deck is called.
        deck: Id of the deck.
        known: What was taught before; it is added to.

    Raises:
        WrongInputError: The sessions show no card that is certain.
        UnusableError: A folder is no session, or one of another deck, or what was taught before is another deck.
    """
    if known is not None and known.deck != deck:
        raise UnusableError(mark("“{name}” is the name of another kind of deck; choose another name"), name=name)
    looks: dict[str, list[Look]] = defaultdict(list)
    for look in known.looks if known is not None else ():
        looks[look.code].append(look)
    count = 0
    for folder in folders:
        found = list(samples(folder, a_card=2))
        for sample in found:
            if sample.deck != deck:
                raise UnusableError(f"{folder}: was played with {sample.deck}, not {deck}")
        for sample, crop in zip(found, _upright(found, reader), strict=True):
            looks[sample.code].append(Look(sample.code, crop))
        count += len(found)
    if not count:
        raise WrongInputError(
            mark("{sessions}: no card there was named by a person or confirmed by a finished hand"),
            sessions=", ".join(map(str, folders)),
        )
    kept = [look for of_card in looks.values() for look in of_card[-_A_CARD:]]
    return make_gallery(reader, name, deck, kept)


def _upright(found: Sequence[Sample], reader: Reader) -> list[Image]:
    """Return the crops turned the right way up, as far as the reader can tell, knowing which cards they are."""
    if not found:
        return []
    chances = reader.perceive([sample.crop for sample in found]).chances
    place = {name: column for column, name in enumerate(reader.classes)}
    crops = []
    for sample, row in zip(found, chances, strict=True):
        upright = f"{sample.deck} {sample.code}"
        is_turned = row[place[f"{upright} turned"]] > row[place[upright]]
        crops.append(np.ascontiguousarray(sample.crop[::-1, ::-1]) if is_turned else sample.crop)
    return crops
