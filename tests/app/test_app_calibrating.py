"""Calibrating a camera in the app, and what all guided flows ask for."""

import time

import numpy as np
from app_sources import GREY, Still, shows, wait_until

from companion.app.model.calibrating import Calibrating
from companion.language import language
from companion.vision.capture import Capture
from companion.vision.tabletop.board import Board


def test_the_board_is_seen_and_the_calibration_kept(closing) -> None:
    modules = Board().modules()
    board = np.kron(np.where(modules, 0, 255).astype(np.uint8), np.ones((8, 8), np.uint8))
    image = np.full((720, 1280, 3), 255, np.uint8)
    height, width = board.shape
    image[100 : 100 + height, 200 : 200 + width] = board[..., None]
    kept = []
    look = closing(Calibrating("0", opener=shows(image), keep=kept.append))
    wait_until(lambda: look.progress is not None and look.progress.seen > 0)
    assert "Place 1 of" in look.told()
    assert look.corners
    look.finish()
    wait_until(lambda: bool(look.kept))
    assert kept[0].table is not None
    assert look.kept in look.told(language("es"))


def test_a_calibration_without_the_board_says_so(closing) -> None:
    look = closing(Calibrating("0", opener=shows(GREY), keep=lambda _: None))
    wait_until(lambda: look.progress is not None)
    assert "Hold the board" in look.told()
    look.finish()
    wait_until(lambda: bool(look.failure.told()))
    assert "calibration board" in look.told()


def test_a_calibration_is_asked_for_after_the_last_picture(closing) -> None:
    capture = Capture(Still(GREY, pictures=1))
    look = closing(Calibrating("0", opener=lambda _: capture, keep=lambda _: None))
    wait_until(lambda: look.progress is not None and capture.state == "ended")
    time.sleep(0.3)  # longer than it waits for another picture
    look.finish()
    wait_until(lambda: bool(look.failure.told()))
    assert "calibration board" in look.told()


def test_a_flow_asks_for_a_source_first(make_window) -> None:
    window = make_window()
    flow = window.tools_page.calibrating
    flow.source.choose("file")
    flow.begin()
    assert "Choose a camera" in flow.told.text()
    assert flow.look is None


def test_only_real_sources_are_offered_where_a_camera_is_measured(make_window) -> None:
    window = make_window()
    window.setup.kind = "simulated"
    window.show_page(window.tools_page)
    window.tools_page.show_flow(1)
    source = window.tools_page.calibrating.source
    assert "simulated" not in source.inputs
    assert source.kind == "camera"
    assert window.setup.kind == "simulated"  # What the next game is played with is left alone.
