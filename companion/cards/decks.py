"""The three decks. Codes are part of the interface (records, events, file names) and never change."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.cards.deck import Card, Deck
from companion.errors import UnusableError

SPANISH48 = Deck(
    "spanish48",
    tuple(
        Card(f"{rank}-{suit}", "spanish48", str(rank), suit)
        for suit in ("cups", "coins", "swords", "clubs")
        for rank in range(1, 13)
    ),
)
"""48 Spanish cards: ranks 1 to 12 (10 jack, 11 knight, 12 king) in four suits, without jokers."""

FRENCH52 = Deck(
    "french52",
    tuple(
        Card(f"{rank}{suit}", "french52", rank, suit)
        for suit in "SHDC"
        for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    ),
)
"""52 French cards, without jokers."""

SEVEN_SUITORS = Deck(
    "seven-suitors",
    (
        *(
            Card(f"{suit}:{rank}", "seven-suitors", str(rank), str(suit))
            for suit in range(1, 8)
            for rank in range(suit, suit + 7)
        ),
        *(Card(code, "seven-suitors", code, None) for code in ("0", "1/2", "thief", "14")),
    ),
    MappingProxyType({f"{suit}:7": 2 for suit in range(1, 8)}),
)
"""Seven suits of ranks s to s+6 with a second seven each, and the four special cards (60 cards in all)."""

DECKS: Mapping[str, Deck] = MappingProxyType({deck.id: deck for deck in (SPANISH48, FRENCH52, SEVEN_SUITORS)})


def deck(name: str) -> Deck:
    """Return the deck with this id.

    Raises:
        UnusableError: There is no such deck; the message lists those there are.
    """
    try:
        return DECKS[name]
    except KeyError:
        raise UnusableError(f"there is no deck {name!r}; the decks are {', '.join(DECKS)}") from None
