"""A deck is taught in one place at a time: of two who teach one name, the last would take back the other's looks."""

import contextlib
import os
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

from companion.claims import TakenError, claim, is_claimed
from companion.errors import UnusableError
from companion.language import mark
from companion.vision.gallery_file import gallery_path

_SUFFIX = ".teaching"

BEING_TAUGHT = mark(
    "“{name}” is being taught in another window or program. Keep what was seen there first, or take another name."
)
"""Why what is taught elsewhere is left alone; a message to translate, with the name of the deck."""


class TaughtAlone:
    """Claims the name of a deck for as long as it is taught; a program that ends, however, lets go of it.

    As a context it claims on entering and lets go on leaving.
    """

    def __init__(self, name: str, folder: Path | None = None) -> None:
        """Set up; nothing is claimed.

        Args:
            name: What the owner calls the deck.
            folder: Where taught decks lie; the user's own when None.
        """
        self._name, self._folder = name, folder
        self._lock = threading.Lock()
        self._file: int | None = None
        self._path = Path()
        self._makes_folder = False
        self._ended = False

    def take(self) -> None:
        """Claim the name; nothing is done where it was let go of before.

        Raises:
            UnusableError: It is being taught elsewhere, or cannot be the name of a deck.
        """
        path = _path_of(self._name, self._folder)
        with self._lock:
            if self._ended or self._file is not None:
                return
            try:
                self._makes_folder = not path.parent.exists()
                self._path, self._file = path, _claimed(path)
            except TakenError:
                raise UnusableError(BEING_TAUGHT, name=self._name) from None
            except OSError:
                return  # Where nothing can be written, nothing is lost either; keeping the deck says so.

    def let_go(self) -> None:
        """Let go of the name, for good. Doing so twice is fine."""
        with self._lock:
            self._ended = True
            file, self._file = self._file, None
            if file is None:
                return
            with contextlib.suppress(OSError):  # Windows deletes no open file; an empty one stays there.
                self._path.unlink()
            os.close(file)
            if self._makes_folder:
                with contextlib.suppress(OSError):  # Where nothing was kept, no folder is left behind either.
                    self._path.parent.rmdir()

    def __enter__(self) -> Self:
        self.take()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.let_go()


def is_being_taught(name: str, folder: Path | None = None) -> bool:
    """Return whether a deck of this name is being taught now, here or elsewhere."""
    try:
        return is_claimed(_path_of(name, folder))
    except UnusableError:
        return False


def _path_of(name: str, folder: Path | None) -> Path:
    kept = gallery_path(name, folder)
    return kept.with_name(f".{kept.stem}{_SUFFIX}")


def _claimed(path: Path) -> int:
    """Return the file, open and claimed.

    Raises:
        TakenError: Somebody else has claimed it.
        OSError: It cannot be made.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            claim(file)
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(path.stat(), os.fstat(file)):
                    return file
        except OSError:
            os.close(file)
            raise
        os.close(file)  # Whoever had it deleted it in between.
