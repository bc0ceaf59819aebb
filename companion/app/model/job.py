"""One slow thing done in the background: asked now and then whether it is done."""

import threading
from collections.abc import Callable

from companion.app.model.telling import Telling
from companion.app.model.trouble import Trouble
from companion.errors import CompanionError
from companion.language import ENGLISH, Language


class Job:
    """Does something in a thread of its own.

    Attributes:
        result: Tells what came of it; None while it is not done, or where it failed.
    """

    def __init__(self, work: Callable[[], Telling]) -> None:
        """Begin.

        Args:
            work: What is done; it returns what tells what came of it.
        """
        self.result: Telling | None = None
        self._trouble = Trouble()
        self._work = work
        self._thread = threading.Thread(target=self._run, name="job")
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether it has ended, well or not."""
        return self.result is not None or bool(self.failure())

    def failure(self, language: Language = ENGLISH) -> str:
        """Return why it failed; empty where it did not."""
        return self._trouble.told(language)

    def wait(self) -> None:
        """Wait for the end: what is begun is not left half done."""
        self._thread.join()

    def _run(self) -> None:
        try:
            self.result = self._work()
        except (CompanionError, OSError) as error:
            self._trouble.note(error)
        except Exception as error:  # The person is told; the traceback goes to standard error for a report.
            self._trouble.note(error)
            raise
