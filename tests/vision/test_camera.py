import pytest
from camera_media import MjpegCamera, number_of, write_picture, write_video

from companion.errors import UnusableError
from companion.vision import camera
from companion.vision.camera import camera_name, open_source, reopening


def test_every_kind_of_source_is_opened_by_its_name(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_video(tmp_path / "table.mkv", [0.0, 0.1])
    write_picture(tmp_path / "table.jpg", 1)
    for spec, count in ((str(tmp_path), 1), ("table.mkv", 2), ("table.jpg", 1), (tmp_path / "table.mkv", 2)):
        with open_source(spec) as source:
            assert len(list(iter(source.read, None))) == count
            assert not source.is_live
    with MjpegCamera().running() as phone, open_source(phone.url) as source:
        assert source.is_live
        assert number_of(source.read()) > 0


@pytest.mark.parametrize("spec", [77, "77", "/dev/video77"])
def test_a_camera_that_is_not_there_says_so(spec):
    with pytest.raises(UnusableError, match="camera 77: is not there"):
        open_source(spec)


def test_a_file_may_be_called_like_a_camera(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    write_video(tmp_path / "t.mkv", [0.0]).rename("0")
    for spec in ("./0", (tmp_path / "0").relative_to(tmp_path)):
        with open_source(spec) as source:
            assert source.read().index == 0


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nowhere.mp4", r"nowhere\.mp4: there is no such file or folder"),
        ("gopher://me:secret@host/table", r"gopher://me:\*\*\*@host/table: this kind of address is not known"),
        ("", "no source was named; give a video"),
    ],
)
def test_what_cannot_be_opened_says_why(tmp_path, monkeypatch, spec, message):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnusableError, match=message):
        open_source(spec)


def test_the_interval_of_a_folder_is_the_callers(tmp_path):
    for number in range(3):
        write_picture(tmp_path / f"{number}.png", number)
    with open_source(str(tmp_path), interval=0.25) as source:
        assert [frame.time for frame in iter(source.read, None)] == [0.0, 0.25, 0.5]


class Plugged:
    """Stands for the cameras of the machine: which numbers are asked for, and which are there."""

    def __init__(self, monkeypatch, names):
        self.names, self.opened = names, []
        monkeypatch.setattr(camera, "known_cameras", lambda: self.names)
        monkeypatch.setattr(camera, "Camera", self.open)

    def open(self, number, **_):
        if number not in self.names:
            raise UnusableError(f"camera {number}: is not there")
        self.opened.append(number)
        return f"camera {number}"


def test_a_camera_may_be_called_by_its_name(monkeypatch):
    plugged = Plugged(monkeypatch, {0: "Built-in", 2: "Table camera"})
    open_source("table Camera")
    assert plugged.opened == [2]
    assert camera_name("table camera") == camera_name(2) == "Table camera"
    with pytest.raises(UnusableError, match="there is no such file"):
        open_source("Web camera")


def test_a_camera_plugged_in_again_is_found_under_its_new_number(monkeypatch):
    plugged = Plugged(monkeypatch, {0: "Built-in", 2: "Table camera"})
    again = reopening("2")
    plugged.names = {0: "Built-in"}
    with pytest.raises(UnusableError):
        again()
    plugged.names = {0: "Built-in", 1: "Table camera"}
    again()
    plugged.names = {0: "Table camera", 2: "Table camera"}
    again()
    assert plugged.opened == [1, 2]


def test_where_the_system_tells_no_names_the_number_counts(monkeypatch):
    plugged = Plugged(monkeypatch, {})
    again = reopening(1)
    with pytest.raises(UnusableError, match="camera 1"):
        again()
    assert plugged.opened == []
