"""What a session says about its players, and what many sessions say."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.recording.opening import Session
from companion.rules.games import GAMES
from companion.rules.games.hearts_pp_hand import HeartsHand
from companion.rules.games.seven_suitors_hand import SuitorsHand


@dataclass(frozen=True, slots=True)
class Player:
    """One player in one session.

    Attributes:
        player: The name.
        game: Id of the game.
        won: Whether the game was won, alone or with others.
        over: Whether it was played to its end.
        tricks: Tricks won.
        points: The player's, or the team's, total.
        hands: Finished hands.
        shoots: Shoots (in "Suits" of Hearts++).
        marriages: Marriages of the player's team (in Seven Suitors).
        started: When, in ISO 8601.
    """

    player: str
    game: str
    won: bool
    over: bool
    tricks: int
    points: int
    hands: int
    shoots: int
    marriages: int
    started: str


@dataclass(frozen=True, slots=True)
class Statistics:
    """One player of one game over many sessions.

    Attributes:
        player: The name.
        game: Id of the game.
        games: Games played to their end.
        won: Games won.
        streak: Games won in a row, at most.
        tricks: Tricks won, in all sessions.
        points: Points of the finished games, in all.
        best: The best total of a finished game, which is the lowest where that wins; None without one.
        hands: Finished hands.
        shoots: Shoots.
        marriages: Marriages.
        totals: Points of each finished game, oldest first.
    """

    player: str
    game: str
    games: int
    won: int
    streak: int
    tricks: int
    points: int
    best: int | None
    hands: int
    shoots: int
    marriages: int
    totals: tuple[int, ...]


def players_of(session: Session) -> list[Player]:
    """Return how a session went for each seat."""
    state = session.log.state
    hands = [hand for hand in state.hands if hand.tricks or hand.plays]
    side_of = {seat: side for side in range(state.sides) for seat in state.seats_of(side)}
    players = []
    for seat, name in enumerate(session.names):
        side = side_of[seat]
        tricks = sum(trick.winner == seat for hand in hands for trick in hand.tricks)
        shoots = sum(
            shoot.seat == seat
            for hand in hands
            if isinstance(hand, HeartsHand) and hand.complete
            for shoot in hand.score.shoots
        )
        marriages = sum(len(hand.marriages[side]) for hand in hands if isinstance(hand, SuitorsHand))
        players.append(
            Player(
                player=name,
                game=session.game.id,
                won=side in state.winners,
                over=state.phase == "over",
                tricks=tricks,
                points=state.totals[side],
                hands=sum(hand.complete for hand in hands),
                shoots=shoots,
                marriages=marriages,
                started=str(session.about.get("started", "")),
            )
        )
    return players


def statistics(players: Iterable[Player]) -> list[Statistics]:
    """Return what many sessions say of each player and game; by game, then those who won most.

    Args:
        players: Oldest session first.
    """
    groups: dict[tuple[str, str], list[Player]] = {}
    for player in players:
        groups.setdefault((player.game, player.player), []).append(player)
    found = [_statistics(name, game, lines) for (game, name), lines in groups.items()]
    return sorted(found, key=lambda one: (one.game, -one.won, one.player))


def _statistics(name: str, game: str, lines: list[Player]) -> Statistics:
    ended = [line for line in lines if line.over]
    totals = tuple(line.points for line in ended)
    return Statistics(
        player=name,
        game=game,
        games=len(ended),
        won=sum(line.won for line in ended),
        streak=_longest(line.won for line in ended),
        tricks=sum(line.tricks for line in lines),
        points=sum(totals),
        best=(min if GAMES[game].lowest_wins else max)(totals, default=None),
        hands=sum(line.hands for line in lines),
        shoots=sum(line.shoots for line in lines),
        marriages=sum(line.marriages for line in lines),
        totals=totals,
    )


def _longest(won: Iterable[bool]) -> int:
    longest = run = 0
    for one in won:
        run = run + 1 if one else 0
        longest = max(longest, run)
    return longest
