import dataclasses

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from companion.synth.drawn import ProductDesign
from companion.synth.markings import random_markings
from companion.synth.scene import Sources, render_scene

GREY = np.full((240, 320, 3), 120, np.uint8)
CARD = np.array([[120.0, 60.0], [180.0, 80.0], [150.0, 170.0], [90.0, 150.0]])
FRENCH = Sources({"french52": [ProductDesign("french52")]}, {"french52": 1.0}, None)


def whole(seed: int):
    """Return drawings of which nothing was removed."""
    return dataclasses.replace(random_markings(np.random.default_rng(seed), [CARD], 320, 240), keep=None, quality=95)


def differs(image):
    return np.abs(image.astype(int) - GREY).max(axis=2) > 30


def test_a_rectangle_stands_upright_around_the_card():
    seen = 0
    for seed in range(20):
        marks = whole(seed)
        alone = dataclasses.replace(
            marks, boxes=tuple(dataclasses.replace(box, caption=None) for box in marks.boxes), lines=()
        )
        rows, columns = np.nonzero(differs(alone.draw(GREY)))
        if len(rows) == 0:
            continue
        seen += 1
        edges = np.array([columns.min(), rows.min(), columns.max(), rows.max()])
        assert np.abs(edges - [90, 60, 180, 170]).max() < 30
        assert not differs(alone.draw(GREY))[100:130, 120:150].any()
    assert seen >= 12


def test_a_plate_hides_what_lies_there():
    plates = [(marks, plate) for marks in map(whole, range(20)) for plate in marks.plates]
    assert plates
    for marks, plate in plates:
        (left, top), (right, bottom) = plate[0].astype(int), plate[2].astype(int)
        white = np.full_like(GREY, 255)
        hidden = np.abs(marks.draw(GREY).astype(int) - marks.draw(white))[max(top, 0) + 2 : bottom - 2, left + 2 : 318]
        assert np.median(hidden[:, : right - left - 4]) < 12


def test_what_was_removed_leaves_rests():
    marks = next(marks for marks in map(whole, range(20)) if marks.plates)
    partly = dataclasses.replace(marks, keep=(3.0, 0.5))
    assert partly.plates == ()
    left, all_of_it = differs(partly.draw(GREY)).sum(), differs(marks.draw(GREY)).sum()
    assert 0.2 * all_of_it < left < 0.8 * all_of_it


@given(
    seed=st.integers(0, 2**32 - 1),
    quads=st.lists(
        st.lists(st.tuples(st.floats(-4000, 4000), st.floats(-4000, 4000)), min_size=4, max_size=4), max_size=4
    ),
)
def test_any_cards_can_be_drawn_over(seed, quads):
    marks = random_markings(np.random.default_rng(seed), [np.array(quad) for quad in quads], 320, 240)
    assert marks.draw(GREY).shape == GREY.shape
    assert all(plate.shape == (4, 2) for plate in marks.plates)


def test_a_scene_that_is_drawn_over_is_the_same_table():
    hidden = 0
    for seed in range(12):
        plain, marked = (
            render_scene(np.random.default_rng(seed), FRENCH, 320, 256, (0.3, 0.5), marked=marked) for marked in (0, 1)
        )
        assert [card.code for card in plain.cards] == [card.code for card in marked.cards]
        for before, after in zip(plain.cards, marked.cards, strict=True):
            assert np.array_equal(before.corners, after.corners)
            assert after.visible <= before.visible
            hidden += after.visible < before.visible
        assert len(plain.cards) == 0 or not np.array_equal(plain.image, marked.image)
    assert hidden
