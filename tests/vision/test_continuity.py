from itertools import pairwise

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.continuity import Clock, StillWatch
from companion.vision.types import Frame

IMAGE = np.zeros((200, 4, 3), np.uint8)


@given(st.lists(st.lists(st.floats(0, 100), max_size=5), max_size=5), st.booleans())
def test_time_never_goes_back_and_numbers_rise_however_often_a_source_is_opened(openings, is_live):
    clock = Clock(is_live)
    times, numbers = [clock.now()], [-1]
    for opening in openings:
        for index, time in enumerate(opening):
            frame = clock.place(Frame(IMAGE, time, index))
            times += [frame.time, clock.now()]
            numbers.append(frame.index)
        clock = clock.opened_again()
        times.append(clock.now())

    assert times == sorted(times)
    assert all(one < other for one, other in pairwise(numbers))


def test_the_time_of_a_file_stands_still_between_its_frames():
    clock = Clock(is_live=False)
    clock.place(Frame(IMAGE, 4.5, 0))
    assert clock.now() == 4.5


def test_a_change_anywhere_in_the_picture_is_seen():
    watch = StillWatch()
    image = IMAGE.copy()
    assert watch.look(image)
    assert not watch.look(image.copy())
    for row in (0, 37, 199):
        image = image.copy()
        image[row, 2, 1] += 1
        assert watch.look(image)
    assert watch.look(np.zeros((100, 4, 3), np.uint8))
