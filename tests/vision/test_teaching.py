"""Teaching a deck from pictures in any order."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from gallery_fakes import CODES, DECK, FakeFinder, FakeReader, crop_of, picture_of

from companion.cards import UnknownCardError
from companion.errors import UnusableError
from companion.language import language
from companion.vision.gallery import Look, make_gallery
from companion.vision.teaching import Teacher
from companion.vision.types import Readings


class Table:
    """A teacher before whom cards are laid."""

    def __init__(self, readings=None):
        self.finder, self.reader = FakeFinder(), FakeReader(readings)
        self.teacher = Teacher(self.finder, self.reader, "ours", DECK)

    def show(self, *codes, said=None, light=0):
        image, self.finder.corners = picture_of(*codes, light=light)
        return self.teacher.add(image, said)


def codes(cards):
    return {card.code for card in cards}


def test_a_row_of_cards_is_recognised_and_the_rest_is_missing():
    lesson = Table().show("AS", "KH", "7D")
    assert codes(lesson.recognised) == {"AS", "KH", "7D"}
    assert lesson.doubtful == ()
    assert set(lesson.missing) == set(CODES) - {"AS", "KH", "7D"}


def test_cards_of_another_deck_are_told_from_cards_in_doubt():
    class TwoDecks(FakeReader):
        decks = (DECK, "spanish48")
        runs = 0

        def __init__(self, spanish):
            super().__init__()
            self.spanish = spanish

        def perceive(self, crops):
            self.runs += 1
            return super().perceive(crops)

        def readings(self, perceived, deck):
            read = super().readings(perceived, DECK)
            chance = self.spanish if deck == "spanish48" else 0.01
            return Readings(read.codes, np.full_like(read.probabilities, chance), read.turned, read.nothing)

    table = Table()
    table.reader = table.teacher._reader = TwoDecks(0.9)
    table.show("AS", "KH", "7D")
    assert table.teacher.other_deck(table.teacher.lesson()) is None
    table.show("AS", "KH", "7D", "2C")
    for _ in range(3):
        assert table.teacher.other_deck(table.teacher.lesson()) == "spanish48"
    assert table.reader.runs == 2, "what was read once is not read again to ask for its deck"
    table = Table()
    table.reader = table.teacher._reader = TwoDecks(0.2)
    table.show("AS", "KH", "7D", "2C")
    assert table.teacher.other_deck(table.teacher.lesson()) is None


def test_cards_that_are_recognised_are_of_no_other_deck():
    table = Table()
    table.show("AS", "KH", "7D", "2C")
    assert table.teacher.other_deck(table.teacher.lesson()) is None


def test_the_same_card_shown_again_is_one_card():
    table = Table()
    table.show("AS", "KH")
    lesson = table.show("KH", "2C", light=8)
    assert [card.code for card in lesson.cards] == ["AS", "KH", "2C"]


def test_a_card_shown_upside_down_is_the_same_card():
    table = Table()
    table.show("AS")
    image, corners = picture_of("AS")
    table.finder.corners = np.roll(corners, 2, axis=1)
    assert [card.code for card in table.teacher.add(image).cards] == ["AS"]


def test_a_card_whose_halves_are_found_is_one_card_and_teaches_no_other():
    table = Table({code: {code: 0.5} for code in CODES if code != "KH"})
    image, corners = picture_of("KH")
    top, bottom = corners[0].copy(), corners[0].copy()
    top[2:, 1] -= 60
    bottom[:2, 1] += 70
    table.finder.corners = np.stack([top, bottom])
    assert [card.code for card in table.teacher.add(image).cards] == ["KH"]


def test_what_is_in_doubt_is_asked_about_with_candidates():
    lesson = Table({"KH": {"KH": 0.5, "QH": 0.4}}).show("AS", "KH")
    (card,) = lesson.doubtful
    assert [code for code, _ in card.candidates[:2]] == ["KH", "QH"]
    assert card.crop.shape == (160, 112, 3)


def test_an_answer_settles_the_other_card_that_looked_alike():
    alike = {"KH": 0.5, "QH": 0.45}
    table = Table({"KH": alike, "QH": alike})
    lesson = table.show("KH", "QH")
    assert len(lesson.doubtful) == 2
    king = min(lesson.cards, key=lambda card: card.corners[0, 0])
    lesson = table.teacher.confirm(king.number, "KH")
    assert lesson.doubtful == ()
    assert codes(lesson.recognised) == {"KH", "QH"}
    assert [card.confirmed for card in lesson.cards] == [True, False]


def test_a_deck_that_is_read_badly_is_asked_about_more():
    read_wrongly = {"2C": {"3C": 0.6, "2C": 0.3}, "4C": {"5C": 0.6, "4C": 0.3}, "6C": {"7C": 0.6, "6C": 0.3}}
    table = Table({"KH": {"QH": 0.97, "KH": 0.01}, **read_wrongly})
    lesson = table.show("KH", *read_wrongly)
    assert "QH" in codes(lesson.recognised)
    shown = sorted(lesson.cards, key=lambda card: card.corners[0, 0])
    for card, code in zip(shown[1:], read_wrongly, strict=True):
        lesson = table.teacher.confirm(card.number, code)
    assert {card.number for card in lesson.doubtful} == {shown[0].number}


def test_what_is_no_card_of_the_deck_is_left_out_from_then_on():
    table = Table({"KH": {"KH": 0.5, "QH": 0.4}})
    lesson = table.show("KH")
    lesson = table.teacher.dismiss(lesson.doubtful[0].number)
    assert lesson.cards == ()
    assert table.show("KH").cards == ()


def test_a_wrong_answer_is_taken_back():
    table = Table({"KH": {"KH": 0.5, "QH": 0.4}})
    (card,) = table.show("KH").doubtful
    for wrong in (table.teacher.confirm(card.number, "QH"), table.teacher.dismiss(card.number)):
        assert wrong.doubtful == ()
        lesson = table.teacher.take_back(card.number)
        assert [(again.number, again.code, again.confirmed) for again in lesson.doubtful] == [
            (card.number, None, False)
        ]
        assert lesson.missing == tuple(CODES)


def test_a_card_that_a_person_names_is_that_card_whatever_it_is_read_as():
    lesson = Table({"KH": {"QH": 0.97}}).show("KH", said="KH")
    assert [(card.code, card.confirmed) for card in lesson.cards] == [("KH", True)]


def test_a_named_card_without_a_card_in_the_picture_is_refused():
    with pytest.raises(UnusableError, match="no card was found"):
        Table().show(said="KH")


def test_a_card_of_another_deck_cannot_be_confirmed():
    table = Table()
    number = table.show("AS").cards[0].number
    with pytest.raises(UnknownCardError):
        table.teacher.confirm(number, "1-cups")


def test_teaching_goes_on_from_an_earlier_gallery():
    table = Table()
    old = make_gallery(table.reader, "ours", DECK, [Look("AS", crop_of("AS")), Look("KH", crop_of("KH"))])
    table.teacher.go_on_from(old)
    assert set(table.show("KH", light=9).missing) == set(CODES) - {"AS", "KH"}
    new = table.teacher.gallery()
    assert new.codes == ("AS", "KH")
    kings = [look.crop for look in new.looks if look.code == "KH"]
    assert len(kings) == 1
    assert kings[0].mean() > crop_of("KH").mean()


def kept_before(**named):
    """Return a table where an earlier teaching kept these cards, each as another one looks."""
    table = Table({"KH": {"QH": 0.97, "KH": 0.01}})
    looks = [Look(code, crop_of(shown)) for code, shown in named.items()]
    table.teacher.go_on_from(make_gallery(table.reader, "ours", DECK, looks))
    return table


def kept(table):
    return {(look.code, min(CODES, key=lambda code: off_by(look.crop, code))) for look in table.teacher.gallery().looks}


def off_by(crop, code):
    return min(np.abs(crop[::way, ::way].astype(int) - crop_of(code)).mean() for way in (1, -1))


@pytest.mark.parametrize("way", ["picture", "answer"])
def test_a_look_that_a_person_calls_otherwise_now_is_not_kept_under_its_name_of_before(way):
    table = kept_before(AS="AS", QH="KH")
    (card,) = table.show("KH", said="KH" if way == "picture" else None, light=9).cards
    lesson = table.teacher.confirm(card.number, "KH")
    assert lesson.renamed == {"QH": "KH"}
    assert set(CODES) - set(lesson.missing) == {"AS", "KH"}
    assert kept(table) == {("AS", "AS"), ("KH", "KH")}
    lesson = table.teacher.take_back(card.number)
    assert lesson.renamed == {}
    assert "QH" not in lesson.missing
    assert kept(table) == {("AS", "AS"), ("QH", "KH")}


def test_a_look_that_is_only_read_otherwise_now_stays():
    table = kept_before(AS="AS", KH="KH")
    assert codes(table.show("KH", light=9).recognised) == {"QH"}, "it is read wrongly"
    assert ("KH", "KH") in kept(table)


def test_a_look_at_another_card_than_the_one_that_is_named_stays():
    table = kept_before(AS="AS", QH="QH")
    image, table.finder.corners = half_alike("KH", "QH")
    (card,) = table.teacher.add(image).cards
    assert table.teacher.confirm(card.number, "KH").renamed == {}
    assert {code for code, _ in kept(table)} == {"AS", "QH", "KH"}


def test_a_card_with_a_wrong_name_that_is_shown_again_before_it_is_kept_comes_under_the_right_one():
    table = Table({"KH": {"QH": 0.97, "KH": 0.01}})
    table.show("KH", "AS")
    table.show("7D")
    assert codes(table.show("KH", said="KH", light=9).recognised) == {"AS", "7D", "KH"}


def test_the_name_of_a_deck_of_other_cards_is_refused_in_the_language_of_the_window():
    spanish = replace(make_gallery(FakeReader(), "ours", DECK, [Look("AS", crop_of("AS"))]), deck="spanish48")
    with pytest.raises(
        UnusableError, match=r"'ours' is that of a deck of other cards \(spanish48, not french52\)"
    ) as told:
        Table().teacher.go_on_from(spanish)
    assert "dé otro a esta" in told.value.told(language("es"))


def test_nothing_shown_is_nothing_to_keep():
    with pytest.raises(UnusableError, match="no card was recognised"):
        Table().teacher.gallery()


def test_a_card_on_its_way_is_no_card_until_it_lies():
    table = Table()
    image, lying = picture_of("AS")
    ways = [lying + shift for shift in ([260, 0], [150, 0], [60, 0])]
    for way in ways:
        table.finder.corners = way.astype(np.float32)
        assert table.teacher.add(image, moving=True).cards == ()
    table.finder.corners = lying
    assert table.teacher.add(image, moving=True).cards == ()
    assert codes(table.teacher.add(image, moving=True).recognised) == {"AS"}


def test_a_doubtful_card_that_is_nudged_stays_one_card():
    table = Table({"KH": {"KH": 0.5, "QH": 0.4}})
    image, lying = picture_of("KH")
    for shift in (0, 0, 14, 0, 0, 14, 0, 0):
        table.finder.corners = lying + np.float32([shift, 0])
        lesson = table.teacher.add(image, moving=True)
    assert len(lesson.cards) == 1


def half_alike(code, other):
    """Return a picture of a card that looks much like another, and where it lies."""
    image, corners = picture_of(code)
    return cv2.addWeighted(image, 0.6, picture_of(other)[0], 0.4, 0), corners


@pytest.mark.parametrize(("readings", "cards"), [({}, 2), ({"KH": {"KH": 0.5, "QH": 0.4}}, 1)])
def test_a_card_exchanged_for_one_that_looks_alike_is_another_where_both_are_read_surely(readings, cards):
    table = Table(readings)
    for pair in (("KH", "QH"), ("QH", "KH")):
        image, table.finder.corners = half_alike(*pair)
        lesson = table.teacher.add(image)
    assert len(lesson.cards) == cards


def test_cards_that_look_much_alike_and_are_read_alike_are_two_cards_in_two_pictures():
    table = Table({"KH": {"KH": 0.99}, "QH": {"KH": 0.99}})
    for pair in (("KH", "QH"), ("QH", "KH")):
        image, table.finder.corners = half_alike(*pair)
        table.teacher.add(image)
        table.show()
    assert len(table.teacher.lesson().cards) == 2


def test_a_deck_of_which_many_cards_are_shown_twice_is_recognised_all_the_same():
    table = Table()
    table.show(*CODES)
    for code, other in zip(CODES[:8], CODES[8:16], strict=True):
        table.show()
        image, table.finder.corners = half_alike(code, other)
        lesson = table.teacher.add(image)
    assert len(lesson.cards) == 60
    assert codes(lesson.recognised) == set(CODES[8:]), "what is there once is known"


def test_cards_of_another_deck_among_them_are_asked_about_and_leave_the_deck_recognised():
    class Puzzled(FakeReader):
        puzzled = False

        def readings(self, perceived, deck):
            read = super().readings(perceived, deck)
            nothing = np.full_like(read.probabilities, 1 / len(CODES))
            return replace(read, probabilities=nothing) if self.puzzled else read

    table = Table()
    table.reader = table.teacher._reader = Puzzled()
    table.show(*CODES)
    table.reader.puzzled = True
    for code, other in zip(CODES[:8], CODES[8:16], strict=True):
        table.show()
        image, table.finder.corners = half_alike(code, other)
        lesson = table.teacher.add(image)
    assert codes(lesson.recognised) == set(CODES)
    assert len(lesson.doubtful) == 8
    assert all(len(card.candidates) == 8 for card in lesson.doubtful), "people choose from them"


def test_a_picture_named_after_one_of_its_cards_teaches_that_one():
    table = Table()
    lesson = table.show("KH", "AS", "7D", said="AS")
    assert codes(lesson.recognised) == {"AS"}
    (look,) = table.teacher.gallery().looks
    off = {code: np.abs(look.crop.astype(int) - crop_of(code)).mean() for code in ("KH", "AS", "7D")}
    assert min(off, key=lambda code: off[code]) == "AS"


def test_a_picture_with_several_cards_of_which_none_is_the_named_one_is_refused():
    table = Table()
    with pytest.raises(UnusableError, match="shows 2 cards, none of which is read as 7D"):
        table.show("KH", "AS", said="7D")
    assert table.teacher.lesson().recognised == ()
