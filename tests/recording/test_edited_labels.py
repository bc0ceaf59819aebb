"""Labels as others' tools save them: the same, however they are written; what is none is refused in words."""

import json

import numpy as np
import pytest

from companion.cards import DECKS
from companion.errors import UnusableError
from companion.language import language
from companion.recording.edited import read_labels

SQUARE = (0.1, 0.1, 0.3, 0.1, 0.3, 0.5, 0.1, 0.5)

STYLES = {
    "as exported": lambda names: "names:\n" + "".join(f"  {i}: {json.dumps(name)}\n" for i, name in enumerate(names)),
    "single quotes": lambda names: "names:\n" + "".join(f"  {i}: '{name}'\n" for i, name in enumerate(names)),
    "bare, with remarks": lambda names: (
        "names:  # all\n" + "".join(f"  {i}: {n}  # {i}\n" for i, n in enumerate(names))
    ),
    "a list": lambda names: "names:\n" + "".join(f"- '{name}'\n" for name in names),
    "a list, further in": lambda names: "names:\n" + "".join(f"  - {name}\n" for name in names),
    "in brackets": lambda names: f"names: {[*names]}\n",
    "in brackets, broken": lambda names: "names: [" + ",\n  ".join(f'"{name}"' for name in names) + "]\n",
    "by number, the last first": lambda names: (
        "names:\n" + "".join(f"  {i}: {json.dumps(n)}\n" for i, n in reversed([*enumerate(names)]))
    ),
    "by number in brackets": lambda names: "names: {" + ", ".join(f"{i}: '{n}'" for i, n in enumerate(names)) + "}\n",
}


def yolo(folder, classes, labels, *, below="labels/train", mark="", end="\n"):
    """Write a data set: what stands in `data.yaml`, and the lines of each picture."""
    (folder / below).mkdir(parents=True)
    text = f"path: .\ntrain: images/train\nnc: 9\n{classes}val: images/train\n"
    (folder / "data.yaml").write_bytes((mark + text.replace("\n", end)).encode())
    for name, lines in labels.items():
        (folder / below / f"{name}.txt").write_bytes((mark + "".join(line + end for line in lines)).encode())
    (folder / "README.txt").write_text("made with some tool", "utf-8")
    return folder


def line(number, corners=SQUARE):
    return " ".join(map(str, (number, *corners)))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("deck", DECKS)
def test_classes_are_the_same_in_whatever_style_they_are_named(tmp_path, deck, style):
    names = [*DECKS[deck].codes, "back"]
    lines = [line(number) for number in range(len(names))]
    ((picture, boxes),) = read_labels(yolo(tmp_path, STYLES[style](names), {"000001.000": lines}), names)
    assert picture == "000001.000"
    assert [box.name for box in boxes] == names
    assert boxes[0].corners.tolist() == np.float32(SQUARE).reshape(4, 2).tolist()


@pytest.mark.parametrize(("mark", "end"), [("\ufeff", "\n"), ("", "\r\n"), ("\ufeff", "\r\n")])
@pytest.mark.parametrize("below", ["labels/train", "labels", "train/labels"])
def test_labels_are_found_where_tools_put_them_and_however_lines_end(tmp_path, below, mark, end):
    data = yolo(
        tmp_path, STYLES["in brackets"](["AS", "back"]), {"1.0": [line(1), ""]}, below=below, mark=mark, end=end
    )
    ((_, (box,)),) = read_labels(data, {"AS", "back"})
    assert box.name == "back"


def test_a_class_that_is_no_card_is_refused_and_not_passed_over(tmp_path):
    data = yolo(tmp_path, STYLES["a list"](["AS", "ace of hearts"]), {"1.0": [line(0)], "2.0": [line(1)]})
    with pytest.raises(UnusableError, match=r"class .ace of hearts. of a label of 2.0 is no card"):
        read_labels(data, {"AS"})


@pytest.mark.parametrize(
    "wrong",
    [
        line(0)[:-4],
        line(7),
        line("AS"),
        line(0, ("nan", *SQUARE[1:])),
        line(0, ("inf", *SQUARE[1:])),
        line(0, (1e30, *SQUARE[1:])),
        line(0, (0.5,) * 8),
    ],
)
def test_a_line_that_is_no_box_is_named(tmp_path, wrong):
    data = yolo(tmp_path, STYLES["a list"](["AS"]), {"1.0": [line(0), wrong]})
    with pytest.raises(UnusableError, match=r"labels.train.1.0.txt, line 2: expected the number of a class and eight"):
        read_labels(data, {"AS"})


def test_a_data_set_without_labels_or_classes_is_refused(tmp_path):
    with pytest.raises(UnusableError, match="holds no labels"):
        read_labels(yolo(tmp_path / "bare", STYLES["a list"](["AS"]), {}), {"AS"})
    with pytest.raises(UnusableError, match="names no classes"):
        read_labels(yolo(tmp_path / "nameless", "", {"1.0": [line(0)]}), {"AS"})


def coco(folder, **changes):
    """Write a data set of one picture with one card, some of it changed."""
    image = {"id": 3, "file_name": "1.0.jpg", "width": 100, "height": 50, **changes.get("image", {})}
    label = {"image_id": 3, "category_id": 5, "segmentation": [[10, 5, 30, 5, 30, 25, 10, 25]]}
    label |= changes.get("label", {})
    whole = {"categories": [{"id": 5, "name": "AS"}], "images": [image], "annotations": [label]}
    (folder / "annotations.json").write_bytes(changes.get("mark", b"") + json.dumps(whole).encode())
    return folder


@pytest.mark.parametrize(
    "changes", [{}, {"mark": b"\xef\xbb\xbf"}, *({"image": {"file_name": f"{way}1.0.jpg"}} for way in ("a/", "a\\"))]
)
def test_coco_is_read_with_the_paths_and_marks_of_any_system(tmp_path, changes):
    ((name, (box,)),) = read_labels(coco(tmp_path, **changes), {"AS"})
    assert (name, box.name) == ("1.0", "AS")
    assert box.corners == pytest.approx(np.float32(SQUARE).reshape(4, 2))


@pytest.mark.parametrize(
    "changes",
    [
        *(
            {"label": {"segmentation": wrong}}
            for wrong in ([], [[]], [[1, 2]], [[1, 2, 3]], {"counts": [1]}, [[None] * 8])
        ),
        {"label": {"category_id": 9}},
        {"label": {"image_id": 9}},
        {"image": {"width": 0}},
    ],
)
def test_a_label_of_coco_that_is_no_box_is_named(tmp_path, changes):
    with pytest.raises(UnusableError, match="annotation 1 of 1: expected a category, a picture with its size"):
        read_labels(coco(tmp_path, **changes), {"AS"})


def test_what_is_wrong_is_told_in_the_language_of_people(tmp_path):
    data = yolo(tmp_path, STYLES["a list"](["AS"]), {"1.0": [line(7)]})
    with pytest.raises(UnusableError) as refused:
        read_labels(data, {"AS"})
    assert "está dañado" in refused.value.told(language("es"))
    assert "línea 1: se esperaba el número de una clase" in refused.value.told(language("es"))
    assert "ligne 1\u00a0: le numéro d'une classe" in refused.value.told(language("fr"))


def test_a_key_that_is_there_twice_is_named(tmp_path):
    path = coco(tmp_path) / "annotations.json"
    path.write_text(path.read_text("utf-8").replace('"id": 3', '"id": 4, "id": 3'), "utf-8")
    with pytest.raises(UnusableError, match='the key "id" is there twice'):
        read_labels(tmp_path, {"AS"})
