"""The play as a table (CSV) and as JSON: one row a card, with what its trick brought."""

import csv
import io
from typing import Any

from companion.cards import plain_code
from companion.recording.opening import Session
from companion.recording.story import Trick, tricks_of
from companion.rules.facts import CardsPlayed, TiebreakCard

COLUMNS = ("hand", "trick", "seat", "player", "cards", "time", "source", "confidence", "winner", "points", "totals")

_FORMULA = ("=", "+", "-", "@")
"""With these a formula begins."""


def plays_of(session: Session) -> list[dict[str, Any]]:
    """Return every play of a session: keys as in `COLUMNS`; the winner, points and totals of its trick."""
    return [_play(session, trick, place) for trick in tricks_of(session) for place in trick.facts]


def as_csv(session: Session) -> str:
    """Return the play as comma-separated values with a heading; several cards or totals are parted by blanks.

    Spreadsheets calculate: `1:7` would become seven past one and `1/2` a day of February; what begins like a formula
    they calculate with, so an apostrophe stands before such a name.
    """
    text = io.StringIO()
    table = csv.DictWriter(text, COLUMNS, lineterminator="\n")
    table.writeheader()
    for play in plays_of(session):
        cards = [plain_code(code) for code in play["cards"]]
        table.writerow({key: _cell(value) for key, value in {**play, "cards": cards}.items()})
    return text.getvalue()


def as_json(session: Session) -> dict[str, Any]:
    """Return what was played, by whom, and the play."""
    about = {key: session.about.get(key) for key in ("started", "seconds", "source")}
    return {
        "game": session.game.id,
        "title": session.game.title,
        "players": list(session.names),
        "settings": dict(session.settings),
        **{key: value for key, value in about.items() if value is not None},
        "totals": list(session.log.view.totals),
        "winners": list(session.log.state.winners),
        "plays": plays_of(session),
    }


def _cell(value: object) -> object:
    if isinstance(value, list):
        return " ".join(map(str, value))
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _play(session: Session, trick: Trick, place: int) -> dict[str, Any]:
    fact = session.facts[place]
    assert isinstance(fact, CardsPlayed | TiebreakCard)
    won = trick.won
    return {
        "hand": trick.hand,
        "trick": None if trick.trick is None else trick.trick + 1,
        "seat": fact.seat,
        "player": session.names[fact.seat],
        "cards": list(fact.cards) if isinstance(fact, CardsPlayed) else [fact.card],
        "time": round(fact.time, 3),
        "source": fact.source,
        "confidence": fact.confidence,
        "winner": None if won is None else session.names[won.seat],
        "points": None if won is None else won.points,
        "totals": [] if won is None else list(won.totals),
    }
