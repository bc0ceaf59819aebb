"""Crops with the index of one card and the middle of another, and data that several processes draw from."""

import importlib.util

import numpy as np
import pytest

from companion.training.chunks import ChunkFolder
from companion.training.reader_data import class_number
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH

NEEDED = ("torch", "ultralytics")
pytestmark = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in NEEDED), reason=f"needs the train extra ({', '.join(NEEDED)})"
)
SIZE = (CROP_HEIGHT, CROP_WIDTH, 3)
FIVE, SIX, OTHER_SUIT = (class_number("spanish48", code, False) for code in ("5-cups", "6-cups", "6-coins"))


def crop(corners, middle):
    """Draw a crop that has one brightness where its indices are and another elsewhere."""
    image = np.full(SIZE, middle, np.uint8)
    image[:40, :30] = image[-40:, -30:] = corners
    return image


def chunk_with(tmp_path, legible):
    """Write a chunk: a legible five of cups, and a six of cups and one of coins that are not."""
    from companion.training.cues import LEGIBLE, Cues

    store = ChunkFolder(tmp_path / "train")
    images = np.stack([crop(40, 200), crop(90, 120), crop(90, 250)])
    store.write(0, images, {"kind": np.array([FIVE, SIX, OTHER_SUIT])})
    (tmp_path / LEGIBLE).mkdir()
    np.save(tmp_path / LEGIBLE / "legible-0000.npy", np.array(legible, np.float32))
    cues = Cues(tmp_path / LEGIBLE)
    cues.take_in(0, store.load(0))
    return cues, {0: store.load(0)}


def middle_of(image):
    return int(np.median(image[60:100, 40:70]))


def test_the_index_stays_and_the_middle_is_of_another_card_of_the_suit(tmp_path):
    cues, chunks = chunk_with(tmp_path, [1.0, 0.0, 0.0])
    rng = np.random.default_rng(1)
    seen = [cues.vary(rng, chunks, 0, 0) for _ in range(200)]
    middles = [middle_of(image) for image in seen]
    assert set(middles) == {200, 120}
    for image in (image for image in seen if middle_of(image) == 120):
        # The light is that of the card in the middle, what is printed is darker than its paper still.
        assert image[5:25, 5:20].mean() < 100 < image[60:100, 40:70].mean()
        assert image[-25:-5, -20:-5].mean() < 100


def test_a_blotted_index_shows_paper_and_the_rest_stays(tmp_path):
    from companion.training.cues import blotted

    card = crop(200, 200)
    card[12:24, 8:14] = card[-24:-12, -14:-8] = 20
    blank = blotted(np.random.default_rng(3), card)
    assert blank[10:26, 6:16].min() > 150
    assert blank[-26:-10, -16:-6].min() > 150
    assert np.array_equal(blank[60:100], card[60:100])


@pytest.mark.parametrize("row", [1, 2])
def test_crops_whose_index_nobody_can_read_stay(tmp_path, row):
    cues, chunks = chunk_with(tmp_path, [1.0, 0.0, 0.5])
    rng = np.random.default_rng(1)
    assert all(np.array_equal(cues.vary(rng, chunks, 0, row), chunks[0].images[row]) for _ in range(60))


def test_chunks_of_which_nothing_was_noted_stay(tmp_path):
    from companion.training.cues import Cues

    store = ChunkFolder(tmp_path / "train")
    store.write(0, np.stack([crop(40, 200), crop(90, 120)]), {"kind": np.array([FIVE, SIX])})
    cues, chunks, rng = Cues(tmp_path / "none"), {0: store.load(0)}, np.random.default_rng(1)
    cues.take_in(0, chunks[0])
    assert all(np.array_equal(cues.vary(rng, chunks, 0, 0), chunks[0].images[0]) for _ in range(60))


def test_what_is_legible_is_noted_once_and_nothing_is_where_there_is_no_card(tmp_path):
    from companion.training.cues import note_legible
    from companion.training.index_network import IndexNetwork

    store = ChunkFolder(tmp_path / "train")
    nothing = class_number("spanish48", None, False)
    store.write(0, np.stack([crop(40, 200), crop(90, 120)]), {"kind": np.array([FIVE, nothing])})
    told = []
    for _ in range(2):
        note_legible(store, IndexNetwork().eval(), tmp_path / "legible", told.append)
    noted = np.load(tmp_path / "legible" / "legible-0000.npy")
    assert 0 < noted[0] < 1
    assert noted[1] == 0
    assert len(told) == 1


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("kind", ["reader", "finder"])
def test_processes_that_draw_side_by_side_draw_different_pictures(tmp_path, kind):
    from torch.utils.data import DataLoader

    from companion.training.finder import FinderPictures
    from companion.training.finder_data import HEIGHT, WIDTH
    from companion.training.reader import ReaderCrops

    rng = np.random.default_rng(5)
    if kind == "reader":
        images, labels = rng.integers(0, 255, (40, *SIZE), np.uint8), {"kind": np.full(40, FIVE)}
    else:
        images = rng.integers(0, 255, (40, HEIGHT, WIDTH, 3), np.uint8)
        corners = np.tile(np.array([[20, 20], [80, 20], [80, 120], [20, 120]], np.float32), (40, 1, 1))
        labels = {"picture": np.arange(40), "corners": corners, "kind": np.zeros(40, np.int64)}
    ChunkFolder(tmp_path / "train").write(0, images, labels)
    pictures = {"reader": ReaderCrops, "finder": FinderPictures}[kind](tmp_path / "train", 64, True, 7)
    loader = DataLoader(pictures, 8, num_workers=2, collate_fn=lambda items: [item["img"] for item in items])
    drawn = [image for batch in loader for image in batch]
    pairs = [(a, b) for a in range(16) for b in range(a + 1, 16)]
    assert not any(bool((drawn[a].float() - drawn[b].float()).abs().max() == 0) for a, b in pairs)


def test_the_sheet_shows_exchanged_cards_and_then_cards_without_an_index():
    from companion.synth.drawn import ProductDesign
    from companion.synth.scene import Sources
    from companion.training.sheets import cues_sheet

    sources = Sources({"spanish48": [ProductDesign("spanish48")]}, {"spanish48": 1.0}, None)
    sheet = cues_sheet(sources, 2, 1, 3)
    assert sheet.shape == (CROP_HEIGHT, 3 * CROP_WIDTH, 3)
    assert np.array_equal(sheet, cues_sheet(sources, 2, 1, 3))
