"""The file that keeps preferences and what was chosen last: read once, written whole."""

import contextlib
import json
import os
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from pathlib import Path
from types import MappingProxyType

from platformdirs import user_config_path

from companion import plain_json
from companion.app.model.preferences import Preferences, Remembered, preferences_from, remembered_from
from companion.errors import CompanionError, UnusableError
from companion.given_files import read_given
from companion.language import mark
from companion.refusals import refused
from companion.whole_files import write_whole

_FILE = "settings.json"
_NOTHING: Mapping[str, object] = MappingProxyType({})
_ENVIRONMENT = "COMPANION_SETTINGS"
"""Variable that names another file than the usual one."""


def usual_path() -> Path:
    """Return where the settings of this person lie."""
    named = os.environ.get(_ENVIRONMENT)
    return Path(named) if named else user_config_path("table-companion", appauthor=False) / _FILE


class Store:
    """Keeps the values, in a file where there is one.

    What another window has written meanwhile stays: only what is changed here is changed there.

    A file that cannot be read is put aside, with its content, when the settings are next written.

    Attributes:
        preferences: What a person has set.
        remembered: What was chosen last.
        remark: What was wrong with the file, for people; None where nothing was.
    """

    def __init__(self, path: Path | None = None) -> None:
        """Read the file.

        Args:
            path: The file, which need not exist; None keeps nothing.
        """
        self.preferences = Preferences()
        self.remembered = Remembered()
        self.remark: CompanionError | None = None
        self._path = path
        self._damaged = False
        if path is not None:
            self._read(path)

    def prefer(self, **changed: object) -> Preferences:
        """Change preferences, keep them, and return them all."""
        self.preferences = replace(self.preferences, **changed)  # type: ignore[arg-type]
        self._write(preferred=changed)
        return self.preferences

    def remember(self, **changed: object) -> None:
        """Keep what was chosen; what is as it was stays as another window may have left it meanwhile."""
        changed = {name: value for name, value in changed.items() if value != getattr(self.remembered, name)}
        if not changed:
            return
        before = self.remembered
        self.remembered = replace(before, **changed)  # type: ignore[arg-type]
        self._write(chosen=changed, before=before)

    def forget(self) -> None:
        """Forget players, settings and cameras; taught decks and the window's place stay."""
        last = self.remembered
        self.remembered = Remembered(
            taught=last.taught, learnt=last.learnt, window=last.window, maximised=last.maximised
        )
        self._write(chosen={known.name: getattr(self.remembered, known.name) for known in fields(Remembered)})

    def _read(self, path: Path) -> None:
        try:
            preferred, chosen = _parts(path)
        except FileNotFoundError:
            return
        except (OSError, ValueError) as error:
            self._damaged = True
            self.remark = UnusableError(
                mark("The settings in {file} cannot be read; the usual ones are in force. ({reason})"),
                file=path,
                reason=_why(error),
            )
            return
        self.preferences, bad = preferences_from(preferred)
        self.remembered, worse = remembered_from(chosen)
        if bad or worse:
            self.remark = UnusableError(
                mark("Some settings in {file} cannot be used and have their usual values: {names}"),
                file=path,
                names=", ".join((*bad, *worse)),
            )

    def _write(
        self,
        preferred: Mapping[str, object] = _NOTHING,
        chosen: Mapping[str, object] = _NOTHING,
        before: Remembered | None = None,
    ) -> None:
        """Write what was changed; of what was chosen, beside what another window has chosen since that of `before`."""
        if self._path is None:
            return
        preferences, remembered = self.preferences, self.remembered
        with contextlib.suppress(OSError, ValueError):  # What cannot be read is written anew.
            parts = _parts(self._path)
            preferences = replace(preferences_from(parts[0])[0], **preferred)  # type: ignore[arg-type]
            remembered = remembered_from(parts[1])[0]
            if before is not None:
                chosen = {
                    name: _beside(getattr(remembered, name), getattr(before, name), chosen[name]) for name in chosen
                }
                chosen |= {"people": _people(remembered, before, self.remembered)}
            remembered = replace(remembered, **chosen)  # type: ignore[arg-type]
        if not preferences.keep:
            self.remembered = remembered = Remembered(window=remembered.window, maximised=remembered.maximised)
        content = {"preferences": asdict(preferences), "remembered": _plain(remembered)}
        text = json.dumps(content, ensure_ascii=False, indent=1)
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            if self._damaged and self._path.exists():
                self._path.replace(self._path.with_suffix(".damaged"))
            write_whole(self._path, f"{text}\n".encode())
            self._damaged = False
        except OSError as error:
            self.remark = UnusableError(
                mark("The settings cannot be written to {file}: {reason}"), file=self._path, reason=refused(error)
            )


def _why(error: OSError | ValueError) -> CompanionError:
    """Return why the file cannot be read."""
    if isinstance(error, OSError):
        return refused(error)
    if isinstance(error, CompanionError) and not isinstance(error, plain_json.NoJsonError):
        return error
    return UnusableError(mark("the file is damaged"))


def _parts(path: Path) -> tuple[Mapping[str, object], Mapping[str, object]]:
    """Return what a file holds of preferences and of what was chosen.

    Raises:
        OSError: It cannot be read.
        ValueError: It is no file of settings.
    """
    content = plain_json.loads(read_given(path))
    if not isinstance(content, dict):
        raise ValueError("it holds no object")
    preferred, chosen = content.get("preferences", {}), content.get("remembered", {})
    if not isinstance(preferred, dict) or not isinstance(chosen, dict):
        raise ValueError("a part of it is no object")
    return preferred, chosen


def _beside(kept: object, before: object, now: object) -> object:
    """Return what is kept with what was changed here; of a table, the entries that were."""
    if not (isinstance(kept, Mapping) and isinstance(before, Mapping) and isinstance(now, Mapping)):
        return now
    changed = {key: value for key, value in now.items() if key not in before or before[key] != value}
    return {key: value for key, value in {**kept, **changed}.items() if key in now or key not in before}


def _people(kept: Remembered, before: Remembered, now: Remembered) -> tuple[str, ...]:
    """Return everybody who has played before one of two windows, those of this one first."""
    still = [name for name in now.people if name in kept.people or name not in before.people]
    return (*still, *(name for name in kept.people if name not in (*now.people, *before.people)))


def _plain(remembered: Remembered) -> dict[str, object]:
    return {
        "game": remembered.game,
        "names": list(remembered.names),
        "people": list(remembered.people),
        "agreed": {game: dict(texts) for game, texts in remembered.agreed.items()},
        "kind": remembered.kind,
        "sources": dict(remembered.sources),
        "camera": remembered.camera,
        "taught": dict(remembered.taught),
        "learnt": dict(remembered.learnt),
        "window": list(remembered.window),
        "maximised": remembered.maximised,
    }
