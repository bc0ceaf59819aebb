"""What recorded sessions teach about one particular deck: looks for its gallery."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.errors import UnusableError, WrongInputError
from companion.language import mark
from companion.recording.samples import samples
from companion.vision.faces import faces_of
from companion.vision.gallery import Gallery, Look, make_gallery
from companion.vision.kept_looks import KeptLooks
from companion.vision.learning import upright
from companion.vision.reader import Reader
from companion.vision.shown import Shown, View
from companion.vision.types import Image

_A_CARD = 6
"""Looks at one card that a gallery keeps, the newest."""


@dataclass(frozen=True, slots=True)
class Learnt:
    """What sessions taught.

    Attributes:
        gallery: Of all cards that are known by now.
        renamed: Cards that are not known any more: what was kept of them surely shows what people call otherwise in the
            sessions. With the names that they have there.
    """

    gallery: Gallery
    renamed: Mapping[str, str]


def teach_from(folders: Sequence[Path], reader: Reader, name: str, deck: str, known: Gallery | None) -> Learnt:
    """Learn the cards that people named, or finished hands confirmed, in recorded sessions.

    A look of before, or one that nobody named, does not stay under its name where it surely shows a card that a person
    calls otherwise in these sessions: as while a deck is shown (`KeptLooks`).

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
    said: list[Look] = []
    looks = list(known.looks) if known is not None else []
    before = len(looks)
    for folder in folders:
        found = list(samples(folder, a_card=2))
        for sample in found:
            if sample.deck != deck:
                raise UnusableError(f"{folder}: was played with {sample.deck}, not {deck}")
        new = upright(reader, deck, [Look(sample.code, sample.crop) for sample in found])
        said += [look for look, sample in zip(new, found, strict=True) if sample.told]
        looks += new
    if len(looks) == before:
        raise WrongInputError(
            mark("{sessions}: no card there was named by a person or confirmed by a finished hand"),
            sessions=", ".join(map(str, folders)),
        )
    left, renamed = _as_said(looks, said, reader, deck)
    of_card: dict[str, list[Look]] = defaultdict(list)
    for look in left:
        of_card[look.code].append(look)
    kept = [look for newest in of_card.values() for look in newest[-_A_CARD:]]
    renamed = {code: now for code, now in renamed.items() if code not in of_card}
    return Learnt(make_gallery(reader, name, deck, kept), renamed)


def _as_said(
    looks: Sequence[Look], said: Sequence[Look], reader: Reader, deck: str
) -> tuple[list[Look], Mapping[str, str]]:
    """Return the looks but those that surely show what people call otherwise, and the cards that are lost with them."""

    def both_ways(crops: Sequence[Image]) -> Iterator[tuple[View, View]]:
        return (face.both_ways for face in faces_of(reader, deck, crops))

    named = [
        Shown(number, [cut], look.code)
        for number, (look, (cut, _)) in enumerate(zip(said, both_ways([look.crop for look in said]), strict=True))
    ]
    by_people = set(map(id, said))
    unsaid = KeptLooks([look for look in looks if id(look) not in by_people], both_ways)
    left, renamed = unsaid.beside(named)
    stays = by_people.union(map(id, left))
    return [look for look in looks if id(look) in stays], renamed
