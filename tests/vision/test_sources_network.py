import http.server
import threading
from collections.abc import Iterator
from functools import partial

import pytest
from camera_media import MjpegCamera, RtspCamera, number_of, read_to_the_end, write_video

from companion.errors import UnusableError
from companion.vision.sources.base import SourceLostError
from companion.vision.sources.network import masked, open_stream


@pytest.fixture
def phone() -> Iterator[MjpegCamera]:
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


def test_an_rtsp_stream_is_read_and_its_password_kept():
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


def test_a_video_on_a_web_server_is_read_as_a_file(tmp_path):
    write_video(tmp_path / "table.mkv", [0.0, 0.2, 0.3])
    serve = type("Quiet", (http.server.SimpleHTTPRequestHandler,), {"log_message": lambda *_: None})
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(serve, directory=tmp_path)) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        with open_stream(f"http://127.0.0.1:{server.server_port}/table.mkv") as source:
            times = [frame.time for frame in iter(source.read, None)]
        server.shutdown()
        thread.join()

    assert not source.is_live
    assert times == pytest.approx([0.0, 0.2, 0.3], abs=0.002)


@pytest.mark.parametrize(
    ("path", "message"), [("/locked", "asks for a name and a password"), ("/elsewhere", "there is no such page")]
)
def test_a_refusal_says_what_to_do(phone, capfd, path, message):
    with pytest.raises(UnusableError, match=message) as error:
        open_stream(f"http://me:secret@{phone.address}{path}")

    assert "secret" not in str(error.value)
    assert "\n" not in str(error.value)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("scheme", ["http", "rtsp"])
def test_nobody_there_says_so(scheme, unused_port):
    with pytest.raises(UnusableError, match="nobody answers at that port"):
        open_stream(f"{scheme}://127.0.0.1:{unused_port}/video")


@pytest.fixture
def unused_port() -> int:
    camera = MjpegCamera()
    camera._server.server_close()
    return int(camera.address.partition(":")[2])


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("rtsp://me:secret@host:554/a?b=c", "rtsp://me:***@host:554/a?b=c"),
        ("http://me@host/", "http://me@host/"),
        ("http://host:8080/video", "http://host:8080/video"),
    ],
)
def test_an_address_is_shown_without_its_password(url, shown):
    assert masked(url) == shown
