"""What only people know: asked once, and assumed where nobody answers and the next hand begins."""

from collections.abc import Sequence

from companion.rules.facts import CardsKept, Fact, ThiefTook
from companion.rules.view import Need
from companion.table.book import Book
from companion.table.events import Event, Needed
from companion.table.sighting import Sighting


class Needs:
    """Tells people what the game needs to know, and keeps it from standing still."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._told: set[tuple[object, ...]] = set()

    def step(self, sightings: Sequence[Sighting], now: float) -> list[Event]:
        """Return what is to be asked, or is assumed now.

        Args:
            sightings: All that are remembered.
            now: Seconds of the source.
        """
        view = self._book.view
        events: list[Event] = []
        # What was known and is known no more is asked about again.
        self._told &= {(view.hand, need.kind, need.seat) for need in view.needs}
        for need in view.needs:
            if (view.hand, need.kind, need.seat) not in self._told:
                self._told.add((view.hand, need.kind, need.seat))
                events.append(self._event(need, now))
        waiting = sum(sighting.is_open and sighting.deal == ("play", view.hand + 1) for sighting in sightings)
        if waiting >= self._book.log.state.players:
            for need in view.needs:
                fact = _assumption(need, now)
                if fact is not None:
                    cards = fact.cards if isinstance(fact, CardsKept) else ()
                    events += [self._event(need, now, cards or ("none",)), *self._book.append(fact)]
                    break
        return events

    def _event(self, need: Need, now: float, assumed: tuple[str, ...] = ()) -> Needed:
        names = self._book.names
        return Needed(
            time=now,
            kind=need.kind,
            seat=need.seat,
            player=None if need.seat is None else names[need.seat],
            count=need.count,
            choices=need.choices,
            may_decline=need.may_decline,
            assumed=assumed,
            hand=self._book.view.hand,
            message=need.question.text(names),
            ruling=need.question,
        )


def _assumption(need: Need, now: float) -> Fact | None:
    """Return what the game goes on with; with confidence 0, so that what people say later takes its place."""
    if need.kind == "thief":
        return ThiefTook("none", source="camera", time=now, confidence=0.0)
    if need.kind == "kept_cards" and need.seat is not None:
        # Cards of all suits and ranks alike, so that the score is no extreme one.
        step = max(len(need.choices) // need.count, 1)
        return CardsKept(need.seat, need.choices[::step][: need.count], source="camera", time=now, confidence=0.0)
    return None
