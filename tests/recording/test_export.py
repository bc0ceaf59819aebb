"""Recorded sessions in other forms, read back."""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import av
import cv2
import numpy as np
import pytest

from companion.cards import DECKS, plain_code
from companion.errors import UnusableError, WrongInputError
from companion.language import language
from companion.recording.export.clip import find_trick, write_clip
from companion.recording.export.crops import write_crops, write_yolo_cls
from companion.recording.export.datasets import write_coco, write_voc, write_yolo
from companion.recording.export.documents import write_document
from companion.recording.export.files import new_folder
from companion.recording.export.pictures import Tally, class_names, labelled_pictures
from companion.recording.labels import Labeller
from companion.recording.samples import samples
from companion.rules.facts import CardsPlayed


def pictures_of(session, tally, **options):
    wanted = {"every": 1.0, "classes": "cards", "masked": False, **options}
    return labelled_pictures(session, tally, **wanted)


def expected(session):
    """Return what the data sets must hold: name of each picture, with classes and corners (in 320 x 180 pixels)."""
    labeller = Labeller(session)
    looks = {f"{look.time:010.3f}": look for look in session.looks}
    return {
        name: [((label.code or "back"), label.corners / 4) for label in labeller.label(look).labels]
        for name, look in looks.items()
    }


def test_yolo_reads_back(session, tmp_path):
    tally, names = Tally(), class_names(session, "cards")
    write_yolo(tmp_path, pictures_of(session, tally), names)
    known = expected(session)
    files = sorted(tmp_path.glob("labels/*/*.txt"))
    assert len(files) == tally.pictures > 5
    cards = 0
    for file in files:
        image = cv2.imread(str(tmp_path / "images" / file.parent.name / f"{file.stem}.jpg"))
        assert image.shape == (180, 320, 3)
        for line, (code, corners) in zip(file.read_text("utf-8").splitlines(), known[file.stem], strict=True):
            number, *values = line.split()
            assert names[int(number)] == code
            assert np.array(values, float).reshape(4, 2) * (320, 180) == pytest.approx(corners, abs=0.05)
            cards += 1
    assert cards == tally.cards
    text = (tmp_path / "data.yaml").read_text("utf-8")
    # So short a game has no stretch to spare for validation.
    assert "train: images/train\nval: images/train\n" in text
    assert f'  {names.index("3-cups")}: "3-cups"\n' in text


def test_coco_reads_back(session, tmp_path):
    tally, names = Tally(), class_names(session, "cards")
    write_coco(tmp_path, pictures_of(session, tally), names)
    whole = json.loads((tmp_path / "annotations.json").read_text("utf-8"))
    known = expected(session)
    files = {image["id"]: image["file_name"] for image in whole["images"]}
    categories = {category["id"]: category["name"] for category in whole["categories"]}
    assert len(files) == tally.pictures
    assert len(whole["annotations"]) == tally.cards
    found = Counter()
    for item in whole["annotations"]:
        name = files[item["image_id"]].removesuffix(".jpg")
        code, corners = known[name][found[name]]
        found[name] += 1
        assert categories[item["category_id"]] == code
        assert np.array(item["segmentation"]).reshape(4, 2) == pytest.approx(corners, abs=0.06)
        x, y, width, height = item["bbox"]
        assert (x, y) == pytest.approx(np.clip(corners.min(axis=0), 0, None), abs=0.11)
        assert (x + width, y + height) == pytest.approx(np.minimum(corners.max(axis=0), (320, 180)), abs=0.21)


def test_voc_reads_back(session, tmp_path):
    tally, names = Tally(), class_names(session, "cards")
    write_voc(tmp_path, pictures_of(session, tally), names)
    known = expected(session)
    listed = (tmp_path / "ImageSets" / "Main" / "default.txt").read_text("utf-8").split()
    assert len(listed) == tally.pictures
    for name in listed:
        root = ElementTree.parse(tmp_path / "Annotations" / f"{name}.xml").getroot()
        assert (tmp_path / "JPEGImages" / root.findtext("filename")).exists()
        assert [item.findtext("name") for item in root.iter("object")] == [code for code, _ in known[name]]
        for item, (_, corners) in zip(root.iter("object"), known[name], strict=True):
            assert int(item.findtext("bndbox/xmax")) == pytest.approx(min(corners[:, 0].max(), 320), abs=1.1)
            leaves = (corners < 0).any() or (corners > (320, 180)).any()
            assert item.findtext("truncated") == str(int(leaves))


def test_sides_need_no_names(session, tmp_path):
    cards, sides = Tally(), Tally()
    for tally, classes in ((cards, "cards"), (sides, "sides")):
        names = {box.name for picture in pictures_of(session, tally, classes=classes) for box in picture.boxes}
        assert names <= set(class_names(session, classes))
    assert sides.unnamed == 0
    assert sides.pictures == cards.pictures + cards.unnamed


def test_masked_pictures_are_clear_only_where_cards_lie(session):
    played = {card for fact in session.facts for card in fact.cards}
    pairs = list(zip(pictures_of(session, Tally()), pictures_of(session, Tally(), masked=True), strict=True))
    for clear, masked in pairs:
        # Cards that were played lie in the clear part.
        for box in masked.boxes:
            x, y = np.round(box.corners.mean(axis=0)).astype(int)
            if box.name in played:
                assert (clear.image[y, x] == masked.image[y, x]).all()
    assert any((clear.image != masked.image).any() for clear, masked in pairs)


def test_samples_are_the_cards_that_were_played(session):
    found = list(samples(session.folder))
    codes = {track: fact.cards[0] for fact, track in zip(session.facts, session.tracks, strict=True)}
    assert {sample.track for sample in found} == set(codes)
    for sample in found:
        assert sample.crop.shape == (160, 112, 3)
        assert sample.crop.dtype == np.uint8
        assert sample.deck == "spanish48"
        assert codes[sample.track] == sample.code
    assert max(Counter(sample.track for sample in found).values()) <= 6
    assert list(samples(session.folder, corrected_only=True)) == []


def test_crops_lie_in_folders_by_code(session, tmp_path):
    count = write_crops(tmp_path / "crops", session)
    files = list((tmp_path / "crops").glob("*/*.png"))
    assert len(files) == count > 0
    assert {file.parent.name for file in files} == {plain_code(fact.cards[0]) for fact in session.facts}


def test_both_parts_of_a_classification_set_number_the_cards_alike(session, tmp_path):
    count = write_yolo_cls(tmp_path, session)
    train, val = (
        {folder.name: list(folder.iterdir()) for folder in (tmp_path / part).iterdir()} for part in ("train", "val")
    )
    assert train.keys() == val.keys() == {plain_code(code) for fact in session.facts for code in fact.cards}
    assert all(train.values())
    assert {code for code, kept in val.items() if kept} == {code for code in train if len(train[code] + val[code]) > 1}
    assert sum(map(len, [*train.values(), *val.values()])) == count


def test_every_code_has_a_folder_of_its_own():
    for deck in DECKS.values():
        folders = [plain_code(code) for code in deck.codes]
        assert len(set(folders)) == len(deck.codes)
        assert not any(set(folder) & set('<>:"/\\|?*') for folder in folders)


def _fill_in_vain(path):
    with new_folder(path) as folder:
        (folder / "file").write_text("", "utf-8")
        raise ZeroDivisionError


def test_a_clip_shows_its_trick(session, tmp_path):
    trick = find_trick(session, "1.1")
    count = write_clip(tmp_path / "clip.mp4", session, trick)
    with av.open(str(tmp_path / "clip.mp4")) as clip:
        frames = [frame.to_ndarray(format="bgr24") for frame in clip.decode(video=0)]
        assert clip.duration / 1e6 == pytest.approx(trick.end - trick.start + 3.5, abs=0.7)
    assert len(frames) == count
    plain = cv2.Laplacian(frames[0], cv2.CV_64F).var()
    assert cv2.Laplacian(frames[-1], cv2.CV_64F).var() > 2 * plain  # Boxes, names and the announcement.
    with pytest.raises(WrongInputError, match=r"no trick 7\.1"):
        find_trick(session, "7.1")


def test_a_masked_clip_shows_nothing_of_the_room(session, tmp_path):
    corners = []
    for masked in (False, True):
        path = tmp_path / f"{masked}.mp4"
        write_clip(path, session, find_trick(session, "1.1"), masked=masked)
        with av.open(str(path)) as clip:
            image = next(clip.decode(video=0)).to_ndarray(format="gray")
        corners.append(float(image[:12, :12].std()))
    clear, veiled = corners
    assert veiled < clear / 4, "the stripes in the picture's corner can still be seen"


def test_nothing_is_written_over_and_nothing_half_written_stays(session, tmp_path):
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "file").write_text("", "utf-8")
    with pytest.raises(UnusableError, match="already"), new_folder(tmp_path / "there"):
        pass
    with pytest.raises(ZeroDivisionError):
        _fill_in_vain(tmp_path / "new")
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
    assert isinstance(session.facts[0], CardsPlayed)


def _new_folder(path, _session):
    with new_folder(path) as folder:
        (folder / "1.png").write_bytes(b"")


@pytest.mark.parametrize(
    "write",
    [
        _new_folder,
        lambda path, session: write_clip(path, session, find_trick(session, "1.1")),
        lambda path, session: write_document(session, "csv", path, language("en")),
    ],
)
def test_what_a_killed_export_left_goes_with_the_next_one_and_what_another_one_writes_stays(session, tmp_path, write):
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    left, other = (tmp_path / f".cards.{process}.part" for process in (gone.pid, os.getppid()))
    left.mkdir()
    other.mkdir()
    write(tmp_path / "new.mp4", session)
    assert sorted(tmp_path.iterdir()) == [other, tmp_path / "new.mp4"]


def test_a_folder_without_a_name_of_its_own_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnusableError, match="another name"), new_folder(Path()):
        pass
