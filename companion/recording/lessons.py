"""What recorded sessions teach about one particular deck: looks for its gallery."""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from companion.errors import UnusableError, WrongInputError
from companion.language import mark
from companion.recording.samples import samples
from companion.vision.gallery import Gallery, Look, make_gallery
from companion.vision.learning import upright
from companion.vision.reader import Reader

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
        for look in upright(reader, deck, [Look(sample.code, sample.crop) for sample in found]):
            looks[look.code].append(look)
        count += len(found)
    if not count:
        raise WrongInputError(
            mark("{sessions}: no card there was named by a person or confirmed by a finished hand"),
            sessions=", ".join(map(str, folders)),
        )
    kept = [look for of_card in looks.values() for look in of_card[-_A_CARD:]]
    return make_gallery(reader, name, deck, kept)
