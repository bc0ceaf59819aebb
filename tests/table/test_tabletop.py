"""From pixels to millimetres."""

import numpy as np
import pytest

from companion.errors import UnusableError
from companion.table.tabletop import CARD_HEIGHT_MM, Tabletop
from companion.vision.tabletop.calibration import Calibration
from companion.vision.tabletop.lens import Lens
from companion.vision.tabletop.plane import plane_from_corners

PLANE = plane_from_corners([(300, 100), (900, 100), (1100, 650), (100, 650)], 800, 600)
LENS = Lens(np.array([[1000.0, 0, 600], [0, 1000, 400], [0, 0, 1]]), np.array([-0.2, 0.05, 0, 0, 0]), 0.2, 9)


def test_a_guess_takes_the_size_of_the_cards_and_the_middle_of_the_picture():
    tabletop = Tabletop.guessed(1280, 720, 114.0)
    assert tabletop.to_table(np.array([640.0, 360.0])) == pytest.approx(tabletop.centre)
    edge = tabletop.to_table(np.array([640.0, 360.0 + 114.0])) - tabletop.centre
    assert edge == pytest.approx([0.0, CARD_HEIGHT_MM])


def test_a_calibration_undoes_the_perspective():
    tabletop = Tabletop.calibrated(Calibration("camera", (1200, 800), table=PLANE), 1200, 800)
    assert tabletop.to_table(np.array([300.0, 100.0])) == pytest.approx([-400, -300], abs=1e-3)
    assert tabletop.to_table(np.array([1100.0, 650.0])) == pytest.approx([400, 300], abs=1e-3)
    assert tabletop.centre == pytest.approx([0, 0])


def test_a_calibration_serves_pictures_of_another_size_and_knows_lens_and_seats():
    calibration = Calibration("camera", (1200, 800), lens=LENS, table=PLANE, seats_turned=90.0)
    whole, tabletop = Tabletop.calibrated(calibration, 1200, 800), Tabletop.calibrated(calibration, 600, 400)
    for pixel in ([300.0, 100.0], [1100.0, 650.0], [640.0, 380.0]):
        place = tabletop.to_table(np.array(pixel) / 2)
        assert place == pytest.approx(whole.to_table(np.array(pixel)), abs=0.5)
    # Seat 0 sits on the left of the picture.
    towards = tabletop.to_table(np.array([100.0, 200.0])) - tabletop.to_table(np.array([300.0, 200.0]))
    assert towards[1] > 5 * abs(towards[0])


def test_a_calibration_of_another_camera_is_refused():
    with pytest.raises(UnusableError, match="1200 x 800"):
        Tabletop.calibrated(Calibration("camera", (1200, 800), table=PLANE), 1280, 720)


def test_a_knock_and_smaller_pictures_leave_the_table_where_it_is():
    tabletop = Tabletop.calibrated(Calibration("camera", (1200, 800), lens=LENS, table=PLANE), 1200, 800)
    knock = np.array([[1.0, 0.02, 14.0], [-0.02, 1.0, -9.0], [0.0, 0.0, 1.0]])
    half = np.diag([0.5, 0.5, 1.0])
    later = tabletop.seen_after(knock).seen_after(half)
    for pixel in ([300.0, 100.0, 1.0], [1100.0, 650.0, 1.0], [600.0, 400.0, 1.0]):
        x, y, _ = half @ knock @ pixel
        place = later.to_table(np.array([x, y]))
        assert place == pytest.approx(tabletop.to_table(np.array(pixel[:2])), abs=1e-6)
        assert later.all_to_table(np.array([[x, y]]))[0] == pytest.approx(place)
        assert later.to_pixels(place[None])[0] == pytest.approx([x, y], abs=0.01)


def test_a_table_that_is_measured_keeps_its_middle_and_what_lies_towards_whom():
    knock = np.array([[1.0, 0.02, 14.0], [-0.02, 1.0, -9.0], [0.0, 0.0, 1.0]])
    flat = Tabletop.guessed(1200, 800, 100.0).turned(0.25).seen_after(knock)
    measured = flat.levelled(PLANE.homography)
    assert measured.is_aslant
    assert not flat.is_aslant
    middle = flat.to_pixels(flat.centre[None])[0]
    assert measured.centre == pytest.approx(flat.centre)
    assert measured.to_table(middle) == pytest.approx(flat.centre)
    below = middle + (0.0, 1.0)
    directions = [(table.to_table(below) - flat.centre) for table in (flat, measured)]
    one, other = (direction / np.linalg.norm(direction) for direction in directions)
    assert other == pytest.approx(one, abs=1e-3)
    corners = [measured.to_table(np.array(corner)) for corner in ([300.0, 100.0], [900.0, 100.0], [1100.0, 650.0])]
    assert np.linalg.norm(corners[1] - corners[0]) == pytest.approx(800)
    assert np.linalg.norm(corners[2] - corners[1]) == pytest.approx(600)
