"""Corrections after the game, and what people say about the cards in the pictures."""

import random

import numpy as np
import pytest
from recording_makers import Lens

from companion.errors import WrongInputError
from companion.recording.annotations import Annotation, Overlay, add_annotation, read_annotations, turn
from companion.recording.correcting import correct_cards, correct_seat, insert_play, remove_play
from companion.recording.labels import Labeller
from companion.recording.lines import sealed
from companion.recording.opening import open_session
from companion.recording.samples import samples
from companion.recording.starting import about_session, about_source, begin, complete, end
from companion.recording.undoing import steps_of
from companion.rules.facts import CardsPlayed, FaceUpCard, TiebreakCard
from companion.rules.games import COINS, FORUM_SUITS, STEERE_SUITS
from companion.rules.log import GameLog
from companion.table.session import TableSession


def test_a_correction_is_a_fact_with_its_author_and_the_reading_stays(folder):
    before = (folder / "events.jsonl").read_bytes()
    read = open_session(folder).facts[2]
    session = correct_cards(folder, 2, ("12-coins",), "Ana")
    assert (folder / "events.jsonl").read_bytes().startswith(before)
    assert session.notes == ()
    assert session.facts[2].cards == ("12-coins",)
    assert session.facts[2].source == "person"
    assert session.facts[2].time == read.time
    changes = [line for line in session.lines if line["event"] == "facts"]
    assert (changes[-1]["author"], changes[-1]["said"][:2]) == ("Ana", "20")
    assert changes[2]["facts"][0]["cards"] == list(read.cards)
    # Three coins instead of two and another winner: said as a correction, and the totals follow.
    assert "correction" in [line["event"] for line in session.events]
    assert session.log.view.totals == (3, 0, 0)
    assert complete(folder) == []


def test_two_cards_that_were_taken_for_each_other_are_exchanged(folder):
    before = open_session(folder)
    one, other = before.facts[0].cards, before.facts[2].cards
    session = correct_cards(folder, 2, one, "Ana")
    assert [session.facts[place].cards for place in (0, 2)] == [other, one]
    assert session.tracks == before.tracks
    # Of the other card nobody has said what it is: it teaches nothing.
    assert {sample.track for sample in samples(folder, corrected_only=True)} == {session.tracks[2]}


def test_a_correction_teaches(folder):
    session = correct_cards(folder, 2, ("12-coins",), "Ana")
    found = list(samples(folder, corrected_only=True))
    assert {(sample.code, sample.track) for sample in found} == {("12-coins", session.tracks[2])}


def test_plays_are_put_in_and_taken_out(folder):
    session = open_session(folder)
    shorter = remove_play(folder, 2, "Ben")
    assert shorter.facts == session.facts[:2]
    assert shorter.tracks == session.tracks[:2]
    again = insert_play(folder, 2, session.facts[2].seat, session.facts[2].cards, "Ben")
    assert again.log.view.totals == session.log.view.totals
    assert again.tracks == (*session.tracks[:2], None)


def test_the_log_has_the_breach_that_a_correction_clears_as_data(tmp_path):
    plays = [(1, "1-coins"), (2, "2-cups"), (0, "1-swords"), (2, "2-coins"), (1, "10-coins")]
    kept(tmp_path / "game", [CardsPlayed(seat, (card,)) for seat, card in plays], COINS.configure(), COINS)
    insert_play(tmp_path / "game", 4, 0, ("9-coins",), "Ana")
    (told,) = (line for line in open_session(tmp_path / "game").lines if line["event"] == "correction")
    (breach,) = told["cleared"]
    assert (breach["event"], breach["code"], breach["card"]) == ("irregularity", "out-of-turn", "10-coins")
    assert breach["ruling"] == {"reason": "out-of-turn", "seat": 1, "expected": 0}


def kept(folder, facts, settings, game=STEERE_SUITS):
    """Record a session that begins with facts and ends at once."""
    names = ("Ana", "Ben", "Carla")
    session = TableSession(game, settings, names=names, facts=tuple(facts))
    lens, about = Lens(), about_session(game, settings, names, about_source("simulated"))
    end(begin(folder, about, session, lens, patient=True), session, lens)
    return folder


def a_tie():
    """Return the log of a hand of SUITS after which two or three lead."""
    for seed in range(1000):
        deck = list(STEERE_SUITS.deck.codes)
        random.Random(seed).shuffle(deck)
        log = GameLog(STEERE_SUITS, STEERE_SUITS.configure(hands=1))
        while deck and log.view.phase == "play":
            log.append(CardsPlayed(log.view.expected, (deck.pop(),)))
        if log.view.phase == "tiebreak":
            return log
    raise AssertionError("no tie")


@pytest.mark.parametrize("missed", [0, 1, 2])
def test_a_card_of_a_tiebreak_that_was_missed_is_put_in_as_one(tmp_path, missed):
    log = a_tie()
    seats, cards = log.view.deal_order, ("5-cups", "9-coins", "3-swords")
    dealt = [TiebreakCard(seat, card) for seat, card in zip(seats, cards, strict=True)]
    whole = STEERE_SUITS.play([*log.facts, *dealt], log.settings)
    known = [*log.facts, *(card for place, card in enumerate(dealt) if place != missed)]
    folder = kept(tmp_path / "evening", known, log.settings)
    place = len(log.facts) + missed
    corrected = insert_play(folder, place, seats[missed], (cards[missed],), "Ana")
    assert corrected.log.view.phase == "over"
    assert corrected.log.view.winners == whole.view.winners


def test_who_played_is_corrected(folder):
    remove_play(folder, 2, "Ben")
    session = correct_seat(folder, 1, 0, "Ben")
    assert [fact.seat for fact in session.facts] == [1, 0]
    assert session.events[-1]["event"] == "irregularity"


def test_the_first_play_of_all_is_put_in_where_none_was_seen(tmp_path):
    folder = kept(tmp_path / "evening", (), STEERE_SUITS.configure())
    session = insert_play(folder, 0, open_session(folder).log.view.expected, ("5-cups",), "Ana")
    assert [fact.cards for fact in session.facts] == [("5-cups",)]


def test_what_people_said_is_no_play_that_is_corrected(tmp_path):
    turned = FaceUpCard("5H")
    folder = kept(tmp_path / "evening", (turned,), FORUM_SUITS.configure(players=3), FORUM_SUITS)
    assert open_session(folder).facts == (turned,)
    with pytest.raises(WrongInputError, match="is no play"):
        correct_cards(folder, 0, ("6H",), "Ana")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda folder: correct_cards(folder, 99, ("1-cups",), ""), "no fact 99"),
        (lambda folder: correct_cards(folder, 2, ("99-cups",), ""), "99-cups"),
        (lambda folder: insert_play(folder, 3, 0, ("5-coins",), ""), "5 of Coins"),
        (lambda folder: remove_play(folder, -1, ""), "no fact -1"),
        (lambda folder: insert_play(folder, 4, 0, ("1-cups",), ""), "no place 4"),
    ],
)
def test_what_cannot_be_changes_nothing(folder, change, said):
    before = (folder / "events.jsonl").read_bytes()
    with pytest.raises(WrongInputError, match=said):
        change(folder)
    assert (folder / "events.jsonl").read_bytes() == before


def test_a_name_holds_along_the_track(folder):
    session = open_session(folder)
    track = session.tracks[1]
    add_annotation(folder, Annotation("name", track, 14.6, card="1-cups", author="Ana"))
    labeller = Labeller(open_session(folder))
    labels = [label for look in session.looks for label in labeller.label(look).labels if label.track == track]
    assert len(labels) > 5
    assert {(label.code, label.origin) for label in labels if label.face_up} == {("1-cups", "person")}
    said = read_annotations(folder)[0]
    assert (said.author, said.said[:2]) == ("Ana", "20")
    assert session.facts == open_session(folder).facts


def test_a_moved_box_is_moved_along_while_the_card_lies_still(folder):
    session = open_session(folder)
    track = session.tracks[1]
    look = session.looks.at(15.0)
    was = look.cards[look.tracks.index(track)].corners
    add_annotation(folder, Annotation("box", track, look.time, corners=was + 10, was=was))
    overlay = Overlay(read_annotations(folder))
    shifts = set()
    for other in session.looks:
        if track in other.tracks:
            place = other.tracks.index(track)
            moved = overlay.over(other).look.cards[place].corners - other.cards[place].corners
            assert np.ptp(moved) < 0.01
            shifts.add(round(float(moved[0, 0])))
            if abs(other.time - look.time) < 0.3:
                assert moved[0, 0] == pytest.approx(10, abs=0.1)
    assert shifts == {0, 10}


def test_a_step_tells_which_card_it_was_about(folder):
    session = correct_cards(folder, 1, ("1-cups",), "Ana")
    assert [step.tracks for step in steps_of(session)] == [{session.tracks[1]}]


def test_cards_are_added_and_removed(folder):
    session = open_session(folder)
    gone = session.tracks[0]
    corners = np.array([[10, 10], [40, 10], [40, 60], [10, 60]], np.float32)
    add_annotation(folder, Annotation("remove", gone, 13.0))
    one = add_annotation(folder, Annotation("add", 0, 14.0, card="7-cups", corners=corners, until=15.0))
    two = add_annotation(folder, Annotation("add", 0, 14.0, corners=corners + 50, until=15.0, face_up=False))
    assert (one.track, two.track) == (-1, -2)
    labeller = Labeller(open_session(folder))
    by_time = {round(look.time, 1): labeller.label(look).labels for look in session.looks}
    assert gone not in {label.track for labels in by_time.values() for label in labels}
    added = {label.track: label for label in by_time[14.5]}
    assert (added[-1].code, added[-1].face_up) == ("7-cups", True)
    assert (added[-2].code, added[-2].face_up) == (None, False)
    assert -1 not in {label.track for label in by_time[15.5]}
    add_annotation(folder, Annotation("remove", two.track, 14.0))
    labeller = Labeller(open_session(folder))
    (look,) = (look for look in session.looks if round(look.time, 1) == 14.5)
    assert {-1, -2} & {label.track for label in labeller.label(look).labels} == {-1}


def test_damaged_annotations_are_named_and_left_out(folder):
    add_annotation(folder, Annotation("remove", 3, 13.0))
    path = folder / "annotations.jsonl"
    path.write_bytes(path.read_bytes().replace(b"13.0", b"19.0") + b'{"kind": "box", "track": 1, "time": 2.0}\n')
    assert read_annotations(folder) == []
    (note,) = open_session(folder).notes
    assert str(note).startswith("annotations.jsonl")
    assert str(note).endswith(": 2")


def test_annotations_of_a_kind_that_is_not_known_are_named(folder):
    add_annotation(folder, Annotation("remove", 3, 13.0, said="2026-11-26T10:00:00"))
    turn(folder, "undo", "2026-11-26T10:00:00", "Ana")
    assert open_session(folder).notes == ()
    path = folder / "annotations.jsonl"
    path.write_bytes(path.read_bytes() + sealed({"kind": "blur", "track": 3, "time": 13.0}))
    (note,) = open_session(folder).notes
    assert "of a kind not known here: 1" in str(note)
