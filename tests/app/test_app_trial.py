"""What a change would do, told before it is made, and what is said after it."""

from dataclasses import replace

import numpy as np
import pytest
from app_games import NAMES, facts_of, moment_at, moment_of
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.model.retelling import Retelling
from companion.app.model.trial import Insert, Recard, Remove, Reseat, effect_of
from companion.language import ENGLISH, language
from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed
from companion.rules.games import COINS, GAMES
from companion.table.camera_notices import camera_notice
from companion.table.events import Correction, SourceChanged, TrickWon
from companion.table.retelling_seats import FROM_ANOTHER_SIDE, MIRRORED
from companion.table.session import TableSession

C8 = ((1, "1-coins"), (2, "2-cups"), (0, "1-swords"), (2, "2-coins"), (0, "9-coins"), (1, "10-coins"))
"""Carla wins one coin, then Ben three."""


def _session() -> TableSession:
    facts = [CardsPlayed(seat, (card,)) for seat, card in C8]
    return TableSession(COINS, names=NAMES[:3], facts=facts)


def _moment(session: TableSession):
    return moment_of(COINS, COINS.configure(), session.snapshot())


def test_another_winner_and_the_totals_are_told_before() -> None:
    effect = effect_of(_moment(_session()), Recard(1, ("2-clubs",)))
    assert effect.lines == ("Ben wins trick 1, not Carla", "Carla led, but the lead belonged to Ben")
    assert effect.standing == "Ben 3 → 4, Carla 1 → 0"
    assert effect.text(ENGLISH).startswith("Ben wins trick 1, not Carla.  ")


def test_a_change_that_changes_nothing_says_so() -> None:
    effect = effect_of(_moment(_session()), Recard(1, ("3-cups",)))
    assert effect.text(ENGLISH) == "The score stays as it is"


def test_what_cannot_be_is_told_before() -> None:
    moment = _moment(_session())
    assert "no seat" in effect_of(moment, Reseat(0, 7)).problem
    assert "already played" in effect_of(moment, Insert(6, 1, ("2-cups",))).problem


def test_two_plays_that_were_taken_for_each_others_are_told_exchanged() -> None:
    moment = _moment(_session())
    # Both the 1 of Coins and the 2 of Cups were played in trick 1: with the two exchanged Ben led Cups.
    cards = effect_of(moment, Recard(0, ("2-cups",)))
    assert cards.problem == ""
    assert cards == effect_of(moment, Recard(1, ("1-coins",)))
    seats = effect_of(moment, Reseat(0, 2))
    assert seats.problem == ""
    assert seats == effect_of(moment, Reseat(1, 1))


def test_a_play_taken_out_opens_its_trick_again() -> None:
    effect = effect_of(_moment(_session()), Remove(5))
    assert effect.lines == ("Trick 2 is open again",)
    assert effect.standing == "Ben 3 → 0"


def test_a_missed_play_completes_its_trick() -> None:
    session = _session()
    session.remove_play(5)
    effect = effect_of(_moment(session), Insert(5, 1, ("12-coins",)))
    assert "Ben wins trick 2" in effect.lines


def test_a_play_of_somebody_who_was_passed_over_is_told_to_come_in_its_turn() -> None:
    facts = [CardsPlayed(seat, (card,)) for seat, card in (*C8[:4], (1, "10-coins"))]
    session = TableSession(COINS, names=NAMES[:3], facts=facts)
    said = replace(session.snapshot(), places={4: 1})
    seen = replace(said, places={4: np.array([-9.0, 0.0, -9.0])})
    effects = [
        effect_of(moment_of(COINS, COINS.configure(), snapshot), Insert(5, 0, ("9-coins",)))
        for snapshot in (said, seen)
    ]
    assert [any("No longer: Ben played out of turn" in line for line in effect.cleared) for effect in effects] == [
        False,
        True,
    ]


def test_effects_are_told_in_the_language_of_the_window() -> None:
    session = _session()
    moment = moment_of(COINS, COINS.configure(), session.snapshot(), language("es"))
    assert "Ben" in effect_of(moment, Recard(1, ("2-clubs",))).lines[0]
    assert "wins" not in effect_of(moment, Recard(1, ("2-clubs",))).text(language("es"))


def test_a_correction_is_said_once_with_what_it_changed() -> None:
    session = _session()
    before = _moment(session)
    events = session.correct(1, ("2-clubs",))
    assert sum(isinstance(event, TrickWon) for event in events) == 2
    sayings = Retelling().sayings(events, before, _moment(session), 0.0)
    assert [type(saying.event) for saying in sayings] == [Correction]
    assert "Ben wins trick 1, not Carla" in sayings[0].detail
    assert "Ben 4" in sayings[0].text


def test_a_breach_that_a_correction_clears_is_said_once_to_be_none() -> None:
    facts = [CardsPlayed(seat, (card,)) for seat, card in (*C8[:4], (1, "10-coins"))]
    session = TableSession(COINS, names=NAMES[:3], facts=facts)
    before = _moment(session)
    (saying, *_) = Retelling().sayings(session.insert_play(4, 0, ("9-coins",)), before, _moment(session), 0.0)
    assert saying.text.count("No longer: Ben played out of turn") == 1
    assert "No longer: Ben played out of turn" in saying.detail


def test_a_breach_that_goes_with_its_play_is_not_said_to_be_none_any_more() -> None:
    facts = [CardsPlayed(seat, (card,)) for seat, card in (*C8[:4], (1, "10-coins"))]
    session = TableSession(COINS, names=NAMES[:3], facts=facts)
    before = _moment(session)
    (saying,) = Retelling().sayings(session.remove_play(4), before, _moment(session), 0.0)
    assert "did not play" in saying.text
    assert "No longer" not in saying.text + saying.detail


@pytest.mark.parametrize(
    ("code", "gone", "back"),
    [
        ("en", "4 plays are taken back", "4 plays count again"),
        ("es", "4 jugadas deshechas", "4 jugadas vuelven a contar"),
        ("fr", "4 cartes jouées annulées", "4 cartes jouées comptent de nouveau"),
    ],
)
def test_many_plays_that_go_with_one_undo_are_counted_in_one_sentence_with_what_that_changes(code, gone, back) -> None:
    facts = [CardsPlayed(seat, (card,)) for seat, card in C8]
    session = TableSession(COINS, names=NAMES[:3], facts=facts[:2])
    with session._desk.one_command():
        for fact in facts[2:]:
            session.insert_play(len(session.snapshot().facts), fact.seat, fact.cards)

    def now():
        return moment_of(COINS, COINS.configure(), session.snapshot(), language(code))

    before = now()
    events = session.undo()
    (undone,) = Retelling().sayings(events, before, now(), 0.0)
    assert undone.headline == gone
    assert undone.text.startswith(f"{gone}. ")
    assert undone.text.endswith("Ana 0, Ben 0, Carla 0")
    # As where a play that stays comes after them.
    given_back = [replace(event, was=None, now=event.was) for event in events if isinstance(event, Correction)]
    (again,) = Retelling().sayings(given_back, now(), now(), 0.0)
    assert again.headline == back


def test_a_correction_without_consequences_is_said_alone() -> None:
    session = _session()
    before = _moment(session)
    sayings = Retelling().sayings(session.correct(1, ("3-cups",)), before, _moment(session), 0.0)
    assert len(sayings) == 1
    assert "wins trick" not in sayings[0].text


@pytest.mark.parametrize(
    ("notice", "why", "says"),
    [
        ("mirrored", MIRRORED, "left and right are put right"),
        ("mirrored-late", MIRRORED, "left and right are put right"),
        ("seats", FROM_ANOTHER_SIDE, "from another side"),
    ],
)
def test_of_plays_that_all_get_other_seats_one_sentence_is_said_with_what_it_changed(notice, why, says) -> None:
    session = _session()
    before = _moment(session)
    # In the first trick left and right were exchanged.
    changed = [*session.change_seat(0, 2), *session.change_seat(2, 1), *session.change_seat(2, 0)]
    corrections = [replace(event, reason=why) for event in changed if isinstance(event, Correction)]
    assert len(corrections) > 2
    others = [event for event in changed if not isinstance(event, Correction)]
    events = [camera_notice(notice, 9.0), *corrections, *others]
    sayings = Retelling().sayings(events, before, _moment(session), 0.0)
    told = [saying.event for saying in sayings if isinstance(saying.event, SourceChanged | Correction)]
    assert told == events[:1]
    assert says in sayings[0].text
    assert "wins trick 1, not Carla" in sayings[0].text


@given(st.sampled_from(sorted(GAMES)), st.integers(1, 50), st.data())
@settings(max_examples=40)
def test_what_is_told_before_is_what_comes(game, count, data) -> None:
    moment = moment_at(game, count)
    plays = [entry for entry in moment.snapshot.history if len(entry.cards) == 1]
    if not plays:
        return
    entry = data.draw(st.sampled_from(plays))
    card = data.draw(st.sampled_from(sorted(moment.state.copies)))
    effect = effect_of(moment, Recard(entry.fact, (card,)))
    table = TableSession(
        moment.game, moment.settings, names=NAMES[: moment.state.players], facts=facts_of(game)[:count]
    )
    try:
        table.correct(entry.fact, (card,))
    except ImpossibleFactError:
        assert effect.problem
        return
    assert effect.problem == ""
    now = table.log.state
    assert bool(effect.standing) == (now.totals != moment.state.totals or now.winners != moment.state.winners)


def test_the_hyphen_of_a_name_is_no_minus_sign() -> None:
    facts = [CardsPlayed(seat, (card,)) for seat, card in C8]
    session = TableSession(COINS, names=("Ana", "Jean-Pierre", "Carla"), facts=facts)
    assert effect_of(_moment(session), Recard(1, ("2-clubs",))).standing == "Jean-Pierre 3 → 4, Carla 1 → 0"


@pytest.mark.parametrize(
    ("code", "gone"),
    [("en", "4 plays are taken back"), ("es", "4 jugadas deshechas"), ("fr", "4 cartes jouées annulées")],
)
def test_undos_that_follow_each_other_are_said_with_one_sentence_of_what_stands_then(code, gone) -> None:
    session = _typed()
    retelling = Retelling()
    said = [_undo(session, retelling, time, code) for time in (1.0, 1.8, 2.9, 4.4)]
    assert [len(sayings) for sayings in said] == [1, 1, 1, 1]
    assert [sayings[0].in_a_row for sayings in said] == [False, True, True, True]
    ((last,),) = said[3:]
    assert last.headline == gone
    assert last.text.endswith("Ana 0, Ben 0, Carla 0")
    assert last.detail.count(language(code).text("Trick {trick} is open again").format(trick=1)) == 1


def test_an_undo_long_after_another_or_after_something_else_is_said_by_itself() -> None:
    session = _typed()
    retelling = Retelling()
    assert not _undo(session, retelling, 1.0)[0].in_a_row
    assert not _undo(session, retelling, 9.0)[0].in_a_row
    session.insert_play(4, 0, ("9-coins",))
    (saying,) = _undo(session, retelling, 9.5)
    assert not saying.in_a_row
    assert "9 of Coins" in saying.text


def test_undos_in_a_row_of_plays_and_corrections_are_counted_as_changes() -> None:
    session = _typed()
    session.correct(4, ("12-coins",))
    retelling = Retelling()
    _undo(session, retelling, 1.0)
    (saying,) = _undo(session, retelling, 2.0)
    assert saying.headline == "2 changes are taken back"


def _typed() -> TableSession:
    session = TableSession(COINS, names=NAMES[:3])
    for seat, card in C8:
        session.insert_play(len(session.snapshot().facts), seat, (card,))
    return session


def _undo(session: TableSession, retelling: Retelling, time: float, code: str = "en"):
    def now():
        return moment_of(COINS, COINS.configure(), session.snapshot(), language(code))

    before = now()
    events = session.undo()
    return retelling.sayings(events, before, now(), time)
