"""Somebody seems to have revoked: before that is told, the cards that say so are asked about."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from companion.rules.facts import CardsPlayed
from companion.rules.reasons import Reason, reason
from companion.rules.state import State
from companion.table.book import Book
from companion.table.evidence import Codes, Row
from companion.table.leading import Doubt
from companion.table.sighting import Sighting

_DOUBTED = 0.01
"""Chance of being misread from which a card is asked about before it proves a revoke."""


class Revoking:
    """Weighs a revoke that a play would prove against misreadings of the cards that prove it."""

    def __init__(self, book: Book, codes: Codes) -> None:
        self._book = book
        self._codes = codes

    def doubt(
        self,
        play: Sequence[Sighting],
        seat: int,
        sightings: Mapping[int, Sighting],
        rows: Mapping[int, Row],
        asked: Collection[int],
    ) -> Doubt | None:
        """Return the card to be asked about before a play is entered; None where it proves no revoke, or surely does.

        Args:
            play: The cards of the play.
            seat: Who plays them.
            sightings: All of the deal, by number.
            rows: What they are.
            asked: Numbers of the questions that are open.
        """
        state = self._book.log.state
        for sighting, trick in self._discarded(play, seat, rows):
            together = [*self._of_trick(trick, seat, state, sightings), sighting]
            doubt = self.weakest(together, rows, asked)
            if doubt is not None:
                why = self._why(trick, seat, state, self._code(sighting, rows))
                return Doubt(doubt, rows[doubt.number], why, together, seat)
        return None

    def is_proved(self, play: Sequence[Sighting], seat: int, rows: Mapping[int, Row]) -> bool:
        """Whether a play means that a seat has revoked, were all cards what they are taken for; see `doubt`."""
        return any(self._discarded(play, seat, rows))

    def _discarded(
        self, play: Sequence[Sighting], seat: int, rows: Mapping[int, Row]
    ) -> Iterator[tuple[Sighting, int]]:
        """Return the cards of a play in whose suit a seat did not follow before, each with the tricks of that.

        What the book has for the seat in the trick of the play is somebody else's, for nobody plays twice to a trick.
        """
        state = self._book.log.state
        whole = len(state.hand.tricks)
        for sighting in play:
            suit = state.game.deck.suit_of[self._code(sighting, rows)]
            discards = () if suit is None else state.hand.discards.get((seat, suit), ())
            yield from ((sighting, trick) for trick, _ in discards if trick < whole)

    def weakest(self, cards: Sequence[Sighting], rows: Mapping[int, Row], asked: Collection[int]) -> Sighting | None:
        """Return the card that is likeliest to be misread, None where people were asked about all that may be.

        Args:
            cards: Those that may be.
            rows: What they are.
            asked: Numbers of the questions that are open.
        """
        chances = [
            (1.0 - float(rows[card.number][self._codes.places[self._code(card, rows)]]), card)
            for card in cards
            if card.pinned is None and card.number in rows and (card.question is None or card.question in asked)
        ]
        misread, weakest = max(chances, key=lambda chance: chance[0], default=(0.0, None))
        return weakest if misread >= _DOUBTED else None

    def _of_trick(self, trick: int, seat: int, state: State, sightings: Mapping[int, Sighting]) -> list[Sighting]:
        """Return the cards that were led to a trick of the present hand, and those that a seat threw on them."""
        leader = _plays_of(trick, state)[0][0]
        telling = [index for index, play in self._plays(trick) if play.seat in (seat, leader)]
        origins = {self._book.origins[index] for index in telling}
        return [card for card in sightings.values() if card.origin in origins and not card.aside and card.decided]

    def _why(self, trick: int, seat: int, state: State, proof: str) -> Reason:
        """Return what the cards say: what a seat threw on which lead, and what it plays now."""
        plays = _plays_of(trick, state)
        thrown = next(cards for player, cards in plays if player == seat)
        deck = state.game.deck.id
        led, card, proof = (f"{deck}/{code}" for code in (plays[0][1][0], thrown[0], proof))
        return reason("doubt-revoke", seat=seat, trick=trick + 1, card=card, led=led, proof=proof)

    def _plays(self, trick: int) -> list[tuple[int, CardsPlayed]]:
        place = (self._book.view.hand, trick)
        facts = self._book.facts
        found: list[tuple[int, CardsPlayed]] = []
        for index in range(len(facts) - 1, -1, -1):
            fact = facts[index]
            if self._book.place_of(index) < place:
                break
            if isinstance(fact, CardsPlayed) and self._book.place_of(index) == place:
                found.append((index, fact))
        return found

    def _code(self, sighting: Sighting, rows: Mapping[int, Row]) -> str:
        return sighting.decided or self._codes.likeliest(rows[sighting.number])


def _plays_of(trick: int, state: State) -> Sequence[tuple[int, Sequence[str]]]:
    """Return the plays to a trick of the present hand: seats and cards."""
    hand = state.hand
    return hand.tricks[trick].plays if trick < len(hand.tricks) else hand.plays
