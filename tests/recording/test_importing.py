"""Labels that were exported, edited elsewhere and taken back."""

import json
from collections import Counter

import numpy as np
import pytest

from companion.errors import UnusableError
from companion.recording.annotations import read_annotations
from companion.recording.export.datasets import write_coco, write_yolo
from companion.recording.export.pictures import Tally, class_names, labelled_pictures
from companion.recording.importing import import_labels
from companion.recording.opening import open_session

WRITERS = {"yolo": write_yolo, "coco": write_coco}


def export(folder, out, form):
    session = open_session(folder)
    out.mkdir()
    pictures = labelled_pictures(session, Tally(), every=2.0, classes="cards", masked=False)
    WRITERS[form](out, pictures, class_names(session, "cards"))
    return out


def boxes(folder):
    """Return what a session's data set says, without its files: name of each picture, with classes and corners."""
    session = open_session(folder)
    pictures = labelled_pictures(session, Tally(), every=2.0, classes="cards", masked=False)
    return {
        picture.name: [(box.name, np.round(box.corners, 1).tolist()) for box in picture.boxes] for picture in pictures
    }


@pytest.mark.parametrize("form", WRITERS)
def test_what_was_not_edited_says_nothing_new(folder, tmp_path, form):
    out = export(folder, tmp_path / form, form)
    result = import_labels(open_session(folder), out, "Ana")
    assert result.pictures > 5
    assert (result.others, result.annotations) == (0, ())
    assert not (folder / "annotations.jsonl").exists()


def test_edited_names_come_back(folder, tmp_path):
    out = export(folder, tmp_path / "yolo", "yolo")
    names = class_names(open_session(folder), "cards")
    read = open_session(folder).facts[0].cards[0]
    before = boxes(folder)
    # In one picture only: the name holds along the track.
    path = sorted(path for path in out.glob("labels/*/*.txt") if path.read_text().startswith(f"{names.index(read)} "))[
        0
    ]
    path.write_text(path.read_text().replace(f"{names.index(read)} ", f"{names.index('7-cups')} ", 1))
    result = import_labels(open_session(folder), out, "Ana")
    assert ("name", "7-cups") in [(said.kind, said.card) for said in result.annotations]
    after = boxes(folder)
    assert any("7-cups" in {name for name, _ in after[picture]} for picture in after)
    assert after.keys() == before.keys()
    assert {said.author for said in read_annotations(folder)} == {"Ana"}


def test_moved_new_and_deleted_boxes_come_back(folder, tmp_path):
    out = export(folder, tmp_path / "coco", "coco")
    path = out / "annotations.json"
    whole = json.loads(path.read_text())
    last = Counter(item["image_id"] for item in whole["annotations"]).most_common(1)[0][0]
    moved, gone = [item for item in whole["annotations"] if item["image_id"] == last][:2]
    moved["segmentation"][0] = [value + 5 for value in moved["segmentation"][0]]
    whole["annotations"].remove(gone)
    new = {**moved, "id": 9999, "segmentation": [[10, 10, 40, 10, 40, 60, 10, 60]]}
    whole["annotations"].append(new)
    path.write_text(json.dumps(whole))
    result = import_labels(open_session(folder), out, "")
    assert sorted(said.kind for said in result.annotations) == ["add", "box", "remove"]
    name = next(image["file_name"] for image in whole["images"] if image["id"] == last).removesuffix(".jpg")
    wanted = [item["segmentation"][0] for item in whole["annotations"] if item["image_id"] == last]
    found = [np.ravel(corners).tolist() for _, corners in boxes(folder)[name]]
    assert np.array(sorted(found)) == pytest.approx(np.array(sorted(wanted)), abs=0.2)


def _lines(path):
    return path.read_text().splitlines()


def _of(line, number):
    return line.startswith(number)


def test_pictures_of_other_sessions_are_counted_and_left_alone(folder, tmp_path):
    out = export(folder, tmp_path / "yolo", "yolo")
    for path in out.glob("labels/*/*.txt"):
        path.rename(path.with_stem(f"9{path.stem}"))
    result = import_labels(open_session(folder), out, "")
    assert (result.pictures, result.annotations) == (0, ())
    assert result.others > 5


@pytest.mark.parametrize("damage", [None, "{", '{"images": 3}'])
def test_what_is_no_data_set_is_refused_in_words(folder, tmp_path, damage):
    (tmp_path / "data").mkdir()
    if damage is not None:
        (tmp_path / "data" / "annotations.json").write_text(damage)
    with pytest.raises(UnusableError, match="data"):
        import_labels(open_session(folder), tmp_path / "data", "")
