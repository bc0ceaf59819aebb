"""Options that say which game is played and what was agreed; the same for every command that plays one."""

import argparse
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from companion.errors import UnusableError, WrongInputError

if TYPE_CHECKING:
    from companion.rules.game import Game
    from companion.rules.settings import Settings

_GAMES = (
    "steere_suits (SUITS), coins (COINS), hearts_pp (Suits of Hearts++), seven_suitors (Seven Suitors), "
    "forum_suits (the forum's Suits)"
)

_SHORTHANDS = ("first_dealer", "target", "hands")
"""Settings that have an option of their own."""

AGREED = ("players", *_SHORTHANDS, "option")
"""Options that say who plays and what was agreed."""


def add_game_options(parser: argparse.ArgumentParser, *, required: bool = True) -> None:
    """Add `--game`, `--players` and the options for what was agreed."""
    parser.add_argument("--game", required=required, metavar="G", help=f"the game: {_GAMES}")
    parser.add_argument(
        "--players",
        default="",
        metavar="A,B,C",
        help="names, seat 0 (bottom edge) first, then clockwise; so many play, where the game leaves that open",
    )
    parser.add_argument("--first-dealer", metavar="SEAT", help="seat of the first dealer (default 0)")
    parser.add_argument("--target", metavar="N", help="points that win the game (coins: default 10)")
    parser.add_argument("--hands", metavar="N", help="number of hands that are played (steere_suits: default 3)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="another setting of the game, such as rounds=2; repeatable; a name that is none is answered with all "
        "there are",
    )


def chosen_game(arguments: argparse.Namespace) -> "tuple[Game, Settings, tuple[str, ...]]":
    """Return the game, what was agreed, and the players' names, seat 0 first; no names where none are given.

    Raises:
        UnusableError: There is no such game or setting, a value is not allowed, or the names are not those of the
            players.
    """
    from companion.rules.games import game

    chosen = game(arguments.game)
    shorthands = {name: getattr(arguments, name) for name in _SHORTHANDS}
    given = settings_given(arguments.option, {name: text for name, text in shorthands.items() if text is not None})
    names = names_in(arguments.players) if arguments.players else ()
    if names and any(setting.name == "players" for setting in chosen.settings):
        given.setdefault("players", str(len(names)))
    settings = chosen.parse_settings(given)
    return chosen, settings, _names_of(names, chosen, settings)


def _names_of(names: tuple[str, ...], game: "Game", settings: "Settings") -> tuple[str, ...]:
    """Return the names of all players, those numbered that have none; none where nobody is named."""
    from companion.rules.blanks import named

    players = game.start(settings).players
    if not names:
        return ()
    if len(names) != players:
        raise UnusableError(f"--players names {len(names)} people, but {game.id} is played by {players} here")
    try:
        return named(names, players)
    except WrongInputError as error:
        raise UnusableError(f"--players: {error}") from None


def names_in(text: str) -> tuple[str, ...]:
    """Return names that commas part, without the space around them."""
    return tuple(name.strip() for name in text.split(","))


def settings_given(options: Sequence[str], already: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
    """Return the value of each setting that `--option NAME=VALUE` gives, beside those that were given already.

    Raises:
        UnusableError: An option has another form, or a setting is given two values.
    """
    given = dict(already)
    for text in options:
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals:
            raise UnusableError(f"--option {text}: expected NAME=VALUE")
        if given.setdefault(name, value) != value:
            raise UnusableError(
                f"--option {text}: {name} is given twice, as {given[name]} and as {value}; leave one of them out"
            )
    return given
