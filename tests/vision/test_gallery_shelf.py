"""The taught decks that are kept: listed with their cards, called otherwise, deleted."""

import os

import numpy as np
import pytest
from gallery_fakes import CODES, DECK, FakeReader, crop_of

from companion.errors import UnusableError
from companion.vision.gallery import Look, make_gallery
from companion.vision.gallery_file import gallery_names, gallery_path, load_gallery, save_gallery
from companion.vision.gallery_shelf import delete_deck, looks_of, rename_deck, taught_decks
from companion.vision.taught_alone import TaughtAlone

TAUGHT = ("KH", "AS", "7D")


@pytest.fixture
def shelf(tmp_path):
    """Return a folder with a deck of three cards, the first of which was shown twice."""
    looks = [Look(code, crop_of(code)) for code in (*TAUGHT, "KH")]
    save_gallery(make_gallery(FakeReader(), "ours", DECK, looks), tmp_path)
    return tmp_path


def test_decks_are_listed_with_the_cards_that_are_known(shelf):
    (deck,) = taught_decks(shelf)
    assert (deck.name, deck.deck, deck.trouble) == ("ours", DECK, None)
    assert deck.known == tuple(code for code in CODES if code in TAUGHT)
    assert set(looks_of("ours", shelf)) == set(TAUGHT)
    assert np.abs(looks_of("ours", shelf)["AS"].astype(int) - crop_of("AS")).mean() < 8
    assert taught_decks(shelf / "nowhere") == ()


def test_a_deck_that_cannot_be_read_is_listed_with_the_reason_and_can_be_deleted(shelf):
    gallery_path("ours", shelf).write_bytes(b"PK nothing")
    (deck,) = taught_decks(shelf)
    assert "is damaged" in str(deck.trouble)
    with pytest.raises(UnusableError, match="is damaged"):
        rename_deck("ours", "theirs", shelf)
    assert gallery_names(shelf) == ("ours",)
    delete_deck("ours", shelf)
    assert taught_decks(shelf) == ()


def test_a_folder_called_like_a_deck_is_none(shelf):
    (shelf / "dir.gallery").mkdir()
    assert gallery_names(shelf) == ("ours",)
    with pytest.raises(UnusableError, match=r"there is no taught deck 'dir' \(known: ours\)"):
        load_gallery("dir", FakeReader(), shelf)


def test_only_files_that_can_be_read_with_tell_their_kind_of_deck(shelf):
    (shelf / "grandma's.gallery").write_bytes((shelf / "ours.gallery").read_bytes())
    (shelf / "damaged.gallery").write_bytes(b"PK and nothing more")
    (shelf / "folder.gallery").mkdir()
    assert [taught.name for taught in taught_decks(shelf) if taught.deck == DECK] == ["grandma's", "ours"]


def test_a_deck_goes_on_under_its_new_name(shelf):
    reader = FakeReader()
    before = load_gallery("ours", reader, shelf)
    rename_deck("ours", "Grandma’s (old)", shelf)
    assert gallery_names(shelf) == ("Grandma’s (old)",)
    after = load_gallery("Grandma’s (old)", reader, shelf)
    assert after.name == "Grandma’s (old)"
    assert after.codes == before.codes
    assert np.array_equal(after.embeddings, before.embeddings)
    # Taught more, it is kept under that name.
    assert save_gallery(after, shelf) == gallery_path("Grandma’s (old)", shelf)
    assert len(list(shelf.iterdir())) == 1


@pytest.mark.parametrize("name", ["ours [old]", "ours.", "\N{GRINNING FACE}"])
def test_a_file_that_somebody_called_otherwise_is_a_deck_like_any_other(shelf, name):
    (shelf / "ours.gallery").rename(shelf / f"{name}.gallery")
    (deck,) = taught_decks(shelf)
    assert (deck.name, deck.trouble, set(looks_of(name, shelf))) == (name, None, set(TAUGHT))
    rename_deck(name, "ours", shelf)
    assert gallery_names(shelf) == ("ours",)
    (shelf / "ours.gallery").rename(shelf / f"{name}.gallery")
    delete_deck(name, shelf)
    assert gallery_names(shelf) == ()


@pytest.mark.parametrize("name", ["", "a/b", "..", "con", "x" * 49, "ours.", "\N{GRINNING FACE}"])
def test_names_that_cannot_be_leave_the_deck_as_it_was(shelf, name):
    with pytest.raises(UnusableError, match="cannot be used"):
        rename_deck("ours", name, shelf)
    assert gallery_names(shelf) == ("ours",)


def test_a_name_that_is_taken_is_refused_and_both_decks_stay(shelf):
    save_gallery(make_gallery(FakeReader(), "theirs", DECK, [Look("2C", crop_of("2C"))]), shelf)
    with pytest.raises(UnusableError, match="'theirs' already"):
        rename_deck("ours", "theirs", shelf)
    assert [deck.known for deck in taught_decks(shelf)] == [taught_decks(shelf)[0].known, ("2C",)]
    rename_deck("ours", "ours", shelf)
    assert gallery_names(shelf) == ("ours", "theirs")


def test_a_deck_is_not_called_by_a_name_that_is_being_taught_which_would_take_its_place(shelf):
    with TaughtAlone("theirs", shelf), pytest.raises(UnusableError, match="“theirs” is being taught"):
        rename_deck("ours", "theirs", shelf)
    assert gallery_names(shelf) == ("ours",)
    rename_deck("ours", "theirs", shelf)
    assert gallery_names(shelf) == ("theirs",)


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="who may do everything is refused nothing")
def test_a_folder_that_may_not_be_written_to_is_told(shelf):
    shelf.chmod(0o500)
    try:
        with pytest.raises(UnusableError, match="cannot be deleted"):
            delete_deck("ours", shelf)
        with pytest.raises(UnusableError, match="cannot be written"):
            rename_deck("ours", "theirs", shelf)
    finally:
        shelf.chmod(0o700)


def test_a_full_disk_keeps_the_deck_under_its_old_name(shelf, monkeypatch):
    def full(_file):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UnusableError, match="the disk is full"):
        rename_deck("ours", "theirs", shelf)
    assert [path.name for path in shelf.iterdir()] == ["ours.gallery"]


def test_a_deck_that_is_not_there_is_told(shelf):
    with pytest.raises(UnusableError, match="no taught deck 'theirs'"):
        rename_deck("theirs", "mine", shelf)
    delete_deck("theirs", shelf)
    assert gallery_names(shelf) == ("ours",)
