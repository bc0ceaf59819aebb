"""The cards in the live picture as the window draws them."""

from dataclasses import dataclass, replace

import numpy as np

from companion.app.model.topview import TopView
from companion.app.model.wording import short_name
from companion.language import ENGLISH, Language
from companion.table.snapshot import CardRole, Snapshot, TableCard


@dataclass(frozen=True, slots=True)
class PicturedCard:
    """A card with its box in the picture.

    Attributes:
        track: Number of the physical card.
        corners: Four pixels of the frame, clockwise from the card's own top left.
        label: What stands beside it; empty for nothing.
        seat: Whose colour it has; None for none.
        role: What it is to the game.
    """

    track: int
    corners: tuple[tuple[float, float], ...]
    label: str
    seat: int | None
    role: CardRole


_NAMED: frozenset[CardRole] = frozenset({"new", "asked", "played"})
"""The roles whose cards are labelled: those the present trick is about."""


def pictured(snapshot: Snapshot, deck: str, language: Language = ENGLISH) -> tuple[PicturedCard, ...]:
    """Return the cards on the table, those the game is about last, so that they are drawn on top."""
    cards = sorted(snapshot.cards, key=lambda card: card.role in _NAMED)
    return tuple(
        PicturedCard(
            track=card.track,
            corners=tuple((float(x), float(y)) for x, y in card.corners),
            label=_label(card, deck, language),
            seat=card.seat,
            role=card.role,
        )
        for card in cards
    )


def from_above(cards: tuple[PicturedCard, ...], top: TopView) -> tuple[PicturedCard, ...]:
    """Return the cards with their boxes in a view from above."""
    return tuple(
        replace(card, corners=tuple((float(x), float(y)) for x, y in top.places(np.array(card.corners))))
        for card in cards
    )


def _label(card: TableCard, deck: str, language: Language) -> str:
    if card.role not in _NAMED:
        return ""
    likeliest = card.code or (card.candidates[0][0] if card.candidates else None)
    if likeliest is None:
        return "?"
    name = short_name(deck, likeliest, language)
    return name if card.code is not None and card.role != "asked" else f"{name}?"
