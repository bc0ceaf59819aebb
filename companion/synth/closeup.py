"""Close-ups: one card as the reader gets it, cut out of a small scene by a box that is a little off."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.synth import backs, light, surfaces
from companion.synth.cuts import random_cut
from companion.synth.darkness import in_the_dark
from companion.synth.designs import CardPicture, Design
from companion.synth.inks import random_inks
from companion.synth.markings import Markings, random_markings
from companion.synth.paper import random_paper
from companion.synth.scene import (
    CARD_HEIGHT_MM,
    Ledger,
    Sources,
    as_pasted,
    cast_card_shadow,
    index_corners,
    paste_card,
)
from companion.synth.view import View, card_corners, look_at_table
from companion.vision.rectify import oriented_box, rectify
from companion.vision.types import Image

Rng = np.random.Generator
Corners = npt.NDArray[np.float64]

READABLE_WHOLE, READABLE_INDEX = 0.6, 0.85
"""A face can be read when this much of it, or of one of its index corners, is visible."""
_HOPELESS = 0.3
_FLATTEST = 6.0
_RIM = 12
_SHARE_BACK, _SHARE_NOTHING = 0.06, 0.05
_SHARE_ROUGH = 0.12
_SHARE_MARKED = 0.12
_SHARE_DARK = 0.25
_SHARE_REPRINTED, _SHARE_RECUT = 0.4, 0.4


@dataclass(frozen=True)
class Closeup:
    """A rectified crop and what it shows.

    Attributes:
        crop: (CROP_HEIGHT, CROP_WIDTH, 3) uint8 BGR.
        picture: (H, W, 3) uint8 BGR, what it was cut out of.
        corners: (4, 2) pixels of that picture, the first the crop's top left.
        code: Card code; None where the crop shows no readable face.
        design: What the card is from.
        turned: The crop shows the card upside down; drawn at random where the card looks the same both ways.
    """

    crop: Image
    picture: Image
    corners: Corners
    code: str | None
    design: Design
    turned: bool


def render_closeup(
    rng: Rng, sources: Sources, heights: tuple[float, float] = (34.0, 280.0), least_seen: float = 0.0
) -> Closeup:
    """Render one crop.

    Args:
        rng: Source of chance; the same state gives the same crop.
        sources: Cards and surfaces.
        heights: Least and greatest height of the card in the camera's pixels, drawn evenly in the logarithm.
        least_seen: The part of a face that is visible at least.
    """
    while True:
        closeup = _try_closeup(rng, sources, heights, least_seen)
        if closeup is not None:
            return closeup


def _try_closeup(rng: Rng, sources: Sources, heights: tuple[float, float], least_seen: float) -> Closeup | None:
    height = float(np.exp(rng.uniform(np.log(heights[0]), np.log(heights[1]))))
    view = _view(rng, height)
    image = surfaces.lay_background(rng, view, sources.textures)
    design = sources.random_design(rng)
    chance = rng.random()
    codes = list(design.faces)
    code: str | None = codes[int(rng.integers(len(codes)))]
    aspect = design.faces[codes[0]].aspect * float(rng.uniform(0.96, 1.04))
    size = (CARD_HEIGHT_MM * aspect, CARD_HEIGHT_MM)
    quad = view.project(card_corners(0, 0, float(rng.uniform(0, 2 * np.pi)), *size))
    another_print = _another_print(rng)
    ledger = Ledger(view.height, view.width)
    if chance < _SHARE_NOTHING:
        code = None
        for _ in range(int(rng.integers(3))):
            surfaces.lay_distractor(rng, image, view, size, sources.textures)
        symmetric = True
    else:
        if chance < _SHARE_NOTHING + _SHARE_BACK:
            code = None
        picture = design.faces[code] if code is not None else _any_back(rng, design)
        symmetric = picture.symmetric
        _compose(rng, image, view, design, picture, quad, size, ledger, another_print)
        _cover(rng, image, ledger, quad, height, sources.textures)
    markings = _markings(rng, quad, view) if rng.random() < _SHARE_MARKED else None
    for plate in markings.plates if markings is not None else ():
        ledger.claim(plate, 0)
    if code is not None:
        whole = ledger.share(quad, 1)
        if whole < least_seen:
            return None
        index = max(ledger.share(corner, 1) for corner in index_corners(quad))
        if whole < READABLE_WHOLE and index < READABLE_INDEX:
            if whole > _HOPELESS or index > _HOPELESS:
                return None
            code = None
    image = light.light_table(rng, image, quad.mean(axis=0)[None] + rng.normal(0, 0.4, (3, 2)) * height, 0.3 * height)
    image = light.photograph(rng, image, harshness=float(np.clip(height / 110, 0.3, 1.0)))
    turned = bool(rng.random() < 0.5)
    corners = _found_corners(rng, quad, height)
    if turned:
        corners = np.roll(corners, 2, axis=0)
    crop = rectify(image, corners)
    if code is not None and float(_inside(crop).std()) < _FLATTEST:
        # Glare, veil or darkness left nothing to read.
        return None
    dark = rng.random() < _SHARE_DARK
    if dark:
        image = in_the_dark(rng, image)
    if markings is not None:
        image = markings.draw(image)
    if dark or markings is not None:
        crop = rectify(image, corners)
    if symmetric:
        turned = bool(rng.random() < 0.5)
    return Closeup(crop, image, corners, code, design, turned)


def _markings(rng: Rng, quad: Corners, view: View) -> Markings:
    """Make up what a program drew around the card, and around others beside it."""
    size = float(np.linalg.norm(quad[3] - quad[0]))
    others = [quad + rng.normal(0, 0.5, 2) * size for _ in range(int(rng.integers(3)))]
    return random_markings(rng, [quad, *others], view.width, view.height)


def _inside(crop: Image) -> Image:
    """Return a crop without its rim, where the card's edge or the table gives contrast that says nothing."""
    rows, columns = crop.shape[0] // _RIM, crop.shape[1] // _RIM
    return crop[rows:-rows, columns:-columns]


def _view(rng: Rng, height: float) -> View:
    side = int(height * 1.5) + 8
    tilt = abs(rng.normal(0, 0.25)) if rng.random() < 0.7 else rng.uniform(0.3, 0.85)
    return look_at_table(side, side, height / CARD_HEIGHT_MM, float(min(tilt, 0.95)), 0.0, float(rng.uniform(2.0, 9.0)))


def _another_print(rng: Rng) -> Callable[[CardPicture], CardPicture]:
    """Draw by lot how the deck that lies there differs from the one in the pictures; often not at all."""
    inks = random_inks(rng) if rng.random() < _SHARE_REPRINTED else None
    cut = random_cut(rng) if rng.random() < _SHARE_RECUT else None

    def print_again(picture: CardPicture) -> CardPicture:
        picture = picture if inks is None else inks.reprint(picture)
        return picture if cut is None else cut.recut(picture)

    return print_again


def _any_back(rng: Rng, design: Design) -> CardPicture:
    return design.back if design.back is not None and rng.random() < 0.4 else backs.random_back(rng)


def _compose(
    rng: Rng,
    image: Image,
    view: View,
    design: Design,
    picture: CardPicture,
    quad: Corners,
    size: tuple[float, float],
    ledger: Ledger,
    another_print: Callable[[CardPicture], CardPicture],
) -> None:
    paper = random_paper(rng)
    shadow = rng.normal(0, 0.02, 2) * view.height
    depth = float(rng.uniform(0.1, 0.6))

    def lay(what: CardPicture, where: Corners, owner: int) -> None:
        cast_card_shadow(image, where, shadow, max(view.height // 30, 1), depth)
        paste_card(image, another_print(as_pasted(what, where)), where, float(rng.normal(0.97, 0.03)), paper, rng)
        ledger.claim(where, owner)

    def neighbour() -> CardPicture:
        if rng.random() < 0.12:
            return _any_back(rng, design)
        return design.faces[design.neighbours[int(rng.integers(len(design.neighbours)))]]

    along = float(np.arctan2(*(quad[3] - quad[0])[::-1])) - np.pi / 2
    fanned = rng.random() < 0.35
    sideways, downwards = _fan_step(rng, size) if fanned else (0.0, 0.0)
    for _ in range(int(rng.choice(3, p=[0.55, 0.3, 0.15]))):
        x, y = (-sideways, -downwards) if fanned else rng.uniform(-1.1, 1.1, 2) * size
        tilt = float(along + (rng.normal(0, 0.12) if fanned else rng.uniform(0, 2 * np.pi)))
        where = _beside(view, along, x, y, tilt, size)
        lay(neighbour(), where, 0)
    lay(picture, quad, 1)
    above = 1 if fanned and rng.random() < 0.8 else int(rng.choice(3, p=[0.7, 0.22, 0.08]))
    for _ in range(above):
        x, y = (sideways, downwards) if fanned else rng.choice([-1, 1], 2) * rng.uniform(0.3, 1.15, 2) * size
        tilt = float(along + (rng.normal(0, 0.15) if fanned else rng.uniform(0, 2 * np.pi)))
        lay(neighbour(), _beside(view, along, x, y, tilt, size), 0)


def _fan_step(rng: Rng, size: tuple[float, float]) -> tuple[float, float]:
    """Draw how far the next card of a fan or column lies, leaving an index in view."""
    if rng.random() < 0.7:
        return float(size[0] * rng.uniform(0.16, 0.6) * rng.choice([1, 1, 1, -1])), float(size[1] * rng.normal(0, 0.06))
    return float(size[0] * rng.normal(0, 0.05)), float(size[1] * rng.uniform(0.16, 0.55))


def _beside(view: View, along: float, x: float, y: float, angle: float, size: tuple[float, float]) -> Corners:
    cos, sin = np.cos(along), np.sin(along)
    return view.project(card_corners(cos * x - sin * y, sin * x + cos * y, angle, *size))


def _cover(rng: Rng, image: Image, ledger: Ledger, quad: Corners, height: float, textures: Path | None) -> None:
    if rng.random() < 0.1:
        target = quad.mean(axis=0) + rng.normal(0, 0.4, 2) * height
        for outline in surfaces.lay_hand(rng, image, target, height * float(rng.uniform(0.9, 1.8))):
            ledger.claim(outline, 0)
    if rng.random() < 0.08:
        centre = quad.mean(axis=0) + rng.normal(0, 0.45, 2) * height
        ledger.claim(surfaces.lay_thing(rng, image, centre, height * float(rng.uniform(0.05, 0.35)), textures), 0)


def _found_corners(rng: Rng, quad: Corners, height: float) -> Corners:
    """Imitate finder and refiner: nearly the card's corners; now and then the rectangle around it, further off."""
    corners = quad
    rough = rng.random() < _SHARE_ROUGH
    if rough:
        box = oriented_box(quad).astype(np.float64)
        turns = [np.roll(box, k, axis=0) for k in range(4)]
        corners = min(turns, key=lambda turn: float(np.abs(turn - quad).sum()))
    off = 1.0 if rough else 0.4
    middle = corners.mean(axis=0)
    angle = rng.normal(0, 0.02) * off
    rotation = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    scale = 1 + rng.normal(0, 0.025, 2) * off
    right = (corners[1] - corners[0]) / np.linalg.norm(corners[1] - corners[0])
    down = np.array([-right[1], right[0]])
    offsets = corners - middle
    offsets = np.outer(offsets @ right * scale[0], right) + np.outer(offsets @ down * scale[1], down)
    shifted = middle + rng.normal(0, 0.012, 2) * height * off
    found: Corners = offsets @ rotation + shifted + rng.normal(0, 0.007, (4, 2)) * height
    return found


def contact_sheet(crops: list[Image], columns: int) -> Image:
    """Lay crops of one size out in rows; the last row is filled with black."""
    blank = np.zeros_like(crops[0])
    rows = [crops[i : i + columns] for i in range(0, len(crops), columns)]
    rows[-1] = rows[-1] + [blank] * (columns - len(rows[-1]))
    return np.asarray(cv2.vconcat([cv2.hconcat(row) for row in rows]), np.uint8)
