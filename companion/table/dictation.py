"""What people tell a running table in lines of JSON: facts that no camera sees, answers, names, what is to be done.

    {"fact": "thief_took", "card": "3:7"}
    {"fact": "cards_kept", "seat": 2, "cards": ["8C", "9C"], "hand": 3}
    {"fact": "face_up_card", "card": "7H", "time": 12.5}
    {"answer": 1, "card": "2-cups"}
    {"confirm": 2}
    {"played_by": 1, "card": "2-cups"}
    {"do": "pause"}
    {"players": ["Ana", "Ben", "Carla"]}

A line with `time` (seconds of the source) or `hand` waits for that; a fact that answers a need waits for the need.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from companion.errors import CompanionError, WrongInputError
from companion.plain_json import DoubledKeyError, loads
from companion.rules import facts
from companion.rules.fact_json import CIRCUMSTANCES, fact_from_json
from companion.rules.facts import Fact
from companion.table.session import TableSession

_NEEDED: Mapping[type[Fact], str] = MappingProxyType(
    {facts.FaceUpCard: "face_up", facts.CardsKept: "kept_cards", facts.ThiefTook: "thief"}
)
"""Facts that wait for the game to need them."""

_DEEDS: Mapping[str, Callable[[TableSession], object]] = MappingProxyType(
    {
        "pause": TableSession.pause,
        "resume": TableSession.resume,
        "undo": TableSession.undo,
        "redo": TableSession.redo,
        "deal_anew": TableSession.deal_anew,
        "strike_hand": TableSession.strike_hand,
    }
)


@dataclass(frozen=True, slots=True)
class Line:
    """One line that was told.

    Attributes:
        where: What to call it in messages: "facts.jsonl, line 3".
        fact: The fact it tells, if it tells one.
        question: Number of the question it answers, if it answers one.
        card: The answer to that; None where there is no card that counts. Or the card that was another seat's.
        seat: Who played the card, if it says whose that was: as it was played last, in `hand` where that is told.
        confirmed: Number of the question whose cards together it confirms, if it confirms any.
        deed: What it has the table do: one of `_DEEDS`.
        players: What it says that the players are called, seat 0 first, if it says that.
        time: Seconds of the source before which it waits.
        hand: Number of the hand for which it waits.
    """

    where: str
    fact: Fact | None = None
    question: int | None = None
    card: str | None = None
    seat: int | None = None
    confirmed: int | None = None
    deed: str = ""
    players: tuple[str, ...] | None = None
    time: float = 0.0
    hand: int | None = None


def parse_line(text: str, where: str) -> Line:
    """Return what a line of JSON tells.

    Args:
        text: The line.
        where: What to call it in messages.

    Raises:
        WrongInputError: It is no JSON object, or tells nothing that is known.
    """
    try:
        given = loads(text)
    except DoubledKeyError as error:
        raise WrongInputError(f"{where}: {error}") from error
    except ValueError as error:
        raise WrongInputError(f"{where}: is no JSON ({error})") from error
    if not isinstance(given, dict):
        raise WrongInputError(f"{where}: expected a JSON object, not {text.strip()[:60]}")
    time, hand = given.get("time", 0.0), given.get("hand")
    if not isinstance(time, int | float) or not isinstance(hand, int | None):
        raise WrongInputError(f"{where}: time must be seconds and hand a number from 1")
    if "fact" in given:
        return Line(where, fact=_fact(given, where), time=time, hand=hand)
    if type(given.get("answer")) is int and isinstance(given.get("card"), str | None):
        return Line(where, question=given["answer"], card=given.get("card"), time=time, hand=hand)
    if type(given.get("confirm")) is int:
        return Line(where, confirmed=given["confirm"], time=time, hand=hand)
    if type(given.get("played_by")) is int and isinstance(given.get("card"), str):
        return Line(where, seat=given["played_by"], card=given["card"], time=time, hand=hand)
    if str(given.get("do")) in _DEEDS:
        return Line(where, deed=given["do"], time=time, hand=hand)
    players = given.get("players")
    if isinstance(players, list) and all(isinstance(name, str) for name in players):
        return Line(where, players=tuple(players), time=time, hand=hand)
    raise WrongInputError(
        f'{where}: expected {{"fact": ...}}, {{"answer": number, "card": code}}, {{"confirm": number}}, '
        f'{{"played_by": seat, "card": code}}, {{"players": [name, ...]}} or {{"do": {" or ".join(_DEEDS)}}}'
    )


def _fact(given: Mapping[str, Any], where: str) -> Fact:
    """Return the fact that a line tells; its `time` is when it is told, and it comes from a person."""
    try:
        return fact_from_json({key: value for key, value in given.items() if key not in CIRCUMSTANCES})
    except ValueError as error:
        raise WrongInputError(f"{where}: {error}") from error


class Dictation:
    """Lines that wait to be told to a table. One thread adds them, another tells them.

    Attributes:
        refused: Messages about lines that made no sense at the table.
    """

    def __init__(self, lines: Iterable[Line] = ()) -> None:
        self.refused: list[str] = []
        self._waiting = list(lines)

    def add(self, line: Line) -> None:
        """Add a line behind all others."""
        self._waiting.append(line)

    @property
    def left(self) -> int:
        """How many lines still wait."""
        return len(self._waiting)

    def tell(self, session: TableSession, now: float) -> list[str]:
        """Tell a table every line whose moment has come; return messages about those it refused.

        Args:
            session: The table.
            now: Seconds of the source.
        """
        refused: list[str] = []
        for line in tuple(self._waiting):
            if not _is_due(line, session, now):
                continue
            self._waiting.remove(line)
            try:
                _tell(line, session)
            except CompanionError as error:
                refused.append(f"{line.where}: {error}")
        self.refused += refused
        return refused


def _is_due(line: Line, session: TableSession, now: float) -> bool:
    if now < line.time:
        return False
    view = session.view
    if line.hand is not None and view.hand < line.hand:
        return False
    needed = _NEEDED.get(type(line.fact)) if line.fact is not None else None
    return needed is None or bool(line.time) or any(need.kind == needed for need in view.needs)


def _tell(line: Line, session: TableSession) -> None:
    if line.fact is not None:
        session.say(line.fact)
    elif line.question is not None:
        session.answer(line.question, line.card)
    elif line.confirmed is not None:
        session.confirm(line.confirmed)
    elif line.seat is not None and line.card is not None:
        session.change_seat(_place_of(line.card, line.hand, session), line.seat)
    elif line.players is not None:
        session.name_players(line.players)
    else:
        _DEEDS[line.deed](session)


def _place_of(card: str, hand: int | None, session: TableSession) -> int:
    """Return the place of the play that a card was played with last, in a hand where that is told.

    Raises:
        WrongInputError: It is no card of the deck, or was not played.
    """
    session.log.game.deck.parse(card)
    played = [play for play in session.snapshot().history if card in play.cards and hand in (None, play.hand)]
    if not played:
        raise WrongInputError(f"{card} was not played{'' if hand is None else f' in hand {hand}'}")
    return played[-1].fact
