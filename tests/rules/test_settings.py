"""What can be agreed before a game, and what people are told when it cannot."""

import pytest

from companion.errors import UnusableError
from companion.rules.games import GAMES, game
from companion.rules.settings import Setting, SettingError, Settings

TEAMS = Setting("teams", "flag", False, "play in teams")
LEAD = Setting("first_lead", "choice", "dealer_left", "who leads first", choices=("dealer_left", "low_club"))


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ({}, {"target": 10, "first_dealer": 0}),
        ({"target": "15"}, {"target": 15, "first_dealer": 0}),
        ({"first_dealer": "2", "target": "1"}, {"target": 1, "first_dealer": 2}),
    ],
)
def test_texts_from_a_command_line_become_settings(texts, expected):
    assert dict(GAMES["coins"].parse_settings(texts)) == expected


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        ({"target": "0"}, "target must be a whole number from 1, not 0"),
        ({"target": "ten"}, "target must be a whole number from 1, not 'ten'"),
        ({"first_dealer": "3"}, "first_dealer must be a whole number from 0 to 2, not 3"),
        ({"trumps": "1"}, "there is no setting 'trumps'; the settings are target, first_dealer"),
    ],
)
def test_wrong_texts_are_refused_with_what_is_allowed(texts, said):
    with pytest.raises(SettingError) as caught:
        GAMES["coins"].parse_settings(texts)
    assert str(caught.value) == said
    assert caught.value.setting in texts


@pytest.mark.parametrize(
    ("name", "players"),
    [
        *((name, {}) for name in ("steere_suits", "coins", "seven_suitors")),
        *((name, {"players": players}) for name in ("hearts_pp", "forum_suits") for players in (3, 4, 5)),
    ],
)
def test_whoever_plays_may_deal_first_and_nobody_else(name, players):
    chosen = next(setting for setting in GAMES[name].settings if setting.name == "first_dealer")
    seats = range(GAMES[name].start(GAMES[name].configure(**players)).players)
    assert set(seats) <= set(chosen.choices)
    for seat in seats:
        assert GAMES[name].configure(first_dealer=seat, **players).number("first_dealer") == seat
    with pytest.raises(SettingError, match=f"from 0 to {seats[-1]}"):
        GAMES[name].start(GAMES[name].configure(first_dealer=len(seats), **players))


@pytest.mark.parametrize("value", [True, 1.0, None, "1", [1]])
def test_values_of_other_types_are_no_numbers(value):
    with pytest.raises(SettingError, match="target must be a whole number"):
        GAMES["coins"].configure(target=value)


@pytest.mark.parametrize(
    ("text", "value"), [("on", True), ("true", True), (" True ", True), ("off", False), ("no", False), ("OFF", False)]
)
def test_flags_are_read_from_words(text, value):
    assert TEAMS.parse(text) is value
    assert Settings([TEAMS], {"teams": value}).flag("teams") is value


@pytest.mark.parametrize(("text", "value"), [("100", 100), ("none", None), (" None ", None), ("", None)])
def test_a_number_that_may_be_left_open_is_a_number_or_none(text, value):
    assert game("hearts_pp").parse_settings({"losing": text})["losing"] == value


@pytest.mark.parametrize("value", [0, 3, True, None])
def test_a_choice_is_made_in_words(value):
    with pytest.raises(SettingError, match="first_lead must be dealer_left or low_club, not"):
        LEAD.check(value)


def test_flags_and_choices_say_what_is_allowed():
    with pytest.raises(SettingError, match="teams must be on or off, not 'maybe'"):
        TEAMS.parse("maybe")
    with pytest.raises(SettingError, match="first_lead must be dealer_left or low_club, not 'anybody'"):
        LEAD.parse("anybody")
    assert Settings([LEAD], {"first_lead": LEAD.parse("low_club")}).choice("first_lead") == "low_club"


@pytest.mark.parametrize("played", GAMES.values(), ids=GAMES)
def test_every_setting_can_be_shown_in_a_form(played):
    for setting in played.settings:
        assert setting.help
        assert setting.check(setting.default) == setting.default
        shown = ("on" if setting.default else "off") if isinstance(setting.default, bool) else str(setting.default)
        assert setting.parse(shown) == setting.default
        assert all(setting.check(choice) == choice for choice in setting.choices)


def test_an_unknown_game_is_answered_with_those_there_are():
    with pytest.raises(UnusableError, match=r"there is no game 'skat'; the games are .*coins"):
        game("skat")
