"""Labelled photographs: folders with a `labels.json`.

`labels.json` maps parts (`fit`, `check`) to lists of items `{"file", "deck", "cards"}`. A card is a code, or an object
with `card` (code) or `rank`, and `box` [x0, y0, x1, y1] in pixels around the whole card. `faces` gives the number of
cards where there is nothing else to say; `jokers` counts those in view. Files lie beside the labels, or in a folder
named like the part.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from companion import plain_json
from companion.cards import DECKS, SPANISH48
from companion.cards import deck as deck_by_id
from companion.errors import CompanionError, UnusableError
from companion.evaluation.labels import LabelledCard, LabelledPicture, PictureSet
from companion.given_files import read_given
from companion.refusals import refusal_of
from companion.vision.sources.pictures import read_picture
from companion.vision.types import FloatArray

LABELS = "labels.json"
_PLAYED_AS = SPANISH48.id
"""What decks without codes of ours (Latin suits without an index) are looked at as."""


def photo_sets(folder: Path, part: str, wanted: Callable[[str], bool] | None = None) -> list[PictureSet]:
    """Return the sets of photographs of one part, one for every source and deck.

    Args:
        folder: Has a folder with a `labels.json` for every source.
        part: `fit` or `check`; sources that do not have it are left out.
        wanted: Tells by its file's name whether a photograph is wanted; None for all.

    Raises:
        UnusableError: The folder has no labels, or labels that cannot be used.
    """
    files = sorted(folder.glob(f"*/{LABELS}"))
    if not files:
        raise UnusableError(f"{folder}: no labelled photographs found (expected <source>/{LABELS})")
    sets = []
    for path in files:
        photos = [_photo(path, part, item) for item in _items(path, part)]
        if wanted is not None:
            photos = [photo for photo in photos if wanted(photo.path.name)]
        for deck in dict.fromkeys(photo.deck for photo in photos):
            chosen = [photo for photo in photos if photo.deck == deck]
            sets.append(PictureSet(path.parent.name, part, deck, len(chosen), partial(_open_all, chosen)))
    return sets


@dataclass(frozen=True, slots=True)
class _Photo:
    path: Path
    deck: str
    cards: tuple[LabelledCard, ...]
    named_by: Any
    located: bool
    ignored: int


def _open_all(photos: Sequence[_Photo]) -> Iterator[LabelledPicture]:
    for photo in photos:
        yield LabelledPicture(
            name=f"{photo.path.parent.name}/{photo.path.name}",
            image=read_picture(photo.path),
            deck=photo.deck if photo.deck in DECKS else _PLAYED_AS,
            cards=photo.cards,
            named_by=photo.named_by,
            outlines="upright" if photo.located else None,
            ignored=photo.ignored,
        )


def _items(path: Path, part: str) -> list[Any]:
    try:
        labels = plain_json.loads(read_given(path))
    except (OSError, ValueError) as error:
        reason = refusal_of(error) if isinstance(error, OSError) else error
        raise UnusableError(f"{path}: cannot be read as JSON ({reason})") from error
    if not isinstance(labels, dict) or not all(isinstance(items, list) for items in labels.values()):
        raise UnusableError(f"{path}: expected an object with a list of pictures for every part")
    items: list[Any] = labels.get(part, [])
    return items


def _photo(path: Path, part: str, item: Any) -> _Photo:
    try:
        name, deck = str(item["file"]), str(item["deck"])
        cards = tuple(_card(deck, card) for card in item.get("cards", [None] * int(item.get("faces", 0))))
        ranks = any(isinstance(card, dict) and "rank" in card for card in item.get("cards", ()))
        ignored = int(item.get("jokers", 0))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise UnusableError(f"{path}, part {part}: an item cannot be used ({error!r}): {json.dumps(item)}") from error
    except CompanionError as error:
        raise UnusableError(f"{path}, part {part}, {item['file']}: {error}") from error
    beside, inside = path.parent / name, path.parent / part / name
    named_by = "rank" if ranks else "code"
    return _Photo(
        path=beside if beside.is_file() else inside,
        deck=deck,
        cards=cards,
        named_by=named_by if all(card.name is not None for card in cards) else None,
        located=all(card.outline is not None for card in cards),
        ignored=ignored,
    )


def _card(deck: str, label: Any) -> LabelledCard:
    if label is None:
        return LabelledCard(None)
    if isinstance(label, str):
        return LabelledCard(deck_by_id(deck).parse(label).code)
    outline = _outline(label["box"]) if "box" in label else None
    if "rank" in label:
        if label["rank"] not in deck_by_id(deck).ranks:
            raise ValueError(f"{label['rank']!r} is no rank of {deck}")
        return LabelledCard(label["rank"], outline)
    return LabelledCard(deck_by_id(deck).parse(label["card"]).code, outline)


def _outline(box: Sequence[float]) -> FloatArray:
    x0, y0, x1, y1 = (float(value) for value in box)
    if x1 <= x0 or y1 <= y0:
        raise ValueError(f"box {box} is empty")
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32)
