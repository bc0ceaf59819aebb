"""Millimetres by nothing but cards of known size, seen by cameras of which everything is known."""

import numpy as np
import pytest

from companion.errors import WrongInputError
from companion.synth.view import card_corners, look_at_table
from companion.vision.tabletop.from_cards import plane_from_cards, spread_cards
from companion.vision.tabletop.lens import Lens
from companion.vision.tabletop.plane import inverse, levelled, transform

WIDTH, HEIGHT = 1280, 720
SEATS = np.array([[0, -250], [0, 250], [-350, 0], [350, 0]], float)


def seen(view, count, card, rng, noise=0.01):
    """Corners of cards anywhere on the table, a hundredth of a card's height off."""
    quads = []
    while len(quads) < count:
        x, y = rng.uniform((-320, -230), (320, 230))
        quad = view.project(card_corners(x, y, rng.uniform(0, 2 * np.pi), *card))
        if (quad > 0).all() and (quad < (WIDTH, HEIGHT)).all():
            quads.append(quad + rng.normal(0, noise * np.linalg.norm(quad[3] - quad[0]), quad.shape))
    return np.array(quads, np.float32)


def off_at_seats(plane, view):
    """Millimetres by which the seats are misplaced."""
    truth = levelled(inverse(view.matrix), np.array([WIDTH / 2, HEIGHT / 2]))
    return np.linalg.norm(plane.to_table(transform(inverse(truth), SEATS)) - SEATS, axis=1)


@pytest.mark.parametrize(("deck", "card"), [("spanish48", (61, 95)), ("french52", (63, 88)), ("french52", (57, 88))])
@pytest.mark.parametrize(("tilt", "focal"), [(0.0, 1.0), (0.5, 0.85), (0.9, 1.05)])
def test_seats_are_placed_to_a_centimetre(deck, card, tilt, focal):
    rng = np.random.default_rng(5)
    view = look_at_table(WIDTH, HEIGHT, WIDTH / 1060, tilt, 0.0, focal)
    plane = plane_from_cards(seen(view, 8, card, rng), deck, (WIDTH, HEIGHT))
    assert plane.method == "cards"
    assert plane.error < 2.0
    assert off_at_seats(plane, view).max() < 10.0


def test_a_held_card_and_a_wrong_box_are_left_out():
    rng = np.random.default_rng(6)
    view = look_at_table(WIDTH, HEIGHT, WIDTH / 1060, 0.4)
    quads = seen(view, 10, (61, 95), rng)
    middle = quads[2].mean(axis=0)
    quads[2] = middle + (quads[2] - middle) * 1.35  # nearer to the camera than the table
    quads[7] += np.array([[0, 0], [0, 0], [40, 25], [-30, 15]])
    assert off_at_seats(plane_from_cards(quads, "spanish48", (WIDTH, HEIGHT)), view).max() < 10.0


def test_a_known_lens_makes_it_exact():
    rng = np.random.default_rng(7)
    view = look_at_table(WIDTH, HEIGHT, WIDTH / 1060, 0.5, 0.0, 1.3)
    matrix = np.array([[1.3 * WIDTH, 0, WIDTH / 2], [0, 1.3 * WIDTH, HEIGHT / 2], [0, 0, 1]])
    lens = Lens(matrix, np.array([-0.1, 0.02, 0.0, 0.0, 0.0]), 0.1, 9)
    quads = seen(view, 6, (61, 95), rng, 0.005)
    bent = lens.bend(quads.reshape(-1, 2).astype(float)).reshape(quads.shape)
    plane = plane_from_cards(bent.astype(np.float32), "spanish48", (WIDTH, HEIGHT), lens=lens)
    assert off_at_seats(plane, view).max() < 4.0


def test_the_middle_of_play_may_be_anywhere():
    rng = np.random.default_rng(8)
    view = look_at_table(WIDTH, HEIGHT, WIDTH / 1060, 0.3)
    middle = np.array([400.0, 300.0])
    plane = plane_from_cards(seen(view, 6, (61, 95), rng), "spanish48", (WIDTH, HEIGHT), middle=middle)
    assert plane.to_table(middle[None])[0] == pytest.approx([0, 0], abs=1e-6)


def test_too_few_cards_and_things_that_are_no_cards_are_refused():
    rng = np.random.default_rng(9)
    view = look_at_table(WIDTH, HEIGHT, WIDTH / 1060, 0.3)
    with pytest.raises(WrongInputError, match="there are 3"):
        plane_from_cards(seen(view, 3, (61, 95), rng), "spanish48", (WIDTH, HEIGHT))
    shapes = np.stack([view.project(card_corners(0, 0, i, 40 + 50 * i, 120 - 20 * i)) for i in range(5)])
    with pytest.raises(WrongInputError, match="do not fit"):
        plane_from_cards(shapes.astype(np.float32), "spanish48", (WIDTH, HEIGHT))


def test_the_cards_that_spread_are_chosen():
    quads = np.zeros((30, 4, 2), np.float32)
    quads[:28] += np.arange(28, dtype=np.float32)[:, None, None]
    quads[28], quads[29] = 900, 500
    chosen = spread_cards(quads, 4)
    assert len(chosen) == 4
    assert {900.0, 500.0} <= {float(quad[0, 0]) for quad in chosen}
    assert spread_cards(quads[:3], 4) is not None
