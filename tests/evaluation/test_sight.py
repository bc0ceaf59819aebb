"""A look at one photograph."""

import cv2
import numpy as np
import pytest
from evaluation_builders import FakeEyes, box, seen

from companion.errors import UnusableError
from companion.evaluation import sight
from companion.evaluation.annotation import Annotations
from companion.evaluation.sight import look_at


@pytest.fixture
def photograph(tmp_path):
    path = tmp_path / "in" / "p.png"
    path.parent.mkdir()
    cv2.imwrite(str(path), np.full((300, 400, 3), 80, np.uint8))
    return path


def test_a_known_deck_is_read_as_told(photograph):
    eyes = FakeEyes(seen(box(10, 10), ("1-cups", 0.9)))
    seen_there = look_at(eyes, photograph, "spanish48")
    assert (seen_there.deck, [card.code for card in seen_there.cards]) == ("spanish48", ["1-cups"])
    assert eyes.asked == [((300, 400, 3), "spanish48")]


def test_the_deck_is_decided_from_the_picture(photograph):
    seen_there = look_at(FakeEyes(seen(box(10, 10), ("AS", 0.9)), deck="french52"), photograph, None)
    assert (seen_there.deck, [card.code for card in seen_there.cards]) == ("french52", ["AS"])


def test_backs_do_not_tell_the_deck(photograph):
    seen_there = look_at(FakeEyes(seen(box(10, 10), face_up=False)), photograph, None)
    assert (seen_there.deck, [card.code for card in seen_there.cards]) == (None, [None])


def test_a_huge_photograph_is_looked_at_smaller_and_corners_are_of_the_photograph(photograph, monkeypatch):
    monkeypatch.setattr(sight, "LONGEST_SIDE", 100)
    eyes = FakeEyes(seen(box(10, 20, 7, 10), ("AS", 0.9)))
    seen_there = look_at(eyes, photograph, "french52")
    assert eyes.asked == [((75, 100, 3), "french52")]
    assert seen_there.image.shape == (300, 400, 3)
    assert seen_there.cards[0].seen.corners.tolist() == [[40, 80], [68, 80], [68, 120], [40, 120]]


def test_a_file_that_is_no_picture_is_named(tmp_path):
    with pytest.raises(UnusableError, match=r"missing\.jpg"):
        look_at(FakeEyes(), tmp_path / "missing.jpg", "french52")


def test_annotations_are_named_like_the_photographs(photograph, tmp_path):
    out = tmp_path / "out"
    looked = look_at(FakeEyes(seen(box(100, 100), ("AS", 0.9))), photograph, "french52")
    target = Annotations(out, [str(photograph)]).write(photograph, looked)
    assert target == out / "p.png"
    assert [path.name for path in out.iterdir()] == ["p.png"]
    drawn = cv2.imread(str(target))
    assert drawn.shape == (300, 400, 3)
    assert (drawn != looked.image).any()


def test_annotations_of_like_named_photographs_do_not_overwrite_each_other(tmp_path):
    out = tmp_path / "out"
    images = ["a/p.jpg", "b/p.jpg", "c/p.gif", "a/p.jpg", "d/P.JPG"]
    annotations = Annotations(out, images)
    looked = look_at(FakeEyes(), _write(tmp_path / "x.png"), "french52")
    names = {annotations.write(path, looked).name for path in map(type(tmp_path), images)}
    assert names == {"p.jpg", "p-2.jpg", "p.gif.jpg", "P-3.JPG"}


def _write(path):
    cv2.imwrite(str(path), np.zeros((20, 20, 3), np.uint8))
    return path


def test_photographs_are_never_overwritten(photograph):
    with pytest.raises(UnusableError, match="choose another folder"):
        Annotations(photograph.parent, [str(photograph)])
