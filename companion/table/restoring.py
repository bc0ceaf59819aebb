"""Going on from a book: its cards are remembered again, and those that waited, too."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.rules.facts import CardsPlayed, FaceUpCard, Fact, TiebreakCard
from companion.table.book import Book
from companion.table.evidence import Codes
from companion.table.laid import Laid
from companion.table.play_facts import cards_of, seat_of
from companion.table.sighting import Deal, Sighting, deals_to_come
from companion.table.waiting import Waiting
from companion.table.watcher import Watcher

_SUREST = 0.999
"""How sure a restored reading is at most: what the looks behind it were is not known any more."""


class Restored(NamedTuple):
    """What a session has to know of the cards that it goes on with.

    Attributes:
        doubted: The numbers of the sightings of those that may be others: they are asked about.
        numbers: The numbers of those that wait, by those that they had.
    """

    doubted: list[int]
    numbers: Mapping[int, int]


def restore(facts: Sequence[Fact], waiting: Sequence[Waiting], book: Book, watcher: Watcher, codes: Codes) -> Restored:
    """Write facts into an empty book, and have the watcher know the cards of the present deal.

    Args:
        facts: In order.
        waiting: The cards that were laid and are not among them, in order of play, and those that may be others.
        book: Of the session that goes on.
        watcher: Of that session; has seen nothing yet.
        codes: Of the deck.

    Raises:
        ImpossibleFactError: The facts contradict each other.
    """
    restored: list[Sighting] = []
    place: tuple[Deal, int] | None = None
    trick = 0
    for fact in facts:
        view = book.view
        deal = book.deal
        if isinstance(fact, FaceUpCard) and not any(card.aside and card.deal == deal for card in restored):
            # An older log may have it twice: as it was read, and as people said it.
            card = _sighting(len(restored) + 1, deal, trick, fact, fact.card, codes)
            card.aside = True
            restored.append(card)
        if not isinstance(fact, CardsPlayed | TiebreakCard):
            book.append(fact)
            continue
        trick += place not in (None, (deal, view.trick))
        place = (deal, view.trick)
        first = len(restored) + 1
        for step, code in enumerate(cards_of(fact)):
            card = _sighting(first + step, deal, trick, fact, code, codes)
            card.play = first if step else None
            card.seat = seat_of(fact)
            if isinstance(fact, CardsPlayed) or fact.source == "person":
                # One of a tiebreak may be pushed to another player yet.
                card.pinned_seat = card.seat
            _draw(code, deal, restored)
            restored.append(card)
        book.append(fact, first)
    now = book.deal
    # The last trick of a hand that is over may still lie there, also while the first of the next is played.
    before = [card for card in restored if not card.aside and card.deal != now]
    left_over = [card for card in before if card.trick == before[-1].trick >= trick - 1]
    trick += any(card.trick == trick for card in left_over)
    doubted = _doubted(restored, waiting, book, codes)
    kept = {now, *(card.deal for card in doubted)}
    present = [card for card in restored if card.deal in kept or card in left_over]
    last = len(restored)
    # By other rules that are gone on with, a card may be of no deal that comes: what lies there is looked at anew.
    laid = [card for card in waiting if card.fact is None and card.deal in deals_to_come(now)]
    waits = [card.sighting(last + step, trick, codes) for step, card in enumerate(laid, 1)]
    present += waits
    lies = max([trick, *(card.trick for card in present)])
    watcher.restore(present, lies, last + len(laid), goes_on=any(card not in left_over for card in present))
    numbers = {
        card.number: sighting.number
        for card, sighting in zip(laid, waits, strict=True)
        if card.number is not None and not card.dismissed
    }
    return Restored([card.number for card in doubted], numbers)


def _draw(code: str, deal: Deal, restored: Sequence[Sighting]) -> None:
    """Let the card beside the deal be none any more where a play has it."""
    for card in restored:
        if card.aside and card.deal == deal and card.decided == code:
            card.dismissed = True


def recall(book: Book, laid: Laid, codes: Codes) -> None:
    """Remember the plays of the present hand again that were let go of when it was over: the book has gone back to it.

    Args:
        book: The game.
        laid: The cards that were laid; those that are missing come where the book has them.
        codes: Of the deck.
    """
    known = {sighting.origin for sighting in laid.sightings}
    hand = range(book.hand_begins, len(book.facts)) if book.deal[0] == "play" else range(0)
    forgotten = [index for index in hand if book.is_play(index) and book.origins[index] not in (None, *known)]
    if not forgotten:
        return
    there = [(s.trick, index) for s in laid.sightings if (index := book.index_of(s.origin)) in hand]
    present = laid.trick - book.view.trick
    first = min([present, *(trick - book.place_of(index)[1] for trick, index in there if index is not None)])
    for index in forgotten:
        fact, origin = book.facts[index], book.origins[index]
        assert origin is not None
        recalled: list[Sighting] = []
        for step, code in enumerate(cards_of(fact)):
            number = laid.number() if step else origin
            card = _sighting(number, book.deal, first + book.place_of(index)[1], fact, code, codes)
            card.play = origin if step else None
            card.pinned_seat = card.seat = seat_of(fact)
            recalled.append(card)
        earlier = [place for place in hand[: hand.index(index)] if book.is_play(place)]
        laid.recall(recalled, book.origins[earlier[-1]] if earlier else None)


def _doubted(restored: Sequence[Sighting], waiting: Sequence[Waiting], book: Book, codes: Codes) -> list[Sighting]:
    """Return the cards in the book that may be others, reading as they did."""
    doubted: list[Sighting] = []
    for card in waiting:
        for sighting in restored:
            is_that = book.index_of(sighting.origin) == card.fact and sighting.decided == card.decided
            if card.fact is not None and is_that and sighting.pinned is None:
                sighting.row = codes.row(card.chances)
                doubted.append(sighting)
    return doubted


def _sighting(number: int, deal: Deal, trick: int, fact: Fact, code: str, codes: Codes) -> Sighting:
    said = fact.source == "person"
    return Sighting(
        number,
        deal,
        trick,
        # The clock of another source may begin anew: it came before all that is seen now.
        0.0,
        codes.certain(code) if said else codes.likely(code, min(fact.confidence, _SUREST)),
        None,
        pinned=code if said else None,
        decided=code,
        confirmed=True,
    )
