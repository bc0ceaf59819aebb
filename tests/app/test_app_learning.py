"""A deck is learnt from a recorded game in the library."""

import threading
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from companion.app.model import learning
from companion.app.model.learning import learn
from companion.app.model.telling import telling
from companion.app.widgets.learn_dialog import LearnDialog
from companion.errors import UnusableError, WrongInputError
from companion.language import language
from companion.recording import lessons
from companion.recording.opening import open_session
from companion.vision.gallery_file import load_gallery
from companion.vision.reader import Reader

PATIENCE = 60_000
LEFT = Qt.MouseButton.LeftButton
KNOWN = telling("All is known.")


def opened(window, qtbot, learn):
    """Return the dialog of the chosen recording, with something that learns in place of the real thing."""
    page = window.sessions.library_page
    qtbot.mouseClick(page.learn_button, LEFT)
    assert isinstance(page.dialog, LearnDialog)
    page.dialog._learn = learn
    return page.dialog


def test_a_learnt_deck_is_played_with_from_the_next_game_on(library, qtbot, tmp_path) -> None:
    asked = []

    def learns(*arguments):
        asked.append(arguments[:3])
        return KNOWN

    dialog = opened(library, qtbot, learns)
    assert dialog.name.text() == "Spanish deck"
    dialog.name.setText(" Grandma's cards ")
    qtbot.mouseClick(dialog.begin_button, LEFT)
    qtbot.waitUntil(lambda: dialog.told.text() == "All is known." and dialog.begin_button.isEnabled(), timeout=PATIENCE)
    assert asked == [(tmp_path / "sessions" / "Birthday", "spanish48", "Grandma's cards")]
    assert library.setup.taught["spanish48"] == "Grandma's cards"
    assert library.store.remembered.learnt["spanish48"] == "Grandma's cards"
    qtbot.mouseClick(dialog.done_button, LEFT)
    assert library.sessions.library_page.dialog is None
    # The second time it goes on with the same deck.
    assert opened(library, qtbot, learns).name.text() == "Grandma's cards"


def test_what_cannot_be_learnt_is_told_and_nothing_changes(library, qtbot) -> None:
    def fails(*_):
        raise WrongInputError("no card there was named")

    dialog = opened(library, qtbot, fails)
    qtbot.mouseClick(dialog.begin_button, LEFT)
    qtbot.waitUntil(lambda: dialog.told.text() == "no card there was named", timeout=PATIENCE)
    assert dialog.begin_button.isEnabled()
    assert "spanish48" not in library.setup.taught


def test_a_dialog_that_is_closed_while_it_learns_is_not_waited_for_and_what_is_learnt_is_told_on_every_page(
    library, qtbot, reluctant
) -> None:
    dialog = opened(library, qtbot, lambda *_: reluctant.wait() and KNOWN)
    page = library.sessions.library_page
    qtbot.mouseClick(dialog.begin_button, LEFT)
    qtbot.mouseClick(dialog.done_button, LEFT)
    assert not reluctant.is_set()
    assert (page.done.isVisible(), page.done.text()) == (True, "Learning …")
    library.go_back()
    assert not reluctant.is_set()
    assert library.isVisible()
    reluctant.set()
    qtbot.waitUntil(lambda: library.setup.taught.get("spanish48") == "Spanish deck", timeout=PATIENCE)
    assert page.done.text() == "All is known."


def test_a_window_that_is_closed_while_a_deck_is_learnt_is_gone_at_once_and_keeps_what_was_learnt(
    library, qtbot
) -> None:
    seen, begun = [], threading.Event()
    dialog = opened(library, qtbot, lambda *_: begun.wait(PATIENCE / 1000) and KNOWN)
    qtbot.mouseClick(dialog.begin_button, LEFT)
    qtbot.mouseClick(dialog.done_button, LEFT)
    page = library.sessions.library_page
    waits = page.wait
    page.wait = lambda: (seen.append(library.isVisible()), begun.set(), waits())
    library.close()
    assert seen == [False]
    assert library.setup.taught["spanish48"] == "Spanish deck"


def test_a_deck_without_a_name_is_not_learnt(library, qtbot) -> None:
    dialog = opened(library, qtbot, lambda *_: pytest.fail("learnt all the same"))
    dialog.name.setText("  ")
    qtbot.mouseClick(dialog.begin_button, LEFT)
    assert dialog.begin_button.isEnabled()


def test_looks_of_a_game_are_kept_and_a_second_game_adds_to_them(recorded, tmp_path) -> None:
    played = {fact.cards[0] for fact in open_session(recorded).facts if fact.cards}
    told = learn(recorded, "spanish48", "family", galleries=tmp_path)(language("es"))
    first = load_gallery("family", Reader.shipped(), tmp_path)
    assert set(first.codes) <= played
    assert told == f"Cartas conocidas: {len(first.codes)} de 48. La próxima partida se juega con «family»."
    learn(recorded, "spanish48", "family", galleries=tmp_path)
    assert len(load_gallery("family", Reader.shipped(), tmp_path).looks) > len(first.looks)


def test_a_name_of_another_kind_of_deck_or_none_at_all_is_refused(recorded, tmp_path) -> None:
    learn(recorded, "spanish48", "family", galleries=tmp_path)
    with pytest.raises(UnusableError, match="another kind"):
        learn(recorded, "french52", "family", galleries=tmp_path)
    with pytest.raises(UnusableError, match="cannot be used"):
        learn(recorded, "spanish48", "../family", galleries=tmp_path)


def test_cards_that_are_lost_because_others_had_their_names_are_told_to_be_shown(recorded, tmp_path, monkeypatch):
    def teaches(*arguments):
        return replace(lessons.teach_from(*arguments), renamed={"12-coins": "2-swords"})

    monkeypatch.setattr(learning, "teach_from", teaches)
    told = learn(recorded, "spanish48", "family", galleries=tmp_path)(language("en"))
    assert told.endswith("\nStill to be shown, for another card was kept under the name: King of Coins")
