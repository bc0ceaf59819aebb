"""The cards on the table as views draw them."""

from companion.table.book import Book
from companion.table.referee import Referee
from companion.table.sighting import Sighting
from companion.table.snapshot import CardRole, TableCard
from companion.table.track import Track
from companion.table.tracker import Tracker
from companion.table.watcher import Watcher


def table_cards(tracker: Tracker, watcher: Watcher, referee: Referee, book: Book) -> tuple[TableCard, ...]:
    """Return the cards that the last look saw, in the order in which they came to the table."""
    return tuple(
        _table_card(track, tracker.now, watcher, referee, book) for track in tracker.tracks if tracker.seen_now(track)
    )


def _table_card(track: Track, now: float, watcher: Watcher, referee: Referee, book: Book) -> TableCard:
    sighting = watcher.of(track)
    index = book.index_of(sighting.number) if sighting is not None and sighting.decided is not None else None
    asked = {question.question for question in referee.questions}
    return TableCard(
        track=track.number,
        corners=track.box.corners,
        role=_role(track, sighting, now, watcher),
        code=sighting.decided if sighting is not None else None,
        candidates=referee.deliberation.candidates(track.evidence.row)
        if track.face_up and track.evidence.looks
        else (),
        seat=book.seat_at(index) if index is not None else None,
        fact=index,
        question=sighting.question if sighting is not None and sighting.question in asked else None,
    )


def _role(track: Track, sighting: Sighting | None, now: float, watcher: Watcher) -> CardRole:
    if not track.face_up:
        return "back"
    if watcher.is_spent(track):
        return "spent"
    if sighting is None:
        if watcher.is_ignored(track):
            return "ignored"
        return "new" if track.at_rest(now) else "moving"
    if sighting.decided is not None:
        return "played"
    return "asked" if sighting.question is not None else "new"
