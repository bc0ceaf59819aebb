"""A source being looked at before a game: its live picture, and somebody who sees what is in it."""

import threading
from collections.abc import Callable

from companion.app.model.letting_go import its_turn, let_go
from companion.app.model.pump import Picture, Pump
from companion.app.model.trouble import Trouble
from companion.errors import CompanionError
from companion.language import ENGLISH, Language
from companion.vision.capture import Capture, open_capture
from companion.vision.types import Frame

_PATIENCE = 0.1
"""Seconds between two looks for what a person said, where no pictures come."""

Opener = Callable[[str], Capture]


class SourceLook:
    """Opens a source in the background and shows frame after frame to `_see`. Ask for what is new, close it.

    Attributes:
        trouble: Why there is no picture, or why nothing is seen in it.
        failure: Why what was seen cannot be kept.
        kept: Under which name it was kept; empty while it was not.
        live: The source is a camera: things move before it.
    """

    def __init__(self, source: str, opener: Opener = open_capture) -> None:
        """Begin to open the source; nothing here waits for it.

        Args:
            source: Camera number, path or address.
            opener: Opens the source.
        """
        self.trouble, self.failure = Trouble(), Trouble()
        self.kept = ""
        self.live = False
        self.source = source
        self._opener = opener
        self._pump: Pump | None = None
        self._closing = threading.Event()
        self._owed = False
        self._shown = 0
        # An address may keep its opener waiting for long; the program does not wait for that to end.
        self._thread = threading.Thread(target=self._guarded, args=(self._run,), name="source", daemon=True)
        self._looker = threading.Thread(target=self._guarded, args=(self._look,), name="source-looker", daemon=True)
        self._thread.start()

    def picture(self) -> Picture | None:
        """Return the next picture; None where there is none since the last call."""
        pump = self._pump
        new = pump.picture(self._shown) if pump is not None else None
        if new is None:
            return None
        self._shown, picture = new
        return picture

    def show_at(self, width: int, height: int) -> None:
        """Say how much room the picture has, in device pixels."""
        if self._pump is not None:
            self._pump.show_at(width, height)

    @property
    def problem(self) -> str:
        """Why there is no picture, in English; empty while all is well."""
        return self.trouble.told()

    def missing(self, language: Language) -> str:
        """Return why no picture comes at present although the source was opened, in words; empty while they come."""
        return self._pump.missing(language) if self._pump is not None else ""

    def told(self, language: Language = ENGLISH) -> str:
        """Return what a person is told to do next, or what came of it."""
        if self.kept:
            return self._done(language)
        return self.failure.told(language) or self._next(language)

    @property
    def opened(self) -> bool:
        """Whether the source could be opened."""
        return self._pump is not None

    def close(self) -> None:
        """Let go of the source, at once or as soon as it is there.

        Whoever loads a model or looks at a picture ends by themselves; only what is to be kept is waited for.
        """
        self._closing.set()
        if self._pump is not None:
            let_go(self._pump.close)
        if self._owed and self._looker.ident is not None:
            self._looker.join()

    # For those who look

    def _owe(self) -> None:
        """Note that what was seen is to be kept, whenever the source is left."""
        self.failure.note(None)
        self._owed = True

    def _turn_round(self) -> None:
        """Mirror every picture from now on."""
        if self._pump is not None:
            self._pump.turn_round()

    def _prepare(self) -> None:
        """Get ready to see; called once, in the thread that sees."""

    def _see(self, frame: Frame) -> float:
        """Look at a frame and return after how many seconds the next one is wanted."""
        raise NotImplementedError

    def _listen(self) -> None:
        """Do what a person asked for; called in the thread that sees, also where no pictures come."""

    def _done(self, language: Language) -> str:
        """Return what a person is told when something was kept."""
        raise NotImplementedError

    def _next(self, language: Language) -> str:
        """Return what a person is told to do next."""
        raise NotImplementedError

    def _keep(self, name: str, work: Callable[[], object]) -> None:
        """Keep what was seen under a name, or note why not."""
        try:
            work()
            self.kept = name
        except CompanionError as error:
            self.failure.note(error)
        finally:
            self._owed = False

    # In the threads

    def _guarded(self, work: Callable[[], None]) -> None:
        try:
            work()
        except CompanionError as error:
            self.trouble.note(error)

    def _run(self) -> None:
        with its_turn(self.source):
            if self._closing.is_set():
                return
            capture = self._opener(self.source)
            self.live = capture.is_live
            pump = Pump(capture, keep_all=False)
            if self._closing.is_set():
                pump.close()
                return
            pump.start()
            self._pump = pump
            self._looker.start()
            if self._closing.is_set():  # Closed before the pump could be seen.
                pump.close()
        pump.run()

    def _look(self) -> None:
        self._prepare()
        pump = self._pump
        assert pump is not None
        for item in pump.patiently():
            if self._closing.is_set():
                break
            pause = self._see(item) if isinstance(item, Frame) else 0.0
            self._listen()
            self._closing.wait(pause)
        while not self._closing.wait(_PATIENCE):  # The source has come to its end; the person has not.
            self._listen()
        if self._owed:
            self._listen()
