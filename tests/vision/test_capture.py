import itertools
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from camera_media import MjpegCamera, cut, number_of, spoil, write_picture, write_video

from companion.errors import UnusableError
from companion.vision.capture import Capture, open_capture
from companion.vision.capture_thread import Limits
from companion.vision.handover import SourceEvent
from companion.vision.sources.base import DamagedPictureError, Source, SourceLostError
from companion.vision.types import Frame

PATIENT = 30.0
"""Seconds after which a test gives up; nothing that works takes nearly as long."""

TIMES = [0.0, 0.03, 0.07, 0.3, 0.33, 0.9, 1.0, 1.8, 1.82, 2.5]
HASTY = Limits(silent=0.2, frozen=0.2, opening=0.2, first_retry=0.01, longest_retry=0.05, closing=PATIENT)
"""A machine that is busy with other things may itself be late by so much: only for what is the same then."""

PATIENT_LIMITS = replace(HASTY, silent=PATIENT, frozen=PATIENT, opening=PATIENT)
"""Only what breaks off by itself is lost; it is opened again at once."""


class ScriptedSource(Source):
    """Plays a script: a number is a picture of that grey, an error is raised, anything callable is waited for."""

    def __init__(self, script: list[object], is_live: bool = True) -> None:
        self.name = "table"
        self.is_live = is_live
        self.closed = 0
        self._script = iter(script)
        self._count = 0

    def read(self) -> Frame | None:
        step = next(self._script, None)
        while callable(step):
            step()
            step = next(self._script, None)
        if isinstance(step, Exception):
            raise step
        if step is None:
            return None
        assert isinstance(step, int)
        self._count += 1
        return Frame(np.full((4, 4, 3), step, np.uint8), 0.001 * self._count, self._count - 1)

    def close(self) -> None:
        self.closed += 1


def everything(capture: Capture) -> list[Frame | SourceEvent]:
    with capture:
        return list(capture)


def states(items: list[Frame | SourceEvent]) -> list[str]:
    return [item.state for item in items if isinstance(item, SourceEvent)]


def next_of(capture: Capture, wanted: Callable[[Frame | SourceEvent], bool]) -> Frame | SourceEvent:
    """Take items up to the first that is wanted."""
    until = time.monotonic() + PATIENT
    while time.monotonic() < until:
        item = capture.take(1.0)
        if item is not None and wanted(item):
            return item
    pytest.fail("it never came")


def never() -> Source:
    """Stand in for what opens a source again, where that would be a mistake."""
    pytest.fail("it was opened again")


def event(state: str) -> Callable[[Frame | SourceEvent], bool]:
    return lambda item: isinstance(item, SourceEvent) and item.state == state


def frame(item: Frame | SourceEvent) -> bool:
    return isinstance(item, Frame)


class TestFiles:
    def test_at_speed_max_a_slow_consumer_gets_every_frame(self, tmp_path):
        numbers = []
        with open_capture(write_video(tmp_path / "t.mkv", TIMES), speed="max") as capture:
            for item in capture:
                if isinstance(item, Frame):
                    time.sleep(0.01)
                    numbers.append(number_of(item))

        assert numbers == list(range(10))
        assert capture.dropped == 0
        assert capture.finished

    def test_at_speed_real_frames_come_no_earlier_than_their_time(self, tmp_path):
        begin = time.monotonic()
        items = everything(open_capture(write_video(tmp_path / "t.mkv", [0.0, 0.2, 0.5]), speed="real"))

        assert time.monotonic() - begin >= 0.5
        assert number_of([item for item in items if isinstance(item, Frame)][-1]) == 2

    def test_at_speed_real_frames_too_many_are_dropped_and_counted(self, tmp_path):
        capture = open_capture(write_video(tmp_path / "t.mkv", [number * 0.01 for number in range(20)]), speed="real")
        with capture:
            while capture.state != "ended":
                time.sleep(0.01)
            items = list(capture)

        assert [number_of(item) for item in items if isinstance(item, Frame)] == [19]
        assert states(items) == ["opened", "ended"]
        assert capture.dropped == 19

    def test_a_broken_picture_is_named_between_the_frames_around_it(self, tmp_path):
        for number in range(4):
            write_picture(tmp_path / f"{number}.jpg", number)
        cut(tmp_path / "2.jpg", 0.3)
        capture = open_capture(str(tmp_path), speed="max")
        items = everything(capture)

        shown = [item.state if isinstance(item, SourceEvent) else number_of(item) for item in items]
        assert shown == ["opened", 0, 1, "lost", "resumed", 3, "ended"]
        assert "2.jpg" in items[3].message
        assert items[-1].message.endswith("3 pictures, 1 more could not be read")
        assert [item.time for item in items] == sorted(item.time for item in items)
        assert capture.damaged == 1

    def test_damage_in_a_video_is_told_and_counted(self, tmp_path):
        path = write_video(tmp_path / "t.mkv", TIMES)
        spoil(path, [2, 3, 7])
        capture = open_capture(path, speed="max")
        items = everything(capture)

        assert states(items) == ["opened", "lost", "resumed", "lost", "resumed", "ended"]
        assert [number_of(item) for item in items if isinstance(item, Frame)] == [0, 1, 4, 5, 6, 8, 9]
        assert capture.damaged == 3

    def test_a_video_cut_short_is_told_before_its_end(self, tmp_path):
        items = everything(open_capture(cut(write_video(tmp_path / "t.mkv", TIMES), 0.5), speed="max"))

        assert states(items) == ["opened", "lost", "ended"]
        assert "cut short" in items[-2].message

    def test_what_cannot_be_opened_is_refused_before_any_thread_runs(self, tmp_path):
        with pytest.raises(UnusableError, match="there is no such file"):
            open_capture(tmp_path / "nowhere.mkv")

    def test_closing_in_the_middle_ends_the_thread_and_closes_the_source(self):
        source = ScriptedSource(list(range(200)), is_live=False)
        capture = Capture(source, speed="max")
        with capture:
            next_of(capture, frame)
        capture.close()

        assert source.closed == 1
        assert capture.take(0.0) is None
        assert capture.finished

    def test_a_capture_never_started_closes_its_source(self):
        source = ScriptedSource([])
        Capture(source).close()
        assert source.closed == 1

    def test_closing_wakes_a_consumer_that_waits(self):
        gate = threading.Event()
        capture = Capture(ScriptedSource([lambda: gate.wait(PATIENT)], is_live=False), speed="max")
        taken: list[list[object]] = []
        with capture:
            consumer = threading.Thread(target=lambda: taken.append(list(capture)))
            consumer.start()
            gate.set()
            capture.close()
            consumer.join(PATIENT)

        assert not consumer.is_alive()
        assert len(taken) == 1

    def test_a_mistake_in_a_source_reaches_the_consumer(self):
        with Capture(ScriptedSource([5, ZeroDivisionError("oops")], is_live=False), speed="max") as capture:
            assert frame(next_of(capture, frame))
            with pytest.raises(ZeroDivisionError, match="oops"):
                capture.take(PATIENT)
            assert capture.finished


class TestLive:
    def test_the_newest_frame_wins_and_the_others_are_counted(self):
        done = threading.Event()
        source = ScriptedSource([1, 2, 3, 4, 5, done.set])
        with Capture(source, speed="max") as capture:
            assert done.wait(PATIENT)
            items = list(capture)

        assert [int(item.image[0, 0, 0]) for item in items if isinstance(item, Frame)] == [5]
        assert [item.index for item in items if isinstance(item, Frame)] == [4]
        assert capture.dropped == 4

    def test_what_the_source_itself_passed_over_is_counted_too(self):
        done = threading.Event()
        source = ScriptedSource([1, lambda: setattr(source, "passed_over", 3), 2, done.set])
        with Capture(source, speed="max") as capture:
            assert done.wait(PATIENT)
            assert [item.index for item in capture if isinstance(item, Frame)] == [1]
            assert capture.dropped == 1 + 3

    def test_nothing_yet_is_none_and_not_the_end(self):
        gate = threading.Event()
        with Capture(ScriptedSource([lambda: gate.wait(PATIENT), 1])) as capture:
            assert capture.take(PATIENT).state == "opened"
            assert capture.take(0.01) is None
            assert not capture.finished
            gate.set()
            assert frame(next_of(capture, frame))

    def test_a_source_that_breaks_off_is_opened_again(self):
        sources = iter([UnusableError("not yet"), UnusableError("not yet"), ScriptedSource([8, 9])])

        def reopen() -> ScriptedSource:
            source = next(sources)
            if isinstance(source, Exception):
                raise source
            return source

        first = ScriptedSource([1, 2, SourceLostError("table: unplugged")])
        with Capture(first, reopen=reopen, limits=PATIENT_LIMITS) as capture:
            before = next_of(capture, frame)
            lost = next_of(capture, event("lost"))
            resumed = next_of(capture, event("resumed"))
            after = next_of(capture, frame)

        assert lost.message == "table: unplugged"
        assert before.time <= lost.time <= resumed.time <= after.time
        assert after.index > before.index
        assert first.closed == 1

    def test_a_read_that_blocks_is_lost_and_left_behind(self):
        gate = threading.Event()
        stuck = ScriptedSource([1, lambda: gate.wait(PATIENT), 2])

        def reopen() -> ScriptedSource:
            return ScriptedSource([8, lambda: gate.wait(PATIENT)])

        with Capture(stuck, reopen=reopen, limits=HASTY) as capture:
            lost = next_of(capture, event("lost"))
            next_of(capture, event("resumed"))
            after = next_of(capture, frame)
            gate.set()

        assert "has sent no picture" in lost.message
        assert after.image[0, 0, 0] == 8
        assert stuck.closed == 1 or _soon(lambda: stuck.closed == 1)

    def test_a_read_that_blocks_where_nothing_can_be_reopened_resumes_by_itself(self):
        gate = threading.Event()
        with Capture(ScriptedSource([1, lambda: gate.wait(PATIENT), 2]), limits=HASTY) as capture:
            next_of(capture, frame)
            next_of(capture, event("lost"))
            gate.set()
            next_of(capture, event("resumed"))
            assert next_of(capture, frame).image[0, 0, 0] == 2

    def test_reads_that_block_for_ever_do_not_pile_up_threads(self):
        gate = threading.Event()
        opened: list[ScriptedSource] = []

        def reopen() -> ScriptedSource:
            opened.append(ScriptedSource([lambda: gate.wait(PATIENT)]))
            return opened[-1]

        with Capture(reopen(), reopen=reopen, limits=replace(HASTY, opening=PATIENT)) as capture:
            assert _soon(lambda: capture.take(0.05) is None and len(opened) == 1 + HASTY.stuck_threads)
            for _ in range(10):
                capture.take(0.05)
            stuck = [thread for thread in threading.enumerate() if thread.name == "capture of table"]
            assert len(stuck) == 1 + HASTY.stuck_threads
            gate.set()
        assert _soon(lambda: all(source.closed for source in opened))

    def test_a_camera_that_opens_for_ever_is_given_up(self):
        gate = threading.Event()
        waits = itertools.chain([gate.wait], itertools.repeat(lambda _: None))

        def reopen() -> ScriptedSource:
            next(waits)(PATIENT)
            return ScriptedSource([7, lambda: gate.wait(PATIENT)])

        with Capture(ScriptedSource([SourceLostError("gone")]), reopen=reopen, limits=HASTY) as capture:
            next_of(capture, event("resumed"))
            gate.set()

    def test_the_very_same_picture_again_and_again_is_lost_until_it_changes(self):
        def frozen() -> Iterator[object]:
            while not changed.is_set():
                yield 3
                yield lambda: time.sleep(0.005)
            yield 4
            yield lambda: gate.wait(PATIENT)

        changed, gate = threading.Event(), threading.Event()
        limits = replace(PATIENT_LIMITS, frozen=HASTY.frozen)
        with Capture(ScriptedSource(frozen()), reopen=lambda: ScriptedSource(frozen()), limits=limits) as capture:
            lost = next_of(capture, event("lost"))
            later = [capture.take(0.05) for _ in range(10)]
            assert not [item for item in later if item is not None]
            changed.set()
            next_of(capture, event("resumed"))
            assert next_of(capture, frame).image[0, 0, 0] == 4
            gate.set()

        assert "the very same picture" in lost.message

    def test_a_camera_that_shows_nothing_but_black_is_lost_until_it_shows_something(self):
        shown = threading.Event()
        noise = itertools.cycle(range(12))  # A covered sensor's: never the same picture twice.

        def covered() -> Iterator[object]:
            while not shown.is_set():
                yield next(noise)
                yield lambda: time.sleep(0.005)
            yield 90
            yield lambda: gate.wait(PATIENT)

        gate = threading.Event()
        limits = Limits(silent=PATIENT, dark=0.1)
        with Capture(ScriptedSource(covered()), reopen=never, limits=limits) as capture:
            lost = next_of(capture, event("lost"))
            assert capture.is_dark
            assert not [item for item in (capture.take(0.05) for _ in range(6)) if item is not None]
            shown.set()
            next_of(capture, event("resumed"))
            assert not capture.is_dark
            assert next_of(capture, frame).image[0, 0, 0] == 90
            gate.set()

        assert "nothing but black" in lost.message

    def test_a_hand_over_the_lens_for_a_moment_is_no_loss(self):
        script = [90, *[8] * 5, 90]
        gate, limits = threading.Event(), Limits(silent=PATIENT, dark=PATIENT)
        with Capture(ScriptedSource([*script, lambda: gate.wait(PATIENT)]), limits=limits) as capture:
            next_of(capture, lambda item: isinstance(item, Frame) and item.index == len(script) - 1)
            assert capture.state == "opened"
            gate.set()

    def test_a_still_picture_after_a_broken_connection_is_not_called_frozen(self):
        gate = threading.Event()

        def reopen() -> ScriptedSource:
            time.sleep(2 * HASTY.frozen)
            return ScriptedSource([3, lambda: gate.wait(PATIENT)])

        limits = Limits(silent=PATIENT, frozen=HASTY.frozen, first_retry=0.01)
        with Capture(ScriptedSource([3, SourceLostError("gone")]), reopen=reopen, limits=limits) as capture:
            next_of(capture, event("lost"))
            next_of(capture, event("resumed"))
            assert next_of(capture, frame).image[0, 0, 0] == 3
            gate.set()

    def test_damaged_pictures_are_made_up_for_by_the_next(self):
        source = ScriptedSource([1, DamagedPictureError("torn"), 2, DamagedPictureError("torn"), 3])
        capture = Capture(source)
        items = everything(capture)

        assert states(items) == ["opened", "ended"]
        assert capture.damaged == 2

    def test_only_damaged_pictures_are_a_loss(self):
        def torn() -> Iterator[object]:
            while True:
                yield lambda: time.sleep(0.005)
                yield DamagedPictureError("torn")

        with Capture(ScriptedSource(torn()), limits=HASTY) as capture:
            # Who takes nothing does not look whether a read blocks.
            assert _soon(lambda: capture.state == "ended")
            assert "only damaged pictures" in next_of(capture, event("lost")).message

    def test_a_phone_that_goes_off_the_air_and_comes_back_is_resumed(self):
        limits = Limits(first_retry=0.05, longest_retry=0.2)
        with MjpegCamera().running() as phone, open_capture(phone.url, limits=limits) as capture:
            before = next_of(capture, frame)
            phone.on_air.clear()
            lost = next_of(capture, event("lost"))
            phone.on_air.set()
            resumed = next_of(capture, event("resumed"))
            after = next_of(capture, frame)

        assert phone.address in lost.message
        assert before.time < lost.time <= resumed.time <= after.time
        assert before.index < after.index


def _soon(condition: Callable[[], bool]) -> bool:
    until = time.monotonic() + PATIENT
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True
