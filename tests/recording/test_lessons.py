"""A deck's gallery taught from a recorded session."""

import pytest

from companion.errors import UnusableError, WrongInputError
from companion.recording.correcting import correct_cards
from companion.recording.lessons import teach_from
from companion.recording.opening import open_session
from companion.vision.reader import Reader


@pytest.fixture(scope="module")
def reader():
    return Reader.shipped()


def test_a_session_teaches_its_cards_and_corrections_count(folder, reader):
    codes = {fact.cards[0] for fact in open_session(folder).facts}
    first = teach_from([folder], reader, "family", "spanish48", None)
    assert set(first.codes) == codes
    correct_cards(folder, 2, ("12-coins",), "Ana")
    corrected = {fact.cards[0] for fact in open_session(folder).facts}
    again = teach_from([folder, folder], reader, "family", "spanish48", first)
    assert set(again.codes) == codes | corrected
    assert max(sum(look.code == code for look in again.looks) for code in again.codes) <= 6


def test_another_deck_and_nothing_certain_are_refused(folder, reader):
    with pytest.raises(UnusableError, match="spanish48"):
        teach_from([folder], reader, "family", "french52", None)
    (folder / "video.mkv").unlink()
    with pytest.raises(WrongInputError, match="no card"):
        teach_from([folder], reader, "family", "spanish48", None)
