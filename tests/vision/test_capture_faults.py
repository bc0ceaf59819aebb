"""A live camera with faults in any order: no crash, time never goes back, every loss is followed by its end."""

import itertools
import time

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import UnusableError
from companion.vision.capture import Capture
from companion.vision.capture_thread import Limits
from companion.vision.handover import SourceEvent
from companion.vision.sources.base import DamagedPictureError, Source, SourceLostError
from companion.vision.types import Frame

HASTY = Limits(silent=60.0, frozen=60.0, opening=60.0, first_retry=0.001, longest_retry=0.002, closing=60.0)

STEPS = ("picture", "damaged", "gone", "ended", "other size")


class FaultyCamera(Source):
    """Follows a script from opening to opening; the end of the script is a picture for ever."""

    name, is_live = "camera", True

    def __init__(self, script):
        self.script = script
        self.count = 0

    def read(self):
        time.sleep(0.001)
        step = next(self.script, "picture")
        if step == "damaged":
            raise DamagedPictureError("damaged")
        if step == "gone":
            raise SourceLostError("gone")
        if step == "ended":
            return None
        self.count += 1
        shape = (6, 8, 3) if step == "other size" else (4, 6, 3)
        return Frame(np.full(shape, self.count % 251, np.uint8), 0.001 * self.count, self.count - 1)

    def close(self):
        pass


@settings(max_examples=25)
@given(st.lists(st.sampled_from(STEPS), max_size=12), st.lists(st.booleans(), max_size=4))
def test_whatever_happens_it_goes_on(steps, openings):
    script, opens = iter(steps), iter(openings)
    asked = itertools.count()

    def reopen():
        next(asked)
        if not next(opens, True):
            raise UnusableError("not there yet")
        return FaultyCamera(script)

    items = []
    with Capture(FaultyCamera(script), reopen=reopen, limits=HASTY) as capture:
        while sum(isinstance(item, Frame) for item in items) < 4 or capture.state == "lost":
            item = capture.take(60.0)
            assert item is not None
            items.append(item)
    times = [item.time for item in items]
    assert times == sorted(times)
    numbers = [item.index for item in items if isinstance(item, Frame)]
    assert numbers == sorted(set(numbers))
    states = [item.state for item in items if isinstance(item, SourceEvent)]
    assert states[0] == "opened"
    assert states[1:] == ["lost", "resumed"] * (len(states) // 2)
    assert sum(isinstance(item, SourceEvent) and item.state == "lost" for item in items) <= next(asked)
