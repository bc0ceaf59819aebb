"""Sources are let go of beside the window: a read that blocks is waited for, and a look that has begun.

A camera can be opened once at a time, so whoever opens a source waits until all that was let go of is gone, and until
whoever began to open the same one before has done so: it may have been left meanwhile.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_under_way: set[threading.Thread] = set()
_being_opened: list[tuple[str, threading.Event]] = []
_lock = threading.Lock()


def let_go(close: Callable[[], object]) -> None:
    """Close something in a thread of its own; the program does not end before that is done."""

    def work() -> None:
        try:
            close()
        finally:
            with _lock:
                _under_way.discard(threading.current_thread())

    thread = threading.Thread(target=work, name="letting-go")
    with _lock:
        _under_way.add(thread)
        thread.start()


@contextmanager
def its_turn(source: str) -> Iterator[None]:
    """Open a source in the block, and close it there where it is not wanted any more; its turn is waited for.

    Nobody waits for an address: it may keep its opener waiting for long, and answers several at a time.

    Args:
        source: Camera number, path or address, the same text for the same source; empty for one that nobody else can
            want.
    """
    turn = source, threading.Event()
    with _lock:
        before = [opened for other, opened in _being_opened if source and other == source and "://" not in source]
        _being_opened.append(turn)
    try:
        for opened in before:
            opened.wait()
        wait_until_let_go()
        yield
    finally:
        with _lock:
            _being_opened.remove(turn)
        turn[1].set()


def wait_until_let_go() -> None:
    """Wait for all that is being closed; not for a window's thread while people see that window."""
    with _lock:
        threads = tuple(_under_way)
    for thread in threads:
        thread.join()
