"""What everybody does between two hands: who shuffles, cuts and deals, what is passed, who leads."""

from dataclasses import dataclass

from companion.app.model.moment import Moment
from companion.language import capital

_CUT_BY_THE_RULES = ("steere_suits", "coins")
"""The games whose rules say who shuffles and who cuts."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Cards handed from one seat to another.

    Attributes:
        giver: Who hands them on.
        taker: Who gets them.
        count: How many cards.
        phase: 0 for the first passing, 1 for cards passed on out of those just received.
    """

    giver: int
    taker: int
    count: int
    phase: int


@dataclass(frozen=True, slots=True)
class Deal:
    """What is done before the first card of a hand.

    Attributes:
        hand: Number of the hand, from 1.
        title: "Hand 2".
        roles: For each seat what it does: "deals", "shuffles", "leads"; empty for nothing.
        instructions: One sentence each.
        passes: Every passing of cards.
    """

    hand: int
    title: str
    roles: tuple[str, ...]
    instructions: tuple[str, ...]
    passes: tuple[Pass, ...]


def deal_of(moment: Moment) -> Deal | None:
    """Return what is done before the hand; None once a card of it lies, and while a trick is still to be taken."""
    view, say = moment.snapshot.view, moment.language.text
    if view.phase != "play" or view.plays or view.trick or not moment.table_is_clear:
        return None
    roles: list[list[str]] = [[] for _ in moment.names]
    if moment.game.id in _CUT_BY_THE_RULES:
        roles[view.shuffler].append(say("shuffles"))
        roles[view.cutter].append(say("cuts"))
    roles[view.dealer].append(say("deals"))
    if view.expected is not None:
        roles[view.expected].append(say("leads"))
    told = (instruction.text(moment.names, moment.language) for instruction in view.instructions)
    players = len(moment.names)
    return Deal(
        hand=view.hand,
        title=say("Hand {number}").format(number=view.hand),
        roles=tuple(", ".join(parts) for parts in roles),
        instructions=tuple(capital(text) for text in told),
        passes=tuple(
            Pass(seat, (seat + offset) % players, count, phase)
            for phase, parts in enumerate(view.passing)
            for offset, count in parts
            for seat in range(players)
        ),
    )
