"""Finding the right card, and what is done with it."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from app_games import moment_of
from hypothesis import given
from hypothesis import strategies as st

from companion.app.model.choice import (
    Subject,
    change_to,
    change_to_nothing,
    matching,
    next_play,
    play_before,
    ranked,
    subject_of_question,
    subject_of_track,
    to_cards,
    to_nothing,
)
from companion.app.model.picking import picking_of_subject, short_question
from companion.app.model.trial import Effect, Recard, Remove, effect_of
from companion.cards import DECKS, card_name
from companion.language import ENGLISH, LANGUAGES, language
from companion.rules.facts import CardsPlayed
from companion.rules.games import GAMES
from companion.table.book import Book
from companion.table.events import Question
from companion.table.snapshot import Snapshot, TableCard

_CORNERS = np.zeros((4, 2), np.float32)


@pytest.mark.parametrize(
    ("deck", "text", "found"),
    [
        ("spanish48", "12 c", {"12-cups", "12-coins", "12-clubs"}),
        ("spanish48", "kn sw", {"11-swords"}),
        ("spanish48", "SWORDS ace", {"1-swords"}),
        ("french52", "qs", {"QS"}),
        ("french52", "10 h", {"10H"}),
        ("french52", "h10", {"10H"}),
        ("spanish48", "s7", {"7-swords"}),
        ("spanish48", "7sw", {"7-swords"}),
        ("seven-suitors", "thief", {"thief"}),
        ("seven-suitors", "7 moons", {"2:7"}),
        ("spanish48", "joker", set()),
    ],
)
def test_words_find_cards(deck, text, found) -> None:
    assert set(matching(deck, text)) == found


@pytest.mark.parametrize("code", sorted(LANGUAGES))
@pytest.mark.parametrize("deck", sorted(DECKS))
def test_every_card_is_found_by_its_name_and_by_its_code(deck, code) -> None:
    spoken = language(code)
    for card in DECKS[deck]:
        for text in (card_name(card, spoken), card_name(card, spoken).upper(), card.code):
            assert card.code in matching(deck, text, spoken), text


@pytest.mark.parametrize(
    ("deck", "code", "text", "found"),
    [
        ("spanish48", "fr", "roi epee", "12-swords"),
        ("spanish48", "es", "REY DE COPAS", "12-cups"),
        ("french52", "fr", "3 trefle", "3C"),
        ("spanish48", "en", "8 of cups", "8-cups"),
    ],
)
def test_accents_and_small_words_may_be_typed_or_not(deck, code, text, found) -> None:
    assert matching(deck, text, language(code)) == (found,)


@given(deck=st.sampled_from(sorted(DECKS)), text=st.text(max_size=12), more=st.text(max_size=4))
def test_typing_more_never_finds_more(deck, text, more) -> None:
    assert set(matching(deck, f"{text} {more}")) <= set(matching(deck, text))


def test_no_text_finds_every_card() -> None:
    assert matching("french52", " ") == DECKS["french52"].codes


def test_candidates_leave_out_what_the_card_is_taken_for() -> None:
    subject = Subject(
        4, 1, 0, "3-cups", ("3-cups",), (("3-cups", 0.8), ("8-cups", 0.12), ("3-coins", 0.06), ("2-coins", 0.01))
    )
    assert ranked(subject) == (("8-cups", 0.12), ("3-coins", 0.06))


def test_what_lies_there_and_counts_for_nothing_is_offered_for_a_play_that_was_missed() -> None:
    book = Book(GAMES["coins"], GAMES["coins"].configure(), ("Ana", "Ben", "Carla"))
    book.append(CardsPlayed(1, ("3-cups",)))
    cards = (
        TableCard(1, _CORNERS, "played", "3-cups", (("3-cups", 0.9),), 1, 0),
        TableCard(2, _CORNERS, "new", None, (("4-coins", 0.6), ("5-coins", 0.3))),
        TableCard(3, _CORNERS, "ignored", None, (("12-clubs", 0.8),)),
        TableCard(4, _CORNERS, "new", None, (("3-cups", 0.9),)),
        TableCard(5, _CORNERS, "back", None, ()),
    )
    snapshot = Snapshot(0.0, book.names, book.view, "watching", cards, facts=book.facts, history=book.history())
    offered = (("12-clubs", 0.8), ("4-coins", 0.6))
    assert ranked(next_play(snapshot)) == offered
    before = play_before(snapshot, 0)
    assert before is not None
    assert ranked(before) == offered


@dataclass
class _Session:
    """Notes what it is told."""

    told: list[tuple[object, ...]] = field(default_factory=list)

    def __getattr__(self, name: str):
        return lambda *arguments: self.told.append((name, *arguments))

    def snapshot(self):
        return type("Snapshot", (), {"facts": [None] * 7})


def _told(command) -> list[tuple[object, ...]]:
    session = _Session()
    command(session)
    return session.told


def test_a_played_card_is_corrected_or_taken_out() -> None:
    subject = Subject(4, 1, 0, "5H", ("4H", "5H", "6H"), ())
    assert _told(to_cards(subject, ("4H", "5H"))) == [("correct", 4, ("4H", "5H"))]
    assert _told(to_nothing(subject)) == [("remove_play", 4)]


def test_a_question_is_answered() -> None:
    subject = Subject(None, 1, 0, None, (), (), question=3)
    assert _told(to_cards(subject, ("7H",))) == [("answer", 3, "7H")]
    assert _told(to_nothing(subject)) == [("answer", 3, None)]


def test_the_card_beside_the_deal_is_asked_about_as_what_it_is() -> None:
    book = Book(GAMES["forum_suits"], GAMES["forum_suits"].configure(players=3), ("Ana", "Ben", "Carla"))
    cards = (TableCard(1, _CORNERS, "asked", None, (("7H", 0.5),), question=1),)
    question = Question(
        time=1.0,
        question=1,
        seat=0,
        player="Ana",
        candidates=(("7H", 0.5),),
        message="Which card lies face up?",
        beside=True,
    )
    snapshot = Snapshot(0.0, book.names, book.view, "watching", cards, question, facts=book.facts)
    for subject in (subject_of_question(snapshot), subject_of_track(snapshot, 1)):
        assert subject is not None
        assert subject.seat is None
        assert _told(to_cards(subject, ("7H",))) == [("answer", 1, "7H")]
    assert short_question(question, book.view, ENGLISH) == "Which card lies face up?"
    asked = replace(question, beside=False)
    assert short_question(asked, book.view, ENGLISH) == "Ana's card:"
    assert short_question(replace(asked, trick=4), book.view, ENGLISH) == "Ana's card, trick 5:"
    assert short_question(replace(asked, hand=3, trick=4), book.view, ENGLISH) == "Ana's card, hand 3, trick 5:"


def test_what_is_told_of_an_answer_is_what_it_does_to_a_play_that_is_entered_already() -> None:
    game = GAMES["coins"]
    book = Book(game, game.configure(), ("Ana", "Ben", "Carla"))
    book.append(CardsPlayed(1, ("2-coins",), source="camera"))
    question = Question(
        time=1.0,
        question=5,
        seat=1,
        player="Ben",
        candidates=(("1-coins", 0.6),),
        message="A later card seems the same",
    )
    snapshot = Snapshot(
        0.0,
        book.names,
        book.view,
        "watching",
        question=question,
        asked=(0, "2-coins"),
        facts=book.facts,
        history=book.history(),
    )
    subject = subject_of_question(snapshot)
    assert subject is not None
    moment = moment_of(game, game.configure(), snapshot)
    for change in (
        change_to(subject, ("1-coins",), 1),
        change_to(subject, ("2-coins",), 1),
        change_to_nothing(subject),
    ):
        assert change is not None
        assert effect_of(moment, change) == Effect()
    assert _told(to_cards(subject, ("1-coins",))) == [("answer", 5, "1-coins")]
    # What it is taken for now is an answer like any other.
    assert picking_of_subject(moment, subject).chosen == ()


def test_a_card_of_a_straight_that_is_asked_about_leaves_the_others() -> None:
    subject = Subject(4, None, 0, None, ("4H", "5H"), (), question=3, asked="5H")
    assert change_to(subject, ("6H",), 9) == Recard(4, ("4H", "6H"))
    assert change_to_nothing(subject) == Recard(4, ("4H",))
    assert change_to_nothing(replace(subject, cards=("5H",))) == Remove(4)


def test_a_card_that_does_not_count_is_added_as_the_next_play() -> None:
    subject = Subject(None, 1, 2, None, (), ())
    assert _told(to_cards(subject, ("7H",))) == [("insert_play", 7, 2, ("7H",), 1)]
    assert to_nothing(subject) is None


def test_a_missed_play_goes_where_it_was_missed() -> None:
    subject = Subject(None, None, 2, None, (), (), before=3)
    assert _told(to_cards(subject, ("7H",))) == [("insert_play", 3, 2, ("7H",), None)]


def test_nobody_s_card_cannot_be_added() -> None:
    with pytest.raises(ValueError, match="player"):
        to_cards(Subject(None, 1, None, None, (), ()), ("7H",))
