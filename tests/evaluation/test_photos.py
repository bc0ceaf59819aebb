"""Labelled photographs from folders."""

import json
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import UnusableError
from companion.evaluation.photos import photo_sets

SHARED = Path(__file__).resolve().parents[3] / "shared" / "photos"


@pytest.fixture
def source(tmp_path):
    def write(items, name="somewhere", files=("p.png",), inside=""):
        folder = tmp_path / name
        (folder / inside).mkdir(parents=True, exist_ok=True)
        for file in files:
            cv2.imwrite(str(folder / inside / file), np.zeros((48, 64, 3), np.uint8))
        (folder / "labels.json").write_text(json.dumps(items), encoding="utf-8")
        return tmp_path

    return write


def item(**more):
    return {"file": "p.png", "deck": "french52", **more}


def only_picture(folder, part="check"):
    (pictures,) = photo_sets(folder, part)
    (picture,) = pictures.pictures()
    return picture


def test_codes_with_boxes(source):
    folder = source({"check": [item(cards=[{"card": "AS", "box": [1, 2, 31, 42]}])]})
    picture = only_picture(folder)
    assert (picture.name, picture.deck, picture.named_by, picture.outlines) == (
        "somewhere/p.png",
        "french52",
        "code",
        "upright",
    )
    (card,) = picture.cards
    assert (card.name, card.face_up, card.wanted, card.readable) == ("AS", True, True, True)
    assert card.outline.tolist() == [[1, 2], [31, 2], [31, 42], [1, 42]]
    assert picture.image.shape == (48, 64, 3)


def test_ranks_with_boxes(source):
    picture = only_picture(source({"check": [item(cards=[{"rank": "10", "box": [1, 2, 31, 42]}])]}))
    assert (picture.named_by, picture.cards[0].name) == ("rank", "10")


def test_codes_without_boxes_and_jokers(source):
    picture = only_picture(source({"check": [item(deck="spanish48", cards=["12-clubs", "1-clubs"], jokers=2)]}))
    assert [card.name for card in picture.cards] == ["12-clubs", "1-clubs"]
    assert (picture.named_by, picture.outlines, picture.ignored) == ("code", None, 2)


def test_a_number_of_faces_of_a_deck_without_codes(source):
    folder = source({"check": [item(deck="neapolitan", faces=1)]})
    (pictures,) = photo_sets(folder, "check")
    assert pictures.deck == "neapolitan"
    (picture,) = pictures.pictures()
    assert (len(picture.cards), picture.named_by, picture.outlines) == (1, None, None)
    assert picture.deck == "spanish48"


def test_a_photograph_without_cards(source):
    picture = only_picture(source({"check": [item(cards=[])]}))
    assert (picture.cards, picture.outlines) == ((), "upright")


def test_files_may_lie_in_a_folder_of_their_part(source):
    folder = source({"fit": [item(cards=[])]}, inside="fit")
    assert only_picture(folder, "fit").image.shape == (48, 64, 3)


def test_sets_by_source_and_deck_in_a_fixed_order(source):
    source({"check": [item(deck="spanish48", cards=[]), item(cards=[])]}, name="b")
    folder = source({"check": [item(cards=[])], "fit": [item(cards=[])]}, name="a")
    assert [(s.source, s.deck, s.count) for s in photo_sets(folder, "check")] == [
        ("a", "french52", 1),
        ("b", "spanish48", 1),
        ("b", "french52", 1),
    ]
    assert [(s.source, s.deck, s.count) for s in photo_sets(folder, "fit")] == [("a", "french52", 1)]


def test_a_folder_without_labels_is_named(tmp_path):
    with pytest.raises(UnusableError, match="no labelled photographs"):
        photo_sets(tmp_path, "check")


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([], "expected an object"),
        ({"check": 3}, "expected an object"),
        ({"check": [{"deck": "french52", "cards": []}]}, "KeyError\\('file'\\)"),
        ({"check": [item(cards=["1-cups"])]}, "p.png: '1-cups' is no card of the deck french52"),
        ({"check": [item(cards=[{"rank": "1", "box": [0, 0, 1, 1]}])]}, "'1' is no rank of french52"),
        ({"check": [item(cards=[{"card": "AS", "box": [5, 5, 5, 9]}])]}, "is empty"),
        ({"check": [item(cards=[{"card": "AS", "box": [5, 5, 9]}])]}, "cannot be used"),
        ({"check": [item(cards=["AS"], jokers="two")]}, "cannot be used"),
        ({"check": [item(deck="tarot", cards=["AS"])]}, "there is no deck 'tarot'"),
    ],
)
def test_labels_that_cannot_be_used_are_named(source, labels, message):
    folder = source(labels)
    with pytest.raises(UnusableError, match=message) as raised:
        photo_sets(folder, "check")
    assert str(folder / "somewhere" / "labels.json") in str(raised.value)


def test_labels_that_are_no_json_are_named(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "labels.json").write_text("{", encoding="utf-8")
    with pytest.raises(UnusableError, match=r"labels\.json: cannot be read as JSON"):
        photo_sets(tmp_path, "check")


def test_a_missing_photograph_is_named_when_it_is_needed(source):
    (pictures,) = photo_sets(source({"check": [item(file="q.png", cards=[])]}), "check")
    with pytest.raises(UnusableError, match=r"q\.png"):
        list(pictures.pictures())


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the labelled photographs in ../shared/photos")
def test_the_shared_photographs_are_all_there():
    sets = photo_sets(SHARED, "check") + photo_sets(SHARED, "fit")
    counts = Counter({(s.source, s.part, s.deck): s.count for s in sets})
    assert counts["french-table", "check", "french52"] == 200
    assert counts["french-table", "fit", "french52"] == 180
    assert counts["spanish-table", "check", "spanish48"] == 18
    for pictures in sets:
        first = next(pictures.pictures())
        assert min(first.image.shape[:2]) > 100
        assert first.cards
