"""Scripts of simulated games: deterministic, legal, and true to the rules."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import UnusableError
from companion.rules.facts import CardsPlayed, TiebreakCard
from companion.rules.games import COINS, STEERE_SUITS
from companion.rules.log import GameLog
from companion.simulation.habits import Habits
from companion.simulation.incidents import Incidents
from companion.simulation.script import Script
from companion.simulation.staging import stage_game
from companion.simulation.table import Table
from companion.table.events import (
    CardPlayed,
    Event,
    GameWon,
    HandEnded,
    Irregularity,
    SourceChanged,
    TiebreakCardDealt,
    TiebreakNeeded,
)
from companion.table.told import ruled


def refereed(script: Script) -> list[Event]:
    """What the rules say of the plays that the truth names, told anew."""
    log = GameLog(script.game, script.settings)
    said: list[Event] = []
    for event in script.truth:
        if isinstance(event, CardPlayed):
            said.append(event)
            fact = CardsPlayed(event.seat, event.cards, time=event.time)
        elif isinstance(event, TiebreakCardDealt):
            fact = TiebreakCard(event.seat, event.card, time=event.time)
        else:
            continue
        said += [ruled(ruling, event.time, script.names) for ruling in log.append(fact).new]
    return said


@settings(max_examples=15)
@given(st.sampled_from([COINS, STEERE_SUITS]), st.integers(0, 10_000), st.sampled_from([0.0, 0.3]))
def test_truth_is_what_the_rules_say(game, seed, out_of_turn) -> None:
    script = stage_game(game, seed=seed, incidents=Incidents(out_of_turn=out_of_turn))
    inner = [event for event in script.truth if not isinstance(event, SourceChanged)]
    assert inner == refereed(script)
    assert isinstance(inner[-1], GameWon)
    assert any(isinstance(event, Irregularity) for event in inner) == (out_of_turn > 0)
    times = [event.time for event in script.truth]
    assert times == sorted(times)
    assert times[-1] == script.duration


@pytest.mark.parametrize("game", [COINS, STEERE_SUITS])
def test_a_whole_hand_shows_every_card_once(game) -> None:
    script = stage_game(game, game.configure(**{"target": 40} if game is COINS else {}), seed=5, hands_limit=1)
    played = Counter(code for event in script.truth if isinstance(event, CardPlayed) for code in event.cards)
    assert played == Counter(game.deck.codes)
    assert sum(isinstance(event, HandEnded) for event in script.truth) == 1


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    first, again, other = (stage_game(COINS, seed=seed, names=("Ana", "Bo", "Cy")) for seed in (3, 3, 4))
    assert first.truth == again.truth
    assert Table(first).at(60.0).cards[0].pose == Table(again).at(60.0).cards[0].pose
    assert first.truth != other.truth
    assert {event.player for event in first.truth if isinstance(event, CardPlayed)} == {"Ana", "Bo", "Cy"}


@pytest.mark.parametrize("hands", [1, 2, 3])
def test_a_forced_tie_is_broken_by_a_deal_in_the_right_order(hands) -> None:
    script = stage_game(STEERE_SUITS, STEERE_SUITS.configure(hands=hands), seed=1, force_tie=True)
    needed = next(event for event in script.truth if isinstance(event, TiebreakNeeded))
    dealt = [event.seat for event in script.truth if isinstance(event, TiebreakCardDealt)]
    assert tuple(dealt) == needed.order
    won = next(event for event in script.truth if isinstance(event, GameWon))
    assert set(won.winners) <= set(needed.tied)


def test_settings_and_first_dealer_are_kept() -> None:
    script = stage_game(COINS, COINS.configure(target=3, first_dealer=2), seed=8)
    first = next(event for event in script.truth if isinstance(event, CardPlayed))
    won = script.truth[-2]
    assert first.seat == 0
    assert isinstance(won, GameWon)
    assert max(won.totals) >= 3


def test_a_coins_game_cannot_be_tied() -> None:
    with pytest.raises(UnusableError, match="no tie"):
        stage_game(COINS, COINS.configure(target=1), force_tie=True)


def test_wrong_number_of_names_is_refused() -> None:
    with pytest.raises(UnusableError, match="2 players named"):
        stage_game(COINS, names=("Ana", "Bo"))


def test_a_card_rests_before_its_player_when_the_truth_says_so() -> None:
    script = stage_game(COINS, seed=2, hands_limit=1)
    table = Table(script)
    for event in script.truth:
        if not isinstance(event, CardPlayed):
            continue
        (state,) = [card for card in table.at(event.time + 0.05).cards if card.card.code == event.cards[0]]
        assert state.face_up
        assert not state.moving
        # Seat 0 sits at the bottom edge, seat 1 on its left: on the left of the picture.
        assert (state.pose.y > 0) if event.seat == 0 else (state.pose.x < 0) == (event.seat == 1)


def test_the_table_is_empty_between_hands() -> None:
    script = stage_game(COINS, COINS.configure(target=13), seed=6)
    ended = [event.time for event in script.truth if isinstance(event, HandEnded)]
    played = [event.time for event in script.truth if isinstance(event, CardPlayed)]
    table = Table(script)
    assert ended
    for end in ended[:-1]:
        resumed = min(time for time in played if time > end)
        steps = [end + (resumed - end) * step / 50 for step in range(50)]
        assert any(not table.at(time).cards and not table.at(time).hands for time in steps)


def test_won_tricks_lie_face_down_before_their_winner() -> None:
    script = stage_game(STEERE_SUITS, seed=9, hands_limit=1)
    last = max(event.time for event in script.truth if isinstance(event, CardPlayed))
    lying = [card for card in Table(script).at(last - 0.1).cards if not card.moving and not card.face_up]
    assert len(lying) == 45


def test_pace_shortens_the_game_only() -> None:
    slow, fast = (stage_game(COINS, seed=3, habits=Habits(pace=pace)) for pace in (1.0, 2.0))
    assert fast.duration < slow.duration * 0.6
    plays = [[event.cards for event in script.truth if isinstance(event, CardPlayed)] for script in (slow, fast)]
    assert plays[0] == plays[1]


def test_dealing_shows_backs_only_and_every_player_gets_their_cards() -> None:
    script = stage_game(STEERE_SUITS, seed=4, hands_limit=1)
    first_play = next(event.time for event in script.truth if isinstance(event, CardPlayed))
    table = Table(script)
    moments = [table.at(first_play * step / 60) for step in range(48)]
    assert not any(card.face_up for moment in moments for card in moment.cards)
    assert max(len(moment.cards) for moment in moments) == 48
    lying = max(moments, key=lambda moment: len(moment.cards)).cards
    by_side = Counter(0 if card.pose.y > 0 else 1 if card.pose.x < 0 else 2 for card in lying if not card.moving)
    assert all(13 <= count <= 16 for count in by_side.values())


def test_without_dealing_the_table_is_empty_until_the_first_play() -> None:
    script = stage_game(COINS, seed=4, hands_limit=1, habits=Habits(deal=False))
    first_play = next(event.time for event in script.truth if isinstance(event, CardPlayed))
    assert not Table(script).at(first_play - 1.5).cards
    assert first_play < 5
