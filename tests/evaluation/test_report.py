"""The folder with the pictures of mistakes."""

import json

import cv2
import pytest
from evaluation_builders import FakeEyes, box, label, named, picture, seen

from companion.errors import UnusableError
from companion.evaluation.labels import PictureSet
from companion.evaluation.report import Report
from companion.evaluation.running import Examined, tally_set
from companion.evaluation.scoring import score_picture
from companion.evaluation.tables import calibration_row, set_row
from companion.evaluation.tiles import TILE_HEIGHT, TILE_WIDTH, mistakes

A, B, C = box(20, 20), box(200, 20), box(400, 20)


def examined(labelled, found):
    return Examined(labelled, tuple(found), score_picture(labelled, found), labelled.deck)


def kinds(labelled, found):
    return [mistake.kind for mistake in mistakes(examined(labelled, found))]


def test_what_is_right_is_no_mistake():
    assert kinds(picture(label("AS", A)), [named(A, "AS")]) == []
    assert kinds(picture(label(None), named_by=None, outlines=None), [named(A, "AS")]) == []


def test_every_kind_of_mistake():
    labelled = picture(label("AS", A), label("KH", B), label("2C", C))
    found = [named(A, "AC"), named(B, None, 0.3), named(box(300, 300), "3D")]
    assert kinds(labelled, found) == ["misread", "refused", "missed", "invented"]


def test_where_labels_have_no_place_the_whole_picture_is_shown():
    labelled = picture(label("1-cups"), deck="spanish48", outlines=None)
    assert kinds(labelled, [named(A, "2-cups"), named(B, "3-cups")]) == ["names", "count"]


def test_tiles_are_of_one_size_even_at_the_edge_of_the_picture():
    labelled = picture(label("AS", box(-60, -90)), label("2C", C))
    found = [named(box(600, 440, 300, 20), "AC")]
    tiles = [mistake.tile for mistake in mistakes(examined(labelled, found))]
    assert [tile.shape for tile in tiles] == [(TILE_HEIGHT, TILE_WIDTH, 3)] * 3


def write_report(folder, times, *found):
    """Let eyes that see `found` look so often at a picture with the ace of spades and close the report."""
    labelled = picture(label("AS", A))
    pictures = PictureSet("here", "check", "french52", times, lambda: iter([labelled] * times))
    report = Report(folder)
    tally = tally_set(FakeEyes(*found), pictures, lambda looked: report.notice(pictures, looked))
    report.close([set_row(pictures, tally)], calibration_row(tally.confidences))


def test_the_report_holds_sheets_the_table_and_the_confusions(tmp_path):
    folder = tmp_path / "deep" / "report"
    write_report(folder, 7, seen(A, ("AC", 0.9)), seen(B, ("2C", 0.2)))
    assert {path.name for path in folder.iterdir()} == {
        "here-french52-misread.jpg",
        "here-french52-invented.jpg",
        "report.md",
        "report.json",
        "confusions.txt",
    }
    sheet = cv2.imread(str(folder / "here-french52-misread.jpg"))
    assert sheet.shape[0] == 2 * TILE_HEIGHT + 4
    assert sheet.shape[1] == 5 * TILE_WIDTH + 4 * 4
    assert (folder / "confusions.txt").read_text("utf-8").splitlines()[1] == "here\tfrench52\tAS\tAC\t7"
    assert "| here | french52 | 7 |" in (folder / "report.md").read_text("utf-8")
    assert json.loads((folder / "report.json").read_text("utf-8"))["sets"][0]["misread"] == 7


def test_many_mistakes_fill_several_sheets(tmp_path):
    write_report(tmp_path, 31, seen(A, ("AC", 0.9)))
    assert sorted(path.name for path in tmp_path.glob("*.jpg")) == [
        "here-french52-misread-2.jpg",
        "here-french52-misread.jpg",
    ]


def test_a_new_report_does_not_keep_the_last_ones_mistakes(tmp_path):
    mine = tmp_path / "mine.jpg"
    mine.write_bytes(b"not of the report")
    write_report(tmp_path, 31, seen(A, ("AC", 0.9)))
    write_report(tmp_path, 31, seen(A, ("AS", 0.9)))
    assert [path.name for path in tmp_path.glob("*.jpg")] == ["mine.jpg"]


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").write_text("x", "utf-8")
    with pytest.raises(UnusableError, match="file"):
        Report(tmp_path / "file" / "report")


@pytest.mark.parametrize("name", ["report.md", "report.json", "confusions.txt"])
def test_a_file_of_the_same_name_that_no_evaluation_wrote_is_not_written_over(tmp_path, name):
    (tmp_path / name).write_text('{"sheets": ["holiday.jpg"]}', encoding="utf-8")
    (tmp_path / "holiday.jpg").write_bytes(b"a picture")
    with pytest.raises(UnusableError, match=f"{name}: was not written by an evaluation; give --report another folder"):
        Report(tmp_path)
    assert (tmp_path / "holiday.jpg").exists()
    assert (tmp_path / name).read_text(encoding="utf-8") == '{"sheets": ["holiday.jpg"]}'
