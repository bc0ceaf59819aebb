import http.server
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest
from camera_media import MjpegCamera, RtspCamera, number_of, read_to_the_end, write_picture, write_video

from companion.errors import UnusableError
from companion.vision.sources import network
from companion.vision.sources.base import DamagedPictureError, SourceLostError
from companion.vision.sources.network import Backlog, masked, open_stream


@pytest.fixture
def unhurried(monkeypatch) -> None:
    """Have no picture passed over because the machine that reads is busy with other things."""
    monkeypatch.setattr(network, "_BEHIND", 60.0)


@pytest.fixture
def phone(unhurried) -> Iterator[MjpegCamera]:
    with MjpegCamera().running() as camera:
        yield camera


def test_an_mjpeg_stream_is_read_as_it_comes(phone):
    with open_stream(phone.url) as source:
        frames = [source.read() for _ in range(5)]

    assert source.is_live
    numbers = [number_of(frame) for frame in frames]
    assert numbers == list(range(numbers[0], numbers[0] + 5))
    times = [frame.time for frame in frames]
    assert times == sorted(times)
    assert times[0] >= 0


def test_an_rtsp_stream_is_read_and_its_password_kept(unhurried):
    with RtspCamera().running() as camera, open_stream(camera.url) as source:
        numbers = [number_of(source.read()) for _ in range(4)]

    assert source.is_live
    assert numbers == [0, 1, 2, 3]
    assert "secret" not in source.name
    assert "player" in source.name


def test_a_stream_that_breaks_off_is_lost(phone):
    with open_stream(phone.url) as source:
        phone.on_air.clear()
        _, (loss, *_) = read_to_the_end(source)

    assert isinstance(loss, SourceLostError)
    assert "the connection broke off" in str(loss)


@contextmanager
def web_server(folder: Path) -> Iterator[str]:
    """Serve the files of a folder; yields the beginning of their addresses."""
    serve = type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(serve, directory=folder)) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def test_a_video_on_a_web_server_is_read_as_a_file(tmp_path):
    write_video(tmp_path / "table.mkv", [0.0, 0.2, 0.3])
    with web_server(tmp_path) as address, open_stream(f"{address}table.mkv") as source:
        times = [frame.time for frame in iter(source.read, None)]

    assert not source.is_live
    assert times == pytest.approx([0.0, 0.2, 0.3], abs=0.002)


@pytest.mark.parametrize("name", ["shot.jpg", "shot"])
def test_an_address_that_sends_one_picture_is_refused(tmp_path, name):
    write_picture(tmp_path / "shot.jpg", 3).rename(tmp_path / name)
    with web_server(tmp_path) as address, pytest.raises(UnusableError, match=f"{name}: it sends a single picture"):
        open_stream(f"{address}{name}")


def test_a_picture_that_arrives_in_part_is_damaged(phone):
    phone.cut_off = lambda number: number % 3 == 0
    with open_stream(phone.url) as source:
        numbers, damaged = [], 0
        while len(numbers) < 4:
            try:
                numbers.append(number_of(source.read()))
            except DamagedPictureError:
                damaged += 1

    assert numbers == [1, 2, 4, 5]
    assert damaged == 1


def test_cameras_that_leave_out_the_end_of_a_picture_are_understood(phone):
    phone.cut_off = lambda _: True
    phone.part = -2
    with open_stream(phone.url) as source:
        assert [number_of(source.read()) for _ in range(3)] == [1, 2, 3]


class TestBacklog:
    @staticmethod
    def late(waits: list[float], work: float) -> list[bool]:
        """Return which packets are passed over that each come after a wait and take so long."""
        clock = [0.0]

        def packets() -> Iterator[int]:
            for number, wait in enumerate(waits):
                clock[0] += wait
                yield number

        late = []
        for _, is_late in Backlog(lambda: clock[0]).watch(packets()):
            late.append(is_late)
            clock[0] += 0.001 if is_late else work
        return late

    def test_who_keeps_up_passes_nothing_over(self):
        assert not any(self.late([0.02] * 50, work=0.01))

    def test_a_burst_is_no_backlog(self):
        assert not any(self.late([0.0] * 20 + [0.02] * 5, work=0.01))

    def test_what_has_been_waiting_for_long_is_passed_over_up_to_the_newest(self):
        late = self.late([0.0] * 20 + [0.02] * 5, work=0.05)

        assert late == [False] * 7 + [True] * 13 + [False] * 5

    def test_a_picture_is_shown_now_and_then_even_so(self):
        late = self.late([0.0] * 2000, work=0.05)

        assert 5 <= late[100:].count(False) <= 10


@pytest.mark.parametrize(
    ("path", "message"), [("/locked", "asks for a name and a password"), ("/elsewhere", "there is no such page")]
)
def test_a_refusal_says_what_to_do(phone, capfd, path, message):
    with pytest.raises(UnusableError, match=message) as error:
        open_stream(f"http://me:secret@{phone.address}{path}")

    assert "secret" not in str(error.value)
    assert "\n" not in str(error.value)
    assert capfd.readouterr() == ("", "")


@pytest.mark.skipif(
    sys.platform == "win32", reason="there, FFmpeg gives another reason, and less exact advice is given"
)
@pytest.mark.parametrize("scheme", ["http", "rtsp"])
def test_nobody_there_says_so(scheme, unused_port):
    with pytest.raises(UnusableError, match="nobody answers at that port"):
        open_stream(f"{scheme}://127.0.0.1:{unused_port}/video")


@pytest.fixture
def unused_port() -> Iterator[int]:
    # Taken, so that no other program takes it, and listened at by nobody.
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("rtsp://me:secret@host:554/a?b=c", "rtsp://me:***@host:554/a?b=c"),
        ("http://me@host/", "http://me@host/"),
        ("http://host:8080/video", "http://host:8080/video"),
        ("http://host:8080/video@2", "http://host:8080/video@2"),
        ("http://me:p@ss@host/", "http://me:***@host/"),
        ("http://me:s#cr/t?@host/", "http://me:***@host/"),
        ("http://me:secret@[::1]:8080/", "http://me:***@[::1]:8080/"),
        ("rtsp://ana:ge@heim/1@host", "rtsp://ana:***@host"),
        ("rtsp://ana:ge@heim?1@host/a", "rtsp://ana:***@host/a"),
        ("http://me:@host/", "http://me:***@host/"),
        ("http://[::1]:8080/video@2", "http://[::1]:8080/video@2"),
        ("http://[::1", "http://[::1"),
        ("http://host/video.cgi?user=me&pwd=secret&n=1", "http://host/video.cgi?user=me&pwd=***&n=1"),
        ("rtsp://host/user=me&password=secret&channel=1.sdp", "rtsp://host/user=me&password=***&channel=1.sdp"),
    ],
)
def test_an_address_is_shown_without_its_password(url, shown):
    assert masked(url) == shown


def test_a_password_that_has_to_be_written_otherwise_says_so(phone):
    with pytest.raises(UnusableError, match="write / → %2F") as error:
        open_stream(f"http://me:s#cret@{phone.address}/video")

    assert "cret" not in str(error.value)


def test_an_address_with_half_a_bracket_is_unusable():
    with pytest.raises(UnusableError, match="cannot be reached"):
        open_stream("http://[::1")


def test_an_address_may_begin_with_a_capital_letter(phone):
    with open_stream(phone.url.capitalize()) as source:
        assert source.read() is not None
