import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from companion.vision.handover import HandOver, SourceEvent
from companion.vision.types import Frame

IMAGE = np.zeros((2, 2, 3), np.uint8)
PRODUCER = object()


def taken_from(handover: HandOver) -> list[Frame | SourceEvent]:
    return list(iter(lambda: handover.get(0.0), None))


@given(st.lists(st.sampled_from(["frame", "event", "take"]), max_size=30))
def test_every_event_arrives_in_its_place_and_every_frame_is_taken_or_counted(steps):
    handover = HandOver(keep_all=False)
    handover.accept_only(PRODUCER)
    taken: list[Frame | SourceEvent | None] = []
    for number, step in enumerate(steps):
        if step == "frame":
            handover.put_frame(Frame(IMAGE, float(number), number), PRODUCER)
        elif step == "event":
            handover.put_event(SourceEvent("lost", "", float(number)), PRODUCER)
        else:
            taken.append(handover.get(0.0))
    items = [item for item in taken if item is not None] + taken_from(handover)

    times = [item.time for item in items]
    assert times == sorted(times)
    frames = [item for item in items if isinstance(item, Frame)]
    assert len(items) - len(frames) == steps.count("event")
    assert len(frames) + handover.dropped == steps.count("frame")
    last = max((number for number, step in enumerate(steps) if step == "frame"), default=None)
    assert last is None or frames[-1].index == last


def test_what_comes_from_a_producer_left_behind_is_not_passed_on():
    handover = HandOver(keep_all=True)
    handover.accept_only(object())
    handover.put_event(SourceEvent("ended", "", 0.0), PRODUCER)
    handover.put_frame(Frame(IMAGE, 0.0, 0), PRODUCER)
    handover.fail(ValueError("late"), PRODUCER)

    assert taken_from(handover) == []
    assert handover.dropped == 1
    assert not handover.finished
