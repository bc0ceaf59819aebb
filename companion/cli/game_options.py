"""Options that say which game is played and what was agreed; the same for every command that plays one."""

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from companion.errors import UnusableError

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
    parser.add_argument("--target", metavar="N", help="points that win the game, where the game has a target")
    parser.add_argument("--hands", metavar="N", help="number of hands, where the game has one")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="another setting of the game; repeatable"
    )


def chosen_game(arguments: argparse.Namespace) -> "tuple[Game, Settings]":
    """Return the game and what was agreed.

    Raises:
        UnusableError: There is no such game or setting, or a value is not allowed.
    """
    from companion.rules.games import game

    chosen = game(arguments.game)
    given = dict(_settings(arguments))
    names = chosen_names(arguments)
    if names and any(setting.name == "players" for setting in chosen.settings):
        given.setdefault("players", str(len(names)))
    return chosen, chosen.parse_settings(given)


def chosen_names(arguments: argparse.Namespace) -> tuple[str, ...]:
    """Return the players' names, seat 0 first; empty where none are given."""
    return names_in(arguments.players) if arguments.players else ()


def names_in(text: str) -> tuple[str, ...]:
    """Return names that commas part, without the space around them."""
    return tuple(name.strip() for name in text.split(","))


def _settings(arguments: argparse.Namespace) -> Iterator[tuple[str, str]]:
    for name in _SHORTHANDS:
        value = getattr(arguments, name)
        if value is not None:
            yield name, value
    yield from settings_given(arguments.option)


def settings_given(options: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield name and value of each `--option NAME=VALUE`.

    Raises:
        UnusableError: An option has another form.
    """
    for text in options:
        name, equals, value = text.partition("=")
        if not equals:
            raise UnusableError(f"--option {text}: expected NAME=VALUE")
        yield name.strip(), value.strip()
