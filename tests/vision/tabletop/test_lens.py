"""The lens comes out as it is, and pictures that cannot tell it are refused with the reason."""

import numpy as np
import pytest

from companion.errors import WrongInputError
from companion.vision.tabletop.board import BoardSighting
from companion.vision.tabletop.lens import Lens, measure_lens


def test_the_lens_is_measured_from_pictures_of_the_board(studio, sightings) -> None:
    lens = measure_lens(sightings)
    assert lens.pictures == len(sightings)
    assert lens.error < 0.3
    assert lens.matrix[0, 0] == pytest.approx(studio.focal, rel=0.01)
    places = np.array([[40.0, 40.0], [480.0, 270.0], [900.0, 60.0], [930.0, 500.0]])
    off = np.linalg.norm(lens.straighten(places) - studio.lens.straighten(places), axis=1)
    assert off.max() < 4.0  # the truth moves the corners by tens of pixels
    assert np.linalg.norm(places - studio.lens.straighten(places), axis=1).max() > 10.0


def test_a_picture_taken_while_the_board_moved_is_left_out(sightings) -> None:
    smeared = sightings[3]
    rng = np.random.default_rng(0)
    moved = BoardSighting(smeared.millimetres, smeared.pixels + rng.normal(0, 6, smeared.pixels.shape), smeared.size)
    lens = measure_lens([*sightings[:3], moved, *sightings[4:]])
    assert lens.pictures == len(sightings) - 1
    assert lens.error < 0.3


def test_bending_and_straightening_are_each_others_undoing(studio) -> None:
    points = np.random.default_rng(2).uniform((0, 0), (studio.width, studio.height), (40, 2))
    assert studio.lens.bend(studio.lens.straighten(points)) == pytest.approx(points, abs=0.02)


@pytest.mark.parametrize(
    ("pick", "why"),
    [
        (lambda s: s[:3], "needs 5 pictures"),
        (lambda s: [s[0]] * 6, "looks the same way"),
        (lambda s: [*s, BoardSighting(s[0].millimetres, s[0].pixels, (640, 480))], "different sizes"),
    ],
)
def test_pictures_that_cannot_tell_the_lens_are_refused(sightings, pick, why) -> None:
    with pytest.raises(WrongInputError, match=why):
        measure_lens(pick(sightings))


def test_a_bent_board_is_refused(sightings) -> None:
    rng = np.random.default_rng(0)
    bent = [BoardSighting(s.millimetres, s.pixels + rng.normal(0, 4, s.pixels.shape), s.size) for s in sightings]
    with pytest.raises(WrongInputError, match="contradict each other"):
        measure_lens(bent)


def test_a_lens_serves_smaller_pictures_too(studio) -> None:
    points = np.array([[100.0, 80.0], [800.0, 500.0]])
    half = studio.lens.scaled(0.5)
    assert half.straighten(points / 2) == pytest.approx(studio.lens.straighten(points) / 2, abs=0.02)


def test_a_lens_of_another_model_is_refused() -> None:
    with pytest.raises(ValueError, match="shapes"):
        Lens(np.eye(3), np.zeros(4), 0.0, 0)
