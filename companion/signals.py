"""What asks the program to end: Ctrl+C, a computer that shuts down, a terminal that is closed."""

import signal
from collections.abc import Iterator


def ending_signals() -> Iterator[int]:
    """Yield the signals that end the program, as far as the system knows them.

    Who starts it with nohup wants it to outlive the terminal; shells have Ctrl+C ignored for quite other reasons.
    """
    yield signal.SIGINT
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            yield number
