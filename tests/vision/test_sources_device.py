from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.errors import UnusableError
from companion.vision.sources import device
from companion.vision.sources.base import SourceLostError
from companion.vision.sources.device import Camera, known_cameras

NO_CAMERA = 77


class ScriptedDevice:
    """Stands for a camera's driver: hands out a picture for every True of the script, then nothing."""

    def __init__(self, script: list[bool], image: np.ndarray) -> None:
        self.script = iter(script)
        self.image = image
        self.wishes: dict[int, float] = {}
        self.released = False

    def isOpened(self) -> bool:  # noqa: N802
        return True

    def set(self, wish: int, value: float) -> bool:
        self.wishes[wish] = value
        return False

    def grab(self) -> bool:
        return next(self.script, False)

    def retrieve(self) -> tuple[bool, np.ndarray]:
        return True, self.image

    def release(self) -> None:
        self.released = True


@pytest.fixture
def plug_in(monkeypatch):
    def plug(script: list[bool], image: np.ndarray | None = None) -> ScriptedDevice:
        scripted = ScriptedDevice(script, np.zeros((48, 64, 3), np.uint8) if image is None else image)
        monkeypatch.setattr(cv2, "VideoCapture", lambda *_: scripted)
        return scripted

    return plug


def test_a_camera_hands_out_frames_with_rising_times(plug_in):
    scripted = plug_in([True] * 3)
    with Camera(0) as camera:
        frames = [camera.read() for _ in range(3)]

    assert camera.is_live
    assert [frame.index for frame in frames] == [0, 1, 2]
    assert sorted(frame.time for frame in frames) == [frame.time for frame in frames]
    assert scripted.wishes[cv2.CAP_PROP_FRAME_WIDTH] == 1920
    assert scripted.released


def test_a_picture_missed_now_and_then_is_no_loss(plug_in):
    plug_in([False, True, False, False, True])
    with Camera(0, pause=lambda _: None) as camera:
        assert [camera.read().index, camera.read().index] == [0, 1]


def test_a_camera_unplugged_is_lost(plug_in):
    plug_in([True])
    with Camera(0, pause=lambda _: None) as camera:
        assert camera.read() is not None
        with pytest.raises(SourceLostError, match="camera 0: hands out no picture any more"):
            camera.read()


def test_a_camera_that_never_hands_out_a_picture_is_refused_and_let_go(plug_in):
    scripted = plug_in([])
    with pytest.raises(UnusableError, match="camera 0"):
        Camera(0, pause=lambda _: None)
    assert scripted.released


def test_a_grey_camera_gives_pictures_of_three_channels(plug_in):
    plug_in([True], np.full((48, 64), 9, np.uint8))
    with Camera(0) as camera:
        assert camera.read().image.shape == (48, 64, 3)


def test_a_camera_that_is_not_there_is_refused_in_one_line(capfd):
    with pytest.raises(UnusableError, match=f"camera {NO_CAMERA}: is not there") as error:
        Camera(NO_CAMERA)

    assert "\n" not in str(error.value)
    assert capfd.readouterr() == ("", "")


def _add_node(system: Path, number: int, index: str, name: str) -> None:
    node = system / f"video{number}"
    node.mkdir()
    (node / "index").write_text(index, "utf-8")
    (node / "name").write_text(name, "utf-8")


def test_cameras_are_known_by_name_and_their_measurement_nodes_are_left_out(tmp_path, monkeypatch, plug_in):
    _add_node(tmp_path, 2, "0\n", "Table camera\n")
    _add_node(tmp_path, 0, "0\n", "Built-in camera\n")
    _add_node(tmp_path, 1, "1\n", "Built-in camera\n")
    cameras = known_cameras(tmp_path)
    assert cameras == {0: "Built-in camera", 2: "Table camera"}

    monkeypatch.setattr(device, "known_cameras", lambda: cameras)
    plug_in([])
    with pytest.raises(UnusableError, match=r"is not there; there are: 0 \(Built-in camera\), 2 \(Table camera\)"):
        Camera(5, pause=lambda _: None)
    with pytest.raises(UnusableError, match=r"camera 2 \(Table camera\): cannot be opened; close other programs"):
        Camera(2, pause=lambda _: None)


def test_a_camera_asked_to_hold_says_what_came_of_it(plug_in):
    scripted = plug_in([True] * 60)
    scripted.get = lambda wish: 1.0 if scripted.wishes.get(wish, 1.0) else 0.0
    scripted.set = lambda wish, value: scripted.wishes.update({wish: value}) is None
    with Camera(0, hold=True) as camera:
        assert "focus" in camera.note
        assert camera.read() is not None
    assert scripted.wishes[cv2.CAP_PROP_AUTOFOCUS] == 0


def test_where_the_system_tells_nothing_numbers_are_tried(tmp_path, plug_in):
    scripted = plug_in([])
    scripted.get = lambda wish: {cv2.CAP_PROP_FRAME_WIDTH: 640.0}.get(wish, 480.0)
    cameras = device.list_cameras(tmp_path / "none")
    assert cameras[0] == "camera 0, 640 x 480"
    assert scripted.released
    _add_node(tmp_path, 3, "0\n", "Table camera\n")
    assert device.list_cameras(tmp_path) == {3: "Table camera"}
