"""What fills the blanks of the rules' sentences: players, cards, suits and numbers, in any language.

A sentence names a blank and, where its language needs one, a form of it: `{card}`, `{card.the}`, `{suit.of}`,
`{count.cards}`. Values are data (`companion.rules.reasons`): seats as numbers, suits and cards as `DECK/CODE`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from unicodedata import normalize

from companion.cards import DECKS, Noun, card_noun, suit_noun
from companion.errors import WrongInputError
from companion.language import ENGLISH, Language, in_one_line, mark

Value = str | int


@dataclass(frozen=True, slots=True)
class Count:
    """A number, alone or with what it counts."""

    number: int
    language: Language

    def __str__(self) -> str:
        return str(self.number)

    @property
    def cards(self) -> str:
        """As "1 card", "2 cards"."""
        return self._counted("{count} card", "{count} cards")

    @property
    def points(self) -> str:
        """As "1 point", "2 points"."""
        return self._counted("{count} point", "{count} points")

    def _counted(self, one: str, several: str) -> str:
        return self.language.plural(one, several, self.number).format(count=self.number)


@dataclass(frozen=True, slots=True)
class Filling:
    """Fills blanks.

    Attributes:
        language: The language of the sentence.
        names: What to call the seats, seat 0 first; None for their numbers.
    """

    language: Language
    names: Sequence[str] | None = None

    def fill(self, blank: str, value: Value) -> object:
        """Return what to put in a blank."""
        if blank in _FILL:
            return _FILL[blank](self, str(value))
        return Count(value, self.language) if isinstance(value, int) else value

    def seat(self, value: str) -> str:
        """Return the name of a seat."""
        return self.names[int(value)] if self.names is not None else seat_number(int(value), self.language)

    def team(self, value: str) -> str:
        """Return the names of two partners."""
        return self.language.listed(self.seat(str(int(value) + step)) for step in (0, 2))

    def suit(self, value: str) -> Noun:
        """Return the name of a suit."""
        deck, suit = value.split("/", 1)
        return suit_noun(deck, suit, self.language)

    def card(self, value: str) -> Noun:
        """Return the name of a card."""
        deck, code = value.split("/", 1)
        return card_noun(DECKS[deck].parse(code), self.language)

    def suits(self, value: str) -> Noun:
        """Return the names of several suits."""
        deck, suits = value.split("/", 1)
        return self._listed([self.suit(f"{deck}/{suit}") for suit in suits.split(",")])

    def cards(self, value: str) -> Noun:
        """Return the names of several cards."""
        deck, codes = value.split("/", 1)
        return self._listed([self.card(f"{deck}/{code}") for code in codes.split(",")])

    def where(self, value: str) -> str:
        """Return where cards are passed."""
        return self.language.listed(self._passed(part) for part in value.split())

    def _listed(self, nouns: Sequence[Noun]) -> Noun:
        forms = ([noun.plain for noun in nouns], [noun.the for noun in nouns], [noun.of for noun in nouns])
        return Noun(*(self.language.listed(form) for form in forms))

    def _passed(self, value: str) -> str:
        """Say "2@1/4": two cards, one seat clockwise, of four."""
        count, offset, players = (int(number) for number in value.replace("@", "/").split("/"))
        return self.language.text(_direction(offset, players)).format(cards=Count(count, self.language).cards)


def seat_number(seat: int, language: Language = ENGLISH) -> str:
    """Name a seat by its number."""
    return language.text("seat {number}").format(number=seat)


def called(names: Sequence[str], players: int, language: Language = ENGLISH) -> tuple[str, ...]:
    """Return what the players are called: by their names, or by their numbers from 1 where they have none.

    Those who have the same name, as a record of others may say, are told apart by their numbers: "Ana (1)", "Ana (3)".

    Args:
        names: Those that were given, seat 0 first; empty for a seat whose player has none. What would break a line, or
            turn round what is written behind it, is taken out.
        players: How many play.
        language: In which they are numbered.
    """
    given = _numbered(names, players, language)
    heard = [_heard(name) for name in given]
    return tuple(
        f"{name} ({seat})" if heard.count(sound) > 1 else name
        for seat, (name, sound) in enumerate(zip(given, heard, strict=True), 1)
    )


def named(names: Sequence[str], players: int, language: Language = ENGLISH) -> tuple[str, ...]:
    """Return what the players are called (`called`), where that tells them apart.

    Raises:
        WrongInputError: There are more or fewer names than players, or two players have the same, to hear or to read.
    """
    if len(names) > players:
        message = mark("There are more names ({names}) than players ({players}).")
        raise WrongInputError(message, names=len(names), players=players)
    given = _numbered(names, players, language)
    heard = [_heard(name) for name in given]
    twice = next((name for name, sound in zip(given, heard, strict=True) if heard.count(sound) > 1), None)
    if twice is not None:
        raise WrongInputError(mark("Two players are called {name}. Give each a name of their own."), name=twice)
    if len(names) < players:
        message = mark(
            "There are fewer names ({names}) than players ({players}); leave a name empty where a player has none."
        )
        raise WrongInputError(message, names=len(names), players=players)
    return given


def _numbered(names: Sequence[str], players: int, language: Language) -> tuple[str, ...]:
    given = [in_one_line(names[seat]) if seat < len(names) else "" for seat in range(players)]
    number = language.text("Player {number}")
    return tuple(name or number.format(number=seat) for seat, name in enumerate(given, 1))


def _heard(name: str) -> str:
    """Return what names share that sound alike: "Ana" and "ANA", a letter with its accent as one sign or as two."""
    return normalize("NFKC", name).casefold()


def _direction(offset: int, players: int) -> str:
    if players == 2 * offset:
        return "{cards} across"
    if 2 * offset < players:
        return "{cards} to the left" if offset == 1 else "{cards} to the second player on the left"
    return "{cards} to the right" if players - offset == 1 else "{cards} to the second player on the right"


_FILL: Mapping[str, Callable[[Filling, str], object]] = MappingProxyType(
    {
        "seat": Filling.seat,
        "expected": Filling.seat,
        "team": Filling.team,
        "suit": Filling.suit,
        "beaten": Filling.suit,
        "suits": Filling.suits,
        "where": Filling.where,
        "cards": Filling.cards,
        "card": Filling.card,
        "led": Filling.card,
        "proof": Filling.card,
    }
)
