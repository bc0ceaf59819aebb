"""Scenes: cards on a table as a camera sees them, with exact labels."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
import numpy.typing as npt

from companion.synth import backs, layouts, light, surfaces
from companion.synth.designs import BgraImage, CardPicture, Design
from companion.synth.drawn import RandomDesign
from companion.synth.markings import random_markings
from companion.synth.paper import Paper, random_paper
from companion.synth.view import View, card_corners, look_at_table, outline
from companion.vision.types import Image

Rng = np.random.Generator
Corners = npt.NDArray[np.float64]

CARD_HEIGHT_MM = 89.0
_INDEX_CORNER = (0.27, 0.30)
"""Part of a card's width and height in which decks print the index."""


@dataclass(frozen=True)
class SceneCard:
    """One labelled card.

    Attributes:
        code: Card code; None for a back or a card without a code of ours.
        deck: Deck of the code.
        corners: (4, 2) pixels, clockwise from the card's own top left; may lie outside the picture.
        face_up: False for a back.
        symmetric: The card looks the same upside down.
        visible: Part of the whole card that can be seen, 0..1.
        index_visible: The better visible of the two index corners (top left, bottom right), 0..1.
    """

    code: str | None
    deck: str
    corners: Corners
    face_up: bool
    symmetric: bool
    visible: float
    index_visible: float


@dataclass(frozen=True)
class Scene:
    """A picture and what lies in it, the lowest card first."""

    image: Image
    cards: tuple[SceneCard, ...]
    layout: str


def as_pasted(picture: CardPicture, quad: Corners) -> CardPicture:
    """Return a picture with the one level that `paste_card` takes for (4, 2) corners: others need no work."""
    return replace(picture, levels=(_pasted_level(picture, quad),))


def _pasted_level(picture: CardPicture, quad: Corners) -> BgraImage:
    return picture.level_for(float(np.linalg.norm(quad[3] - quad[0])) * 1.15)


def paste_card(
    image: Image,
    picture: CardPicture,
    quad: Corners,
    gain: float = 1.0,
    paper: Paper | None = None,
    rng: Rng | None = None,
) -> None:
    """Paint a card onto a picture in place.

    Args:
        image: (H, W, 3) uint8 BGR.
        picture: What to paint.
        quad: (4, 2) pixels, clockwise from the card's own top left.
        gain: Brightness of the card.
        paper: What it is printed on; None for new white board.
        rng: Source of chance for the wear of the paper; None for none.
    """
    x, y, w, h = cv2.boundingRect(quad.astype(np.float32))
    x0, y0 = max(x - 1, 0), max(y - 1, 0)
    x1, y1 = min(x + w + 1, image.shape[1]), min(y + h + 1, image.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    level = _pasted_level(picture, quad)
    stains = paper.stains(rng, level.shape[1], level.shape[0]) if paper is not None and rng is not None else None
    if stains is not None:
        level = np.dstack([np.clip(level[..., :3] * stains, 0, 255).astype(np.uint8), level[..., 3]])
    height, width = level.shape[:2]
    matrix = cv2.getPerspectiveTransform(outline(width, height), (quad - (x0, y0)).astype(np.float32))
    warped = cv2.warpPerspective(level, matrix, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
    colours = warped[..., :3].astype(np.float32)
    if gain != 1.0 or paper is not None:
        colours *= gain if paper is None else paper.tint * gain
    keep = 1 - warped[..., 3:].astype(np.float32) / 255
    region = image[y0:y1, x0:x1]
    region[:] = np.clip(region * keep + colours, 0, 255).astype(np.uint8)


def cast_card_shadow(
    image: Image, quad: Corners, offset: npt.NDArray[np.floating], softness: int, depth: float
) -> None:
    """Darken the surface beside a card in place."""
    moved = quad + offset
    pad = softness + 2
    x, y, w, h = cv2.boundingRect(moved.astype(np.float32))
    x0, y0 = max(x - pad, 0), max(y - pad, 0)
    x1, y1 = min(x + w + pad, image.shape[1]), min(y + h + pad, image.shape[0])
    if x1 <= x0 or y1 <= y0:
        return
    mask = np.zeros((y1 - y0, x1 - x0), np.float32)
    cv2.fillConvexPoly(mask, np.round(moved - (x0, y0)).astype(np.int32), depth)
    mask = cv2.blur(mask, (2 * (softness // 2) + 1,) * 2)
    region = image[y0:y1, x0:x1]
    region[:] = (region * (1 - mask[..., None])).astype(np.uint8)


class Ledger:
    """Keeps account of which pixels show which card."""

    def __init__(self, height: int, width: int) -> None:
        self._owner = np.zeros((height, width), np.int16)

    def claim(self, outline: npt.NDArray[np.floating], owner: int) -> None:
        """Give a polygon's pixels to a card (numbered from 1) or to nothing that counts (0)."""
        points = np.clip(np.round(outline), -20000, 20000).astype(np.int32)
        cv2.fillPoly(self._owner, [points], owner)

    def share(self, outline: npt.NDArray[np.floating], owner: int) -> float:
        """Return which part of a polygon, of its area also outside the picture, still belongs to `owner`."""
        area = abs(float(cv2.contourArea(outline.astype(np.float32))))
        x, y, w, h = cv2.boundingRect(outline.astype(np.float32))
        x0, y0 = max(x, 0), max(y, 0)
        x1, y1 = min(x + w, self._owner.shape[1]), min(y + h, self._owner.shape[0])
        if x1 <= x0 or y1 <= y0 or area < 1:
            return 0.0
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(mask, [np.round(outline - (x0, y0)).astype(np.int32)], 1)
        seen = int(np.count_nonzero((self._owner[y0:y1, x0:x1] == owner) & (mask > 0)))
        return min(seen / area, 1.0)


def index_corners(quad: Corners) -> tuple[Corners, Corners]:
    """Return the (4, 2) regions at a card's top left and bottom right in which its index is printed."""
    right, down = (quad[1] - quad[0]) * _INDEX_CORNER[0], (quad[3] - quad[0]) * _INDEX_CORNER[1]
    top_left = np.array([quad[0], quad[0] + right, quad[0] + right + down, quad[0] + down])
    right, down = (quad[3] - quad[2]) * _INDEX_CORNER[0], (quad[1] - quad[2]) * _INDEX_CORNER[1]
    bottom_right = np.array([quad[2], quad[2] + right, quad[2] + right + down, quad[2] + down])
    return top_left, bottom_right


class DesignSource(Protocol):
    """Anything that yields a design when it is needed."""

    def load(self) -> Design:
        """Return the design."""
        ...


@dataclass(frozen=True)
class Sources:
    """Where scenes take their cards and surfaces from.

    Attributes:
        designs: Sources of designs by deck; one that stands there twice is drawn twice as often.
        shares: How often each deck is drawn.
        textures: Folder of pictures to lay cards on; None draws all surfaces.
        chunks_of_decks: Chunks in a row that share their random decks: drawing a face takes longer than photographing
            it.
    """

    designs: Mapping[str, Sequence[DesignSource]]
    shares: Mapping[str, float]
    textures: Path | None
    chunks_of_decks: int = 4

    def for_pictures(self, number: int) -> "Sources":
        """Return the sources of a chunk of pictures: every few chunks the decks in random styles are made up afresh."""
        designs = {
            deck: [
                source.another(number // self.chunks_of_decks) if isinstance(source, RandomDesign) else source
                for source in found
            ]
            for deck, found in self.designs.items()
        }
        return replace(self, designs=designs)

    def random_design(self, rng: Rng) -> Design:
        """Draw a deck by its share, then one of its designs."""
        decks = [deck for deck in self.shares if self.designs.get(deck)]
        weights = np.array([self.shares[deck] for deck in decks])
        deck = decks[int(rng.choice(len(decks), p=weights / weights.sum()))]
        return self.designs[deck][int(rng.integers(len(self.designs[deck])))].load()


_TILTS = ((0.35, (0.0, 0.12)), (0.75, (0.1, 0.6)), (0.95, (0.5, 0.9)), (1.01, (0.85, 1.1)))
"""Tilts of the camera, radians, each with the share up to which it is drawn: from above, from a tripod, from a seat."""


def random_view(rng: Rng, width: int, height: int, card_height: float) -> View:
    """Draw a camera that shows a card in the middle `card_height` pixels high."""
    kind = rng.random()
    low, high = next(tilts for share, tilts in _TILTS if kind < share)
    tilt = float(rng.uniform(low, high))
    return look_at_table(
        width,
        height,
        card_height / CARD_HEIGHT_MM,
        tilt,
        float(rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else rng.normal(0, 0.2)),
        float(rng.uniform(0.7, 1.7)),
        (float(rng.uniform(0.3, 0.7)), float(rng.uniform(0.3, 0.7))),
    )


def render_scene(
    rng: Rng,
    sources: Sources,
    width: int,
    height: int,
    sizes: tuple[float, float] = (0.05, 1.0),
    empty: float = 0.04,
    *,
    crowded: bool = False,
    marked: float = 0.0,
    littered: float = 0.0,
) -> Scene:
    """Render one random table.

    Args:
        rng: Source of chance; the same state gives the same scene.
        sources: Cards and surfaces.
        width: Of the picture, pixels.
        height: Of the picture, pixels.
        sizes: Least and greatest height of a card as a part of the picture's height; drawn evenly in the logarithm.
        empty: Share of scenes without a card.
        crowded: Cards mostly cover each other (`layouts.CROWDED`).
        marked: Share of the scenes with cards on which some program drew afterwards (`markings`).
        littered: Share of the scenes in which things lie about that people have on tables where they play (`oddments`).
    """
    low, high = np.log(sizes[0]), np.log(sizes[1])
    part = float(np.exp(rng.uniform(low, high)))
    view = random_view(rng, width, height, part * height)
    image = surfaces.lay_background(rng, view, sources.textures)
    design = sources.random_design(rng)
    some_face = next(iter(design.faces.values()))
    aspect = some_face.aspect * rng.uniform(0.96, 1.04)
    size = (CARD_HEIGHT_MM * aspect, CARD_HEIGHT_MM)
    for _ in range(int(rng.choice(4, p=[0.55, 0.25, 0.13, 0.07]))):
        surfaces.lay_distractor(rng, image, view, size, sources.textures)
    if littered and rng.random() < littered:
        for _ in range(int(rng.integers(1, 5))):
            surfaces.lay_oddment(rng, image, view, CARD_HEIGHT_MM)
    if rng.random() < empty:
        return Scene(light.photograph(rng, light.light_table(rng, image)), (), "empty")
    name, placements = layouts.random_layout(rng, size, crowded=crowded)
    if part > 0.45:
        # Only a few large cards fit the picture.
        placements = placements[: int(rng.integers(1, 4))]
    quads = [view.project(card_corners(p.x, p.y, p.angle, *size)) for p in placements]
    laid = _lay_cards(rng, image, design, quads, part * height)
    ledger = Ledger(height, width)
    for number, card in enumerate(laid, start=1):
        ledger.claim(card.quad, number)
    _cover(rng, image, ledger, [card.quad for card in laid], part * height, sources.textures)
    centres = np.array([card.quad.mean(axis=0) for card in laid])
    image = light.light_table(rng, image, centres, glare_size=0.55 * part * height)
    image = light.photograph(rng, image, harshness=float(np.clip(part * height / 60, 0.25, 1.0)))
    if marked and rng.random() < marked:
        markings = random_markings(rng, [card.quad for card in laid], width, height)
        image = markings.draw(image)
        for plate in markings.plates:
            ledger.claim(plate, 0)
    cards = tuple(_label(card, design, ledger, number) for number, card in enumerate(laid, start=1))
    return Scene(image, cards, name)


@dataclass(frozen=True)
class _Laid:
    code: str | None
    picture: CardPicture
    quad: Corners


def _lay_cards(rng: Rng, image: Image, design: Design, quads: Sequence[Corners], card_height: float) -> list[_Laid]:
    codes = list(design.faces)
    drawn = rng.permutation(len(codes))
    back = design.back if design.back is not None and rng.random() < 0.5 else None
    back_share = float(rng.choice([0.0, 0.1, 0.3, 1.0], p=[0.5, 0.3, 0.15, 0.05]))
    paper = random_paper(rng)
    shadow = rng.normal(0, 0.02, 2) * card_height
    softness, depth = max(int(card_height * rng.uniform(0.01, 0.08)), 1), float(rng.uniform(0.1, 0.6))
    laid = []
    for index, quad in enumerate(quads):
        if not np.all(np.isfinite(quad)) or np.abs(quad).max() > 6 * max(image.shape) or not _is_proper(quad):
            continue
        if rng.random() < back_share:
            if back is None:
                back = backs.random_back(rng)
            code, picture = None, back
        else:
            code = codes[int(drawn[index % len(codes)])]
            picture = design.faces[code]
        cast_card_shadow(image, quad, shadow, softness, depth)
        paste_card(image, picture, quad, float(rng.normal(0.97, 0.03)), paper, rng)
        laid.append(_Laid(code, picture, quad))
    return laid


def _is_proper(quad: Corners) -> bool:
    """Tell a card seen from above from one behind the camera's horizon."""
    sides = np.roll(quad, -1, axis=0) - quad
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    return bool(np.all(turns > 0))


def _cover(
    rng: Rng, image: Image, ledger: Ledger, quads: Sequence[Corners], card_height: float, textures: Path | None
) -> None:
    if not quads:
        return
    if rng.random() < 0.2:
        for _ in range(int(rng.integers(1, 3))):
            quad = quads[int(rng.integers(len(quads)))]
            target = quad.mean(axis=0) + rng.normal(0, 0.45, 2) * card_height
            for outline in surfaces.lay_hand(rng, image, target, card_height * rng.uniform(1.0, 2.0)):
                ledger.claim(outline, 0)
    for _ in range(int(rng.choice(3, p=[0.8, 0.14, 0.06]))):
        quad = quads[int(rng.integers(len(quads)))]
        centre = quad.mean(axis=0) + rng.normal(0, 0.9, 2) * card_height
        ledger.claim(surfaces.lay_thing(rng, image, centre, card_height * rng.uniform(0.1, 0.5), textures), 0)


def _label(card: _Laid, design: Design, ledger: Ledger, number: int) -> SceneCard:
    return SceneCard(
        code=card.code,
        deck=design.deck,
        corners=card.quad,
        face_up=card.code is not None,
        symmetric=card.picture.symmetric,
        visible=ledger.share(card.quad, number),
        index_visible=max(ledger.share(corner, number) for corner in index_corners(card.quad)),
    )
