"""Sources are let go of beside the window: a read that blocks is waited for, and a look that has begun.

A camera can be opened once at a time, so whoever opens a source waits until all that was let go of is gone.
"""

import threading
from collections.abc import Callable

_under_way: set[threading.Thread] = set()
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


def wait_until_let_go() -> None:
    """Wait for all that is being closed; not for a window's thread while people see that window."""
    with _lock:
        threads = tuple(_under_way)
    for thread in threads:
        thread.join()
