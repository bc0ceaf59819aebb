"""One card that the finder takes for several in some looks: a card that lies where it lay is the same card."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.table.geometry import Box
from companion.table.track import Track
from companion.vision.types import SeenCard

Found = tuple[Box, SeenCard]

_SMALLER = 0.85
"""A box with a larger share of a card's area is no mere piece of it."""

_WITHIN = 0.85
"""Share of a piece that lies where the card lay."""

_LEAST_SHAPE = 1.25
"""A card's height by its width, at least: what is broader may be several cards."""


def whole(box: Box, before: Box) -> Box:
    """Return where a card lies that is seen in a box, and was seen whole before: a piece of it tells nothing new."""
    return before if _is_piece(box, before) else box


def without_pieces(
    found: Sequence[Found], tracks: Sequence[Track], differs: Callable[[Track, SeenCard], bool]
) -> list[Found]:
    """Return what was seen, with pieces of a card that lies there made one.

    Args:
        found: What was seen.
        tracks: The cards that are known.
        differs: Whether a look shows another card than a track.
    """
    left = list(found)
    for track in tracks:
        if not track.face_up or track.whole.height < _LEAST_SHAPE * track.whole.width:
            continue
        pieces = [
            place
            for place, (box, card) in enumerate(left)
            if card.face_up and _is_piece(box, track.whole) and not differs(track, card)
        ]
        if len(pieces) > 1:
            _, surest = max((left[place] for place in pieces), key=lambda piece: _sure(piece[1]))
            left = [seen for place, seen in enumerate(left) if place not in pieces]
            left.append((track.whole, replace(surest, corners=track.whole.corners)))
    return left


def _is_piece(box: Box, card: Box) -> bool:
    small = box.height * box.width < _SMALLER * card.height * card.width
    return small and box.overlap(card) > _WITHIN


def _sure(card: SeenCard) -> float:
    return card.best[1] if card.best is not None else 0.0
