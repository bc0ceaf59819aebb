"""Games that chance plays, and their records."""

import json

import pytest

from companion.evaluation.random_games import random_game
from companion.rules.games import game
from companion.rules.records import score

VARIANTS = [
    ("steere_suits", {}),
    ("coins", {"target": 15}),
    ("hearts_pp", {"players": 3}),
    ("hearts_pp", {"teams": True}),
    ("hearts_pp", {"players": 5, "five_deck": "kitty"}),
    ("seven_suitors", {"special": True, "no_ties": True}),
    ("forum_suits", {"players": 2}),
    ("forum_suits", {"players": 3}),
    ("forum_suits", {"players": 5}),
]


@pytest.mark.parametrize(("name", "chosen"), VARIANTS, ids=lambda value: str(value))
def test_a_written_game_scores_as_it_was_played_to_its_end(name, chosen):
    played = random_game(game(name), game(name).configure(**chosen), 3)
    state = played.fold()
    scored = score(json.loads(json.dumps(played.record())))
    assert state.phase == scored.state.phase == "over"
    assert (scored.state.winners, scored.state.totals) == (state.winners, state.totals)
    assert not any(hand["issues"] for hand in scored.report()["hands"]), "chance keeps to the rules"


def test_a_tie_is_broken():
    suits = game("steere_suits")
    games = (random_game(suits, suits.configure(hands=1), seed) for seed in range(100))
    tied = next(played for played in games if "tiebreak" in played.record()["record"])
    assert score(tied.record()).report()["winners"] == list(tied.fold().winners)


def test_the_same_seed_gives_the_same_game():
    hearts = game("hearts_pp")
    first, again, other = (random_game(hearts, hearts.configure(), seed, hands_limit=1) for seed in (1, 1, 2))
    assert first == again != other
    assert first.cards == 52
