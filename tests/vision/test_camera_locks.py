"""Focus and exposure are held where the driver can, and people are told in one line."""

import cv2
import numpy as np
import pytest

from companion.vision.sources.locks import lock

AUTO, FOCUS, EXPOSURE = cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_EXPOSURE


class Driver:
    """A driver with some properties; `by_hand` is the brightness that it shows when its exposure is set by hand."""

    def __init__(self, properties, brightness=120, by_hand=120, stubborn=()):
        self.properties, self.brightness, self.by_hand, self.stubborn = properties, brightness, by_hand, stubborn

    def get(self, prop):
        return self.properties.get(prop, -1.0)

    def set(self, prop, value):
        if prop not in self.properties or prop in self.stubborn:
            return False
        self.properties[prop] = value
        return True

    def look(self):
        held = self.properties.get(AUTO) in (1.0, 0.25)
        return np.full((4, 4, 3), self.by_hand if held else self.brightness, np.uint8)


def webcam(**others):
    return Driver({AUTO: 3.0, FOCUS: 1.0, EXPOSURE: 156.0}, **others)


def test_a_camera_that_can_is_held():
    driver = webcam()
    assert lock(driver, "linux", driver.look) == "focus and exposure are held"
    assert driver.properties == {AUTO: 1.0, FOCUS: 0.0, EXPOSURE: 156.0}
    assert lock(webcam(), "win32", webcam().look) == "focus and exposure are held"


def test_a_camera_of_fixed_focus_says_so():
    driver = webcam()
    del driver.properties[FOCUS]
    assert lock(driver, "linux", driver.look) == "exposure is held; the driver cannot hold the focus"


@pytest.mark.parametrize(
    "driver",
    [
        Driver({}),
        webcam(stubborn=(AUTO, FOCUS)),
        webcam(stubborn=(EXPOSURE, FOCUS)),
        Driver({AUTO: 3.0, EXPOSURE: -1.0}),
    ],
)
def test_a_driver_that_cannot_is_told_in_one_line(driver):
    assert lock(driver, "linux", driver.look) == "the driver cannot hold the focus or the exposure"
    assert driver.properties.get(AUTO, 3.0) == 3.0


def test_a_driver_that_turns_the_picture_dark_is_left_to_itself():
    driver = webcam(by_hand=20)
    assert "cannot hold the exposure" in lock(driver, "linux", driver.look)
    assert driver.properties[AUTO] == 3.0


def test_a_system_that_does_not_offer_it_and_a_camera_that_vanishes():
    driver = webcam()
    assert "focus is held" in lock(driver, "darwin", driver.look)
    assert "cannot hold the exposure" in lock(webcam(), "linux", lambda: None)
