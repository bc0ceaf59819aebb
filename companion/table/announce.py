"""Events in the words that are shown and spoken. All wording of announcements is in this module.

The window, the voice and the command line say the same.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.cards import card_name
from companion.rules.game import Game
from companion.table.events import (
    Correction,
    Desynchronised,
    Event,
    GameWon,
    HandEnded,
    Irregularity,
    Question,
    TiebreakNeeded,
    TrickWon,
)


@dataclass(frozen=True, slots=True)
class Saying:
    """One announcement.

    Attributes:
        headline: What everybody at the table wants to know, without a full stop.
        detail: Why, how much, what next: sentences; may be empty.
        warns: Whether somebody has to look or act.
    """

    headline: str
    detail: str = ""
    warns: bool = False

    @property
    def text(self) -> str:
        """The whole, as it is spoken."""
        stop = "" if self.headline.endswith(("?", "!", ".")) else "."
        return f"{self.headline}{stop} {self.detail}".strip()


_WORTH: Mapping[str, tuple[str, str]] = MappingProxyType({"coins": ("coin", "coins")})
"""What the points of a trick are called, one and several; in other games they are not announced trick by trick."""


def announce(event: Event, game: Game, names: Sequence[str]) -> Saying | None:
    """Return what is said about an event, None where nothing is.

    Args:
        event: What happened.
        game: What is played.
        names: The players, seat 0 first.
    """
    say = _SAYINGS.get(type(event))
    return None if say is None else say(event, game, names)


def _trick_won(event: TrickWon, game: Game, names: Sequence[str]) -> Saying:  # noqa: ARG001 (one signature for all)
    headline = f"{event.player} wins the trick"
    if event.corrected:
        headline = f"Correction: {headline}"
    details = [f"{_card(event.card, game)}: {event.reason}."]
    if game.id in _WORTH:
        one, several = _WORTH[game.id]
        details.append({0: f"No {one}.", 1: f"1 {one}."}.get(event.points, f"{event.points} {several}."))
    return Saying(headline, " ".join(details))


def _hand_ended(event: HandEnded, game: Game, names: Sequence[str]) -> Saying:  # noqa: ARG001
    details = [f"{_standing(event.totals, names)}."]
    if event.next_dealer is not None and event.next_leader is not None:
        details.append(f"{names[event.next_dealer]} deals, {names[event.next_leader]} leads.")
    return Saying(f"Hand {event.hand} is over", " ".join(details))


def _tiebreak_needed(event: TiebreakNeeded, game: Game, names: Sequence[str]) -> Saying:  # noqa: ARG001
    tied = _and([names[seat] for seat in event.tied])
    order = ", ".join(names[seat] for seat in event.order)
    return Saying(
        f"Tie: {tied}", f"{names[event.dealer]} deals one card face up to each player, in this order: {order}."
    )


def _game_won(event: GameWon, game: Game, names: Sequence[str]) -> Saying:  # noqa: ARG001
    won = [_side(side, len(event.totals), names) for side in event.winners]
    verb = "wins" if len(won) == 1 and "&" not in won[0] else "win"
    return Saying(f"{_and(won)} {verb} the game", f"{_capital(event.reason)}. {_standing(event.totals, names)}.")


def _irregularity(event: Irregularity, game: Game, names: Sequence[str]) -> Saying:  # noqa: ARG001
    return Saying(event.message, warns=True)


def _question(event: Question, game: Game, names: Sequence[str]) -> Saying:  # noqa: ARG001
    return Saying(event.message, warns=True)


def _correction(event: Correction, game: Game, names: Sequence[str]) -> Saying:
    player = names[event.seat]
    was, now = _cards(event.was, game), _cards(event.now, game)
    if event.was is None:
        headline = f"Correction: {player} played the {now}"
    elif event.now is None:
        headline = f"Taken back: {player}'s {was}"
    elif event.was_seat is not None:
        headline = f"Correction: {player}, not {names[event.was_seat]}, played the {now}"
    else:
        headline = f"Correction: {player} played the {now}, not the {was}"
    return Saying(headline)


def _desynchronised(event: Desynchronised, game: Game, names: Sequence[str]) -> Saying | None:  # noqa: ARG001
    return Saying(event.message, warns=True) if event.state == "lost" else None


def _card(code: str, game: Game) -> str:
    return card_name(game.deck.parse(code))


def _cards(codes: str | tuple[str, ...] | None, game: Game) -> str:
    if codes is None:
        return ""
    return _card(codes, game) if isinstance(codes, str) else _and([_card(code, game) for code in codes])


def _standing(totals: Sequence[int], names: Sequence[str]) -> str:
    return ", ".join(f"{_side(side, len(totals), names)} {total}" for side, total in enumerate(totals))


def _side(side: int, sides: int, names: Sequence[str]) -> str:
    """Return the name of a player, or the names of a team, whose seats lie evenly round the table."""
    return " & ".join(names[side::sides])


def _and(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


_SAYINGS: Mapping[type[Event], Callable[[Any, Game, Sequence[str]], Saying | None]] = MappingProxyType(
    {
        TrickWon: _trick_won,
        HandEnded: _hand_ended,
        TiebreakNeeded: _tiebreak_needed,
        GameWon: _game_won,
        Irregularity: _irregularity,
        Question: _question,
        Correction: _correction,
        Desynchronised: _desynchronised,
    }
)
"""Events that are not listed are seen on screen and not announced."""
