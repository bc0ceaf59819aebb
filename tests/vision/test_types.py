import numpy as np
import pytest

from companion.vision.types import Detections, Frame, Readings, SeenCard


@pytest.mark.parametrize("shape", [(10, 10), (10, 10, 4), (10, 10, 1)])
def test_a_frame_of_another_shape_is_refused_with_both_shapes(shape: tuple[int, ...]):
    with pytest.raises(ValueError, match=r"expected an image of shape \(H, W, 3\), got"):
        Frame(np.zeros(shape, np.uint8), 0.0, 0)


def test_a_frame_of_another_type_is_refused():
    with pytest.raises(ValueError, match="uint8"):
        Frame(np.zeros((4, 4, 3), np.float32), 0.0, 0)  # type: ignore[arg-type]


def test_detections_must_agree_in_number():
    with pytest.raises(ValueError, match="confidence"):
        Detections(np.zeros((2, 4, 2), np.float32), np.zeros(3, np.float32), np.zeros(2, np.bool_))


@pytest.mark.parametrize("what", ["corners", "confidence", "otherwise"])
@pytest.mark.parametrize("wrong", [np.nan, np.inf])
def test_what_is_no_number_is_no_detection(what: str, wrong: float):
    parts = {"corners": np.zeros((2, 4, 2)), "confidence": np.zeros(2), "otherwise": np.zeros((2, 4, 2))}
    parts[what].flat[1] = wrong
    given = {name: part.astype(np.float32) for name, part in parts.items()}
    with pytest.raises(ValueError, match=r"expected (corners|confidence) .* (nan|inf)"):
        Detections(face_up=np.zeros(2, np.bool_), **given)


def test_readings_rank_the_likely_codes_first_and_leave_out_the_hopeless():
    readings = Readings(
        ("a", "b", "c"), np.array([[0.2, 0.7, 0.0]], np.float32), np.zeros(1, np.float32), np.zeros(1, np.float32)
    )
    assert [code for code, _ in readings.ranked(0)] == ["b", "a"]


def test_a_back_has_no_best_reading():
    back = SeenCard(np.zeros((4, 2), np.float32), False, 0.9, ())
    assert back.best is None
