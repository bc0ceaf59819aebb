"""`companion teach`: what it learns, says and keeps."""

import json

import pytest
from gallery_fakes import CODES, DECK
from teach_table import result

from companion.cards import SPANISH48
from companion.vision.gallery_shelf import looks_of
from companion.vision.taught_alone import TaughtAlone
from companion.vision.teaching import Lesson, Teacher


def test_a_deck_in_few_photographs(table, capsys):
    thirds = [table.picture(f"p/{start}.png", *CODES[start : start + 13]) for start in range(0, 52, 13)]
    assert table.teach(*thirds, "--json") == 0
    told = result(capsys)
    assert (told["gallery"], told["deck"], told["known"]) == ("ours", DECK, list(CODES))
    assert (told["missing"], told["doubtful"]) == ([], [])


def test_a_part_of_a_deck_is_kept_and_the_rest_is_missing(table, capsys):
    assert table.teach(table.picture("a.png", "AS", "KH"), "--json") == 1
    assert result(capsys)["known"] == ["AS", "KH"]
    assert table.teach(table.picture("b.png", "7D"), "--json") == 1
    assert set(result(capsys)["known"]) == {"AS", "7D", "KH"}
    assert table.teach(table.picture("b.png", "7D"), "--json", "--new") == 1
    assert result(capsys)["known"] == ["7D"]


@pytest.mark.parametrize(("lacks", "status"), [(("8-", "9-"), 0), (("8-", "9-", "12-cups"), 1), (("8-",), 1)])
def test_of_a_spanish_deck_of_forty_cards_nothing_is_missing(table, capsys, monkeypatch, lacks, status):
    missing = tuple(code for code in SPANISH48.codes if code.startswith(lacks))
    monkeypatch.setattr(Teacher, "add", lambda *_, **__: Lesson((), (), (), missing))
    monkeypatch.setattr(Teacher, "lesson", lambda _: Lesson((), (), (), missing))
    monkeypatch.setattr(Teacher, "gallery", lambda _: None)
    monkeypatch.setattr("companion.vision.gallery_file.save_gallery", lambda *_: None)
    assert table.teach(table.picture("a.png", "AS"), "--deck", "spanish48") == status
    told = capsys.readouterr().err
    assert f"{48 - len(missing)} of 48 cards known" in told
    assert ("without the 8 and 9: all it has is known, but SUITS and COINS are played with 48" in told) == (not status)
    assert ("missing:" in told) == bool(status)


def test_what_is_in_doubt_is_listed_and_pictured(table, capsys, tmp_path):
    table.readings["KH"] = {"KH": 0.5, "QH": 0.4}
    assert table.teach(table.picture("a.png", "AS", "KH"), "--json", "--crops", str(tmp_path / "crops")) == 1
    (card,) = result(capsys)["doubtful"]
    assert card["candidates"][0][0] == "KH"
    assert [path.name for path in (tmp_path / "crops").iterdir()] == [f"card-{card['number']}.png"]


def test_cards_of_another_deck_are_named_as_such(table, capsys, monkeypatch):
    monkeypatch.setattr("companion.vision.teaching.Teacher.other_deck", lambda *_: "spanish48")
    picture = table.picture("a.png", "AS", "KH")
    assert table.teach(picture) == 1
    assert (
        "these look like cards of another deck (Spanish deck): was --deck spanish48 meant?" in capsys.readouterr().err
    )
    assert table.teach(picture, "--json") == 1
    assert result(capsys)["other_deck"] == "spanish48"


def test_a_card_with_a_wrong_name_is_forgotten(table, capsys):
    table.teach(table.picture("a.png", "AS", "KH", "7D"))
    assert table.teach("--forget", "KH", "7D", "--json") == 1
    assert json.loads(capsys.readouterr().out)["known"] == ["AS"]
    assert table.teach(table.picture("b.png", "7D"), "--forget", "AS", "--json") == 1
    assert result(capsys)["known"] == ["7D"]
    assert table.teach("--forget", "ZZ") == 2
    assert "--forget: 'ZZ' is no card" in capsys.readouterr().err
    assert table.teach("--forget", "7D", "--new") == 2
    assert "--forget does not go with --new" in capsys.readouterr().err


@pytest.mark.parametrize("shown", [False, True])
def test_nothing_is_forgotten_of_a_deck_that_is_not_taught(table, capsys, shown):
    assert table.teach(*([table.picture("a.png", "AS")] if shown else []), "--forget", "KH") == 2
    assert "--forget: there is no taught deck 'ours' (known: none)" in capsys.readouterr().err


def test_a_folder_called_like_a_taught_deck_is_none_and_no_deck_takes_its_place(table, capsys):
    (table.folder / "kept" / "ours.gallery").mkdir(parents=True)
    assert table.teach(table.picture("a.png", "AS")) == 2
    assert "ours.gallery: cannot be written (a folder of this name is there)" in capsys.readouterr().err


def test_a_card_that_was_kept_under_a_wrong_name_and_is_named_rightly_now_is_told_of(table, capsys):
    table.readings["KH"] = {"QH": 0.97, "KH": 0.01}
    picture = table.picture("KH/a.png", "KH")
    assert table.teach(picture, table.picture("b.png", "AS"), "--json") == 1
    assert result(capsys)["known"] == ["AS", "QH"]
    assert table.teach(picture, "--labels", "folders") == 1
    assert "QH: not known any more, for what was kept of it is KH" in capsys.readouterr().err
    assert set(looks_of("ours", table.folder / "kept")) == {"AS", "KH"}


@pytest.mark.parametrize("option", ["--galleries", "--crops"])
def test_a_place_that_cannot_be_written_to_is_refused_before_anything_is_shown(table, capsys, option):
    taken = table.folder / "file"
    taken.write_text("a file", "utf-8")
    assert table.teach(table.picture("a.png", "AS", "KH"), option, str(taken)) == 2
    said = capsys.readouterr().err
    assert str(taken) in said
    assert "recognised" not in said


def test_cards_in_doubt_are_listed_where_none_is_known(table, capsys):
    table.readings = {"KH": {"KH": 0.5, "QH": 0.4}}
    assert table.teach(table.picture("a.png", "KH"), "--json") == 1
    told = result(capsys)
    assert (told["known"], told["file"]) == ([], None)
    (doubt,) = told["doubtful"]
    assert [code for code, _ in doubt["candidates"][:2]] == ["KH", "QH"]
    assert not list(table.folder.glob("kept/*"))


def test_a_deck_that_is_taught_anew_goes_on_with_nothing(table, capsys, monkeypatch):
    with monkeypatch.context() as patched:
        patched.setattr("companion.vision.gallery_file.save_gallery", lambda *_: (_ for _ in ()).throw(SystemExit))
        with pytest.raises(SystemExit):
            table.teach(table.picture("a.png", "AS", "KH"))
    assert table.teach(table.picture("b.png", "7D"), "--json", "--new") == 1
    assert result(capsys)["known"] == ["7D"]


def test_a_deck_that_is_taught_elsewhere_is_refused(table, capsys):
    picture = table.picture("all.png", *CODES[:2])
    with TaughtAlone("ours", table.folder / "kept"):
        assert table.teach(picture) == 2
    assert "“ours” is being taught in another window or program" in capsys.readouterr().err
    assert not list((table.folder / "kept").glob("*.gallery"))


@pytest.mark.parametrize("doubtful", [False, True])
def test_a_deck_of_which_every_card_is_forgotten_is_not_read_with_any_more(table, capsys, doubtful):
    assert table.teach(table.picture("a.png", "AS", "KH")) == 1
    table.readings["7D"] = {"7D": 0.5, "8D": 0.4}
    shown = [table.picture("b.png", "7D")] if doubtful else []
    capsys.readouterr()
    assert table.teach("--forget", "AS", "KH", "--json", *shown) == 1
    told = capsys.readouterr()
    assert "deleted, for every card that was known is forgotten" in told.err
    assert json.loads(told.out)["known"] == []
    assert not (table.folder / "kept" / "ours.gallery").exists()
    table.readings.clear()
    assert table.teach(*shown, table.picture("c.png", "2C")) == 1
    assert set(looks_of("ours", table.folder / "kept")) == ({"7D", "2C"} if doubtful else {"2C"})


def test_a_source_without_a_name_is_not_the_folder_that_people_are_in(table, capsys, monkeypatch):
    table.picture("a.png", "AS")
    monkeypatch.chdir(table.folder)
    assert table.teach("") == 2
    assert "no source was named" in capsys.readouterr().err


def test_labels_that_are_no_text_are_told_in_words(table, capsys):
    (table.folder / "labels.csv").write_bytes("a.png,AS".encode("utf-16"))
    assert table.teach(table.picture("a.png", "AS"), "--labels", str(table.folder / "labels.csv")) == 2
    assert "(it is no UTF-8 text); save it as UTF-8" in capsys.readouterr().err
