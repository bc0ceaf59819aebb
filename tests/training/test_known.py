"""Crops that the reader in use names surely, or not at all, are learned from less often."""

import importlib.util
from types import SimpleNamespace

import numpy as np
import pytest

from companion.training.chunks import ChunkFolder
from companion.training.reader_data import class_names, class_number
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH

NEEDED = ("torch", "ultralytics")
pytestmark = pytest.mark.skipif(
    not all(importlib.util.find_spec(name) for name in NEEDED), reason=f"needs the train extra ({', '.join(NEEDED)})"
)
FIVE, FIVE_TURNED = (class_number("spanish48", "5-cups", turned) for turned in (False, True))
SIX, NOTHING = class_number("spanish48", "6-cups", False), class_number("spanish48", None, False)


class Saying:
    """A reader that gives these chances, whatever it sees: for each crop classes and their chances."""

    def __init__(self, *said):
        self.chances = np.zeros((len(said), len(class_names())), np.float32)
        for row, of_classes in enumerate(said):
            for kind, chance in of_classes.items():
                self.chances[row, kind] = chance

    def perceive(self, crops):
        assert len(crops) == len(self.chances)
        return SimpleNamespace(chances=self.chances)


def chunk_of(folder, *kinds):
    store = ChunkFolder(folder)
    brightness = np.arange(len(kinds), dtype=np.uint8) * 100
    images = np.broadcast_to(brightness[:, None, None, None], (len(kinds), CROP_HEIGHT, CROP_WIDTH, 3))
    store.write(0, np.ascontiguousarray(images), {"kind": np.array(kinds)})
    return store


def test_what_is_noted_is_the_chance_of_the_card_whichever_way_up_and_is_noted_once(tmp_path):
    from companion.training.known import note_known

    store, told = chunk_of(tmp_path / "train", FIVE, FIVE_TURNED, SIX, NOTHING), []
    reader = Saying({FIVE: 0.6, FIVE_TURNED: 0.3}, {FIVE: 0.5, SIX: 0.5}, {NOTHING: 1.0}, {NOTHING: 0.75})
    for _ in range(2):
        note_known(store, reader, tmp_path / "known", told.append)
    assert np.load(tmp_path / "known" / "known-0000.npy") == pytest.approx([0.9, 0.5, 0.0, 0.75])
    assert len(told) == 1


@pytest.mark.parametrize("chance", [1.0, 0.0, None], ids=["known", "beyond reading", "not noted"])
def test_a_card_with_little_to_learn_is_drawn_once_for_four_times_that_another_is(tmp_path, chance):
    from companion.training.known import note_known
    from companion.training.reader import ReaderCrops

    store = chunk_of(tmp_path / "train", SIX, FIVE)
    if chance is not None:
        note_known(store, Saying({SIX: chance}, {FIVE: 0.7}), tmp_path / "known", print)
    crops = ReaderCrops(tmp_path / "train", 1000, augment=True, seed=3)
    fives = sum(crops[index]["cls"] in (FIVE, FIVE_TURNED) for index in range(1000))
    assert 450 < fives < 550 if chance is None else 750 < fives < 850
