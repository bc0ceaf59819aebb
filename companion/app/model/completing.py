"""The video of a recording that has ended gets its chapters and subtitles, in the background."""

from pathlib import Path

from companion.app.model.job import Job
from companion.app.model.telling import Telling
from companion.errors import UnusableError
from companion.language import ENGLISH, Language
from companion.recording.starting import complete


class Completion:
    """Completes the video of one recording.

    Attributes:
        folder: Of the recording.
    """

    def __init__(self, folder: Path) -> None:
        """Begin."""
        self.folder = folder
        self._problems: tuple[UnusableError, ...] = ()
        self._job = Job(self._complete)

    @property
    def done(self) -> bool:
        """Whether it has ended, well or not."""
        return self._job.done

    def problem(self, language: Language = ENGLISH) -> str:
        """Return what could not be done, in words; empty for nothing, and before the end."""
        return self._job.failure(language) or "; ".join(problem.told(language) for problem in self._problems)

    def wait(self) -> None:
        """Wait for the end."""
        self._job.wait()

    def _complete(self) -> Telling:
        self._problems = tuple(complete(self.folder))
        return self.problem
