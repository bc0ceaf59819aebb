"""The choices before a game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.model.preferences import Remembered
from companion.app.model.setup import PlanError, Setup
from companion.language import language
from companion.rules.games import GAMES


def test_without_a_choice_a_plan_has_the_defaults() -> None:
    setup = Setup()
    plan = setup.plan()
    assert plan.game is setup.game
    assert plan.settings == plan.game.configure()
    assert plan.names == ("Player 1", "Player 2", "Player 3")
    assert (plan.kind, plan.source) == ("camera", "0")


def test_names_and_settings_are_kept_game_by_game() -> None:
    setup = Setup()
    setup.choose_game("coins")
    setup.enter("target", "15")
    setup.name(1, "  Ben ")
    setup.choose_game("steere_suits")
    setup.enter("hands", "5")
    setup.choose_game("coins")
    plan = setup.plan()
    assert plan.settings.number("target") == 15
    assert plan.names == ("Player 1", "Ben", "Player 3")


def test_two_players_of_one_name_are_refused() -> None:
    setup = Setup()
    for seat in (0, 2):
        setup.name(seat, "Ana")
    with pytest.raises(PlanError, match="Ana") as error:
        setup.plan()
    assert error.value.field == "names"


def test_a_setting_that_is_not_allowed_is_named() -> None:
    setup = Setup()
    setup.choose_game("coins")
    setup.enter("target", "0")
    with pytest.raises(PlanError, match="Coins to win") as error:
        setup.plan()
    assert error.value.field == "target"


@pytest.mark.parametrize(
    ("kind", "text"), [("camera", ""), ("camera", "front"), ("file", "  "), ("stream", ""), ("simulated", "-1")]
)
def test_a_source_that_is_missing_or_none_is_refused(kind, text) -> None:
    setup = Setup()
    setup.kind = kind
    setup.sources[kind] = text
    with pytest.raises(PlanError) as error:
        setup.plan()
    assert error.value.field == "source"
    assert str(error.value)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_planned_with_its_defaults(game) -> None:
    setup = Setup()
    setup.choose_game(game)
    plan = setup.plan()
    assert plan.game.id == game
    assert len(plan.names) == plan.game.start(plan.settings).players
    for setting in setup.settings:
        assert plan.game.parse_settings({setting.name: setup.text(setting.name)}) == plan.game.configure()


def test_a_dealer_who_is_gone_with_fewer_players_is_forgotten() -> None:
    setup = Setup()
    setup.choose_game("forum_suits")
    setup.enter("players", "5")
    setup.enter("first_dealer", "4")
    assert setup.plan().settings.number("first_dealer") == 4
    setup.enter("players", "3")
    assert setup.text("first_dealer") == "0"
    assert setup.plan().settings.number("first_dealer") == 0


def test_settings_that_do_not_go_together_are_refused() -> None:
    setup = Setup()
    setup.choose_game("hearts_pp")
    setup.enter("players", "3")
    setup.enter("teams", "on")
    with pytest.raises(PlanError):
        setup.plan()


def test_the_number_of_players_follows_the_setting() -> None:
    setup = Setup()
    setup.choose_game("forum_suits")
    setup.enter("players", "5")
    assert len(setup.names) == 5
    assert len(setup.plan().names) == 5


def test_what_was_chosen_is_there_next_time() -> None:
    setup = Setup()
    setup.choose_game("coins")
    setup.enter("target", "20")
    setup.enter("first_dealer", "2")
    for seat, name in enumerate(("Ana", "Ben", "Carla")):
        setup.name(seat, name)
    setup.kind = "stream"
    setup.sources["stream"] = "http://phone:8080/video"
    again = Setup(remembered=Remembered(**setup.chosen()))
    assert again.plan() == setup.plan()
    assert again.people == ("Ana", "Ben", "Carla")


def test_what_is_remembered_and_cannot_be_any_more_is_forgotten() -> None:
    last = Remembered(
        game="bridge", agreed={"coins": {"target": "many", "colour": "red", "first_dealer": "1"}}, kind="x"
    )
    setup = Setup(remembered=last)
    assert setup.game is setup.games[0]
    assert setup.kind == "camera"
    setup.choose_game("coins")
    setup.kind = "simulated"
    assert setup.plan().settings.number("target") == 10
    assert setup.plan().settings.number("first_dealer") == 1


def test_players_change_seats_and_the_dealer_goes_with_them() -> None:
    setup = Setup()
    setup.choose_game("coins")
    for seat, name in enumerate(("Ana", "Ben", "Carla")):
        setup.name(seat, name)
    setup.enter("first_dealer", "0")
    setup.swap(0, 2)
    assert setup.names == ("Carla", "Ben", "Ana")
    assert setup.text("first_dealer") == "2"
    setup.turn_round()
    assert setup.names == ("Ana", "Carla", "Ben")
    assert setup.text("first_dealer") == "0"
    for _ in range(3):
        setup.turn_round()
    assert setup.names == ("Ana", "Carla", "Ben")


def test_usual_rules_come_back_and_the_players_stay() -> None:
    setup = Setup()
    setup.choose_game("forum_suits")
    setup.enter("players", "3")
    setup.enter("ace_low", "on")
    assert setup.unusual == 1
    setup.use_defaults()
    assert setup.unusual == 0
    assert setup.players == 3


def test_partners_sit_opposite_only_with_four() -> None:
    setup = Setup()
    setup.choose_game("forum_suits")
    assert not setup.teams
    setup.enter("teams", "on")
    assert setup.teams
    setup.enter("players", "5")
    setup.kind = "simulated"
    with pytest.raises(PlanError, match="Teams need four players"):
        setup.plan()
    setup.choose_game("seven_suitors")
    assert setup.teams


def test_problems_are_told_in_the_language_of_the_window() -> None:
    setup = Setup()
    setup.language = language("fr")
    setup.kind = "stream"
    with pytest.raises(PlanError, match="adresse"):
        setup.plan()
    assert setup.called[0] == "Joueur 1"


LAPTOP, TABLE = {0: "Integrated camera"}, {0: "Integrated camera", 2: "Table camera"}


@pytest.mark.parametrize(
    ("number", "meant", "cameras", "found"),
    [
        ("2", "Table camera", TABLE, "2"),
        ("2", "Table camera", {0: "Table camera", 2: "Integrated camera"}, "0"),
        ("2", "Table camera", LAPTOP, "0"),
        ("0", "Table camera", TABLE, "2"),
        ("3", "Table camera", {1: "Table camera", 3: "Table camera"}, "3"),
        ("2", "", TABLE, "2"),
        ("5", "", TABLE, "0"),
        ("5", "", {}, "5"),
    ],
)
def test_the_camera_that_is_meant_is_found_whichever_number_it_has(number, meant, cameras, found) -> None:
    setup = Setup(remembered=Remembered(sources={"camera": number}, camera=meant))
    setup.find_camera(cameras)
    assert setup.sources["camera"] == found
    assert meant in ("", setup.camera)


@given(st.lists(st.dictionaries(st.integers(0, 4), st.sampled_from(["Table camera", "Phone", "Lid"])), max_size=6))
def test_a_camera_that_is_plugged_out_and_in_is_the_one_that_is_meant(plugged) -> None:
    setup = Setup(remembered=Remembered(sources={"camera": "2"}, camera="Table camera"))
    for cameras in plugged:
        setup.find_camera(cameras)
        if "Table camera" in cameras.values():
            assert cameras[int(setup.sources["camera"])] == "Table camera"
        elif cameras:
            assert int(setup.sources["camera"]) in cameras
