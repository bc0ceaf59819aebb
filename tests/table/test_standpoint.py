"""The table stays where it is when the camera is knocked while it is empty."""

import cv2
import numpy as np
import pytest

from companion.rules.games import game
from companion.table.events import Correction, Irregularity, Question, SourceChanged
from companion.table.evidence import Codes
from companion.table.session import TableSession
from companion.table.standpoint import Standpoint
from companion.table.tabletop import Tabletop
from companion.table.tracker import Tracker
from companion.vision.types import Frame, SeenCard

SIZE = (640, 360)
TABLE = Tabletop(np.diag([1.5, 1.5, 1.0]), np.array([480.0, 270.0]))


@pytest.fixture(scope="module")
def felt():
    grain = cv2.GaussianBlur(np.random.default_rng(2).normal(0, 30, (560, 900)).astype(np.float32), (0, 0), 1.2)
    return np.clip(grain[..., None].repeat(3, axis=2) + 90, 0, 255).astype(np.uint8)


def seen(felt, x, y, seed):
    part = felt[100 - y : 460 - y, 120 - x : 760 - x].astype(float)
    return np.clip(part + np.random.default_rng(seed).normal(0, 3, part.shape), 0, 255).astype(np.uint8)


def listened_to():
    """Return a game before the table, and the events that it tells, as they come."""
    heard = []
    session = TableSession(game("coins"), eyes=BlindEyes(), tabletop=TABLE)
    session.subscribe(heard.append)
    return session, heard


def test_the_table_moves_with_the_picture_once_the_camera_rests(felt):
    standpoint = Standpoint(Tracker(Codes(("AS", "KS"))), TABLE)
    place = standpoint.tabletop(SIZE).to_table(np.array([300.0, 200.0]))
    nudges = [standpoint.look(seen(felt, 22 * (n > 1), -9 * (n > 1), n), 0.5 * n, ()) for n in range(5)]
    (nudge,) = [nudge for nudge in nudges if nudge is not None]
    assert not nudge.large
    standpoint.knocked(nudge, ())
    assert standpoint.tabletop(SIZE).to_table(np.array([322.0, 191.0])) == pytest.approx(place, abs=1.0)


class BlindEyes:
    waits = False

    def look(self, *_):
        return []


def test_people_are_told_when_the_camera_looks_elsewhere(felt):
    session, heard = listened_to()
    for number in range(6):
        image = seen(felt, 90 * (number > 1), 0, number)
        cv2.circle(image, (100 * number, 330), 40, (120, 150, 210), -1)  # a hand: where nothing moves nobody looks
        session.observe(Frame(image, 0.5 * number, number))
    (told,) = heard
    assert told.event == "source"
    assert "knocked" in told.message


def test_a_quiet_table_is_no_knock(felt):
    session, heard = listened_to()
    for number in range(6):
        image = seen(felt, 0, 0, number)
        cv2.circle(image, (100 * number, 200), 70, (120, 150, 210), -1)
        session.observe(Frame(image, 0.5 * number, number))
    assert heard == []


TURNS = {
    "turned left": (np.rot90, [60.0, 440.0]),
    "turned right": (lambda image: np.rot90(image, 3), [300.0, 200.0]),
    "cut otherwise": (
        lambda image: cv2.copyMakeBorder(image, 140, 140, 0, 0, cv2.BORDER_REFLECT)[:, 140:500],
        [60.0, 200.0],
    ),
}


@pytest.mark.parametrize("way", TURNS)
def test_a_telephone_turned_in_the_middle_of_the_game_leaves_the_table_where_it_is(felt, way):
    turn, seen_at = TURNS[way]
    session, heard = listened_to()
    place = TABLE.to_table(np.array([200.0, 60.0]))
    for number in range(3):
        session.observe(Frame(seen(felt, 0, 0, number), 0.5 * number, number))
    for number in range(3, 6):
        image = np.ascontiguousarray(turn(seen(felt, 0, 0, number)))
        cv2.circle(image, (100, 100 * number), 40, (120, 150, 210), -1)
        session.observe(Frame(image, 0.5 * number, number))
    (told,) = heard
    assert told.notice == "turned"
    now = session._standpoint.tabletop((360, 640))
    assert now.to_table(np.array(seen_at)) == pytest.approx(place, abs=3.0)


def test_a_picture_turned_in_its_frame_leaves_the_table_where_it_is(felt):
    session, heard = listened_to()
    for number in range(8):
        image = seen(felt, 0, 0, number)
        if number > 2:
            image = np.ascontiguousarray(np.rot90(image, 2))
        cv2.circle(image, (60 * number, 300), 30, (120, 150, 210), -1)
        session.observe(Frame(image, 0.5 * number, number))
    assert [event.notice for event in heard] == ["turned"]
    now = session._standpoint.tabletop(SIZE)
    assert now.to_table(np.array([440.0, 300.0])) == pytest.approx(TABLE.to_table(np.array([200.0, 60.0])), abs=3.0)


def test_a_picture_of_another_shape_that_does_not_tell_is_asked_about():
    session, heard = listened_to()
    for number, size in enumerate([(360, 640), (360, 640), (640, 360), (640, 360)]):
        session.observe(Frame(np.full((*size, 3), 90, np.uint8), 0.5 * number, number))
    assert [event.notice for event in heard] == ["reshaped"]


def test_a_picture_of_another_size_says_nothing(felt):
    session, heard = listened_to()
    for number in range(5):
        image = seen(felt, 0, 0, number)
        session.observe(Frame(cv2.resize(image, (320, 180)) if number > 2 else image, 0.5 * number, number))
    assert heard == []


class NumberedEyes:
    """Sees the cards that belong to each picture."""

    waits = False

    def __init__(self):
        self.cards = []

    def look(self, *_):
        return self.cards


def lying(places, turn=lambda corners: corners):
    quads = [np.array([[x, y], [x + 40, y], [x + 40, y + 60], [x, y + 60]], np.float32) for x, y in places]
    cards = (("1-coins", 0.99),), (("2-cups", 0.99),), (("1-swords", 0.99),)
    return [
        SeenCard(turn(quad).astype(np.float32), True, 0.95, reading)
        for quad, reading in zip(quads, cards, strict=False)
    ]


def test_a_picture_turned_while_piles_lie_there_is_noticed_before_the_next_cards_are_played(felt):
    heard, eyes = [], NumberedEyes()
    session = TableSession(game("coins"), eyes=eyes, tabletop=TABLE)
    session.subscribe(lambda event: heard.append(event) if isinstance(event, SourceChanged) else None)
    piles = [SeenCard(card.corners, False, 0.95, ()) for card in lying([(40, 150), (540, 60), (300, 20)])]
    turned = [SeenCard((SIZE - card.corners).astype(np.float32), False, 0.95, ()) for card in piles]
    for number in range(34):
        image = seen(felt, 0, 0, number)
        if number > 22:
            image = np.ascontiguousarray(np.rot90(image, 2))
        eyes.cards = [] if number < 3 else piles if number <= 22 else turned
        cv2.circle(image, (18 * number, 330), 25, (120, 150, 210), -1)
        session.observe(Frame(image, 0.3 * number, number))
    assert [event.notice for event in heard] == ["turned"]


def test_a_card_under_an_arm_while_the_camera_is_knocked_is_the_same_card(felt):
    eyes = NumberedEyes()
    session = TableSession(game("coins"), eyes=eyes, tabletop=TABLE)
    for number in range(30):
        knocked = number > 10
        eyes.cards = [] if 8 < number < 24 else lying([(200 + 90 * knocked, 150)])
        image = seen(felt, 90 * knocked, 0, number)
        cv2.circle(image, (15 * number, 330), 25, (120, 150, 210), -1)
        session.observe(Frame(image, 0.3 * number, number))
    assert [fact.cards for fact in session.log.facts] == [("1-coins",)]
    assert len(session.snapshot().cards) == 1
    assert session.snapshot().counts.dismissed == 0


def test_a_knock_that_throws_two_cards_far_off_is_told_although_nothing_moves_after_it(felt):
    heard, eyes = [], NumberedEyes()
    session = TableSession(game("coins"), eyes=eyes, tabletop=TABLE)
    session.subscribe(lambda event: heard.append(event) if isinstance(event, SourceChanged) else None)
    still = seen(felt, 70, 0, 1)
    for number in range(32):
        knocked = number > 22
        eyes.cards = [] if number < 3 else lying([(x + 70 * knocked, y) for x, y in [(230, 90), (370, 90)]])
        image = still if knocked else seen(felt, 0, 0, number)
        if not knocked:
            cv2.circle(image, (18 * number, 330), 25, (120, 150, 210), -1)
        session.observe(Frame(image, 0.3 * number, number))
    assert [event.notice for event in heard] == ["moved"]
    assert len(session.log.facts) == 2


@pytest.mark.parametrize("angle", [-6, 6])
@pytest.mark.parametrize("cards", [1, 2])
def test_a_camera_knocked_askew_while_cards_lie_there_makes_no_second_cards_of_them(angle, cards):
    board = cv2.GaussianBlur(np.random.default_rng(2).normal(0, 30, (900, 1300)).astype(np.float32), (0, 0), 1.2)
    board = np.clip(board[..., None].repeat(3, axis=2) + 90, 0, 255).astype(np.uint8)
    upright = np.array([[1.0, 0.0, -330.0], [0.0, 1.0, -270.0], [0.0, 0.0, 1.0]])
    askew = np.vstack([cv2.getRotationMatrix2D((0, 0) if angle > 0 else (640, 0), angle, 1.0), [0.0, 0.0, 1.0]])
    heard, eyes = [], NumberedEyes()
    session = TableSession(game("coins"), eyes=eyes, tabletop=TABLE)
    session.subscribe(heard.append)
    for number in range(50):
        knock = askew if number > 24 else np.eye(3)
        lie = [(248, 120), (352, 120)][: 0 if number < 6 else cards]
        eyes.cards = lying(lie, lambda quad, knock=knock: cv2.perspectiveTransform(quad[None], knock)[0])
        table = cv2.warpPerspective(board, knock @ upright, SIZE)
        for card in eyes.cards:
            cv2.fillConvexPoly(table, card.corners.astype(np.int32), (250, 250, 250))
        table = np.clip(table + np.random.default_rng(number).normal(0, 3, table.shape), 0, 255).astype(np.uint8)
        cv2.circle(table, (37 * number % 640, 352), 18, (120, 150, 210), -1)
        session.observe(Frame(table, 0.2 * number, number))
    assert [fact.cards for fact in session.log.facts] == [("1-coins",), ("2-cups",)][:cards]
    assert [event.notice for event in heard if isinstance(event, SourceChanged)] == ["moved"]
    assert not [event for event in heard if isinstance(event, Question | Irregularity | Correction)]


def guessed_by(*looks):
    """Return the table's millimetres a pixel after each look: what is seen in it, its height and how it reads."""
    tracker = Tracker(Codes(("AS", "KS")))
    standpoint, scales, time = Standpoint(tracker, None), [], 0.0
    for cards in looks:
        for _ in range(4):
            time += 0.1
            seen = [
                SeenCard(
                    np.array([[x, 50], [x + 0.64 * h, 50], [x + 0.64 * h, 50 + h], [x, 50 + h]], np.float32),
                    True,
                    0.9,
                    (("AS", sure),),
                )
                for x, h, sure in cards
            ]
            tracker.update(seen, time)
        scales.append(float(standpoint.tabletop(SIZE).homography[0, 0]))
    return scales


def test_a_table_that_was_guessed_by_what_is_no_card_is_guessed_anew_by_the_first_card():
    poster, card = (300, 200.0, 0.3), (50, 60.0, 0.95)
    assert guessed_by([poster], [poster, card]) == pytest.approx([95 / 200, 95 / 60], rel=0.01)


def test_a_table_that_was_guessed_by_a_card_stays_what_it_is_whatever_comes_to_lie_there():
    poster, card = (300, 200.0, 0.3), (50, 60.0, 0.95)
    assert guessed_by([card], [card, poster], [poster]) == pytest.approx([95 / 60] * 3, rel=0.01)


def test_a_card_that_was_nearly_as_large_on_its_way_does_not_move_the_table():
    on_its_way, lying = (50, 66.0, 0.5), (50, 60.0, 0.95)
    assert guessed_by([on_its_way], [lying]) == pytest.approx([95 / 66] * 2, rel=0.01)
