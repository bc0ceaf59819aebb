"""Contact sheets of what the models are trained on, for people to look over.

``python -m companion.training.sheets docs/pictures`` makes those of the documentation again, from the decks that the
project draws itself; ``--art DIR`` and ``--backgrounds DIR`` show what they add (not for publication: mind licences).
"""

import argparse
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count, islice
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards import DECKS
from companion.synth.closeup import contact_sheet, render_closeup
from companion.synth.scene import SceneCard, Sources
from companion.training.chunks import ChunkFolder
from companion.training.count_data import draw_crop
from companion.training.finder_data import OutlineChunkMaker, draw_scene, labelled
from companion.training.magnifier_data import draw_corners
from companion.training.mixtures import sources_for
from companion.vision.outliner import MARGIN, SIZE
from companion.vision.spotter import box_told
from companion.vision.types import Image
from companion.whole_files import write_whole

_LARGEST_FILE = 250_000
_QUALITIES = range(90, 20, -5)
_SEED = 7
_OUTLINES = ((80, 220, 80), (60, 140, 255))
"""Of faces and backs; blue, green, red."""
_KNOWN, _MISSED = (80, 220, 80), (60, 60, 255)


def reader_sheet(sources: Sources, number: int, columns: int) -> Image:
    """Return crops as the reader gets them, upright and upside down."""
    return contact_sheet(
        [render_closeup(np.random.default_rng([_SEED, n]), sources).crop for n in range(number)], columns
    )


def count_sheet(sources: Sources, number: int, columns: int) -> Image:
    """Return crops as the counter gets them."""
    return contact_sheet([draw_crop(np.random.default_rng([_SEED, n]), sources)[0] for n in range(number)], columns)


def corners_sheet(sources: Sources, number: int, columns: int) -> Image:
    """Return the two corners of cards side by side, as the magnifier gets them."""
    drawn = (draw_corners(np.random.default_rng([_SEED, n]), sources)[0] for n in range(number))
    return contact_sheet([np.hstack(list(pair)) for pair in drawn], columns)


def cues_sheet(sources: Sources, exchanged: int, without_index: int, columns: int) -> Image:
    """Return crops with the index of one card and the middle of another, then crops whose index is blotted out."""
    from companion.training.cues import blotted, with_corners_of  # needs the train extra

    rng = np.random.default_rng(_SEED)
    waiting: dict[tuple[str | None, bool], Image] = {}
    pictures: list[Image] = []
    numbers = count()
    while len(pictures) < exchanged + without_index:
        card = render_closeup(np.random.default_rng([_SEED, next(numbers)]), sources)
        if card.code is None:
            continue
        alike = (DECKS[card.design.deck].suit_of[card.code], card.turned)
        if len(pictures) >= exchanged:
            pictures.append(blotted(rng, card.crop))
        elif alike in waiting:
            pictures.append(with_corners_of(rng, waiting.pop(alike), card.crop))
        else:
            waiting[alike] = card.crop
    return contact_sheet(pictures, columns)


def finder_sheet(sources: Sources, scenes: int, columns: int, *, outlined: bool) -> Image:
    """Return scenes as the finder gets them, with the cards that it is told about outlined if wanted."""
    pictures = []
    for number in range(scenes):
        scene = draw_scene(np.random.default_rng([_SEED, number]), sources)
        picture = scene.image.copy()
        for card in labelled(scene) if outlined else ():
            _outline(picture, card.corners, card)
        pictures.append(np.asarray(picture, np.uint8))
    return contact_sheet(pictures, columns)


def cut_outs_sheet(sources: Sources, number: int, columns: int) -> Image:
    """Return covered cards as the outliner gets them, with the outlines that it is told."""
    from companion.training.outline_data import COVERED  # needs the train extra, as the next
    from companion.training.refiner_data import cut_out, misplaced

    covered = (
        (scene.image, card)
        for n in count()
        for scene in [draw_scene(np.random.default_rng([_SEED, n]), sources, crowded=True)]
        for card in labelled(scene)
        if card.visible < COVERED
    )
    pictures: list[Image] = []
    for image, card in islice(covered, number):
        rng = np.random.default_rng([_SEED, len(pictures)])
        crop, corners = cut_out(rng, image, misplaced(rng, card.corners), card.corners, SIZE, MARGIN)
        pictures.append(crop.copy())
        _outline(pictures[-1], corners * SIZE, card)
    return contact_sheet(pictures, columns)


def spotted_sheet(sources: Sources, number: int, columns: int, scenes: int = 100) -> Image:
    """Return cut-outs as the spotter gets them: what it is told to be known outlined green, what it is to tell red."""
    from companion.training.spotter_data import SpotterSamples  # needs the train extra

    with tempfile.TemporaryDirectory() as folder:
        ChunkFolder(Path(folder)).write(0, *OutlineChunkMaker(sources, _SEED).scenes(0, scenes))
        samples = SpotterSamples(Path(folder), np.random.default_rng(_SEED), {})
        drawn = [samples.draw() for _ in range(number)]
    pictures: list[Image] = []
    for told, marks in drawn:
        picture = np.ascontiguousarray(told[..., :3])
        picture[told[..., 4] > 127] = _KNOWN
        for row, column in np.argwhere(marks.heat >= 1):
            missed = box_told(marks.places, row, column, np.eye(3))
            cv2.polylines(picture, [np.round(missed).astype(np.int32)], True, _MISSED, 1, cv2.LINE_AA)
        pictures.append(picture)
    return contact_sheet(pictures, columns)


def _outline(picture: Image, corners: npt.NDArray[np.floating], card: SceneCard) -> None:
    """Draw the outline of a card, (4, 2) pixels, onto a picture in place."""
    colour = _OUTLINES[0 if card.face_up else 1]
    cv2.polylines(picture, [np.round(corners).astype(np.int32)], True, colour, 1, cv2.LINE_AA)


def save(path: Path, sheet: Image) -> None:
    """Write a sheet as JPEG, as good as fits into a quarter of a megabyte."""
    for quality in _QUALITIES:
        content = cv2.imencode(".jpg", sheet, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        if len(content) < _LARGEST_FILE:
            break
    write_whole(path, content.tobytes())


def write_sheets(folder: Path, art: Path | None, backgrounds: Path | None) -> Sequence[Path]:
    """Write all sheets into a folder, which is made where there is none; returns the files."""
    reader = sources_for("reader", art, backgrounds).for_pictures(_SEED)
    finder = sources_for("finder", art, backgrounds).for_pictures(_SEED)
    suitors = replace(reader, shares={"seven-suitors": 1.0})
    counted = sources_for("counter", art, backgrounds).for_pictures(_SEED)
    magnified = sources_for("magnifier", art, backgrounds).for_pictures(_SEED)
    sheets: dict[str, Callable[[], Image]] = {
        "sheet-reader": lambda: reader_sheet(reader, 96, 16),
        "sheet-count": lambda: count_sheet(counted, 48, 16),
        "sheet-corners": lambda: corners_sheet(magnified, 60, 10),
        "sheet-cues": lambda: cues_sheet(reader, 48, 16, 16),
        "sheet-scenes": lambda: finder_sheet(finder, 20, 4, outlined=False),
        "sheet-labels": lambda: finder_sheet(finder, 8, 4, outlined=True),
        "sheet-outlines": lambda: cut_outs_sheet(finder, 36, 12),
        "sheet-spotted": lambda: spotted_sheet(finder, 24, 8),
        "sheet-seven-suitors": lambda: reader_sheet(suitors, 20, 10),
    }
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for name, make in sheets.items():
        paths.append(folder / f"{name}.jpg")
        save(paths[-1], make())
    return paths


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write contact sheets of what the models are trained on.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--art", type=Path, help="artwork folder as for companion train")
    parser.add_argument("--backgrounds", type=Path, help="folder of surfaces as for companion train")
    options = parser.parse_args()
    write_sheets(options.folder, options.art, options.backgrounds)
