"""`companion teach`: what it learns, says and keeps."""

import io
import json
import sys

import cv2
import pytest
from finders import MissesNothing
from gallery_fakes import CODES, DECK, FakeFinder, FakeReader, crop_of, picture_of

from companion.cards import SPANISH48
from companion.cli import teach
from companion.cli.main import main
from companion.vision.gallery_shelf import looks_of
from companion.vision.taught_alone import TaughtAlone
from companion.vision.teaching import Lesson, Teacher


class Table:
    """Pictures on disk, and models that know where the cards lie in them."""

    def __init__(self, folder, monkeypatch):
        self.folder, self.readings = folder, {}
        self.places = {}
        finder = FakeFinder()

        def find(image, card_height=None, threshold=None):
            finder.corners = self.places[image.shape]
            return FakeFinder.find(finder, image)

        finder_like = type("Finder", (MissesNothing,), {"find": staticmethod(find)})()
        monkeypatch.setattr(
            "companion.cli.model_options.chosen_models", lambda _arguments: (finder_like, FakeReader(self.readings))
        )

    def picture(self, name, *codes):
        image, corners = picture_of(*codes)
        self.places[image.shape] = corners
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(path), image)
        return str(path)

    def teach(self, *arguments):
        return main(["teach", "ours", "--deck", DECK, "--galleries", str(self.folder / "kept"), *arguments])


@pytest.fixture
def table(tmp_path, monkeypatch):
    return Table(tmp_path, monkeypatch)


def result(capsys):
    return json.loads(capsys.readouterr().out)


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


def test_a_person_at_the_terminal_is_asked(table, capsys, monkeypatch):
    table.readings["KH"] = {"KH": 0.5, "QH": 0.4}
    answers = io.StringIO("nonsense\n2\n")
    answers.isatty = lambda: True
    monkeypatch.setattr("sys.stdin", answers)
    assert table.teach(table.picture("a.png", "AS", "KH")) == 1
    captured = capsys.readouterr()
    assert "'nonsense' is no card of the deck" in captured.err
    assert "2 of 52 cards known" in captured.err
    assert "QH" not in captured.err.split("missing:")[1]


def at_the_terminal(monkeypatch, *lines):
    answers = io.StringIO("".join(f"{line}\n" for line in lines))
    answers.isatty = lambda: True
    monkeypatch.setattr("sys.stdin", answers)


def test_a_card_that_is_asked_about_can_be_looked_at(table, capsys, monkeypatch):
    table.readings["KH"] = {"KH": 0.5, "QH": 0.4}
    at_the_terminal(monkeypatch, "1")
    seen = []
    written = teach._write_crops
    monkeypatch.setattr(teach, "_write_crops", lambda *given: seen.extend(written(*given)) or seen)
    monkeypatch.setattr(teach, "_chosen", lambda *given: shown.append(cv2.imread(str(seen[0]))) or "KH")
    shown = []
    table.teach(table.picture("a.png", "AS", "KH"))
    assert min("AS", "KH", key=lambda code: abs(shown[0].astype(int) - crop_of(code)).mean()) == "KH"
    assert str(seen[0]) in capsys.readouterr().err
    assert not seen[0].exists(), "it was for the question"


@pytest.mark.parametrize("given", ["8D", "-", ""])
def test_the_last_answer_is_taken_back(table, capsys, monkeypatch, given):
    table.readings |= {"KH": {"KH": 0.5, "QH": 0.4}, "7D": {"7D": 0.5, "8D": 0.4}}
    asked = []
    put = teach._put_question
    monkeypatch.setattr(teach, "_put_question", lambda *put_so: asked.append(put_so[1].number) or put(*put_so))
    at_the_terminal(monkeypatch, "<", given, "<", "1", "1")
    table.teach(table.picture("a.png", "AS", "KH", "7D"))
    assert len(asked) == 5
    assert asked[0] == asked[1] == asked[3] != asked[2] == asked[4]
    assert set(looks_of("ours", table.folder / "kept")) == {"AS", "KH", "7D"}


@pytest.mark.parametrize("wrong", ["QH", "-", ""])
def test_the_very_last_answer_is_taken_back_too(table, capsys, monkeypatch, wrong):
    table.readings["KH"] = {"KH": 0.5, "QH": 0.4}
    at_the_terminal(monkeypatch, wrong, "<", "KH", "what", "", "never read")
    assert table.teach(table.picture("a.png", "AS", "KH")) == 1
    assert set(looks_of("ours", table.folder / "kept")) == {"AS", "KH"}
    assert capsys.readouterr().err.count("Enter keeps the deck, < takes the last answer back") == 3
    assert sys.stdin.read() == "never read\n"


def test_a_card_whose_answer_was_taken_back_is_asked_about_until_its_answer_can_be_used(table, monkeypatch):
    table.readings |= {"KH": {"KH": 0.5, "QH": 0.4}, "7D": {"7D": 0.5, "8D": 0.4}}
    asked = []
    put = teach._put_question
    monkeypatch.setattr(teach, "_put_question", lambda *put_so: asked.append(put_so[1].number) or put(*put_so))
    at_the_terminal(monkeypatch, "", "1", "<", "<", "nonsense", "1", "1", "")
    table.teach(table.picture("a.png", "AS", "KH", "7D"))
    first, second = asked[:2]
    assert asked == [first, second, second, first, first, second]
    assert set(looks_of("ours", table.folder / "kept")) == {"AS", "KH", "7D"}


def test_without_questions_nobody_is_waited_for(table, capsys, monkeypatch):
    at_the_terminal(monkeypatch, "never read")
    table.teach(table.picture("a.png", "AS", "KH"))
    assert "Enter keeps" not in capsys.readouterr().err
    assert sys.stdin.read() == "never read\n"


def test_whoever_has_enough_of_questions_keeps_what_is_known(table, capsys, monkeypatch):
    table.readings["KH"] = {"KH": 0.5, "QH": 0.4}
    at_the_terminal(monkeypatch)

    def pressed(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(teach, "card_name", pressed)
    assert table.teach(table.picture("a.png", "AS", "KH")) == 1
    assert "1 of 52 cards known, kept in" in capsys.readouterr().err


def test_ctrl_c_ends_the_showing_of_many_pictures_and_keeps_what_was_shown(table, capsys, monkeypatch):
    pictures = [table.picture(f"{number}.png", *CODES[: number + 1]) for number in range(3)]
    add = Teacher.add

    def interrupted(teacher, image, code=None):
        if teacher.lesson().cards:
            raise KeyboardInterrupt
        return add(teacher, image, code)

    monkeypatch.setattr(Teacher, "add", interrupted)
    assert table.teach(*pictures) == 1
    said = capsys.readouterr().err
    assert "1.png: ended; what comes after it is not looked at" in said
    assert "2.png" not in said
    assert "1 of 52 cards known, kept in" in said


def test_a_card_with_a_wrong_name_is_forgotten(table, capsys):
    table.teach(table.picture("a.png", "AS", "KH", "7D"))
    assert table.teach("--forget", "KH", "7D", "--json") == 1
    assert json.loads(capsys.readouterr().out)["known"] == ["AS"]
    assert table.teach(table.picture("b.png", "7D"), "--forget", "AS", "--json") == 1
    assert result(capsys)["known"] == ["7D"]
    assert table.teach("--forget", "ZZ") != 0
    assert "'ZZ'" in capsys.readouterr().err


def test_a_card_that_was_kept_under_a_wrong_name_and_is_named_rightly_now_is_told_of(table, capsys):
    table.readings["KH"] = {"QH": 0.97, "KH": 0.01}
    picture = table.picture("KH/a.png", "KH")
    assert table.teach(picture, table.picture("b.png", "AS"), "--json") == 1
    assert result(capsys)["known"] == ["AS", "QH"]
    assert table.teach(picture, "--labels", "folders") == 1
    assert "QH: not known any more, for what was kept of it is KH" in capsys.readouterr().err
    assert set(looks_of("ours", table.folder / "kept")) == {"AS", "KH"}


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


@pytest.mark.parametrize("option", ["--galleries", "--crops"])
def test_a_place_that_cannot_be_written_to_is_refused_before_anything_is_shown(table, capsys, option):
    taken = table.folder / "file"
    taken.write_text("a file", "utf-8")
    assert table.teach(table.picture("a.png", "AS", "KH"), option, str(taken)) == 2
    said = capsys.readouterr().err
    assert str(taken) in said
    assert "recognised" not in said


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


def test_cards_in_doubt_are_listed_where_none_is_known(table, capsys):
    table.readings = {"KH": {"KH": 0.5, "QH": 0.4}}
    assert table.teach(table.picture("a.png", "KH"), "--json") == 1
    told = result(capsys)
    assert (told["known"], told["file"]) == ([], None)
    (doubt,) = told["doubtful"]
    assert [code for code, _ in doubt["candidates"][:2]] == ["KH", "QH"]
    assert not list(table.folder.glob("kept/*"))


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


def test_teaching_that_was_killed_goes_on_and_asks_what_was_in_doubt(table, capsys, monkeypatch):
    table.readings["KH"] = {"KH": 0.5, "QH": 0.4}
    picture = table.picture("a.png", "AS", "KH")

    def killed(*_):
        raise SystemExit(137)

    with monkeypatch.context() as patched:
        patched.setattr("companion.vision.gallery_file.save_gallery", killed)
        with pytest.raises(SystemExit):
            table.teach(picture)
    answers = io.StringIO("1\n")
    answers.isatty = lambda: True
    monkeypatch.setattr("sys.stdin", answers)
    assert table.teach() == 1
    said = capsys.readouterr().err
    assert "goes on with 2 cards shown when teaching broke off" in said
    assert "2 of 52 cards known" in said
    # What is kept is no lesson that broke off any more.
    assert table.teach() == 2
    assert "nothing to learn from" in capsys.readouterr().err


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
