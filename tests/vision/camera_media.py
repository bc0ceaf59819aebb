"""Videos, pictures and cameras in the network for the tests of frame sources."""

import http.server
import socket
import socketserver
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import av
import cv2
import numpy as np

from companion.errors import UnusableError
from companion.vision.sources.base import OpenedSource
from companion.vision.types import Frame, Image

MILLISECOND = Fraction(1, 1000)
STEP = 12
"""Between the grey of one numbered picture and the next: survives lossy codecs."""


def numbered(number: int, size: tuple[int, int] = (96, 64)) -> Image:
    """Return a grey picture (width, height) whose grey tells its number, 0 to 20."""
    return np.full((size[1], size[0], 3), number * STEP, np.uint8)


def number_of(frame: Frame) -> int:
    return round(float(frame.image.mean()) / STEP)


def read_to_the_end(source: OpenedSource) -> tuple[list[Frame], list[UnusableError]]:
    """Return all frames of a source and all that it complained about on the way."""
    frames: list[Frame] = []
    complaints: list[UnusableError] = []
    while True:
        try:
            frame = source.read()
        except UnusableError as complaint:
            complaints.append(complaint)
            continue
        if frame is None:
            return frames, complaints
        frames.append(frame)


def write_video(path: Path, times: Sequence[float], codec: str = "mjpeg", turned: int = 0, cluster: int = 5000) -> Path:
    """Write numbered pictures shown at these times (seconds), in Matroska in clusters of so many milliseconds."""
    options = {"cluster_time_limit": str(cluster)} if path.suffix == ".mkv" else {}
    with av.open(str(path), "w", options=options) as container:
        stream = container.add_stream(codec, rate=30)
        stream.width, stream.height = 96, 64
        stream.pix_fmt = "yuvj420p" if codec == "mjpeg" else "yuv420p"
        stream.bit_rate = 10_000_000
        stream.time_base = stream.codec_context.time_base = MILLISECOND
        if turned:
            stream.set_display_rotation(turned)
        for number, time in enumerate(times):
            image = numbered(number)
            if turned:
                image[:16, :16] = 255
            picture = av.VideoFrame.from_ndarray(image, format="bgr24")
            picture.pts, picture.time_base = round(time * 1000), MILLISECOND
            container.mux(stream.encode(picture))
        container.mux(stream.encode(None))
    return path


def spoil(path: Path, numbers: Sequence[int]) -> None:
    """Overwrite the data of some pictures of a video with zeros."""
    with av.open(str(path)) as container:
        packets = [bytes(packet) for packet in container.demux(video=0) if packet.size]
    data = path.read_bytes()
    for number in numbers:
        assert packets[number] in data
        data = data.replace(packets[number], bytes(len(packets[number])))
    path.write_bytes(data)


def blank(path: Path, first: int, last: int) -> None:
    """Overwrite all that stands in a video from one of its pictures to another with zeros."""
    with av.open(str(path)) as container:
        packets = [bytes(packet) for packet in container.demux(video=0) if packet.size]
    data = path.read_bytes()
    start, end = data.index(packets[first]), data.index(packets[last])
    path.write_bytes(data[:start] + bytes(end - start) + data[end:])


def cut(path: Path, share: float) -> Path:
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * share)])
    return path


def write_picture(path: Path, number: int) -> Path:
    path.write_bytes(cv2.imencode(path.suffix, numbered(number))[1].tobytes())
    return path


class MjpegCamera:
    """A phone that serves its camera as MJPEG over HTTP: every request to /video gets numbered pictures, for ever."""

    def __init__(self) -> None:
        self.on_air = threading.Event()
        self.on_air.set()
        self.cut_off: Callable[[int], bool] = lambda _: False
        """Which pictures it sends in part only."""
        self.part = 400
        """How many bytes of these."""
        self._stop = threading.Event()
        camera = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def log_message(self, *_: object) -> None:
                pass

            def do_GET(self) -> None:
                camera._serve(self)

        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = False
        self.address = f"127.0.0.1:{self._server.server_port}"
        self.url = f"http://{self.address}/video"

    def _serve(self, request: http.server.BaseHTTPRequestHandler) -> None:
        if request.path == "/locked":
            return request.send_error(401)
        if request.path != "/video":
            return request.send_error(404)
        if not self.on_air.is_set():
            return request.send_error(503)
        request.send_response(200)
        request.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
        request.end_headers()
        number = 0
        while self.on_air.is_set() and not self._stop.wait(0.02):
            number += 1
            jpeg = cv2.imencode(".jpg", numbered(number % 20))[1].tobytes()
            if self.cut_off(number):
                jpeg = jpeg[: self.part]
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(jpeg)}\r\n\r\n".encode()
            try:
                request.wfile.write(head + jpeg + b"\r\n")
            except OSError:
                break
        return None

    @contextmanager
    def running(self) -> Iterator["MjpegCamera"]:
        thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield self
        finally:
            self._stop.set()
            self._server.shutdown()
            self._server.server_close()
            thread.join()


class RtspCamera:
    """An IP camera: answers RTSP and sends MPEG transport stream packets through the same connection."""

    _DESCRIPTION = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=table\r\nt=0 0\r\nm=video 0 RTP/AVP 33\r\na=control:track1\r\n"

    def __init__(self) -> None:
        self._stop = threading.Event()
        camera = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                camera._serve(self)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = False
        self.url = f"rtsp://player:secret@127.0.0.1:{self._server.server_address[1]}/table"

    def _serve(self, request: socketserver.StreamRequestHandler) -> None:
        while head := self._request_head(request):
            method = head[0].split()[0]
            sequence = next(line for line in head if line.lower().startswith("cseq:"))
            answer = ["RTSP/1.0 200 OK", sequence, "Session: 1"]
            body = ""
            if method == "OPTIONS":
                answer.append("Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN")
            elif method == "DESCRIBE":
                body = self._DESCRIPTION
                answer += ["Content-Type: application/sdp", f"Content-Length: {len(body)}"]
            elif method == "SETUP":
                answer.append("Transport: RTP/AVP/TCP;unicast;interleaved=0-1")
            request.wfile.write(("\r\n".join(answer) + "\r\n\r\n" + body).encode())
            if method == "PLAY":
                self._play(request.connection)
                return

    @staticmethod
    def _request_head(request: socketserver.StreamRequestHandler) -> list[str]:
        lines = []
        while line := request.rfile.readline().decode().strip():
            lines.append(line)
        return lines

    def _play(self, connection: socket.socket) -> None:
        data = _transport_stream()
        for number, start in enumerate(range(0, len(data), 7 * 188)):
            chunk = data[start : start + 7 * 188]
            header = bytes([0x80, 33]) + number.to_bytes(2, "big") + (number * 900).to_bytes(4, "big") + bytes(4)
            packet = header + chunk
            try:
                connection.sendall(b"$\0" + len(packet).to_bytes(2, "big") + packet)
            except OSError:
                return
        self._stop.wait()

    @contextmanager
    def running(self) -> Iterator["RtspCamera"]:
        thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield self
        finally:
            self._stop.set()
            self._server.shutdown()
            self._server.server_close()
            thread.join()


def _transport_stream() -> bytes:
    buffer = BytesIO()
    with av.open(buffer, "w", format="mpegts") as container:
        stream = container.add_stream("mpeg2video", rate=25)
        stream.width, stream.height, stream.pix_fmt = 96, 64, "yuv420p"
        for number in range(100):
            container.mux(stream.encode(av.VideoFrame.from_ndarray(numbered(number % 20), format="bgr24")))
        container.mux(stream.encode(None))
    return buffer.getvalue()
