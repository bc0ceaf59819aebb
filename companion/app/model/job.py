"""One slow thing done in the background: asked now and then whether it is done."""

import threading
from collections.abc import Callable

from companion.errors import CompanionError


class Job:
    """Does something in a thread of its own.

    Attributes:
        result: What came of it, in words; empty while it is not done, or where it failed.
        failure: Why it failed; empty where it did not.
    """

    def __init__(self, work: Callable[[], str]) -> None:
        """Begin.

        Args:
            work: What is done; it returns what came of it, in words.
        """
        self.result = self.failure = ""
        self._work = work
        self._thread = threading.Thread(target=self._run, name="job")
        self._thread.start()

    @property
    def done(self) -> bool:
        """Whether it has ended, well or not."""
        return bool(self.result or self.failure)

    def wait(self) -> None:
        """Wait for the end: what is begun is not left half done."""
        self._thread.join()

    def _run(self) -> None:
        try:
            self.result = self._work()
        except CompanionError as error:
            self.failure = str(error)
        except OSError as error:
            self.failure = error.strerror or str(error)
        except Exception as error:  # The person is told; the traceback goes to standard error for a report.
            self.failure = f"{type(error).__name__}: {error}"
            raise
