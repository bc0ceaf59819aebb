"""Pieces of a card: what the finder takes for several cards, or what a hand leaves free of one.

A card that lies where it lay is the same card, whatever of it shows.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from statistics import median

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

_NEAR = 1.0
"""How far, in heights, a card may lie from one that shows in a piece of another."""


def whole(box: Box, before: Box) -> Box:
    """Return where a card lies that is seen in a box, and was seen whole before: a piece of it tells nothing new."""
    return before if _is_piece(box, before) else box


def without_pieces(
    found: Sequence[Found], tracks: Sequence[Track], differs: Callable[[Track, SeenCard], bool]
) -> list[Found]:
    """Return what was seen, with pieces of a card that lies there made that card.

    Args:
        found: What was seen.
        tracks: The cards that are known.
        differs: Whether a look shows another card than a track.
    """
    left = list(found)
    usual = median([_area(track.whole) for track in tracks]) if tracks else 0.0
    for track in tracks:
        small = [place for place, (box, card) in enumerate(left) if card.face_up and _area(box) < _SMALLER * usual]
        if not small:
            break
        pieces = [place for place in small if _is_piece(left[place][0], track.whole)]
        if not pieces or not _lies_open(track):
            continue
        own = [place for place in pieces if not differs(track, left[place][1])]
        if own:
            surest = max(own, key=lambda place: _sure(left[place][1]))
            left[surest] = track.whole, replace(left[surest][1], corners=track.whole.corners)
            own = [surest]
        others = [other for other in tracks if other is not track]
        known = [place for place in pieces if any(_shows(other, left[place], differs) for other in others)]
        gone = {place for place in pieces if place not in own and place not in known}
        left = [seen for place, seen in enumerate(left) if place not in gone]
    return left


def _lies_open(track: Track) -> bool:
    """Whether a card lay still and open when it was seen last; what is too broad may be several cards."""
    shaped = track.whole.height >= _LEAST_SHAPE * track.whole.width
    return track.face_up and shaped and not track.covered and track.at_rest(track.last_seen)


def _shows(track: Track, seen: Found, differs: Callable[[Track, SeenCard], bool]) -> bool:
    box, card = seen
    return track.face_up and track.box.distance(box) < _NEAR and not differs(track, card)


def _is_piece(box: Box, card: Box) -> bool:
    return _area(box) < _SMALLER * _area(card) and box.overlap(card) > _WITHIN


def _area(box: Box) -> float:
    return box.height * box.width


def _sure(card: SeenCard) -> float:
    return card.best[1] if card.best is not None else 0.0
