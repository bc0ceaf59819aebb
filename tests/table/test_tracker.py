"""The tracker: one identity per physical card."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scripted import CARD, box, reading

from companion.table.evidence import Codes
from companion.table.geometry import Box
from companion.table.tracker import Tracker
from companion.vision.types import SeenCard

CODES = Codes(tuple("ABCDEFGH"))


def seen(code, x, y, angle=0.0, sure=0.97, face_up=True, found=0.9):
    return SeenCard(box(x, y, angle), face_up, found, reading(code, sure, "H") if face_up else ())


def follow(*looks, start=0.0):
    tracker = Tracker(CODES)
    for step, cards in enumerate(looks):
        tracker.update(cards, start + step * 0.1)
    return tracker


def test_a_card_at_rest_keeps_its_number():
    tracker = follow(*[[seen("A", 300, 300)]] * 5)
    assert [track.number for track in tracker.tracks] == [1]
    assert tracker.tracks[0].at_rest(tracker.now)


def test_a_moving_card_is_not_at_rest():
    tracker = follow(*[[seen("A", 300 + 60 * step, 300)] for step in range(5)])
    assert not any(track.at_rest(tracker.now) for track in tracker.tracks)


def test_a_card_behind_a_hand_is_the_same_card_afterwards():
    tracker = follow(*[[seen("A", 300, 300)]] * 3, *[[]] * 12, *[[seen("A", 303, 298)]] * 2)
    assert [track.number for track in tracker.tracks] == [1]


def test_another_card_in_the_same_place_is_another_card():
    tracker = follow(*[[seen("A", 300, 300)]] * 4, *[[]] * 3, *[[seen("B", 302, 300)]] * 3)
    now = [track for track in tracker.tracks if tracker.seen_now(track)]
    assert [track.number for track in now] == [2]


def test_a_card_laid_exactly_over_another_shows_up_after_some_looks():
    hand: list[SeenCard] = []
    tracker = follow(*[[seen("A", 300, 300)]] * 5, hand, *[[seen("B", 301, 300)]] * 5)
    shown = [track for track in tracker.tracks if tracker.seen_now(track)]
    assert len(shown) == 1
    assert shown[0].number == 2


def test_a_card_laid_over_another_a_little_off_shows_up_though_no_look_missed_it():
    tracker = follow(*[[seen("A", 300, 300)]] * 5, *[[seen("B", 305, 302, 0.03)]] * 5)
    (shown,) = [track for track in tracker.tracks if tracker.seen_now(track)]
    assert shown.number == 2


def test_a_card_carried_past_one_that_reads_a_little_like_it_is_another_card():
    doubtful = SeenCard(box(300, 300), True, 0.9, reading("A", 0.95, "B"))
    past = seen("B", 300, 300 + 0.3 * CARD)
    tracker = follow(*[[doubtful]] * 6, [past], *[[seen("B", 300, 300 + 1.2 * CARD)]] * 4, [doubtful])
    assert [(track.number, track.box.y > 300) for track in tracker.tracks] == [(1, False), (2, True)]


def test_a_card_that_nobody_touches_stays_itself_though_it_is_read_otherwise_from_some_look_on():
    tracker = follow(*[[seen("A", 300, 300)]] * 5, *[[seen("B", 300.5, 300)]] * 12)
    (track,) = tracker.tracks
    assert track.number == 1
    assert track.at_rest(tracker.now)
    assert CODES.codes[int(np.argmax(track.evidence.row[:-1]))] == "B"


def test_a_card_read_with_another_edge_on_top_from_some_look_on_is_the_same_card():
    def crosswise(code):
        card = seen(code, 300, 300)
        wide = (card.corners - [300, 300]) * [1.1, 1.0] + [300, 300]  # foreshortened, as a low camera sees it
        corners = wide if code == "A" else np.roll(wide, 1, axis=0)
        return [SeenCard(corners.astype(np.float32), True, 0.9, card.probabilities)]

    tracker = follow(*[crosswise("A")] * 4, *[crosswise("B")] * 6, *[crosswise("A")] * 2, *[crosswise("B")] * 4)
    (track,) = tracker.tracks
    assert track.number == 1
    assert track.at_rest(tracker.now)


def test_a_card_laid_crosswise_over_another_is_another_card():
    over = [seen("A", 300, 300), seen("B", 301, 300, angle=np.pi / 2)]
    tracker = follow(*[over[:1]] * 5, *[over] * 5)
    assert len(tracker.tracks) == 2


def test_one_bad_look_does_not_make_another_card():
    tracker = follow(*[[seen("A", 300, 300)]] * 4, [seen("B", 300, 300)], *[[seen("A", 300, 300)]] * 3)
    assert [track.number for track in tracker.tracks] == [1]


def test_a_pile_that_looks_like_a_face_once_is_no_card_at_rest():
    pile = [seen("A", 300, 300, face_up=False)]
    tracker = follow(*[pile] * 5, [seen("A", 300, 300)])
    assert not any(track.face_up and track.at_rest(tracker.now) for track in tracker.tracks)
    tracker = follow(*[pile] * 5, *[[seen("A", 300, 300)]] * 6)
    assert any(track.face_up and track.at_rest(tracker.now) for track in tracker.tracks)


def test_a_covered_card_stays_on_the_table():
    over = [seen("B", 300 + 0.2 * CARD, 300 + 0.3 * CARD)]
    tracker = follow(*[[seen("A", 300, 300)]] * 4, *[[seen("A", 300, 300), *over]] * 3, *[over] * 120)
    assert [(track.number, track.covered) for track in tracker.tracks] == [(1, True), (2, False)]


def test_a_card_that_leaves_is_forgotten():
    assert follow(*[[seen("A", 300, 300)]] * 4, *[[]] * 70).tracks == []


def test_a_back_is_no_face():
    tracker = follow(*[[seen("A", 300, 300), seen("", 500, 300, face_up=False)]] * 3)
    assert [track.face_up for track in tracker.tracks] == [True, False]


def test_a_card_turned_over_has_to_be_read_anew():
    tracker = follow(*[[seen("", 300, 300, face_up=False)]] * 3, *[[seen("A", 300, 300)]] * 4)
    assert [track.face_up for track in tracker.tracks if tracker.seen_now(track)] == [True]


def test_one_card_found_twice_is_one():
    tracker = follow(*[[seen("A", 300, 300), seen("A", 304, 301, found=0.5)]] * 3)
    assert len(tracker.tracks) == 1


def piece(code, x, y, left, right):
    """Return what is found of an upright card between two parts of its height, 0..1."""
    whole = box(x, y)
    top, bottom = (whole[[0, 1]] + (whole[[3, 2]] - whole[[0, 1]]) * part for part in (left, right))
    return SeenCard(np.array([*top, *bottom[::-1]], np.float32), True, 0.9, reading(code, 0.97, "H"))


def test_pieces_of_a_card_that_lies_there_are_that_card():
    halves = [piece("A", 300, 300, 0.0, 0.7), piece("A", 300, 300, 0.35, 1.0)]
    tracker = follow(*[[seen("A", 300, 300)]] * 4, *[halves] * 3, *[halves[:1]] * 2, *[halves] * 2)
    assert [track.number for track in tracker.tracks] == [1]
    assert tracker.tracks[0].box.distance(Box.of(box(300, 300))) < 0.05


def test_what_a_hand_leaves_free_of_a_card_is_no_other_card():
    shown = [piece("B", 300, 300, 0.0, 0.5)]
    tracker = follow(*[[seen("A", 300, 300)]] * 4, *[shown] * 4, *[[seen("A", 300, 300)]] * 2)
    assert [track.number for track in tracker.tracks] == [1]


def test_a_card_laid_on_another_shows_once_the_hand_has_gone():
    laid = [piece("B", 300, 300, 0.0, 0.5)]
    tracker = follow(*[[seen("A", 300, 300)]] * 4, *[laid] * 2, *[[seen("B", 304, 300)]] * 5, *[laid] * 2)
    assert [CODES.codes[track.evidence.row.argmax()] for track in tracker.tracks if tracker.seen_now(track)] == ["B"]


def test_a_turn_by_half_is_no_movement():
    turned = [seen("A", 300, 300, angle=np.pi * (step % 2)) for step in range(5)]
    assert follow(*[[card] for card in turned]).tracks[0].at_rest(0.4)


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.integers(1, 6), st.floats(0.0, 0.4))
def test_cards_at_rest_keep_their_identity_through_jitter_and_missed_looks(seed, count, misses):
    rng = np.random.default_rng(seed)
    places = [(200.0 + 150 * step, 300.0 + float(rng.normal(0, 20))) for step in range(count)]
    tracker = Tracker(CODES)
    tracker.update([seen("ABCDEF"[i], x, y) for i, (x, y) in enumerate(places)], 0.0)
    for step in range(1, 30):
        cards = [
            seen("ABCDEF"[i], x + rng.normal(0, 1.5), y + rng.normal(0, 1.5))
            for i, (x, y) in enumerate(places)
            if rng.random() >= misses
        ]
        tracker.update([cards[i] for i in rng.permutation(len(cards))], step * 0.1)
    kept = {track.number: CODES.codes[int(track.evidence.row[:-1].argmax())] for track in tracker.tracks}
    assert sorted(kept.values()) == list("ABCDEF"[:count])


def test_a_card_that_is_seen_on_its_way_elsewhere_was_carried_off_until_it_is_seen_in_its_place_again():
    still, away = [seen("A", 300, 300)], [seen("A", 300, 480)]
    tracker = follow(*[still] * 5, away, away)
    assert [track.elsewhere for track in tracker.tracks] == [True, False]
    tracker.update(still, 0.8)
    assert not any(track.elsewhere for track in tracker.tracks)


def test_another_card_laid_elsewhere_says_nothing_of_one_behind_a_hand():
    tracker = follow(*[[seen("A", 300, 300)]] * 5, [seen("B", 300, 480)])
    assert not any(track.elsewhere for track in tracker.tracks)
