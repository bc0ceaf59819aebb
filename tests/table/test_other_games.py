"""Games of four and five players and of other decks, from what is seen to what is ruled."""

import numpy as np
import pytest
from scripted import ScriptedTable, act_out

from companion.rules.facts import CardsPlayed
from companion.rules.games import game
from companion.rules.log import GameLog
from companion.table.events import Correction, Desynchronised, Question

NAMES = ("Ana", "Ben", "Carla", "David", "Eva")


def random_hand(log, seed):
    """Play the first hand of a game by its rules; whoever holds the card that must open opens."""
    rng = np.random.default_rng(seed)
    state = log.state
    deck = rng.permutation([code for code, copies in state.copies.items() for _ in range(copies)]).tolist()
    size = state.hand_size()
    held = [deck[seat * size : (seat + 1) * size] for seat in range(state.players)]
    while log.view.phase == "play" and log.view.hand == 1:
        seat = log.view.expected
        if seat is None:
            seat = next(seat for seat, cards in enumerate(held) if "1:1" in cards)
            play = ("1:1",)
        else:
            plays = log.state.legal_plays(held[seat])
            play = plays[int(rng.integers(len(plays)))]
        for card in play:
            held[seat].remove(card)
        log.append(CardsPlayed(seat, play))
    return log


ONE_OF_EACH = (
    ("coins", {}),
    ("steere_suits", {}),
    ("hearts_pp", {"players": 4}),
    ("seven_suitors", {}),
    ("forum_suits", {"players": 4}),
)


def a_hand(game_id, options, seed=2, kind=ScriptedTable):
    """Return a table, and how its first hand goes."""
    what = game(game_id)
    truth = random_hand(GameLog(what, what.configure(**options)), seed)
    return kind(what, truth.settings, 3, NAMES[: truth.state.players]), truth


@pytest.mark.parametrize(
    ("game_id", "options", "seed"),
    [
        ("hearts_pp", {"players": 3}, 1),
        ("hearts_pp", {"players": 4}, 2),
        ("hearts_pp", {"players": 5}, 3),
        ("seven_suitors", {}, 1),
        ("seven_suitors", {"special": True}, 1),
    ],
)
def test_a_hand_is_refereed_without_a_mistake(game_id, options, seed):
    played = game(game_id)
    truth = random_hand(GameLog(played, played.configure(**options)), seed)
    table = ScriptedTable(played, truth.settings, seed=seed, names=NAMES[: truth.state.players])
    for _ in act_out(table, truth):
        pass
    assert [(fact.seat, fact.cards) for fact in table.log.facts] == [(fact.seat, fact.cards) for fact in truth.facts]
    assert table.log.rulings == truth.rulings
    assert not [event for event in table.events if isinstance(event, Question | Correction | Desynchronised)]
