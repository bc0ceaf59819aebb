"""Whole games of every kind, played by chance, and moments of them."""

from functools import cache

from companion.app.model.moment import Moment
from companion.evaluation.random_games import random_game
from companion.language import ENGLISH, Language
from companion.rules.facts import Fact
from companion.rules.game import Game
from companion.rules.games import GAMES
from companion.rules.log import GameLog
from companion.rules.settings import Settings
from companion.table.book import Book
from companion.table.session import TableSession
from companion.table.snapshot import Snapshot

NAMES = ("Ana", "Ben", "Carla", "Dora", "Emil")


@cache
def facts_of(game: str, seed: int = 3, **chosen: object) -> tuple[Fact, ...]:
    """Return the facts of a whole game."""
    return tuple(fact for _, fact in random_game(GAMES[game], GAMES[game].configure(**chosen), seed).facts)


def session_at(game: str, count: int | None, seed: int = 3, **chosen: object) -> TableSession:
    """Return a session behind so many facts of a game; None for all."""
    settings = GAMES[game].configure(**chosen)
    players = GAMES[game].start(settings).players
    return TableSession(GAMES[game], settings, names=NAMES[:players], facts=facts_of(game, seed, **chosen)[:count])


def moment_of(game: Game, settings: Settings, snapshot: Snapshot, language: Language = ENGLISH) -> Moment:
    """Return the moment of a snapshot, folded from its first fact on."""
    return Moment(GameLog(game, settings, snapshot.facts), snapshot, language)


def moment_at(game: str, count: int | None, seed: int = 3, *, language: Language = ENGLISH, **chosen: object) -> Moment:
    """Return the moment behind so many facts of a game; None for all."""
    settings = GAMES[game].configure(**chosen)
    book = Book(GAMES[game], settings, NAMES[: GAMES[game].start(settings).players])
    for fact in facts_of(game, seed, **chosen)[:count]:
        book.append(fact)
    snapshot = Snapshot(0.0, book.names, book.view, "watching", facts=book.facts, history=book.history())
    return moment_of(GAMES[game], settings, snapshot, language)
