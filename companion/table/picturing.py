"""The cards on the table as views draw them."""

from companion.table.book import Book
from companion.table.dead_cards import DeadCards
from companion.table.laid import Laid
from companion.table.referee import Referee
from companion.table.sighting import Sighting
from companion.table.snapshot import CardRole, TableCard
from companion.table.track import Track
from companion.table.tracker import Tracker
from companion.table.withdrawing import lies_before_somebody


def table_cards(tracker: Tracker, laid: Laid, dead: DeadCards, referee: Referee, book: Book) -> tuple[TableCard, ...]:
    """Return the cards that the last look saw, in the order in which they came to the table."""
    seen = (track for track in tracker.tracks if tracker.seen_now(track))
    return tuple(_table_card(track, laid.of(track), tracker.now, dead, referee, book) for track in seen)


def _table_card(
    track: Track, sighting: Sighting | None, now: float, dead: DeadCards, referee: Referee, book: Book
) -> TableCard:
    index = book.index_of(sighting.number) if sighting is not None and sighting.decided is not None else None
    asked = {question.question for question in referee.questions}
    seconds = {sighting.question} if sighting is not None and sighting.second else set()
    return TableCard(
        track=track.number,
        corners=track.box.corners,
        role=_role(track, sighting, now, dead),
        code=sighting.decided or sighting.pinned if sighting is not None else None,
        candidates=referee.deliberation.candidates(track.evidence.row)
        if track.face_up and track.evidence.looks
        else (),
        seat=book.seat_at(index) if index is not None else _seat_before(sighting),
        fact=index,
        # Of two cards before one player people say which counts, not what the second is.
        question=sighting.question if sighting is not None and sighting.question in asked - seconds else None,
    )


def _seat_before(sighting: Sighting | None) -> int | None:
    """Return before whom a card lies that waits to be known, None where that is not clear."""
    if sighting is None or not sighting.is_open or sighting.aside:
        return None
    if sighting.pinned_seat is not None or sighting.seats is None:
        return sighting.pinned_seat
    return int(sighting.seats.argmax()) if lies_before_somebody(sighting.seats) else None


def _role(track: Track, sighting: Sighting | None, now: float, dead: DeadCards) -> CardRole:
    if not track.face_up:
        return "back"
    if dead.is_spent(track):
        return "spent"
    if sighting is not None and sighting.second:
        return "ignored"
    if sighting is None:
        if track.number in dead.ignored:
            return "ignored"
        return "new" if track.at_rest(now) else "moving"
    if sighting.decided is not None:
        return "played"
    return "asked" if sighting.question is not None else "new"
