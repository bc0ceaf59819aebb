"""`companion teach` says what of its pictures, films and streams cannot be used."""

import json

import pytest


def test_folders_that_are_not_looked_into_are_told_of_and_hidden_ones_are_not_pictures_of_a_deck(table, capsys):
    table.picture("album/a.png", "AS")
    table.picture("album/.previews/b.png", "AS", "KH")
    table.picture("album/2026/may/c.png", "AS", "KH", "7D")
    table.picture("album/2026/d.png", "AS", "KH", "7D", "8D")
    table.teach(str(table.folder / "album"))
    said = capsys.readouterr().err
    assert "2026/may" in said.replace("\\", "/")
    assert "c.png" not in said
    assert "b.png" not in said
    assert "4 of 52 cards known" in said


@pytest.mark.parametrize("source", ["missing.png", "empty", "missing.mp4"])
def test_a_source_that_cannot_be_used(table, capsys, source):
    (table.folder / "empty").mkdir()
    assert table.teach(str(table.folder / source)) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_no_card_at_all(table, capsys):
    assert table.teach(table.picture("a.png")) == 2
    assert "no card was recognised" in capsys.readouterr().err
    assert not (table.folder / "kept").exists()


def test_a_picture_of_a_folder_that_cannot_be_read_is_named_and_the_others_count(table, capsys):
    table.picture("p/1.png", "AS")
    (table.folder / "p/2.HEIC").write_bytes(b"\0\0\0\x18ftypheic" + b"\0" * 200)
    (table.folder / "p/3.jpg").write_bytes(b"no picture")
    assert table.teach(str(table.folder / "p"), "--json") == 1
    captured = capsys.readouterr()
    assert json.loads(captured.out)["known"] == ["AS"]
    assert "2.HEIC: is a HEIC picture" in captured.err
    assert "3.jpg: is no picture that can be read" in captured.err


def test_files_of_a_folder_that_are_no_pictures_are_told_of(table, capsys):
    table.picture("p/a.png", "AS", "KH")
    for name in ("IMG_2.MOV", "notes.txt", ".DS_Store"):
        (table.folder / "p" / name).write_bytes(b"x")
    assert table.teach(str(table.folder / "p"), "--json") == 1
    said = capsys.readouterr()
    assert "2 of its files are not read" in said.err
    assert "(IMG_2.MOV, notes.txt)" in said.err
    assert json.loads(said.out)["known"] == ["AS", "KH"]


def test_a_folder_of_pictures_alone_is_not_commented_on(table, capsys):
    table.picture("p/a.png", "AS", "KH")
    table.teach(str(table.folder / "p"), "--json")
    assert "not read" not in capsys.readouterr().err


def test_a_folder_of_nothing_but_unreadable_pictures_teaches_nothing(table, capsys):
    (table.folder / "p").mkdir()
    for name in ("1.jpg", "2.jpg"):
        (table.folder / "p" / name).write_bytes(b"no picture")
    assert table.teach(str(table.folder / "p")) == 2
    assert "none of its 2 pictures can be read" in capsys.readouterr().err
    assert not (table.folder / "kept").exists()


def test_a_damaged_picture_among_others_does_not_lose_what_they_show(table, capsys):
    damaged = table.folder / "damaged.jpg"
    damaged.write_bytes(b"no picture")
    assert table.teach(str(damaged), table.picture("a.png", "AS"), "--json") == 2
    captured = capsys.readouterr()
    assert json.loads(captured.out)["known"] == ["AS"]
    assert "damaged.jpg" in captured.err


def test_a_stream_that_breaks_off_is_told_about_once_and_without_its_password(table, capsys, monkeypatch):
    from companion.vision.sources.base import Source, SourceLostError

    class Stream(Source):
        name, is_live = "http://me:***@phone/video", True

        def read(self):
            raise SourceLostError(f"{self.name}: the connection broke off")

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

    monkeypatch.setattr("companion.vision.camera.open_source", lambda _: Stream())
    assert table.teach("http://me:secret@phone/video", table.picture("a.png", "AS"), "--json") == 1
    told = capsys.readouterr().err
    assert "secret" not in told
    assert told.startswith("http://me:***@phone/video: the connection broke off\n")
