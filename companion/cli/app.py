"""`companion` without a command: the desktop app."""

import argparse
from types import ModuleType

from companion.errors import UnusableError


def open_app(arguments: argparse.Namespace) -> int:  # noqa: ARG001 (what every command is called with)
    """Open the app and return its exit status when it was closed.

    Raises:
        UnusableError: There is no screen, or the machine lacks what windows need.
    """
    status: int = launcher().run_app()
    return status


def launcher() -> ModuleType:
    """Return `companion.app.launch`.

    Raises:
        UnusableError: Qt cannot be loaded.
    """
    try:
        from companion.app import launch
    except ImportError as error:
        if not (error.name or "").startswith("PySide6") and ".so" not in str(error):
            raise
        raise UnusableError(
            f"windows cannot be opened on this machine: {error}; the README lists the system packages they need"
        ) from error
    return launch
