"""The value types of a deck: its distinct cards and how many copies of each it holds."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.errors import WrongInputError


class UnknownCardError(WrongInputError):
    """A text is no card code of the deck.

    Attributes:
        code: The text.
        deck: The id of the deck.
    """

    def __init__(self, code: object, deck: str, example: str) -> None:
        super().__init__(f"{code!r} is no card of the deck {deck} (a code looks like {example})")
        self.code = code
        self.deck = deck


@dataclass(frozen=True, slots=True)
class Card:
    """One distinct card of a deck.

    Attributes:
        code: As written in records, events and file names: `1-cups`, `10H`, `3:7`, `thief`.
        deck: The id of its deck.
        rank: The rank as the code writes it: `12`, `K`, `7`. Special cards, which have no rank, repeat their code.
        suit: The suit as the code writes it: `cups`, `H`, `3`; None for a special card.
    """

    code: str
    deck: str
    rank: str
    suit: str | None

    def __str__(self) -> str:
        return self.code


def plain_code(code: str) -> str:
    """Return a code as it may stand in names of files, and in spreadsheets, which take it for a time or a date.

    `1:7` becomes `1_7`, `1/2` becomes `half`; all others stay.
    """
    return code.replace("1/2", "half").replace(":", "_")


@dataclass(frozen=True)
class Deck:
    """A deck: distinct cards in their printed order, some of which may be there more than once.

    Attributes:
        id: `spanish48`, `french52` or `seven-suitors`.
        cards: The distinct cards, suit by suit from the lowest rank printed to the highest, specials last.
        repeated: How often a card is there, for those that are there more than once.
    """

    id: str
    cards: tuple[Card, ...]
    repeated: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    _index: Mapping[str, Card] = field(init=False, repr=False, compare=False)
    suit_of: Mapping[str, str | None] = field(init=False, repr=False, compare=False)
    """The suit of each code; None for a special card."""

    def __post_init__(self) -> None:
        index = {card.code: card for card in self.cards}
        if len(index) != len(self.cards):
            raise ValueError(f"the deck {self.id} names a card twice")
        object.__setattr__(self, "_index", MappingProxyType(index))
        object.__setattr__(self, "suit_of", {card.code: card.suit for card in self.cards})

    def __hash__(self) -> int:
        return hash(self.id)

    @property
    def codes(self) -> tuple[str, ...]:
        """The distinct codes in the deck's order."""
        return tuple(self._index)

    @property
    def suits(self) -> tuple[str, ...]:
        """The suits in the deck's order."""
        return tuple(dict.fromkeys(card.suit for card in self.cards if card.suit is not None))

    @property
    def ranks(self) -> tuple[str, ...]:
        """The ranks in the order in which they are printed, specials left out."""
        return tuple(dict.fromkeys(card.rank for card in self.cards if card.suit is not None))

    @property
    def size(self) -> int:
        """The number of physical cards, copies counted."""
        return sum(self.copies(card.code) for card in self.cards)

    def copies(self, code: str) -> int:
        """Return how many physical cards have this code.

        Raises:
            UnknownCardError: The code is not of this deck.
        """
        return self.repeated.get(self.parse(code).code, 1)

    def parse(self, code: object) -> Card:
        """Return the card that a code names.

        Raises:
            UnknownCardError: The code is not of this deck, or is no text at all.
        """
        card = self._index.get(code) if isinstance(code, str) else None
        if card is None:
            raise UnknownCardError(code, self.id, self.cards[0].code)
        return card

    def __contains__(self, code: object) -> bool:
        return code in self._index

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __len__(self) -> int:
        return len(self.cards)
