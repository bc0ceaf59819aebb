"""What was taught before the program was killed is there the next time."""

import numpy as np
import pytest
from gallery_fakes import DECK, FakeFinder, FakeReader, picture_of
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import UnusableError
from companion.vision.teaching import Teacher
from companion.vision.unfinished_lessons import LessonKeeper, forget_lesson, unfinished_lessons

DOUBTED = {"KH": {"KH": 0.5, "QH": 0.4}, "9C": {"9C": 0.5, "8C": 0.4}, "2D": {"3D": 0.97}}


class Lessons:
    """A teacher before whom cards are laid, and what notes how far that has come."""

    def __init__(self, folder, deck=DECK):
        self.finder = FakeFinder()
        self.teacher = Teacher(self.finder, FakeReader(DOUBTED), "ours", DECK)
        self.keeper = LessonKeeper("ours", deck, folder)

    def show(self, *codes):
        image, self.finder.corners = picture_of(*codes)
        return self.note(self.teacher.add(image))

    def note(self, lesson):
        self.keeper.look(self.teacher, lesson)
        return lesson


def told(lesson):
    return (
        [(card.code, card.confirmed, [code for code, _ in card.candidates][:2]) for card in lesson.cards],
        lesson.missing,
        len(lesson.doubtful),
    )


def test_a_lesson_goes_on_with_all_that_was_shown_and_said(tmp_path):
    before = Lessons(tmp_path)
    lesson = before.show("AS", "KH", "9C", "2D", "7S")
    king, nine = (next(card for card in lesson.doubtful if card.candidates[0][0] == code) for code in ("KH", "9C"))
    before.note(before.teacher.confirm(king.number, "KH"))
    wrong = next(card for card in lesson.recognised if card.code == "3D")
    before.note(before.teacher.confirm(wrong.number, "2D"))
    seven = next(card for card in lesson.recognised if card.code == "7S")
    shown = before.note(before.teacher.dismiss(seven.number))
    assert len(shown.doubtful) == 1
    # Nothing was ended: another program takes up what lies on the disk.
    after = Lessons(tmp_path)
    assert after.keeper.go_on(after.teacher) == 5
    assert told(after.teacher.lesson()) == told(shown)
    assert set(after.teacher.gallery().codes) == set(before.teacher.gallery().codes) == {"AS", "KH", "2D"}
    # A card that is shown again is the same one; a card that was asked about still is.
    again = after.show("AS", "QD")
    assert [card.code for card in again.recognised].count("AS") == 1
    (doubt,) = again.doubtful
    assert doubt.candidates[0][0] == nine.candidates[0][0]


@given(st.lists(st.sampled_from(["AS", "KH", "9C", "2D", "7S", "QD", "4H"]), min_size=1, max_size=7, unique=True))
def test_what_is_taken_up_is_what_was_noted_last(tmp_path_factory, codes):
    folder = tmp_path_factory.mktemp("decks")
    before = Lessons(folder)
    for code in codes:
        shown = before.show(code)
    after = Lessons(folder)
    noted = after.keeper.go_on(after.teacher)
    assert noted == (len(codes) if shown.recognised else 0)
    if noted:
        assert told(after.teacher.lesson()) == told(shown)


def test_lessons_that_broke_off_are_listed_until_their_deck_is_kept_or_they_are_forgotten(tmp_path):
    first, second = Lessons(tmp_path), Lessons(tmp_path)
    second.keeper = LessonKeeper("St. John's", DECK, tmp_path)
    first.show("KH")
    assert unfinished_lessons(tmp_path) == ()  # Nothing is recognised.
    first.show("AS")
    second.show("AS", "QD")
    lessons = {lesson.name: lesson for lesson in unfinished_lessons(tmp_path)}
    assert {name: (lesson.deck, lesson.known) for name, lesson in lessons.items()} == {
        "ours": (DECK, 1),
        "St. John's": (DECK, 2),
    }
    first.keeper.end()
    forget_lesson(lessons["St. John's"])
    assert unfinished_lessons(tmp_path) == ()


def test_a_lesson_about_another_deck_of_that_name_is_another(tmp_path):
    Lessons(tmp_path).show("AS")
    other = Lessons(tmp_path, deck="spanish48")
    assert other.keeper.go_on(other.teacher) == 0


@pytest.mark.parametrize("cut", [0, 10, 0.5, 0.99])
def test_a_damaged_lesson_is_named(tmp_path, cut):
    lessons = Lessons(tmp_path)
    lessons.show("AS", "QD")
    path = lessons.keeper.path
    content = path.read_bytes()
    path.write_bytes(content[: cut if isinstance(cut, int) else int(cut * len(content))])
    with pytest.raises(UnusableError, match=r"ours\.french52\.lesson: is damaged"):
        Lessons(tmp_path).keeper.go_on(lessons.teacher)
    (listed,) = unfinished_lessons(tmp_path)
    assert (listed.name, listed.known) == ("ours", 0)
    assert "is damaged" in str(listed.trouble)


def test_a_disk_that_is_full_ends_no_lesson(tmp_path):
    folder = tmp_path / "decks"
    folder.write_text("no folder", "utf-8")
    lessons = Lessons(folder)
    assert lessons.show("AS").recognised
    assert lessons.keeper.problem is not None
    folder.unlink()
    lessons.show("QD")
    assert lessons.keeper.problem is None
    assert [lesson.known for lesson in unfinished_lessons(folder)] == [2]


def test_looks_are_kept_the_way_round_they_were(tmp_path):
    before, after = Lessons(tmp_path), Lessons(tmp_path)
    before.show("AS", "QD")
    after.keeper.go_on(after.teacher)
    for was, now in zip(before.teacher.so_far(), after.teacher.so_far(), strict=True):
        assert np.abs(was.crops[0].astype(int) - now.crops[0]).mean() < 10
