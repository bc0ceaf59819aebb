"""Who hears of a running table: listeners, and one witness that is shown the facts before anybody else."""

from collections.abc import Callable, Sequence

from companion.rules.facts import Fact
from companion.table.book import Book
from companion.table.events import SEEN_ANYWAY, Event
from companion.table.evidence import Codes
from companion.table.past import NO_PAST, Past
from companion.table.referee import Referee
from companion.table.sentences import Speaker
from companion.table.sighting import Sighting
from companion.table.waiting import Waiting, waiting_among
from companion.table.witness import Looked, Witness, tracks_of

Listener = Callable[[Event], None]


class Audience:
    """Hands out events in order.

    Attributes:
        announcement: The last of them that was more than a play, in words.
        waiting: The cards that wait for an earlier one to be known, that one, and those in the book that are in doubt.
    """

    def __init__(
        self,
        book: Book,
        speaker: Speaker,
        codes: Codes,
        referee: Referee,
        waiting: tuple[Waiting, ...],
        past: Callable[[], Past],
    ) -> None:
        """Set up.

        Args:
            book: The game.
            speaker: Puts events into words.
            codes: Of the deck.
            referee: Knows which cards are in doubt.
            waiting: The cards that wait at the beginning.
            past: Tells what led to the facts.
        """
        self.announcement = ""
        self.waiting = waiting
        self._codes = codes
        self._book = book
        self._referee = referee
        self._past = past
        self._speaker = speaker
        self._listeners: list[Listener] = []
        self._witness: Witness | None = None
        self._witnessed: tuple[Fact, ...] = ()

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Have every event from now on handed to a listener; return what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def attach(self, witness: Witness | None, sightings: Sequence[Sighting], now: float, *, paused: bool) -> None:
        """Show a witness everything from now on, the facts there are already first; None: nobody any more.

        Args:
            witness: Who is shown it.
            sightings: All that are remembered.
            now: Seconds of the source.
            paused: Whether nothing counts.
        """
        self._witness, self._witnessed = witness, ()
        self._show_facts(sightings, now)
        self._show_past(now)
        if witness is not None:
            witness.wait(now, self.waiting)
            witness.pause(now, paused)

    def pause(self, now: float, *, paused: bool) -> None:
        """Show the witness, if there is one, that nothing counts from now on, seconds, or that cards count again."""
        if self._witness is not None:
            self._witness.pause(now, paused)

    def show_look(self, look: Callable[[], Looked]) -> None:
        """Show the witness, if there is one, what was seen."""
        if self._witness is not None:
            self._witness.looked(look())

    def publish(self, events: Sequence[Event], sightings: Sequence[Sighting], now: float) -> tuple[Event, ...]:
        """Tell everybody.

        Args:
            events: In order.
            sightings: All that are remembered, for the witness.
            now: Seconds of the source.
        """
        before = self._witnessed
        changed = self._show_facts(sightings, now)
        if changed and not _is_one_more(before, self._witnessed):
            self._show_past(now)
        self._show_waiting(sightings, now, changed)
        for event in events:
            if self._witness is not None:
                self._witness.heard(event)
            if not isinstance(event, SEEN_ANYWAY):
                self.announcement = self._speaker.sentence(event)
            for listener in tuple(self._listeners):
                listener(event)
        return tuple(events)

    def _show_facts(self, sightings: Sequence[Sighting], now: float) -> bool:
        """Show the witness the facts where they have changed; return whether they have."""
        facts = self._book.facts
        if self._witness is None or facts == self._witnessed:
            return False
        self._witnessed = facts
        self._witness.facts_stand(now, facts, tracks_of(self._book.origins, sightings))
        return True

    def _show_past(self, now: float) -> None:
        """Show the witness, if there is one, what led to the facts, where that was more than one card after another."""
        if self._witness is not None and (past := self._past()) != NO_PAST:
            self._witness.remember(now, past)

    def _show_waiting(self, sightings: Sequence[Sighting], now: float, changed: bool) -> None:
        """Show the witness which cards wait, where that has changed, or the facts have; see `Witness.wait`."""
        doubted = self._referee.doubted(sightings)
        waiting = waiting_among(sightings, doubted, self._book.deal, self._codes, now)
        before = self.waiting
        if len(waiting) != len(before) or not all(map(Waiting.is_as_before, waiting, before)):
            self.waiting = waiting
        elif not (changed and waiting):
            return
        if self._witness is not None:
            self._witness.wait(now, self.waiting)


def _is_one_more(before: Sequence[Fact], facts: Sequence[Fact]) -> bool:
    """Whether nothing but a card that the camera saw came to the facts."""
    return facts[:-1] == before and facts[-1].source == "camera"
