"""A table watched in threads, without a window."""

import threading
import time
from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from app_tables import NAMES, Theatre, plan_of, plays_of, script_of

from companion.app.model.live import LiveTable
from companion.app.model.opening import Opening, open_watch
from companion.app.model.setup import Plan
from companion.app.model.watch import Watch
from companion.errors import UnusableError
from companion.language import language
from companion.rules.games import COINS
from companion.table.session import TableSession
from companion.vision.capture import Capture
from companion.vision.eyes import ModelEyes
from companion.vision.gallery import Look, make_gallery
from companion.vision.handover import SourceEvent
from companion.vision.played_decks import keep_played
from companion.vision.sources.base import Source, SourceLostError
from companion.vision.types import Frame, SeenCard

PATIENCE = 60.0


def _until(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.01)


class _Pictures(Source):
    """A source of a few pictures, all alike."""

    name = "pictures"

    def __init__(self, count: int, *, is_live: bool = False) -> None:
        self.is_live = is_live
        self._frames = [Frame(np.zeros((90, 160, 3), np.uint8), index / 30, index) for index in range(count)]

    def read(self) -> Frame | None:
        return self._frames.pop(0) if self._frames else None

    def close(self) -> None:
        self._frames.clear()


class _Eyes:
    """Sees nothing, and counts how often it looks."""

    waits = False

    def __init__(self, gate: threading.Event | None = None) -> None:
        self._gate = gate

    def look(self, _image: object, _deck: str, _card_height: float | None = None) -> list[SeenCard]:
        if self._gate is not None:
            self._gate.wait(PATIENCE)
        return []


def _watch(source: _Pictures, *, keep_all: bool, eyes: _Eyes | None = None) -> Watch:
    session = TableSession(COINS, eyes=eyes or _Eyes(), names=NAMES)
    return Watch(session, Capture(source, speed="max" if keep_all else "real"), keep_all=keep_all)


def test_every_frame_is_taken_where_none_may_be_lost() -> None:
    watch = _watch(_Pictures(40), keep_all=True)
    watch.start()
    _until(lambda: watch.pump.finished)
    watch.close()
    assert watch.session.snapshot().counts.frames == 40
    assert watch.pump.dropped == 0
    assert not watch.failure


def test_a_slow_look_drops_frames_counts_them_and_does_not_hold_up_the_picture() -> None:
    gate = threading.Event()
    watch = _watch(_Pictures(300), keep_all=False, eyes=_Eyes(gate))
    watch.start()
    # A pump that is slow itself drops some, too: it shows fewer then.
    _until(lambda: watch.pump.dropped >= 5 and watch.pump.picture(after=5) is not None)
    gate.set()
    watch.close()


def test_the_picture_fits_the_room_it_has_and_knows_its_full_size() -> None:
    watch = _watch(_Pictures(3), keep_all=True)
    watch.pump.show_at(80, 80)
    watch.start()
    _until(lambda: watch.pump.finished)
    watch.close()
    newest = watch.pump.picture(after=0)
    assert newest is not None
    number, picture = newest
    assert picture.image.shape == (45, 80, 3)
    assert (picture.width, picture.height) == (160, 90)
    assert watch.pump.picture(after=number) is None


def test_closing_before_the_start_and_twice_is_fine() -> None:
    watch = _watch(_Pictures(3), keep_all=True)
    watch.close()
    watch.close()


def test_a_failure_is_kept_in_words() -> None:
    class Broken(_Eyes):
        def look(self, *_: object) -> list[SeenCard]:
            raise UnusableError("the reader model cannot read this deck")

    watch = _watch(_Pictures(5), keep_all=True, eyes=Broken())
    watch.start()
    _until(lambda: watch.failure)
    watch.close()
    assert watch.failure == "the reader model cannot read this deck"


def test_what_cannot_be_is_said_with_the_players_names() -> None:
    watch = _watch(_Pictures(1), keep_all=True)
    live = LiveTable(COINS, COINS.configure(), watch)
    assert watch.change(lambda session: session.insert_play(0, 1, ("3-cups",))) == ""
    assert live.refresh()
    assert live.editor.open_last()
    live.editor.make_cards(("4-cups",))
    assert (live.editor.complaint, live.editor.subject) == ("", None)
    live.refresh()
    assert live.snapshot.history[0].cards == ("4-cups",)
    watch.change(lambda session: session.insert_play(1, 2, ("5-cups",)))
    live.refresh()
    live.editor.open_last()
    live.editor.make_cards(("4-cups", "6-cups"))
    assert "Carla" in live.editor.complaint
    assert live.editor.subject is not None
    live.editor.leave()
    assert live.editor.complaint == ""
    live.close()


def test_a_live_table_follows_a_rehearsal_and_speaks_once() -> None:
    script = script_of()
    theatre = Theatre(script, stop=plays_of(script)[3].time + 0.8)
    live = LiveTable(COINS, COINS.configure(), theatre.open(plan_of()))
    live.watch.start()
    said: list[str] = []

    def three_played() -> bool:
        live.refresh()
        said.extend(saying.text for saying in live.to_say())
        return len(live.snapshot.history) >= 4

    _until(three_played)
    live.close()
    assert [entry.cards for entry in live.snapshot.history[:3]] == [play.cards for play in plays_of(script)[:3]]
    assert sum("wins the trick" in text for text in said) == 1


class _Unplugged(_Pictures):
    """A camera that breaks off after its first picture."""

    def read(self) -> Frame | None:
        frame = super().read()
        if frame is None:
            raise SourceLostError("camera 0: hands out no picture any more")
        return frame


def _refuse() -> _Pictures:
    raise UnusableError("camera 0: is not there")


def test_a_lost_camera_is_said_over_the_picture_until_a_person_gives_up() -> None:
    session = TableSession(COINS, eyes=_Eyes(), names=NAMES)
    watch = Watch(session, Capture(_Unplugged(1, is_live=True), reopen=_refuse))
    live = LiveTable(COINS, COINS.configure(), watch)
    watch.start()
    _until(lambda: live.pulse.state == "lost")
    message = live.pulse.message
    live.close()
    assert message == "There is no picture from pictures"


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", ["The camera gives no picture", "The camera's picture is back"]),
        ("es", ["La cámara no da imagen", "Vuelve la imagen de la cámara"]),
        ("fr", ["La caméra ne donne pas d'image", "L'image de la caméra est revenue"]),
    ],
)
@pytest.mark.parametrize("is_live", [True, False])
def test_a_camera_that_is_lost_and_back_is_said_once_and_no_file(code, said, is_live) -> None:
    watch = _watch(_Pictures(1, is_live=is_live), keep_all=False)
    live = LiveTable(COINS, COINS.configure(), watch, language(code))
    heard = []
    for state in ("opened", "lost", "resumed"):
        watch.session.source_changed(SourceEvent(state, "http://192.168.1.7:8080: has broken off", 1.0))
        live.refresh()
        heard += [saying.text for saying in live.to_say()]
    assert heard == (said if is_live else [])
    assert live.saying is None  # Who won the last trick is shown on.


def test_a_pause_is_said_over_the_picture() -> None:
    live = LiveTable(COINS, COINS.configure(), _watch(_Pictures(1), keep_all=True))
    live.editor.pause(True)
    live.refresh()
    paused = live.pulse.message
    live.editor.pause(False)
    live.refresh()
    resumed = live.pulse.message
    live.close()
    assert "Paused" in paused
    assert resumed == ""


def test_what_cannot_be_opened_says_why() -> None:
    plan = Plan(COINS, COINS.configure(), NAMES, "file", "no-such-video.mp4")
    opening = Opening(plan, lambda plan: open_watch(plan, _Eyes))
    _until(lambda: opening.failure)
    assert "no-such-video.mp4" in opening.failure
    assert opening.poll() is None


def test_a_number_can_be_a_file(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)
    plan = Plan(COINS, COINS.configure(), NAMES, "file", "0")
    with pytest.raises(UnusableError, match="no such file"):
        open_watch(plan, _Eyes)


def test_a_simulated_table_is_opened_with_the_players_names() -> None:
    watch = open_watch(plan_of(), _Eyes, hands_limit=1)
    names = watch.session.snapshot().names
    watch.close()
    assert names == NAMES


def test_a_camera_goes_on_with_the_deck_of_the_last_time_and_a_simulated_table_does_not(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("companion.vision.played_decks.user_data_path", lambda *_, **__: tmp_path)
    eyes = [ModelEyes.shipped() for _ in range(4)]
    assert all(each.pupil is not None for each in eyes)
    crops = np.random.default_rng(3).integers(0, 255, (12, 160, 112, 3)).astype(np.uint8)
    for code, crop in zip(COINS.deck.codes, crops, strict=False):
        eyes[0].pupil.learn(COINS.deck.id, Look(code, crop))
    cv2.imwrite(str(tmp_path / "0.png"), np.zeros((90, 160, 3), np.uint8))
    pictures = Plan(COINS, COINS.configure(), NAMES, "file", str(tmp_path))
    open_watch(pictures, lambda: eyes[0]).close()
    eyes[0].pupil.end_lesson()
    open_watch(plan_of(), lambda: eyes[1], hands_limit=1).close()
    assert eyes[1].pupil.codes == ()
    open_watch(pictures, lambda: eyes[2]).close()
    assert eyes[2].pupil.codes == COINS.deck.codes[:12]
    open_watch(replace(pictures, taught="ours"), lambda: eyes[3]).close()
    assert eyes[3].pupil.codes == ()


def test_who_does_not_want_the_deck_to_become_known_is_not_read_by_what_was_learned(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr("companion.vision.played_decks.user_data_path", lambda *_, **__: tmp_path)
    cv2.imwrite(str(tmp_path / "0.png"), np.zeros((90, 160, 3), np.uint8))
    eyes = ModelEyes.shipped()
    crop = np.random.default_rng(3).integers(0, 255, (160, 112, 3)).astype(np.uint8)
    keep_played(make_gallery(eyes.pupil.model, COINS.deck.id, COINS.deck.id, [Look("1-cups", crop)]))
    open_watch(Plan(COINS, COINS.configure(), NAMES, "file", str(tmp_path), learns=False), lambda: eyes).close()
    assert eyes.pupil.codes == ()


def test_an_opening_that_is_given_up_closes_what_it_opens() -> None:
    begun, gate, closed = threading.Event(), threading.Event(), threading.Event()

    class Late:
        def close(self) -> None:
            closed.set()

    def slow(_: Plan) -> Late:
        begun.set()
        gate.wait(PATIENCE)
        return Late()

    opening = Opening(plan_of(), slow)  # type: ignore[arg-type]
    # What is given up before it begins opens nothing.
    assert begun.wait(PATIENCE)
    opening.give_up()
    gate.set()
    assert closed.wait(PATIENCE)
    assert opening.poll() is None


def test_undos_in_a_row_are_shown_at_each_step_and_spoken_once_when_they_end(monkeypatch) -> None:
    now = [100.0]
    monkeypatch.setattr("companion.app.model.live.monotonic", lambda: now[0])
    live = LiveTable(COINS, COINS.configure(), _watch(_Pictures(1), keep_all=True))
    for seat, card in ((1, "1-coins"), (2, "2-cups"), (0, "1-swords"), (2, "2-coins"), (0, "9-coins")):
        live.watch.change(lambda s, seat=seat, card=card: s.insert_play(len(s.snapshot().facts), seat, (card,)))
    live.refresh()
    live.to_say()
    spoken, shown = [], []
    for _ in range(4):
        now[0] += 0.7
        live.editor.undo()
        live.refresh()
        shown.append((len(live.snapshot.history), live.saying.headline))
        spoken.append([saying.headline for saying in live.to_say()])
    assert [plays for plays, _ in shown] == [4, 3, 2, 1]
    assert [headline for _, headline in shown][1:] == [f"{count} plays are taken back" for count in (2, 3, 4)]
    assert [len(said) for said in spoken] == [1, 0, 0, 0]
    now[0] += 2.1
    live.refresh()
    assert [saying.headline for saying in live.to_say()] == ["4 plays are taken back"]
    assert live.to_say() == []
    live.close()


def test_what_happens_after_undos_in_a_row_is_spoken_behind_them_at_once(monkeypatch) -> None:
    now = [100.0]
    monkeypatch.setattr("companion.app.model.live.monotonic", lambda: now[0])
    live = LiveTable(COINS, COINS.configure(), _watch(_Pictures(1), keep_all=True))
    for seat, card in ((1, "1-coins"), (2, "2-cups"), (0, "1-swords")):
        live.watch.change(lambda s, seat=seat, card=card: s.insert_play(len(s.snapshot().facts), seat, (card,)))
    for _ in range(2):
        live.refresh()
        live.to_say()
        live.editor.undo()
    live.refresh()
    for seat, card in ((2, "3-cups"), (0, "1-swords")):
        live.watch.change(lambda s, seat=seat, card=card: s.insert_play(len(s.snapshot().facts), seat, (card,)))
    live.refresh()
    said = [saying.headline for saying in live.to_say()]
    assert said[0] == "2 plays are taken back"
    assert "wins the trick" in said[1]
    live.close()
