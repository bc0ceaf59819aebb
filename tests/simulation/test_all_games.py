"""Scripts of all five games with everything that happens at real tables."""

from collections import Counter
from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import UnusableError
from companion.rules.facts import CardsPlayed, FaceUpCard, Fact, ThiefTook, TiebreakCard
from companion.rules.games import GAMES
from companion.rules.log import GameLog
from companion.simulation.habits import Habits
from companion.simulation.incidents import LIVELY, NAMES, Incidents, parse_incidents
from companion.simulation.observations import ideal_observations
from companion.simulation.people import People
from companion.simulation.renderer import Renderer
from companion.simulation.script import Script
from companion.simulation.source import SimulatedSource
from companion.simulation.staging import stage_game
from companion.simulation.table import Table
from companion.table.events import CardPlayed, Event, Irregularity, SourceChanged, TiebreakCardDealt
from companion.table.session import TableSession
from companion.table.told import ruled

KINDS = [
    ("steere_suits", {}),
    ("coins", {}),
    ("hearts_pp", {"players": 3}),
    ("hearts_pp", {"players": 4, "first_lead": "low_club"}),
    ("hearts_pp", {"players": 5, "five_deck": "kitty", "first_lead": "low_club_free"}),
    ("seven_suitors", {"no_ties": True}),
    ("seven_suitors", {"special": True}),
    ("forum_suits", {"players": 2}),
    ("forum_suits", {"players": 3}),
    ("forum_suits", {"players": 4, "first_lead": "two_of_clubs"}),
    ("forum_suits", {"players": 5}),
]


def staged(kind, seed=0, **chosen) -> Script:
    game = GAMES[kind[0]]
    habits = Habits(deal=bool(chosen.pop("deal", False)))
    return stage_game(game, game.configure(**kind[1]), seed, hands_limit=1, habits=habits, **chosen)


def refereed(script: Script) -> list[Event]:
    """What the rules say of all that is played and told, in the order of time."""
    log = GameLog(script.game, script.settings)
    done: list[tuple[float, Fact, list[Event]]] = [
        (said.time, said.what, []) for said in script.said if isinstance(said.what, Fact)
    ]
    for event in script.truth:
        if isinstance(event, CardPlayed):
            done.append((event.time, CardsPlayed(event.seat, event.cards), [event]))
        elif isinstance(event, TiebreakCardDealt):
            done.append((event.time, TiebreakCard(event.seat, event.card), []))
    told: list[Event] = []
    for time, fact, events in sorted(done, key=lambda item: item[0]):
        told += events
        told += [ruled(ruling, time, script.names) for ruling in log.append(fact).new]
    return told


@settings(max_examples=15)
@given(st.sampled_from(KINDS), st.integers(0, 10_000), st.sampled_from([None, LIVELY]))
def test_truth_is_what_the_rules_say_of_every_game(kind, seed, incidents) -> None:
    script = staged(kind, seed, incidents=incidents)
    inner = [event for event in script.truth if not isinstance(event, SourceChanged)]
    assert inner == refereed(script)
    assert inner[-1].event in ("hand_ended", "game_won")
    times = [event.time for event in script.truth]
    assert times == sorted(times)


@pytest.mark.parametrize("kind", KINDS)
def test_no_card_is_played_more_often_than_the_deck_has_it(kind) -> None:
    script = staged(kind, 4, incidents=LIVELY)
    played = Counter(code for event in script.truth if isinstance(event, CardPlayed) for code in event.cards)
    assert played <= Counter(GAMES[kind[0]].start(script.settings).copies)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_straights_are_played_and_every_card_of_them_can_be_read(players) -> None:
    script = staged(("forum_suits", {"players": players}), 2)
    straights = [event for event in script.truth if isinstance(event, CardPlayed) and len(event.cards) > 1]
    assert straights
    looks = list(ideal_observations(script))
    for event in straights:
        read = {
            card.best[0]
            for time, seen in looks
            if event.time < time < event.time + 1.0
            for card in seen
            if card.best is not None and card.best[1] > 0.6
        }
        assert set(event.cards) <= read


def test_the_card_turned_up_lies_beside_the_play_until_somebody_uses_it() -> None:
    for seed in range(30):
        script = staged(("forum_suits", {"players": 3}), seed)
        (card,) = [said.what.card for said in script.said if isinstance(said.what, FaceUpCard)]
        users = [event for event in script.truth if isinstance(event, CardPlayed) and card in event.cards]
        plays = [event for event in script.truth if isinstance(event, CardPlayed)]
        table = Table(script)
        (lying,) = [state for state in table.at(plays[0].time).cards if state.card.code == card]
        assert (lying.pose.x**2 + lying.pose.y**2) ** 0.5 > 140
        assert lying.face_up
        if users:
            (moved,) = [state for state in table.at(users[0].time + 0.01).cards if state.card.code == card]
            assert moved.card is lying.card
            assert (moved.pose.x, moved.pose.y) != (lying.pose.x, lying.pose.y)
            return
    pytest.fail("nobody used the card in thirty games")


def test_the_thief_says_what_it_takes_before_its_trick_is_collected() -> None:
    for seed in range(40):
        script = staged(("seven_suitors", {"special": True}), seed)
        told = [said for said in script.said if isinstance(said.what, ThiefTook)]
        if told:
            before = [event for event in script.truth if isinstance(event, CardPlayed) and event.time < told[0].time]
            lying = [state.card.code for state in Table(script).at(told[0].time).cards if state.face_up]
            assert before[-1].cards[0] in lying
            return
    pytest.fail("the Thief never had a choice in forty games")


def test_a_card_that_is_taken_back_is_no_play() -> None:
    calm, clumsy = (
        staged(("coins", {}), 3, incidents=Incidents(exposed=chance, taken_back=chance)) for chance in (0.0, 0.2)
    )
    assert len(clumsy.cards) > len(calm.cards) + 5
    assert sum(isinstance(event, CardPlayed) for event in clumsy.truth) == 48


def test_a_misdeal_shows_a_face_and_is_dealt_again() -> None:
    script = next(
        script
        for seed in range(20)
        if len((script := staged(("coins", {}), seed, incidents=Incidents(misdealt=0.5), deal=True)).cards) > 100
    )
    first_play = next(event.time for event in script.truth if isinstance(event, CardPlayed))
    table = Table(script)
    moments = [table.at(first_play * step / 210) for step in range(200)]
    shown = [place for place, moment in enumerate(moments) if any(card.face_up for card in moment.cards)]
    assert shown
    assert any(not moment.cards for moment in moments[shown[-1] :])


def test_nothing_counts_while_cards_are_shown() -> None:
    script = staged(("coins", {}), 1, incidents=Incidents(shown=0.5))
    commands = [said for said in script.said if isinstance(said.what, str)]
    assert [said.what for said in commands] == ["pause", "resume"] * (len(commands) // 2)
    assert commands
    plays = [event.time for event in script.truth if isinstance(event, CardPlayed)]
    table = Table(script)
    for pause, resume in zip(commands[::2], commands[1::2], strict=True):
        assert not any(pause.time < time < resume.time for time in plays)
        assert any(
            card.face_up
            for step in range(20)
            for card in table.at(pause.time + (resume.time - pause.time) * step / 20).cards
        )
        assert not any(card.face_up for card in table.at(resume.time).cards)


def test_revokes_are_played_and_told_when_they_show() -> None:
    script = staged(("hearts_pp", {"players": 4}), 5, incidents=Incidents(revoke=0.2))
    assert "revoke" in {event.code for event in script.truth if isinstance(event, Irregularity)}


def test_frames_that_are_lost_are_not_seen() -> None:
    script = staged(("coins", {}), 1, incidents=Incidents(lost=0.5))
    losses = script.disturbances.losses
    assert losses
    times = [time for time, _ in ideal_observations(script)]
    assert not any(start <= time < end for time in times for start, end in losses)
    assert len(times) < int(script.duration * 10)


def test_incidents_are_read_from_texts() -> None:
    assert set(NAMES) == {field.name for field in fields(Incidents)}
    assert parse_incidents(["lively"]) == LIVELY
    assert parse_incidents(["nudged=0.5", "lost"]) == Incidents(nudged=0.5, lost=LIVELY.lost)
    for text, says in (("earthquake", "earthquake"), ("lost=often", "lost=often"), ("lost=2", "lost=2")):
        with pytest.raises(UnusableError, match=says):
            parse_incidents([text])


def test_people_speak_as_their_source_is_read(monkeypatch) -> None:
    script = staged(("forum_suits", {"players": 3}), 1, incidents=Incidents(shown=0.3))
    session = TableSession(script.game, script.settings, names=script.names)
    states = []
    with SimulatedSource(script, 32, 18, rate=1.0) as source:
        source.people = People(script, session, answering=False)
        monkeypatch.setattr(Renderer, "render", lambda self, time: np.zeros((18, 32, 3), np.uint8))
        while source.read() is not None:
            states.append(session.snapshot().state)
    assert "paused" in states
    assert states[-1] != "paused"
    assert [type(fact) for fact in session.log.facts] == [FaceUpCard]
