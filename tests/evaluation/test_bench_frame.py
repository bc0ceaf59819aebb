"""The frame on which everything is timed."""

import itertools

import cv2
import numpy as np

from companion.evaluation.bench_frame import DECK, bench_frame
from companion.simulation.painter import plain_design
from companion.vision.boxes import overlap
from companion.vision.rectify import MARGIN, rectify


def test_the_frame_is_always_the_same():
    assert (bench_frame().image == bench_frame().image).all()


def test_four_cards_lie_apart_inside_a_full_hd_frame():
    frame = bench_frame()
    assert frame.image.shape == (1080, 1920, 3)
    assert len(set(frame.codes)) == len(frame.corners) == 4
    assert (frame.corners > 0).all()
    assert (frame.corners < [1920, 1080]).all()
    assert all(overlap(one, other) == 0 for one, other in itertools.combinations(frame.corners, 2))
    assert 120 < frame.card_height < 220


def test_the_corners_are_those_of_the_cards_named():
    frame = bench_frame()
    faces = {code: picture.levels[0][..., :3] for code, picture in plain_design(DECK).faces.items()}
    for code, corners in zip(frame.codes, frame.corners, strict=True):
        crop = rectify(frame.image, corners)
        height, width = crop.shape[:2]
        dy, dx = round(height * MARGIN), round(width * MARGIN)
        inside = cv2.resize(crop[dy : height - dy, dx : width - dx], (64, 100)).astype(int)
        errors = {
            other: float(np.abs(inside - cv2.resize(face, (64, 100)).astype(int)).mean())
            for other, face in faces.items()
        }
        assert min(errors, key=lambda other: errors[other]) == code
