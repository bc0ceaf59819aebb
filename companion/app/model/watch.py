"""A table being watched: the source, the eyes and the session at work in threads of their own, without Qt.

The pump takes every frame and makes the live picture of it; the looker gives the session one frame after the other.
Windows ask for what is new whenever they can paint.
"""

import threading
from collections import deque
from collections.abc import Callable, Iterator

from companion.app.model.evidence import Evidence
from companion.app.model.priority import step_back
from companion.app.model.pump import Pump
from companion.app.model.trouble import Trouble
from companion.errors import CompanionError, WrongInputError
from companion.language import ENGLISH, Language
from companion.rules.errors import ImpossibleFactError
from companion.table.events import CardPlayed, Event
from companion.table.session import TableSession
from companion.table.snapshot import Snapshot
from companion.table.watching import watch
from companion.vision.capture import Capture
from companion.vision.handover import SourceEvent
from companion.vision.types import Frame


class Watch:
    """A session and the source it watches.

    Start it, ask it for what is new as often as there is time, close it.

    Attributes:
        session: The table; what a person wants of it goes through `change`.
        pump: The source.
        evidence: Pictures of the table as each card was played.
        trouble: What ended the watching.
    """

    def __init__(self, session: TableSession, capture: Capture, *, keep_all: bool = False) -> None:
        """Set up; nothing runs yet.

        Args:
            session: The table.
            capture: An opened source, not started; it is closed with the watch.
            keep_all: Look at every frame, and let the source wait for it.
        """
        self.session = session
        self.pump = Pump(capture, keep_all=keep_all)
        self.trouble = Trouble()
        self.evidence = Evidence()
        self._events: deque[Event] = deque()
        self._plays: list[CardPlayed] = []
        self._news = 0
        self._news_lock = threading.Lock()
        self._unsubscribe = session.subscribe(self._heard)
        self._threads = (
            threading.Thread(target=self._run, args=(self.pump.run,), name="pump"),
            threading.Thread(target=self._run, args=(self._look,), name="looker"),
        )

    def start(self) -> None:
        """Begin to watch."""
        self.pump.start()
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """End all threads and let go of the source. Closing twice is fine."""
        self.pump.close()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()
        self._unsubscribe()
        self._unsubscribe = _nothing

    @property
    def failure(self) -> str:
        """What ended the watching, in English; empty while all is well."""
        return self.trouble.told()

    def events(self) -> list[Event]:
        """Return the events since the last call, in order."""
        return [self._events.popleft() for _ in range(len(self._events))]

    def snapshot(self, after: int) -> tuple[int, Snapshot] | None:
        """Return the table with its number; None where nothing has changed since the one of that number."""
        number = self._news
        return None if number <= after else (number, self.session.snapshot())

    def change(self, command: Callable[[TableSession], object], language: Language = ENGLISH) -> str:
        """Do what a person wants of the session; every change of the game by a person comes this way.

        Args:
            command: What is wanted.
            language: What a refusal is told in.

        Returns:
            Why it cannot be, in words; empty where it was done.
        """
        try:
            command(self.session)
        except ImpossibleFactError as error:
            return error.reason.text(self.session.speaker.names, language)
        except WrongInputError as error:
            return error.told(language)
        finally:
            self._changed()
        return ""

    # In the threads

    def __iter__(self) -> Iterator[Frame | SourceEvent]:
        for item in self.pump:
            yield item
            # The session has taken it in: it asks for the next one.
            plays, self._plays = self._plays, []
            self.evidence.keep(plays, self.session.snapshot())
            self._changed()

    @property
    def dropped(self) -> int:
        """How many frames the session did not get because a newer one came."""
        return self.pump.dropped

    @property
    def damaged(self) -> int:
        """How many pictures could not be decoded."""
        return self.pump.damaged

    def _look(self) -> None:
        step_back()
        watch(self.session, self)

    def _run(self, work: Callable[[], object]) -> None:
        try:
            work()
        except CompanionError as error:
            self.trouble.note(error)
        except Exception as error:  # A thread must not die unnoticed: the window says so, and the person can go on.
            self.trouble.note(error)
            raise

    def _heard(self, event: Event) -> None:
        self._events.append(event)
        if isinstance(event, CardPlayed) and event.by == "camera":
            self._plays.append(event)
        self._changed()

    def _changed(self) -> None:
        with self._news_lock:
            self._news += 1


def _nothing() -> None:
    pass
