"""Where the ``companion`` command begins and ends: whoever asks it to end can do so at any moment."""

import atexit
import os
import sys


def main() -> int:
    """Run the command line and return its exit status; 128 and more where a signal ended it, 130 for Ctrl+C.

    A terminal that is closed and a computer that shuts down end it as Ctrl+C does: what is being recorded is finished,
    and what is not whole is taken away.
    """
    signalled = 0
    statuses: list[int] = []
    # Registered first, so called last: after every thread that is waited for has ended, and all else is put in order.
    atexit.register(lambda: _end_at_once(statuses[0]) if statuses else None)

    def end(number: int, _: object) -> None:
        nonlocal signalled
        signalled = number
        # Commands may take Ctrl+C for the end of what they do just now, but not the others.
        raise KeyboardInterrupt if number == signal.SIGINT else SystemExit

    try:
        import signal

        from companion.signals import ending_signals

        for number in ending_signals():
            signal.signal(number, end)
        from companion.cli.main import main as command

        statuses.append(command())
    except (KeyboardInterrupt, SystemExit, ImportError):
        # Libraries that are interrupted while they load say that they cannot be loaded.
        if not signalled:
            raise
        _end_at_once(128 + signalled)
        return 128 + signalled
    return statuses[0]


def _end_at_once(status: int) -> None:
    """End with this status where a thread is left behind.

    Such a thread waits inside a library for an answer that does not come, or for a model that is being loaded, and
    libraries do not bear that Python ends around them: a window that was closed while a game was being opened ended
    in a crash one time in three.
    """
    import threading
    from contextlib import suppress

    if any(thread.daemon for thread in threading.enumerate()):
        for stream in filter(None, (sys.stdout, sys.stderr)):
            with suppress(OSError):
                stream.flush()
        os._exit(status)


if __name__ == "__main__":
    sys.exit(main())
