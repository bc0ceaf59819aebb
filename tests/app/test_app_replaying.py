"""A recorded session is looked at again, and set right."""

import json
import shutil

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from companion.app.model.replay import Replay
from companion.language import language
from companion.recording.annotations import read_annotations
from companion.recording.film import FilmWriter
from companion.recording.journal import Journal
from companion.recording.layout import EVENTS, FRAMES, video_name
from companion.recording.opening import open_session

PATIENCE = 120_000
LEFT = Qt.MouseButton.LeftButton


def looked_at_again(library):
    """Return the page of the recording that is chosen in the library."""
    library.sessions.library_page.replay_wanted.emit(library.sessions.library_page.chosen)
    return library.sessions.replay_page


def test_a_session_is_looked_at_again_and_a_card_is_set_right(library, qtbot, shelf_folder) -> None:
    page = library.sessions.library_page
    qtbot.mouseClick(page.replay_button, LEFT)
    view = library.sessions.replay_page
    qtbot.waitUntil(lambda: view.replay is not None and view.picture._image is not None, timeout=PATIENCE)
    qtbot.mouseClick(view.trick_on, LEFT)
    assert view.replay.trick.label == "1.1"
    view.events.setCurrentRow(1)
    qtbot.waitUntil(lambda: view.replay.time == pytest.approx(15.0, abs=0.3), timeout=PATIENCE)
    before = view.replay.index
    qtbot.keyClick(view.bar, Qt.Key.Key_Right)
    assert view.replay.index == before + 1
    qtbot.keyClick(view.bar, Qt.Key.Key_End)
    assert view.replay.index == view.replay.count - 1
    qtbot.mouseClick(view.bar, LEFT, pos=QPoint(round(view.bar.place_of(15.6)), 10))
    qtbot.waitUntil(lambda: bool(view.picture._cards), timeout=PATIENCE)
    # A card is clicked and named: the play is corrected, and the trick goes to somebody else.
    track = view.replay.session.tracks[2]
    qtbot.mouseClick(view.picture, LEFT, pos=view.picture.place_of(track).toPoint())
    assert view.card.deck.isVisible()
    view.card.name_card("12-coins")
    assert view.card.problem.text() == ""
    session = open_session(shelf_folder / "Birthday")
    assert session.facts[2].cards == ("12-coins",)
    assert session.log.view.totals == (3, 0, 0)
    assert any("Ana with the King of Coins" in view.events.item(row).text() for row in range(view.events.count()))
    # Another play has this card: the two were taken for each other.
    session = open_session(shelf_folder / "Birthday")
    other = next(place for place, fact in enumerate(session.facts) if fact.cards == ("5-coins",))
    view.card.name_card("5-coins")
    assert open_session(shelf_folder / "Birthday").facts == session.facts
    player = session.names[session.facts[other].seat]
    assert f"{player} then played the King of Coins, not the 5 of Coins" in view.card.effect.text()
    assert view.card.take_button.isVisible()
    view.card.choose(None)
    assert view.card.effect.text() == ""
    assert not view.card.take_button.isVisible()
    view.card.choose(track)
    view.card.name_card("5-coins")
    assert open_session(shelf_folder / "Birthday").facts == session.facts
    view.card.name_card("5-coins")
    assert not view.card.take_button.isVisible()
    session = open_session(shelf_folder / "Birthday")
    assert (session.facts[2].cards, session.facts[other].cards) == (("5-coins",), ("12-coins",))
    # What cannot be is refused in words.
    writing = Journal(session.folder / EVENTS, alone=True)
    view.card.name_card("1-cups")
    assert "written by another" in view.card.problem.text()
    writing.close()
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    assert page.isVisible()


def test_a_switch_of_the_language_leaves_everything_where_it_was(library, qtbot, shelf_folder) -> None:
    view = looked_at_again(library)
    qtbot.mouseClick(view.overlay_button, LEFT)
    view.events.setCurrentRow(2)
    time, row = view.replay.time, view.events.currentRow()
    track, other = view.replay.session.tracks[2], view.replay.session.facts[1].cards[0]
    view.card.choose(track)
    # A card that another play was is told first, and waits.
    view.card.name_card(other)
    assert "then played" in view.card.effect.text()
    library.prefer("language", "es")
    qtbot.wait(100)
    assert (view.replay.time, view.events.currentRow(), view.replay.overlay) == (time, row, False)
    assert view.card.deck.isVisibleTo(view)
    assert view.card.choice.text() == "¿Qué carta es? Se corrige la jugada."
    assert "then played" not in view.card.effect.text() != ""
    facts = open_session(shelf_folder / "Birthday").facts
    qtbot.mouseClick(view.card.take_button, LEFT)
    assert open_session(shelf_folder / "Birthday").facts[2].cards == (other,) != facts[2].cards
    # So is what was done, and what cannot be.
    done = view.card.effect.text()
    assert done
    library.prefer("language", "en")
    assert view.card.effect.text() not in ("", done)
    view.card.choose(track)
    writing = Journal(shelf_folder / "Birthday" / EVENTS, alone=True)
    view.card.name_card("1-cups")
    refused = view.card.problem.text()
    library.prefer("language", "es")
    assert view.card.problem.text() not in ("", refused)
    writing.close()


def test_replay_plays_and_shows_no_boxes_when_not_wanted(library, qtbot) -> None:
    view = looked_at_again(library)
    view.replay.go_to(15.0)
    qtbot.waitUntil(lambda: bool(view.picture._cards), timeout=PATIENCE)
    qtbot.keyClick(view, Qt.Key.Key_B)
    qtbot.waitUntil(lambda: not view.picture._cards, timeout=PATIENCE)
    before = view.replay.index
    qtbot.mouseClick(view.play_button, LEFT)
    qtbot.waitUntil(lambda: view.replay.index > before + 2, timeout=PATIENCE)
    view.replay.index = view.replay.count - 2
    qtbot.waitUntil(lambda: not view.play_button.isChecked(), timeout=PATIENCE)
    assert library.isVisible()


def test_boxes_and_names_are_annotated_in_a_replay(shelf_folder) -> None:
    replay = Replay(open_session(shelf_folder / "Birthday"))
    try:
        while not any(replay.fact_of(card.track) is None for card in replay.cards()):
            replay.step(1)
        card = next(card for card in replay.cards() if replay.fact_of(card.track) is None)
        was = np.array(card.corners)
        replay.shift_box(card.track, 8.0, -4.0)
        moved = np.array(next(other for other in replay.cards() if other.track == card.track).corners)
        # The video is a quarter of what was looked at.
        assert moved - was == pytest.approx(np.tile([2.0, -1.0], (4, 1)), abs=0.1)
        replay.name_card(card.track, "7-cups")
        replay.remove_card(card.track)
        assert card.track not in {other.track for other in replay.cards()}
        assert [note.kind for note in read_annotations(shelf_folder / "Birthday")] == ["box", "side", "name", "remove"]
        replay.shift_box(999, 1, 1)
        assert replay.complaint
    finally:
        replay.close()


def test_a_session_without_its_video_still_tells_its_story(library, qtbot, shelf_folder) -> None:
    (shelf_folder / "Birthday" / "video.mkv").unlink()
    view = looked_at_again(library)
    qtbot.waitUntil(lambda: "no video" in view.picture._message, timeout=PATIENCE)
    assert view.events.count() >= 3
    assert "the video is missing" in view.about.toolTip()
    library.prefer("language", "es")
    assert view.about.text() == "Una parte de esta grabación falta o está dañada; se muestra lo que queda."
    qtbot.mouseClick(view.trick_on, LEFT)
    qtbot.mouseClick(view.play_button, LEFT)
    qtbot.keyClick(view.bar, Qt.Key.Key_Left)


def test_a_video_that_is_damaged_is_not_told_to_be_missing(library, qtbot, shelf_folder) -> None:
    (shelf_folder / "Birthday" / "video.mkv").write_bytes(b"no film at all")
    view = looked_at_again(library)
    qtbot.waitUntil(lambda: "is damaged" in view.picture._message, timeout=PATIENCE)
    assert "damaged" in view.about.text()
    assert "video.mkv: cannot be read" in view.about.toolTip()
    assert view.events.count() >= 3


@pytest.mark.parametrize(
    ("seen_from", "filmed", "told"),
    [
        (0.0, (0.0, 3.0), "the video ends 20 seconds before the recording"),
        (8.0, (0.0, 3.0), "the video begins 8 seconds before the recording"),
        (0.0, (0.0, 3.0, 18.0, 21.0), "the video lacks 15 seconds after 0:03"),
        (0.0, (0.0, 4.0, 8.0, 12.0, 16.0, 20.0), ""),
        (8.0, (8.0, 12.0, 16.0, 20.0, 23.0), ""),
    ],
)
def test_a_video_that_was_cut_or_written_anew_is_told_of(recorded, tmp_path, seen_from, filmed, told) -> None:
    folder = tmp_path / "cut"
    shutil.copytree(recorded, folder)
    looks = [line for line in (folder / FRAMES).read_text().splitlines(True) if json.loads(line)["time"] >= seen_from]
    (folder / FRAMES).write_text("".join(looks))
    (folder / video_name(1)).unlink()
    film = FilmWriter(folder / video_name(1), 64, 36)
    for time in filmed:
        film.add(np.zeros((36, 64, 3), np.uint8), time)
    film.close()
    replay = Replay(open_session(folder))
    assert replay.count == len(filmed)
    assert [
        problem.told(language("en")).partition(": it was")[0].partition(": another")[0] for problem in replay.problems
    ] == ([told] if told else [])


def test_who_played_a_card_and_whether_it_counts_is_set_right_in_a_replay(library, shelf_folder, qtbot) -> None:
    view = looked_at_again(library)
    before = open_session(shelf_folder / "Birthday")
    last = len(before.facts) - 1
    track, play = before.tracks[last], before.facts[last]
    view.replay.go_to(play.time + 0.5)
    view.refresh()
    view.card.choose(track)
    assert view.card.player.currentText() == f"Played by {before.names[play.seat]}"
    # No play: what is chosen in the list is said.
    view.card.player.setCurrentIndex(0)
    view.card.player.activated.emit(0)
    session = open_session(shelf_folder / "Birthday")
    assert session.facts == before.facts[:last]
    assert session.log.view.totals != before.log.view.totals
    assert view.card.player.currentText().startswith("Nobody")
    # It was one after all, and the same trick is won again.
    view.card.player.activated.emit(play.seat + 1)
    session = open_session(shelf_folder / "Birthday")
    assert session.facts[last].cards == play.cards
    assert session.facts[last].source == "person"
    assert session.tracks == before.tracks
    assert session.log.view.totals == before.log.view.totals
    # There is no such card: it is neither in the picture nor in the game any more.
    view.card.remove_card()
    assert open_session(shelf_folder / "Birthday").facts == before.facts[:last]
    assert track not in {card.track for card in view.replay.cards()}


def test_a_card_that_was_taken_out_by_mistake_comes_back(library, shelf_folder, qtbot) -> None:
    page = library.sessions.library_page
    page.replay_wanted.emit(page.chosen)
    view = library.sessions.replay_page
    assert not view.undo_button.isEnabled()
    before = open_session(shelf_folder / "Birthday")
    track, play = before.tracks[1], before.facts[1]
    view.replay.go_to(play.time + 0.5)
    view.card.choose(track)
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert track not in {card.track for card in view.replay.cards()}
    assert open_session(shelf_folder / "Birthday").facts != before.facts
    view.replay.go_to(0.0)
    qtbot.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert view.card.problem.text() == ""
    assert open_session(shelf_folder / "Birthday").facts == before.facts
    # One sees what came back, with its box, chosen to be set right in another way.
    assert track in {card.track for card in view.replay.cards()}
    assert view.card.player.currentText() == f"Played by {before.names[play.seat]}"
    assert (view.undo_button.isEnabled(), view.redo_button.isEnabled()) == (False, True)
    qtbot.mouseClick(view.redo_button, LEFT)
    assert track not in {card.track for card in view.replay.cards()}
    assert not view.card.deck.isVisible()
    # The page is left and opened again: what was done can be taken back all the same.
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    page.replay_wanted.emit(page.chosen)
    assert view.undo_button.isEnabled()
    writing = Journal(before.folder / EVENTS, alone=True)
    qtbot.mouseClick(view.undo_button, LEFT)
    assert "written by another" in view.card.problem.text()
    writing.close()
    qtbot.mouseClick(view.undo_button, LEFT)
    assert view.card.problem.text() == ""
    assert open_session(shelf_folder / "Birthday").facts == before.facts


def test_a_box_that_was_moved_bit_by_bit_goes_back_at_once(library, shelf_folder, qtbot) -> None:
    view = looked_at_again(library)
    view.replay.go_to(15.0)
    before = {card.track: card.corners for card in view.replay.cards()}
    view.card.choose(min(before))
    for _ in range(5):
        qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert {card.track: card.corners for card in view.replay.cards()} != before
    qtbot.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert {card.track: card.corners for card in view.replay.cards()} == before
    assert not view.undo_button.isEnabled()


def test_a_card_that_nobody_can_name_is_named_before_it_counts(shelf_folder) -> None:
    replay = Replay(open_session(shelf_folder / "Birthday"), language("es"))
    try:
        while not any(not card.label and card.role != "played" for card in replay.cards()):
            replay.step(1)
        card = next(card for card in replay.cards() if not card.label and card.role != "played")
        replay.change_seat(card.track, 0)
        assert replay.complaint == "Diga primero qué carta es."
        assert replay.seat_of(card.track) is None
    finally:
        replay.close()


def test_a_card_of_a_recording_is_set_right_by_keys_alone_and_nothing_on_the_way_to_it(
    library, shelf_folder, qtbot
) -> None:
    view = looked_at_again(library)
    before = open_session(shelf_folder / "Birthday")
    play, nxt = before.facts[1], before.facts[2]
    view.play_button.setChecked(True)
    view.replay.go_to((play.time + nxt.time) / 2)
    qtbot.keyClick(view.bar, Qt.Key.Key_C)
    # The last card played is chosen, the pictures stand still, and the keys are at what it is taken for.
    assert not view.play_button.isChecked()
    assert view.card._track == before.tracks[1]
    assert library.focusWidget() is view.card.deck
    assert view.card.deck.cards.code(view.card.deck.currentIndex()) == play.cards[0]
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Down):
        qtbot.keyClick(view.card.deck, key)
    assert open_session(shelf_folder / "Birthday").facts == before.facts
    wanted = view.card.deck.cards.code(view.card.deck.currentIndex())
    assert wanted != play.cards[0]
    qtbot.keyClick(view.card.deck, Qt.Key.Key_Return)
    assert view.card.problem.text() == ""
    assert open_session(shelf_folder / "Birthday").facts[1].cards == (wanted,)
    qtbot.keyClick(view.card.deck, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    # Nor does anybody else play it while one looks for a name in the list.
    view.card.player.setFocus()
    qtbot.keyClick(view.card.player, Qt.Key.Key_Down)
    assert view.card.player.view().isVisible()
    qtbot.keyClick(view.card.player.view(), Qt.Key.Key_Escape)
    qtbot.keyClicks(view.card.player, "n")
    assert open_session(shelf_folder / "Birthday").facts == before.facts
    # Further cards of the picture are chosen in turn.
    chosen = [view.card._track]
    for _ in view.replay.cards():
        qtbot.keyClick(view, Qt.Key.Key_C)
        chosen.append(view.card._track)
    assert len(set(chosen)) == len(view.replay.cards()) > 1
    assert chosen[-1] == chosen[0]
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ShiftModifier)
    assert view.card._track == chosen[-2]


def test_two_players_change_places_in_a_trick_only_once_it_was_told_what_that_does(
    library, shelf_folder, qtbot
) -> None:
    view = looked_at_again(library)
    before = open_session(shelf_folder / "Birthday")
    place = 1
    other = next(at for at in (0, 2) if before.facts[at].seat != before.facts[place].seat)
    track, play, given_way = before.tracks[place], before.facts[place], before.facts[other]
    view.replay.go_to(play.time + 0.5)
    view.refresh()
    view.card.choose(track)
    view.card.player.setCurrentIndex(given_way.seat + 1)
    view.card.player.activated.emit(given_way.seat + 1)
    assert open_session(shelf_folder / "Birthday").facts == before.facts
    assert f"{before.names[play.seat]} then played" in view.card.effect.text()
    assert f"not {before.names[given_way.seat]}" in view.card.effect.text()
    assert "wins trick" in view.card.effect.text()
    assert view.card.player.currentText() == f"Played by {before.names[given_way.seat]}"
    # Something else is chosen meanwhile: nothing was done.
    view.card.choose(track)
    assert view.card.player.currentText() == f"Played by {before.names[play.seat]}"
    assert open_session(shelf_folder / "Birthday").facts == before.facts
    view.card.player.activated.emit(given_way.seat + 1)
    qtbot.mouseClick(view.card.take_button, LEFT)
    session = open_session(shelf_folder / "Birthday")
    assert (session.facts[place].seat, session.facts[other].seat) == (given_way.seat, play.seat)
    # What it did stays to be read, and one undo takes all of it back.
    assert "wins trick" in view.card.effect.text()
    qtbot.mouseClick(view.undo_button, LEFT)
    assert open_session(shelf_folder / "Birthday").facts == before.facts
    assert not view.undo_button.isEnabled()


def test_what_taking_a_play_out_did_is_told_at_once(library, shelf_folder, qtbot) -> None:
    view = looked_at_again(library)
    before = open_session(shelf_folder / "Birthday")
    view.replay.go_to(before.facts[-1].time + 0.5)
    view.refresh()
    view.card.choose(before.tracks[-1])
    qtbot.keyClick(view, Qt.Key.Key_Delete)
    assert "is open again" in view.card.effect.text()
    qtbot.keyClick(view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert "wins trick" in view.card.effect.text()


def test_the_space_bar_presses_the_button_that_has_the_keys_and_plays_elsewhere(library, shelf_folder, qtbot) -> None:
    page = library.sessions.library_page
    page.replay_wanted.emit(page.chosen)
    view = library.sessions.replay_page
    before = open_session(shelf_folder / "Birthday")
    view.overlay_button.setFocus()
    qtbot.keyClick(view.overlay_button, Qt.Key.Key_Space)
    assert not view.overlay_button.isChecked()
    assert not view.play_button.isChecked()
    view.bar.setFocus()
    qtbot.keyClick(view.bar, Qt.Key.Key_Space)
    assert view.play_button.isChecked()
    # What was told first is done by keys alone, too.
    view.replay.go_to(before.facts[1].time + 0.5)
    view.card.choose(before.tracks[1])
    view.card.change_seat(before.facts[0].seat)
    view.card.take_button.setFocus()
    qtbot.keyClick(view.card.take_button, Qt.Key.Key_Space)
    assert open_session(shelf_folder / "Birthday").facts[1].seat == before.facts[0].seat
    view.back_button.setFocus()
    qtbot.keyClick(view.back_button, Qt.Key.Key_Space)
    assert page.isVisible()
