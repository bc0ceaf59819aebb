"""`companion teach` takes the names of cards from a file or from folders."""

import json

import pytest
from teach_table import result


def test_cards_named_by_a_file_or_by_folders(table, capsys):
    table.readings["KH"] = {"QH": 0.97}
    picture = table.picture("KH/1.png", "KH")
    labels = table.folder / "labels.csv"
    labels.write_text("KH/1.png,KH\n", "utf-8")
    assert table.teach(picture, "--labels", str(labels), "--json") == 1
    assert result(capsys)["known"] == ["KH"]
    assert table.teach(picture, "--labels", "folders", "--json", "--new") == 1
    assert result(capsys)["known"] == ["KH"]


@pytest.mark.parametrize(
    ("line", "said"), [("a.png", "expected PICTURE,CODE"), ("a.png,1-cups", "'1-cups' is no card")]
)
def test_labels_that_cannot_be_used_are_named_by_line(table, capsys, line, said):
    labels = table.folder / "labels.csv"
    labels.write_text(f"b.png,AS\n{line}\n", "utf-8")
    assert table.teach(table.picture("a.png", "AS"), "--labels", str(labels)) == 1
    assert f"line 2: {said}" in capsys.readouterr().err


def test_labels_of_a_spreadsheet_begin_with_the_first_line(table, capsys):
    picture = table.picture("a.png", "AS")
    labels = table.folder / "labels.csv"
    labels.write_bytes(b"\xef\xbb\xbf" + b"a.png,QH\r\n")
    assert table.teach(picture, "--labels", str(labels), "--json") == 1
    assert result(capsys)["known"] == ["QH"]


@pytest.mark.parametrize("between", [",", ";", "\t"])
def test_labels_of_spreadsheets_in_any_country(table, capsys, between):
    pictures = [table.picture("a.png", "AS"), table.picture("b, too.png", "KH", "2C")]
    labels = table.folder / "labels.csv"
    named = '"b, too.png"' if between == "," else "b, too.png"
    labels.write_text(f"a.png{between}QH\n\n{named}{between}KH\n", "utf-8")
    assert table.teach(*pictures, "--labels", str(labels), "--json") == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["known"] == ["QH", "KH"]
    assert "not shown" not in said.err


def test_pictures_that_are_named_and_not_shown_are_told_of(table, capsys):
    shown = table.picture("shown/a.png", "AS")
    table.picture("elsewhere/b.png", "KH", "2C")
    labels = table.folder / "labels.csv"
    labels.write_text("shown/a.png,AS\nelsewhere/b.png,KH\n", "utf-8")
    assert table.teach(shown, "--labels", str(labels), "--json") == 1
    said = capsys.readouterr()
    assert json.loads(said.out)["known"] == ["AS"]
    assert "labels.csv: 1 picture that it names was not shown (b.png)" in said.err
