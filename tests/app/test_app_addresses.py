"""Addresses of a telephone or network camera, as people type them."""

import pytest

from companion.app.model.opening import spec_of
from companion.app.model.preview import Preview
from companion.app.widgets.start import CAMERA
from companion.errors import UnusableError

ADDRESS = "http://192.168.1.20:8080/video"


@pytest.mark.parametrize(
    "typed",
    [
        ADDRESS,
        "192.168.1.20:8080/video",
        "http:/192.168.1.20:8080/video",
        "http:192.168.1.20:8080/video",
        "http//192.168.1.20:8080/video",
        "http:\\\\192.168.1.20:8080/video",
        "//192.168.1.20:8080/video",
        f" {ADDRESS}\n",
        "http://192.168.1.20 : 8080 / video",
        f"\N{ZERO WIDTH SPACE}{ADDRESS}",
    ],
)
def test_an_address_is_understood_as_it_is_typed_from_a_telephone(typed) -> None:
    assert spec_of("stream", typed) == ADDRESS


@pytest.mark.parametrize("whole", ["rtsp://ana:ge/heim@camera/h264", "htp://camera/", "HTTP://camera/", ""])
def test_an_address_that_has_a_beginning_stays_as_it_is(whole) -> None:
    assert spec_of("stream", whole) == whole


@pytest.mark.parametrize("host", ["httpcam", "localhost:8080", "tcp.example.org"])
def test_a_name_that_begins_like_an_address_is_a_name(host) -> None:
    assert spec_of("stream", host) == f"http://{host}"


def test_what_is_entered_as_an_address_is_looked_for_in_the_network(make_window, qtbot) -> None:
    def refuse(spec: str) -> None:
        raise UnusableError(f"{spec}: nobody answers")

    window = make_window(make_preview=lambda source, deck, _: Preview(source, deck, object, opener=refuse))
    start = window.start_page
    start.choose_game("coins")
    start.go_to(CAMERA)
    start.source.choose("stream")
    start.source.inputs["stream"].setText("192.168.1.20:8080/video")
    start.camera_choice.look_now()
    qtbot.waitUntil(lambda: start.camera_choice.picture.message == f"{ADDRESS}: nobody answers", timeout=60_000)
