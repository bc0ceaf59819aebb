"""The changes that led to the facts of a game, kept with it: who takes it up again takes them back in their order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.rules.fact_json import fact_from_json, fact_to_json
from companion.rules.facts import Fact
from companion.rules.log import GameLog
from companion.table.splices import Origin
from companion.table.waiting import Waiting, waiting_from_json, waiting_to_json

Waited = tuple[int, Waiting]
"""The origin of a play, and how a card of it waited before it was entered."""


@dataclass(frozen=True, slots=True)
class PastChange:
    """Facts that gave way to others.

    Attributes:
        at: The place of the first of them.
        old: Those that gave way.
        origins: The sighting that each of those came from.
        new: How many came instead.
        hand: Number of the hand that was dealt anew by it; None where none was.
        follows: It came of the change before it, and is taken back with that.
        waited: The cards that a person's word brought into the game by it.
    """

    at: int
    old: tuple[Fact, ...]
    origins: tuple[Origin, ...]
    new: int
    hand: int | None = None
    follows: bool = False
    waited: tuple[Waited, ...] = ()


@dataclass(frozen=True, slots=True)
class Past:
    """How facts came to stand as they do; before the changes that are told, one was added after the other.

    Attributes:
        origins: The sighting that each of the facts comes from.
        changes: The oldest first; none where nothing but additions led to them.
    """

    origins: tuple[Origin, ...] = ()
    changes: tuple[PastChange, ...] = ()


NO_PAST = Past()
"""One fact was added after the other."""


def past_to_json(past: Past) -> dict[str, Any]:
    """Return the past of a game as files hold it."""
    return {"origins": list(past.origins), "changes": [_change_to_json(change) for change in past.changes]}


def _change_to_json(change: PastChange) -> dict[str, Any]:
    return {
        "at": change.at,
        "old": [fact_to_json(fact) for fact in change.old],
        "origins": list(change.origins),
        "new": change.new,
        "hand": change.hand,
        "follows": change.follows,
        "waited": [{"origin": origin, **waiting_to_json(card)} for origin, card in change.waited],
    }


def past_from_json(content: Mapping[str, Any], log: GameLog) -> Past:
    """Read what `past_to_json` wrote.

    Args:
        content: As the file holds it.
        log: The facts as they stand.

    Raises:
        LookupError: Something of it is missing.
        TypeError: Something of it is of another kind.
        ValueError: Something of it cannot be, or did not lead to these facts.
    """
    changes = tuple(_change_from_json(change, log) for change in content["changes"])
    past = Past(_origins(content["origins"]), changes)
    facts = len(log.facts)
    if changes and len(past.origins) != facts:
        raise ValueError("the past of other facts")
    for change in reversed(changes):
        if min(change.at, change.new) < 0 or change.at + change.new > facts:
            raise ValueError("a change of other facts")
        facts += len(change.old) - change.new
    return past


def _change_from_json(content: Mapping[str, Any], log: GameLog) -> PastChange:
    old, origins, hand = tuple(map(fact_from_json, content["old"])), _origins(content["origins"]), content["hand"]
    if len(old) != len(origins):
        raise ValueError("facts without an origin")
    deck, players = log.game.deck.codes, log.state.players
    return PastChange(
        int(content["at"]),
        old,
        origins,
        int(content["new"]),
        None if hand is None else int(hand),
        bool(content["follows"]),
        tuple((int(card["origin"]), waiting_from_json(card, deck, players)) for card in content["waited"]),
    )


def _origins(content: Sequence[Any]) -> tuple[Origin, ...]:
    return tuple(None if origin is None else int(origin) for origin in content)
