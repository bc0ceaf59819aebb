"""Irregularities that show at the table before any fact is entered: what the rules call structural errors."""

from companion.rules.reasons import reason
from companion.table.book import Book
from companion.table.events import Irregularity


def table_irregularity(
    code: str, book: Book, seat: int, card: str | None, now: float, place: tuple[int, int] | None = None
) -> Irregularity:
    """Return the event of something at the table that cannot be a fact of the game.

    Args:
        code: `seat-twice`, `card-twice` or `unknown-card`.
        book: The game.
        seat: Whose card it is, as far as that is known.
        card: Its code; None where it is no card of the deck.
        now: Seconds of the source.
        place: Hand and trick that it lies in; None for the present ones.
    """
    deck = book.log.game.deck.id
    if code == "seat-twice":
        why = reason(code, seat=seat)
    elif code == "card-twice":
        why = reason(code, card=f"{deck}/{card}")
    else:
        why = reason("strange-card", seat=seat, deck_id=deck)
    hand, trick = place or (book.view.hand, book.view.trick)
    return Irregularity(
        time=now,
        code=code,
        seat=seat,
        card=card,
        message=why.text(book.names),
        ruling=why,
        hand=hand,
        trick=trick,
    )
