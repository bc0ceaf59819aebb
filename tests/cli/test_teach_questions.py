"""`companion teach` asks a person at the terminal which card it is."""

import io
import sys

import cv2
import pytest
from gallery_fakes import CODES, crop_of
from teach_table import at_the_terminal

from companion.cli import teach
from companion.vision.gallery_shelf import looks_of
from companion.vision.teaching import Teacher


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


@pytest.mark.parametrize("forgotten", [[], ["--forget", "AS"]])
def test_questions_that_were_broken_off_are_asked_the_next_time(table, capsys, monkeypatch, forgotten):
    table.readings["KH"] = {"KH": 0.5, "QH": 0.4}
    at_the_terminal(monkeypatch)
    assert table.teach(table.picture("a.png", "AS", "7D", "KH")) == 1
    assert "the questions were broken off; the same command without a SOURCE asks them again" in capsys.readouterr().err
    at_the_terminal(monkeypatch, "1", "")
    assert table.teach(*forgotten) == 1
    said = capsys.readouterr().err
    assert said.count("Which card is number") == 1
    assert set(looks_of("ours", table.folder / "kept")) == {"AS", "7D", "KH"} - set(forgotten)
    # All that was asked is answered: there is nothing to go on with.
    assert table.teach() == 2
    assert "nothing to learn from" in capsys.readouterr().err


def test_questions_that_a_person_leaves_are_not_asked_again(table, capsys, monkeypatch):
    table.readings["KH"] = {"KH": 0.5, "QH": 0.4}
    at_the_terminal(monkeypatch, "", "")
    assert table.teach(table.picture("a.png", "AS", "KH")) == 1
    assert "broken off" not in capsys.readouterr().err
    assert table.teach() == 2


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
