"""Going on from an earlier session: its book is written again, and its cards are remembered, those that waited too."""

from collections.abc import Sequence

from companion.rules.facts import CardsPlayed, FaceUpCard, Fact, TiebreakCard
from companion.table.book import Book, cards_of, seat_of
from companion.table.evidence import Codes
from companion.table.sighting import Deal, Sighting
from companion.table.waiting import Waiting
from companion.table.watcher import Watcher

_SUREST = 0.999
"""How sure a restored reading is at most: what the looks behind it were is not known any more."""


def restore(facts: Sequence[Fact], waiting: Sequence[Waiting], book: Book, watcher: Watcher, codes: Codes) -> None:
    """Write facts into an empty book, and have the watcher know the cards of the present deal.

    Args:
        facts: In order.
        waiting: The cards that were laid and are not among them, in order of play.
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
        if isinstance(fact, FaceUpCard):
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
            card.pinned_seat = card.seat = seat_of(fact)
            restored.append(card)
        book.append(fact, first)
    now = book.deal
    lying = [card for card in restored if card.trick == trick and not card.aside]
    left_over = [card.decided for card in lying if card.decided is not None and card.deal != now]
    trick += bool(left_over)
    present = [card for card in restored if card.deal == now]
    last = len(restored)
    present += [card.sighting(last + step, trick, codes) for step, card in enumerate(waiting, 1)]
    lies = max([trick, *(card.trick for card in present)])
    watcher.restore(present, lies, left_over, last + len(waiting))


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
