"""Where the files that travel with the program lie, installed or in a checkout."""

from hashlib import sha256
from pathlib import Path

from companion.errors import UnusableError

_PACKAGE = Path(__file__).resolve().parent


def models_directory() -> Path:
    """Return the folder with the shipped models.

    An installed wheel carries them inside the package; a checkout has them beside it.

    Raises:
        UnusableError: Neither place exists.
    """
    for candidate in (_PACKAGE / "_models", _PACKAGE.parent / "models"):
        if candidate.is_dir():
            return candidate
    raise UnusableError("the models are missing: install the companion again, or run it from its checkout")


def fingerprint(path: Path) -> str:
    """Return what tells a file's content from every other: the beginning of its SHA-256.

    Raises:
        OSError: It cannot be read.
    """
    return sha256(path.read_bytes()).hexdigest()[:16]
