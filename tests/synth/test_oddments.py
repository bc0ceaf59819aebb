"""Flat things that are no cards and lie on tables where people play."""

import numpy as np
import pytest

from companion.synth.drawn import ProductDesign
from companion.synth.oddments import FINE, NO_BACKS, ODDMENTS, picture_of
from companion.synth.scene import Sources, render_scene

FRENCH = Sources({"french52": [ProductDesign("french52")]}, {"french52": 1.0}, None)


@pytest.mark.parametrize("kind", ODDMENTS)
def test_each_is_drawn_in_its_size_and_never_twice_alike(kind):
    pictures = [picture_of(kind, np.random.default_rng(seed)) for seed in range(6)]
    width, height = (round(side * FINE) for side in ODDMENTS[kind].size)
    for picture in pictures:
        assert picture.dtype == np.uint8
        assert 0.4 * height <= picture.shape[0] <= height
        assert picture.shape[1:] == (width, 4)
        assert picture[picture.shape[0] // 2, width // 2, 3] == 255
        assert (picture[..., :3] <= picture[..., 3:]).all(), "premultiplied"
    assert len({picture.tobytes() for picture in pictures}) > 1
    again = picture_of(kind, np.random.default_rng(0))
    assert np.array_equal(again, pictures[0])


def test_the_box_of_a_deck_is_not_learned_from_for_it_looks_like_its_backs():
    assert set(ODDMENTS) - set(NO_BACKS) == {"box"}


def test_a_scene_with_them_has_the_labels_of_what_lies_on_them():
    littered = 0
    for seed in range(12):
        plain, with_them = (
            render_scene(np.random.default_rng(seed), FRENCH, 320, 256, (0.2, 0.4), 0.0, littered=share)
            for share in (0.0, 1.0)
        )
        before = render_scene(np.random.default_rng(seed), FRENCH, 320, 256, (0.2, 0.4), 0.0)
        assert np.array_equal(plain.image, before.image), "nothing else changes where there are none"
        littered += not np.array_equal(plain.image, with_them.image)
        assert all(np.isfinite(card.corners).all() for card in with_them.cards)
    assert littered == 12


def test_some_tables_have_them_and_no_card():
    scenes = [
        render_scene(np.random.default_rng(seed), FRENCH, 160, 128, (0.2, 0.4), 0.5, littered=1.0) for seed in range(20)
    ]
    empty = [scene for scene in scenes if not scene.cards]
    assert 4 < len(empty) < 16
    assert all(scene.image.std() > 5 for scene in empty)
