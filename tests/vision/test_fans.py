"""Cards of a fan are told from each other although the finder saw one wide card, or only the upper one."""

import numpy as np

from companion.rules.games import GAMES
from companion.simulation.habits import Habits
from companion.simulation.renderer import Renderer
from companion.simulation.staging import stage_game
from companion.simulation.table import Table
from companion.table.events import CardPlayed
from companion.vision.eyes import ModelEyes
from companion.vision.fans import add_lower_cards, part_fans, without_crossed
from companion.vision.types import Detections

WIDTH, HEIGHT = 70, 100
AREA = WIDTH * HEIGHT


def card(x, y, width=WIDTH, height=HEIGHT):
    return np.array([[x, y], [x + width, y], [x + width, y + height], [x, y + height]], np.float32)


def across(x, y):
    return np.roll(card(x, y, HEIGHT, WIDTH), 1, axis=0)


def found(*quads, confidence=0.99):
    corners = np.array(quads, np.float32).reshape(-1, 4, 2)
    return Detections(corners, np.full(len(corners), confidence, np.float32), np.ones(len(corners), np.bool_))


def of_a_card(_):
    return AREA


def as_they_are(corners):
    return found(*corners)


def lefts(seen):
    return sorted(round(float(quad[:, 0].min())) for quad in seen.corners)


class Knows:
    """A close look that finds the nearest of the cards that lie there."""

    def __init__(self, *cards):
        self.cards = cards
        self.asked = 0

    def __call__(self, corners):
        self.asked += len(corners)
        middles = np.mean(self.cards, axis=1)
        return found(*(self.cards[int(np.linalg.norm(middles - q.mean(axis=0), axis=1).argmin())] for q in corners))


def picture(*cards):
    image = np.full((400, 600, 3), 60, np.uint8)
    for quad in cards:
        (left, top), (right, bottom) = quad.min(axis=0).astype(int), quad.max(axis=0).astype(int)
        image[top:bottom, left:right] = 240
    return image


def test_a_face_too_large_for_one_card_is_parted_as_cards_may_lie_in_it():
    whole = card(100, 100, WIDTH + 25)
    parts = part_fans(found(card(300, 100), whole), as_they_are, of_a_card)
    assert lefts(parts) == [100, 100, 100, 125, 300]
    assert lefts(part_fans(found(card(100, 100, WIDTH + 60)), as_they_are, of_a_card)) == [100, 130, 160]


def test_a_card_nearer_to_the_camera_is_left_as_it_is():
    near = card(100, 100, 80, 115)
    assert lefts(part_fans(found(near), as_they_are, of_a_card)) == [100]


def test_a_large_face_is_kept_where_nothing_else_is_seen_in_it_and_dropped_where_a_card_of_it_was():
    whole = card(100, 100, WIDTH + 25)
    assert lefts(part_fans(found(whole), lambda corners: found(*[whole] * len(corners)), of_a_card)) == [100]
    assert lefts(part_fans(found(whole, card(125, 100)), as_they_are, of_a_card)) == [125]


def test_cards_under_others_are_found_one_after_the_other():
    fan = [card(100 + 25 * step, 100) for step in range(4)]
    seen = add_lower_cards(picture(*fan), found(fan[3]), Knows(*fan), of_a_card)
    assert lefts(seen) == [100, 125, 150, 175]


def test_nothing_is_looked_for_where_no_paper_goes_on_or_another_card_lies():
    look = Knows(card(100, 100))
    image = picture(card(100, 100), card(400, 100), card(425, 100))
    seen = add_lower_cards(image, found(card(100, 100), card(400, 100), card(425, 100)), look, of_a_card)
    assert lefts(seen) == [100, 400, 425]
    assert not look.asked


def test_what_other_cards_cover_is_no_card():
    row = [card(100, 100), card(172, 100)]
    assert lefts(add_lower_cards(picture(*row), found(row[0]), Knows(row[1]), of_a_card)) == [100, 172]
    assert lefts(add_lower_cards(picture(*row), found(*row), Knows(card(136, 100)), of_a_card)) == [100, 172]


def test_of_boxes_across_each_other_those_count_that_read_like_cards():
    quads = np.stack([across(100, 100), card(100, 100), card(130, 100), card(300, 100)])
    assert without_crossed(quads, np.array([0.9, 0.99, 0.97, 0.3], np.float32)) == [1, 2, 3]
    assert without_crossed(quads[:0], np.zeros(0, np.float32)) == []


def test_a_card_that_lies_across_another_counts_where_it_is_read_surely():
    assert without_crossed(np.stack([across(100, 100), card(100, 100)]), np.array([0.96, 0.99], np.float32)) == [0, 1]


def test_both_cards_of_a_straight_are_read():
    game = GAMES["forum_suits"]
    script = stage_game(game, game.configure(players=3), 721, hands_limit=1, habits=Habits(deal=False))
    event = next(e for e in script.truth if isinstance(e, CardPlayed) and e.cards == ("7D", "8D"))
    time = event.time + 0.45
    seen = ModelEyes.shipped(fans=True).look(Renderer(script).render(time), script.deck, 110.0)
    faces = sorted(card.best[0] for card in seen if card.best)
    assert faces == sorted(card.card.code for card in Table(script).at(time).cards if card.face_up)
