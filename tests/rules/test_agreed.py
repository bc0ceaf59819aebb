"""What was agreed, on a score sheet."""

import pytest

from companion.language import language
from companion.rules.agreed import agreed, messages
from companion.rules.games import GAMES


def said(name, code="en", **chosen):
    game = GAMES[name]
    return list(agreed(game.settings, game.configure(**chosen), language(code)))


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("en", ["players 4", "teams", "first dealer 2", "no relief", "team shoot once"]),
        (
            "es",
            ["jugadores: 4", "por parejas", "reparte primero: 2", "sin descuento", "premio una vez por pareja"],
        ),
    ],
)
def test_usual_things_and_house_rules_that_are_not_as_usual(code, expected):
    assert said("hearts_pp", code, teams=True, first_dealer=2, relief=False, team_shoot="once") == expected


def test_what_is_as_usual_is_not_mentioned():
    assert said("seven_suitors") == ["first dealer 0"]


def test_whatever_is_said_is_among_the_messages_to_translate():
    for game in GAMES.values():
        for setting in game.settings:
            values = {"flag": (False, True), "number": (setting.minimum, setting.minimum + 1)}.get(
                setting.kind, setting.choices
            )
            for value in values:
                game_settings = {setting.name: value}
                (text,) = list(agreed((setting,), game_settings)) or [None]
                if text is not None:
                    assert text in {message.format(value=value) for message in messages(setting)}


def test_the_first_dealer_is_named_where_the_names_are_known():
    game = GAMES["coins"]
    assert "first dealer Cid" in agreed(game.settings, game.configure(first_dealer=2), names=("Ann", "Bob", "Cid"))
