"""Where sessions are kept when nobody says otherwise."""

import os
import re
import unicodedata
from datetime import datetime
from pathlib import Path

from platformdirs import user_data_path, user_videos_path

_SETTING = "COMPANION_SESSIONS"
"""Environment variable that names another folder."""


def library_folder() -> Path:
    """Return the folder that holds all sessions; it may not be there yet."""
    named = os.environ.get(_SETTING)
    return Path(named) if named else _usual_folder()


def is_chosen(folder: Path) -> bool:
    """Whether somebody has chosen the folder of a library, which may lie on a disk that is not always plugged in."""
    return folder != _usual_folder()


def _usual_folder() -> Path:
    return user_videos_path() / "Table companion"


def index_file() -> Path:
    """Return where the library's index lies: it can be made anew at any time, so not beside the sessions."""
    named = os.environ.get(_SETTING)
    return Path(named) / ".index.sqlite" if named else user_data_path("table-companion", False) / "library.sqlite"


def new_session_folder(game: str, now: datetime, library: Path | None = None) -> Path:
    """Return a folder for a new session that is not there yet: `2026-11-21 20-15 coins`."""
    place = library if library is not None else library_folder()
    return free_name(place / f"{now:%Y-%m-%d %H-%M} {plain_name(game)}")


def free_name(wanted: Path) -> Path:
    """Return a name that nothing has yet: the wanted one, or with the first number behind it that is free."""
    path, number = wanted, 1
    while path.exists():
        number += 1
        path = wanted.with_name(f"{wanted.name} {number}")
    return path


def plain_name(text: str) -> str:
    """Return a text that every file system takes as a name."""
    ascii_text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"[^A-Za-z0-9 ._-]+", "-", ascii_text).strip(" .-") or "session"
