import cv2
import numpy as np
import pytest

from companion.synth.drawn import ProductDesign
from companion.synth.scene import Sources
from companion.training import sheets
from companion.training.finder_data import HEIGHT, WIDTH
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH

SOURCES = Sources({"french52": [ProductDesign("french52")]}, {"french52": 1.0}, None)


def test_a_sheet_shows_the_same_crops_again_in_rows():
    sheet = sheets.reader_sheet(SOURCES, 3, 2)
    assert sheet.shape == (2 * CROP_HEIGHT, 2 * CROP_WIDTH, 3)
    assert np.array_equal(sheet, sheets.reader_sheet(SOURCES, 3, 2))
    assert not sheet[CROP_HEIGHT:, CROP_WIDTH:].any(), "the last row is filled up with black"


def test_outlines_are_drawn_over_the_same_scenes():
    plain, outlined = (sheets.finder_sheet(SOURCES, 2, 2, outlined=wanted) for wanted in (False, True))
    assert plain.shape == outlined.shape == (HEIGHT, 2 * WIDTH, 3)
    changed = (plain != outlined).any(axis=2)
    assert 0 < changed.mean() < 0.1


def test_covered_cards_are_shown_with_an_outline_each():
    pytest.importorskip("torch", reason="needs the train extra")
    sheet = sheets.cut_outs_sheet(SOURCES, 4, 2)
    assert sheet.shape == (2 * 160, 2 * 120, 3)
    for row in (sheet[:160], sheet[160:]):
        for crop in (row[:, :120], row[:, 120:]):
            outline = (np.abs(crop.astype(int) - sheets._OUTLINES[0]).sum(axis=2) < 60).sum()
            assert outline > 60 or (np.abs(crop.astype(int) - sheets._OUTLINES[1]).sum(axis=2) < 60).sum() > 60


def test_what_the_spotter_is_told_of_is_outlined_green_and_what_it_is_to_tell_red():
    pytest.importorskip("torch", reason="needs the train extra")
    sheet = sheets.spotted_sheet(SOURCES, 6, 3, scenes=5)
    assert sheet.shape == (2 * 160, 3 * 120, 3)
    assert np.array_equal(sheet, sheets.spotted_sheet(SOURCES, 6, 3, scenes=5))
    for row in (sheet[:160], sheet[160:]):
        for crop in (row[:, :120], row[:, 120:240], row[:, 240:]):
            assert (crop == sheets._KNOWN).all(axis=2).sum() > 100, "the card that it looks around is known"
    missed = np.abs(sheet.astype(int) - sheets._MISSED).sum(axis=2) < 60
    assert missed.sum() > 100


def test_a_saved_sheet_is_small_enough_for_the_documentation(tmp_path):
    noise = np.random.default_rng(1).integers(0, 255, (700, 700, 3), np.uint8)
    sheets.save(tmp_path / "noise.jpg", cv2.GaussianBlur(noise, (3, 3), 0))
    assert (tmp_path / "noise.jpg").stat().st_size < 250_000
    assert cv2.imread(str(tmp_path / "noise.jpg")).shape == noise.shape
    assert [path.name for path in tmp_path.iterdir()] == ["noise.jpg"]
