"""Getting to know a deck while it is played with, and keeping that for the next time."""

from pathlib import Path

import numpy as np
import pytest
from gallery_fakes import CODES, DECK, FakeReader, crop_of, picture_of

from companion.errors import UnusableError
from companion.vision.gallery import Look, make_gallery
from companion.vision.gallery_reader import GalleryReader
from companion.vision.learning import LearningReader, upright
from companion.vision.played_decks import forget_played, keep_played, last_played
from companion.vision.reader import Perceived

WRONG = {"KH": {"QH": 0.97}}
"""The classifier takes the king for a queen."""
MANY = ("KH", *[code for code in CODES if code not in ("KH", "QH")][:15])


class Reader(FakeReader):
    """Tells of a single crop which way up its card is; names several as the fake does."""

    classes = tuple(f"{DECK} {code}{way}" for code in CODES for way in ("", " turned"))

    def perceive(self, crops):
        seen = super().perceive(crops)
        if len(crops) != 1:
            return seen
        over = [np.abs(crops[0].astype(int) - crop_of(code)[::-1, ::-1]).mean() < 20 for code in CODES]
        ways = np.array([[turned == (way == 1) for turned in over for way in (0, 1)]], np.float32)
        return Perceived(ways, seen.embedding)


@pytest.fixture
def reader():
    return Reader(WRONG)


def names(readings):
    return [readings.ranked(row)[0][0] for row in range(len(readings))]


def looks(codes):
    return [Look(code, crop_of(code)) for code in codes]


def teach(learning, shown):
    for look in shown:
        learning.learn(DECK, look)
    learning.end_lesson()


def read(learning, *codes):
    return names(learning.read(*picture_of(*codes, light=6), DECK))


def test_what_was_learned_is_read_although_the_classifier_errs(reader):
    learning = LearningReader(reader)
    assert read(learning, "KH", "AS") == ["QH", "AS"]
    teach(learning, looks(MANY))
    assert read(learning, "KH", "AS") == ["KH", "AS"]
    assert set(learning.codes) == set(MANY)


def test_a_lesson_counts_when_it_is_over(reader):
    learning = LearningReader(reader)
    learning.end_lesson()
    for look in looks(MANY):
        learning.learn(DECK, look)
        assert read(learning, "KH", "AS") == ["QH", "AS"]
    learning.end_lesson()
    assert read(learning, "KH", "AS") == ["KH", "AS"]


def test_a_few_cards_are_not_enough(reader):
    learning = LearningReader(reader)
    teach(learning, looks(MANY[:5]))
    assert read(learning, "KH", "AS") == ["QH", "AS"]


def test_what_a_later_hand_says_of_a_card_holds(reader):
    learning = LearningReader(reader)
    wrong = {"2C": "3C", "3C": "2C"}
    codes = tuple(dict.fromkeys((*MANY, *wrong)))
    teach(learning, [Look(code, crop_of(wrong.get(code, code))) for code in codes])
    assert read(learning, "2C", "3C") == ["3C", "2C"]
    teach(learning, looks(wrong))
    assert read(learning, "2C", "3C") == ["2C", "3C"]


def test_another_deck_of_the_kind_takes_the_place_of_the_one_before(reader):
    learning = LearningReader(reader)
    teach(learning, looks(MANY))
    shown = MANY[:13]
    # Its cards look like others of the first deck: no two decks share how a card looks.
    teach(learning, [Look(code, crop_of(CODES[-place - 1])) for place, code in enumerate(shown)])
    assert set(learning.codes) == set(shown)


def test_the_same_deck_in_other_light_is_added_to(reader):
    learning = LearningReader(reader)
    teach(learning, looks(MANY))
    teach(learning, [Look(code, crop_of(code, light=12)) for code in MANY[:13]])
    assert set(learning.codes) == set(MANY)


def test_a_taught_deck_stays_known_beside_what_is_learned(reader):
    taught = make_gallery(reader, "ours", DECK, looks(("KH", "9D", "5S", "7C")))
    learning = LearningReader(GalleryReader(reader, taught))
    teach(learning, looks(code for code in MANY if code != "KH"))
    assert read(learning, "KH", "AS") == ["KH", "AS"]


def test_another_deck_is_read_as_if_nothing_had_been_learned(reader):
    learning = LearningReader(reader)
    teach(learning, [Look(code, crop_of(shown)) for code, shown in zip(CODES[:20], CODES[20:40], strict=True)])
    assert read(learning, "AS", "5S", "9S") == read(reader, "AS", "5S", "9S")


def test_it_goes_on_the_next_time_where_it_stopped(reader, tmp_path):
    learning = LearningReader(reader)
    learning.go_on(last_played(DECK, reader, tmp_path), lambda gallery: keep_played(gallery, tmp_path))
    teach(learning, looks(MANY))
    again = LearningReader(reader)
    again.go_on(last_played(DECK, reader, tmp_path), lambda _: None)
    assert set(again.codes) == set(MANY)
    assert read(again, "KH", "AS") == ["KH", "AS"]
    assert last_played("spanish48", reader, tmp_path) is None


def test_what_was_learned_can_be_forgotten_and_is_learned_anew(reader, tmp_path):
    taught = make_gallery(reader, "ours", DECK, looks(MANY))
    learning = LearningReader(reader)
    learning.go_on(None, lambda gallery: keep_played(gallery, tmp_path))
    teach(learning, looks(MANY))
    learning.forget()
    assert learning.codes == ()
    assert read(learning, "KH", "AS") == ["QH", "AS"]
    beside = LearningReader(GalleryReader(reader, taught))
    beside.forget()
    assert read(beside, "KH", "AS") == ["KH", "AS"], "a taught deck stays"
    forget_played(tmp_path)
    forget_played(tmp_path / "never made")
    assert last_played(DECK, reader, tmp_path) is None
    teach(learning, looks(MANY))
    assert read(learning, "KH", "AS") == ["KH", "AS"]
    assert last_played(DECK, reader, tmp_path) is not None


def test_what_cannot_be_deleted_is_told(tmp_path, monkeypatch):
    (tmp_path / f"{DECK}.gallery").write_bytes(b"what was learned")
    monkeypatch.setattr(Path, "unlink", lambda *_, **__: (_ for _ in ()).throw(PermissionError(13, "no permission")))
    with pytest.raises(UnusableError, match=f"{DECK}.gallery: cannot be deleted"):
        forget_played(tmp_path)


def test_a_damaged_file_and_a_full_disk_do_not_matter(reader, tmp_path):
    (tmp_path / f"{DECK}.gallery").write_bytes(b"no gallery")
    assert last_played(DECK, reader, tmp_path) is None
    keep_played(make_gallery(reader, DECK, DECK, looks(MANY)), tmp_path / f"{DECK}.gallery" / "no folder")
    keep_played(make_gallery(reader, DECK, DECK, looks(MANY)), tmp_path)
    assert set(last_played(DECK, reader, tmp_path).codes) == set(MANY)


def test_cards_are_turned_the_right_way_up(reader):
    [look] = upright(reader, DECK, [Look("AS", crop_of("AS")[::-1, ::-1])])
    assert (look.crop == crop_of("AS")).all()
    [look] = upright(reader, DECK, [Look("AS", crop_of("AS"))])
    assert (look.crop == crop_of("AS")).all()
