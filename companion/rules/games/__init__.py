"""The games, by id."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.errors import UnusableError
from companion.language import mark
from companion.rules.game import Game
from companion.rules.games.coins import COINS
from companion.rules.games.forum_suits import FORUM_SUITS
from companion.rules.games.hearts_pp import HEARTS_PP
from companion.rules.games.seven_suitors import SEVEN_SUITORS
from companion.rules.games.steere_suits import STEERE_SUITS

GAMES: Mapping[str, Game] = MappingProxyType(
    {game.id: game for game in (STEERE_SUITS, COINS, HEARTS_PP, SEVEN_SUITORS, FORUM_SUITS)}
)


def game(name: str) -> Game:
    """Return the game with this id.

    Raises:
        UnusableError: There is no such game; the message lists those there are.
    """
    try:
        return GAMES[name]
    except KeyError:
        raise UnusableError(
            mark("there is no game {name}; the games are {games}"), name=repr(name), games=", ".join(GAMES)
        ) from None
