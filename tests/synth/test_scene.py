import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.synth.designs import picture_from
from companion.synth.drawn import ProductDesign, RandomDesign
from companion.synth.layouts import LAYOUTS, random_layout
from companion.synth.scene import Ledger, Sources, index_corners, paste_card, render_scene
from companion.synth.view import card_corners, look_at_table

DRAWN = Sources(
    {"french52": [ProductDesign("french52")], "spanish48": [RandomDesign("spanish48", 3)]},
    {"french52": 1.0, "spanish48": 1.0},
    None,
)


def scene(seed: int, **keywords: float):
    return render_scene(np.random.default_rng(seed), DRAWN, 320, 256, **keywords)


def test_the_same_seed_gives_the_same_scene():
    first, second = scene(5), scene(5)
    assert np.array_equal(first.image, second.image)
    assert [card.code for card in first.cards] == [card.code for card in second.cards]
    assert not np.array_equal(first.image, scene(6).image)


def test_scenes_hold_cards_of_one_deck_each_once():
    for seed in range(12):
        cards = [card for card in scene(seed).cards if card.face_up]
        codes = [card.code for card in cards]
        assert len(codes) == len(set(codes))
        assert len({card.deck for card in cards}) <= 1


def test_an_empty_scene_has_no_cards():
    assert scene(1, empty=1.0).cards == ()


def test_no_card_is_mirrored():
    corners = [card.corners for seed in range(12) for card in scene(seed).cards]
    assert corners
    for quad in corners:
        assert cv2.contourArea(quad.astype(np.float32), oriented=True) > 0, "corners must run clockwise on the screen"


def test_a_card_on_top_hides_the_one_below():
    ledger = Ledger(200, 200)
    low = np.array([[20.0, 20], [90, 20], [90, 120], [20, 120]])
    high = low + (35, 0)
    ledger.claim(low, 1)
    ledger.claim(high, 2)
    assert ledger.share(low, 1) == pytest.approx(0.5, abs=0.03)
    assert ledger.share(high, 2) == pytest.approx(1.0, abs=0.03)


def test_what_lies_outside_the_picture_is_not_visible():
    ledger = Ledger(100, 100)
    half_out = np.array([[60.0, 10], [140, 10], [140, 90], [60, 90]])
    ledger.claim(half_out, 1)
    assert ledger.share(half_out, 1) == pytest.approx(0.5, abs=0.03)
    assert ledger.share(half_out + 500, 1) == 0


def test_the_index_is_looked_for_at_the_top_left_and_its_opposite():
    quad = np.array([[0.0, 0], [70, 0], [70, 100], [0, 100]])
    top_left, bottom_right = index_corners(quad)
    assert top_left.min(axis=0).tolist() == [0, 0]
    assert bottom_right.max(axis=0).tolist() == [70, 100]


def test_a_pasted_card_shows_its_own_colours_where_it_lies():
    design = ProductDesign("french52").load()
    image = np.zeros((260, 200, 3), np.uint8)
    quad = np.array([[20.0, 20], [180, 20], [180, 243], [20, 243]])
    paste_card(image, design.faces["AS"], quad)
    assert image[40, 150].min() > 200, "paper"
    assert image[131, 100].max() < 90, "the large spade"
    assert image[5, 5].max() == 0, "beside the card"


@given(st.integers(0, 10_000), st.sampled_from(sorted(LAYOUTS)))
@settings(max_examples=40)
def test_every_layout_places_at_least_one_card(seed: int, name: str):
    placements = LAYOUTS[name][1](np.random.default_rng(seed), (63.0, 88.0))
    assert placements
    assert all(np.isfinite([p.x, p.y, p.angle]).all() for p in placements)


def test_layouts_are_drawn_by_their_shares():
    rng = np.random.default_rng(0)
    names = {random_layout(rng, (63.0, 88.0))[0] for _ in range(200)}
    assert names == set(LAYOUTS)


def test_in_crowded_scenes_most_cards_cover_each_other():
    def covering(crowded):
        rng = np.random.default_rng(5)
        names = [random_layout(rng, (63.0, 88.0), crowded=crowded)[0] for _ in range(400)]
        return sum(name in ("fan", "column", "heap", "row") for name in names)

    assert covering(crowded=True) > 1.5 * covering(crowded=False)


@given(st.floats(0, 0.9), st.floats(0, 6.2), st.floats(40, 300))
def test_a_view_shows_a_card_at_the_origin_at_the_size_asked_for(tilt: float, turn: float, height: float):
    view = look_at_table(640, 480, height / 88, tilt, turn, 2.0)
    seen = view.project(card_corners(0, 0, -turn, 63, 88))
    width = np.linalg.norm((seen[1] + seen[2]) / 2 - (seen[0] + seen[3]) / 2)
    # The card's middle row lies across the line of sight, at the distance of the origin.
    assert width == pytest.approx(63 * height / 88, rel=0.02)
    assert seen.mean(axis=0) == pytest.approx([320, 240], abs=0.12 * height)


def test_a_card_is_drawn_where_its_label_says():
    white = picture_from(np.full((100, 70, 4), 255, np.uint8))
    image = np.zeros((140, 120, 3), np.uint8)
    left, top, right, bottom = 20.0, 15.0, 90.0, 115.0
    paste_card(image, white, np.array([[left, top], [right, top], [right, bottom], [left, bottom]], np.float32))
    drawn = image[..., 0] / 255.0
    # A pixel reaches half a pixel about its middle: what is drawn of the card in a row and in a column is its size.
    assert drawn[60].sum() == pytest.approx(right - left, abs=0.05)
    columns = np.arange(120)
    assert (drawn[60] * columns).sum() / drawn[60].sum() == pytest.approx((left + right) / 2, abs=0.05)
    rows = np.arange(140)
    assert (drawn[:, 50] * rows).sum() / drawn[:, 50].sum() == pytest.approx((top + bottom) / 2, abs=0.05)


def test_the_shadow_around_a_card_is_no_part_of_it():
    picture = np.zeros((120, 90, 4), np.uint8)
    picture[..., 3] = 60
    picture[10:110, 8:78] = (255, 255, 255, 255)
    assert picture_from(picture).levels[0].shape[:2] == (100, 70)
