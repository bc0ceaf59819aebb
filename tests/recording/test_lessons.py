"""A deck's gallery taught from a recorded session."""

import pytest
from gallery_fakes import CODES, DECK, FakeReader, crop_of

from companion.errors import UnusableError, WrongInputError
from companion.recording import lessons
from companion.recording.correcting import correct_cards
from companion.recording.lessons import teach_from
from companion.recording.opening import open_session
from companion.recording.samples import Sample
from companion.vision.gallery import Look, make_gallery
from companion.vision.reader import Reader


@pytest.fixture(scope="module")
def reader():
    return Reader.shipped()


def test_a_session_teaches_its_cards_and_corrections_count(folder, reader):
    codes = {fact.cards[0] for fact in open_session(folder).facts}
    first = teach_from([folder], reader, "family", "spanish48", None).gallery
    assert set(first.codes) == codes
    correct_cards(folder, 2, ("12-coins",), "Ana")
    corrected = {fact.cards[0] for fact in open_session(folder).facts}
    again = teach_from([folder, folder], reader, "family", "spanish48", first).gallery
    assert set(again.codes) == codes | corrected
    assert max(sum(look.code == code for look in again.looks) for code in again.codes) <= 6


def test_another_deck_and_nothing_certain_are_refused(folder, reader):
    with pytest.raises(UnusableError, match="spanish48"):
        teach_from([folder], reader, "family", "french52", None)
    (folder / "video.mkv").unlink()
    with pytest.raises(WrongInputError, match="no card"):
        teach_from([folder], reader, "family", "spanish48", None)


@pytest.fixture
def all_upright(monkeypatch) -> None:
    monkeypatch.setattr(lessons, "upright", lambda _reader, _deck, looks: looks)


@pytest.mark.usefixtures("all_upright")
def test_a_look_that_was_kept_under_a_wrong_name_goes_once_a_person_names_its_card_in_a_session(monkeypatch, tmp_path):
    really, wrongly, other = CODES[:3]
    reader = FakeReader()
    kept = make_gallery(reader, "family", DECK, [Look(wrongly, crop_of(really)), Look(other, crop_of(other))])
    shows = [Sample(crop_of(other), other, DECK, 1), Sample(crop_of(really), really, DECK, 2)]
    monkeypatch.setattr(lessons, "samples", lambda _folder, a_card: shows)
    # A finished hand alone says it: it may have been played with two cards taken for each other.
    learnt = teach_from([tmp_path], reader, "family", DECK, kept)
    assert set(learnt.gallery.codes) == {really, wrongly, other}
    assert learnt.renamed == {}
    shows[1] = shows[1]._replace(told=True)
    learnt = teach_from([tmp_path], reader, "family", DECK, kept)
    assert set(learnt.gallery.codes) == {really, other}
    assert learnt.renamed == {wrongly: really}


@pytest.mark.usefixtures("all_upright")
def test_a_look_of_the_same_sessions_that_nobody_named_goes_with_the_wrong_name_that_a_hand_gave_it(
    monkeypatch, tmp_path
):
    really, wrongly = CODES[:2]
    shows = {
        "one": [Sample(crop_of(really), wrongly, DECK, 1)],
        "two": [Sample(crop_of(really), really, DECK, 1, told=True)],
    }
    monkeypatch.setattr(lessons, "samples", lambda folder, a_card: shows[folder.name])
    learnt = teach_from([tmp_path / "one", tmp_path / "two"], FakeReader(), "family", DECK, None)
    assert learnt.gallery.codes == (really,)
