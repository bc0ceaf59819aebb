"""Going on from the facts of an earlier session: its book is written again, and its cards are remembered."""

from collections.abc import Sequence

from companion.rules.facts import CardsPlayed, Fact, TiebreakCard
from companion.table.book import Book, cards_of, seat_of
from companion.table.evidence import Codes
from companion.table.sighting import Sighting
from companion.table.watcher import Watcher

_SUREST = 0.999
"""How sure a restored reading is at most: what the looks behind it were is not known any more."""


def restore(facts: Sequence[Fact], book: Book, watcher: Watcher, codes: Codes) -> None:
    """Write facts into an empty book, and have the watcher know the cards of the present deal.

    Args:
        facts: In order.
        book: Of the session that goes on.
        watcher: Of that session; has seen nothing yet.
        codes: Of the deck.

    Raises:
        ImpossibleFactError: The facts contradict each other.
    """
    restored: list[Sighting] = []
    deal, trick = ("play", 0), 0
    place: tuple[int, int] | None = None
    for number, fact in enumerate(facts, start=1):
        view = book.view
        now = ("tiebreak" if view.phase == "tiebreak" else "play", view.hand)
        if not isinstance(fact, CardsPlayed | TiebreakCard):
            book.append(fact)
            continue
        if place not in (None, (view.hand, view.trick)) or now != deal:
            trick += place is not None
        place = (view.hand, view.trick)
        if now != deal:
            deal = now
            restored.clear()
        restored.append(_sighting(number, deal, trick, fact, codes))
        book.append(fact, number)
    if restored and book.view.phase != "over" and restored[-1].deal != _deal(book):
        restored.clear()
        trick += 1
    watcher.restore(restored, trick)


def _deal(book: Book) -> tuple[str, int]:
    view = book.view
    return ("tiebreak" if view.phase == "tiebreak" else "play", view.hand)


def _sighting(number: int, deal: tuple[str, int], trick: int, fact: Fact, codes: Codes) -> Sighting:
    code, seat = cards_of(fact)[0], seat_of(fact)
    said = fact.source == "person"
    return Sighting(
        number,
        deal,
        trick,
        fact.time,
        codes.certain(code) if said else codes.likely(code, min(fact.confidence, _SUREST)),
        None,
        pinned=code if said else None,
        pinned_seat=seat,
        decided=code,
        seat=seat,
        confirmed=True,
    )
