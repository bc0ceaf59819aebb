"""Labels that were exported, edited elsewhere and taken back."""

import json
from collections import Counter

import numpy as np
import pytest

from companion.errors import UnusableError
from companion.recording.annotations import Annotation, Overlay, add_annotation, read_annotations
from companion.recording.export.datasets import write_coco, write_yolo
from companion.recording.export.pictures import BACK, Tally, class_names, labelled_pictures
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


@pytest.mark.parametrize("order", [[1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2], [3, 2, 1, 0], [1, 0, 3, 2]])
def test_a_tool_that_begins_boxes_at_another_corner_has_moved_none(folder, tmp_path, order):
    out = export(folder, tmp_path / "yolo", "yolo")
    for path in out.glob("labels/*/*.txt"):
        rows = [line.split() for line in path.read_text("utf-8").splitlines()]
        path.write_text(
            "".join(f"{row[0]} {' '.join(row[1 + 2 * c] + ' ' + row[2 + 2 * c] for c in order)}\n" for row in rows),
            "utf-8",
        )
    result = import_labels(open_session(folder), out, "Ana")
    assert result.pictures > 5
    assert result.annotations == ()


@pytest.mark.parametrize(
    "redrawn",
    [
        lambda quad: [*quad, quad[0]],
        lambda quad: np.stack([quad, (quad + np.roll(quad, -1, axis=0)) / 2], axis=1),
    ],
    ids=["closed", "with points between"],
)
def test_a_tool_that_draws_boxes_with_more_points_has_moved_none(folder, tmp_path, redrawn):
    out = export(folder, tmp_path / "coco", "coco")
    whole = json.loads((out / "annotations.json").read_text("utf-8"))
    for item in whole["annotations"]:
        quad = np.reshape(item["segmentation"][0], (4, 2))
        item["segmentation"] = [np.ravel(redrawn(quad)).tolist()]
    (out / "annotations.json").write_text(json.dumps(whole), "utf-8")
    assert import_labels(open_session(folder), out, "Ana").annotations == ()


@pytest.mark.parametrize(
    "corners", [[(10, 60), (10, 10), (40, 10), (40, 60)], [(40, 10), (10, 10), (10, 60), (40, 60)]]
)
def test_a_new_box_begins_at_a_short_side_and_goes_round_clockwise(folder, tmp_path, corners):
    out = export(folder, tmp_path / "coco", "coco")
    path = out / "annotations.json"
    whole = json.loads(path.read_text("utf-8"))
    whole["annotations"].append({**whole["annotations"][0], "id": 9999, "segmentation": [np.ravel(corners).tolist()]})
    path.write_text(json.dumps(whole), "utf-8")
    ((new),) = import_labels(open_session(folder), out, "Ana").annotations
    across, down = new.corners[1] - new.corners[0], new.corners[3] - new.corners[0]
    assert np.linalg.norm(across) < np.linalg.norm(down)
    assert across[0] * down[1] - across[1] * down[0] > 0


def test_edited_names_come_back(folder, tmp_path):
    out = export(folder, tmp_path / "yolo", "yolo")
    names = class_names(open_session(folder), "cards")
    read = open_session(folder).facts[0].cards[0]
    before = boxes(folder)
    # In one picture only: the name holds along the track.
    path = sorted(
        path for path in out.glob("labels/*/*.txt") if path.read_text("utf-8").startswith(f"{names.index(read)} ")
    )[0]
    path.write_text(path.read_text("utf-8").replace(f"{names.index(read)} ", f"{names.index('7-cups')} ", 1), "utf-8")
    result = import_labels(open_session(folder), out, "Ana")
    assert ("name", "7-cups") in [(said.kind, said.card) for said in result.annotations]
    after = boxes(folder)
    assert any("7-cups" in {name for name, _ in after[picture]} for picture in after)
    assert after.keys() == before.keys()
    assert {said.author for said in read_annotations(folder)} == {"Ana"}


def test_moved_new_and_deleted_boxes_come_back(folder, tmp_path):
    out = export(folder, tmp_path / "coco", "coco")
    path = out / "annotations.json"
    whole = json.loads(path.read_text("utf-8"))
    last = Counter(item["image_id"] for item in whole["annotations"]).most_common(1)[0][0]
    moved, gone = [item for item in whole["annotations"] if item["image_id"] == last][:2]
    moved["segmentation"][0] = [value + 3 for value in moved["segmentation"][0]]
    whole["annotations"].remove(gone)
    new = {**moved, "id": 9999, "segmentation": [[10, 10, 40, 10, 40, 60, 10, 60]]}
    whole["annotations"].append(new)
    path.write_text(json.dumps(whole), "utf-8")
    result = import_labels(open_session(folder), out, "")
    assert sorted(said.kind for said in result.annotations) == ["add", "box", "remove"]
    name = next(image["file_name"] for image in whole["images"] if image["id"] == last).removesuffix(".jpg")
    wanted = [item["segmentation"][0] for item in whole["annotations"] if item["image_id"] == last]
    found = [np.ravel(corners).tolist() for _, corners in boxes(folder)[name]]
    assert np.array(sorted(found)) == pytest.approx(np.array(sorted(wanted)), abs=0.2)


def test_a_box_that_was_moved_far_is_the_same_card_which_stays_in_the_other_pictures(folder, tmp_path):
    out = export(folder, tmp_path / "coco", "coco")
    path = out / "annotations.json"
    whole = json.loads(path.read_text("utf-8"))
    code = open_session(folder).facts[0].cards[0]
    number = next(item["id"] for item in whole["categories"] if item["name"] == code)
    shown = [item for item in whole["annotations"] if item["category_id"] == number]
    assert len(shown) > 1
    wanted = shown[0]["segmentation"][0] = [value + 200 for value in shown[0]["segmentation"][0]]
    path.write_text(json.dumps(whole), "utf-8")
    ((said),) = import_labels(open_session(folder), out, "Ana").annotations
    assert said.kind == "box"
    found = [corners for picture in boxes(folder).values() for name, corners in picture if name == code]
    assert len(found) == len(shown)
    assert any(np.ravel(corners) == pytest.approx(wanted, abs=0.2) for corners in found)


def test_pictures_of_other_sessions_are_counted_and_left_alone(folder, tmp_path):
    out = export(folder, tmp_path / "yolo", "yolo")
    for path in out.glob("labels/*/*.txt"):
        path.rename(path.with_stem(f"9{path.stem}"))
    result = import_labels(open_session(folder), out, "")
    assert (result.pictures, result.annotations) == (0, ())
    assert result.others > 5


@pytest.mark.parametrize("name", ["cover", "IMG_2041", "14", "14.55"])
def test_a_picture_that_is_none_of_the_looks_is_counted_as_one_of_others(folder, tmp_path, name):
    out = export(folder, tmp_path / "yolo", "yolo")
    path = sorted(out.glob("labels/*/*.txt"))[-1]
    (path.with_stem(name)).write_text(
        f"{len(class_names(open_session(folder), 'cards')) - 1} 0 0 .1 0 .1 .1 0 .1\n", "utf-8"
    )
    result = import_labels(open_session(folder), out, "Ana")
    assert (result.others, result.annotations) == (1, ())


def test_new_boxes_are_the_card_or_the_back_that_they_are_called(folder, tmp_path):
    out = export(folder, tmp_path / "yolo", "yolo")
    names = class_names(open_session(folder), "cards")
    path = sorted(out.glob("labels/*/*.txt"))[0]
    ends = ["0.01 0.01 0.05 0.01 0.05 0.2 0.01 0.2", "0.11 0.01 0.15 0.01 0.15 0.2 0.11 0.2"]
    path.write_text(
        path.read_text("utf-8")
        + "".join(f"{names.index(n)} {e}\n" for n, e in zip(("7-cups", BACK), ends, strict=True)),
        "utf-8",
    )
    before = [name for name, _ in boxes(folder)[path.stem]]
    result = import_labels(open_session(folder), out, "Ana")
    assert [(said.kind, said.card, said.face_up) for said in result.annotations] == [
        ("add", "7-cups", True),
        ("add", None, False),
    ]
    assert sorted(name for name, _ in boxes(folder)[path.stem]) == sorted([*before, "7-cups", BACK])


def test_a_name_that_was_set_right_in_every_picture_is_written_down_once(folder, tmp_path):
    out = export(folder, tmp_path / "coco", "coco")
    path = out / "annotations.json"
    whole = json.loads(path.read_text("utf-8"))
    numbers = {item["name"]: item["id"] for item in whole["categories"]}
    read = open_session(folder).facts[0].cards[0]
    shown = [item for item in whole["annotations"] if item["category_id"] == numbers[read]]
    assert len(shown) > 1
    for item in shown:
        item["category_id"] = numbers["7-cups"]
    path.write_text(json.dumps(whole), "utf-8")
    result = import_labels(open_session(folder), out, "Ana")
    assert [(said.kind, said.card) for said in result.annotations] == [("name", "7-cups")]


def test_a_box_that_is_moved_again_lies_where_it_was_moved_last(folder, tmp_path):
    code = open_session(folder).facts[0].cards[0]
    for turn in range(2):
        out = export(folder, tmp_path / f"coco{turn}", "coco")
        path = out / "annotations.json"
        whole = json.loads(path.read_text("utf-8"))
        number = next(item["id"] for item in whole["categories"] if item["name"] == code)
        item = next(item for item in whole["annotations"] if item["category_id"] == number)
        wanted = item["segmentation"][0] = [value + 3 for value in item["segmentation"][0]]
        path.write_text(json.dumps(whole), "utf-8")
        assert [said.kind for said in import_labels(open_session(folder), out, "Ana").annotations] == ["box"]
        found = [np.ravel(corners) for picture in boxes(folder).values() for _, corners in picture]
        assert any(corners == pytest.approx(wanted, abs=0.3) for corners in found)


@pytest.mark.parametrize("damage", [None, "{", '{"images": 3}'])
def test_what_is_no_data_set_is_refused_in_words(folder, tmp_path, damage):
    (tmp_path / "data").mkdir()
    if damage is not None:
        (tmp_path / "data" / "annotations.json").write_text(damage, "utf-8")
    with pytest.raises(UnusableError, match="data"):
        import_labels(open_session(folder), tmp_path / "data", "")


def test_backs_stay_backs_where_a_tool_quotes_the_classes_in_its_own_way(folder, tmp_path):
    out = export(folder, tmp_path / "yolo", "yolo")
    (out / "data.yaml").write_text((out / "data.yaml").read_text("utf-8").replace('"', "'"), "utf-8")
    assert import_labels(open_session(folder), out, "").annotations == ()


def relabelled(out, old, new):
    """Give the first box of a class another one, and return the name of its picture."""
    for path in sorted(out.glob("labels/*/*.txt")):
        lines = path.read_text("utf-8").splitlines()
        for place, line in enumerate(lines):
            if line.startswith(f"{old} "):
                lines[place] = line.replace(f"{old} ", f"{new} ", 1)
                path.write_text("\n".join(lines) + "\n\n", "utf-8")
                return path.stem
    raise AssertionError(f"no box of class {old}")


@pytest.mark.parametrize("to_back", [True, False])
def test_which_side_shows_comes_back_once(folder, tmp_path, to_back):
    names = class_names(open_session(folder), "cards")
    face = names.index(open_session(folder).facts[0].cards[0])
    back = names.index(BACK)
    old, new = (face, back) if to_back else (back, names.index("7-cups"))
    out = export(folder, tmp_path / "yolo", "yolo")
    picture = relabelled(out, old, new)
    result = import_labels(open_session(folder), out, "Ana")
    assert [said.kind for said in result.annotations] == (["side"] if to_back else ["side", "name"])
    assert names[new] in [name for name, _ in boxes(folder)[picture]]
    again = export(folder, tmp_path / "again", "yolo")
    assert import_labels(open_session(folder), again, "Ana").annotations == ()


def test_a_card_is_set_right_in_every_place_where_it_lay(folder, tmp_path):
    session = open_session(folder)
    seen = {}
    for look in session.looks:
        for card, track in zip(look.cards, look.tracks, strict=True):
            places = seen.setdefault(track, [(look, card)])
            height = np.linalg.norm(card.corners[3] - card.corners[0])
            if np.abs(card.corners - places[-1][1].corners).max() > height:
                places.append((look, card))
    track, ((first, one), (last, other), *_) = next(item for item in seen.items() if len(item[1]) > 1)
    for look, card, shift in ((first, one, 15.0), (last, other, -20.0)):
        was = card.corners
        add_annotation(folder, Annotation("box", track, look.time, corners=was + np.float32(shift), was=was))
    overlay = Overlay(read_annotations(folder))
    for look, card, shift in ((first, one, 15.0), (last, other, -20.0)):
        seen_now = overlay.over(look).look
        assert seen_now.cards[seen_now.tracks.index(track)].corners == pytest.approx(card.corners + shift, abs=0.1)


def test_a_damaged_line_is_named(folder, tmp_path):
    out = export(folder, tmp_path / "yolo", "yolo")
    path = sorted(out.glob("labels/*/*.txt"))[0]
    path.write_text(path.read_text("utf-8") + "3 0.5 0.5\n", "utf-8")
    line = len(path.read_text("utf-8").splitlines())
    with pytest.raises(UnusableError, match=f"{path.name}, line {line}: expected"):
        import_labels(open_session(folder), out, "Ana")
