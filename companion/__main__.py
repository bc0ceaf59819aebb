"""Where the ``companion`` command begins, so that whatever asks it to end can do so from the first moment."""

import os
import sys


def main() -> int:
    """Run the command line and return its exit status; 128 and more where a signal ended it, 130 for Ctrl+C.

    A terminal that is closed and a computer that shuts down end it as Ctrl+C does: what is being recorded is finished,
    and what is not whole is taken away.
    """
    signalled = 0

    def end(number: int, _: object) -> None:
        nonlocal signalled
        signalled = number
        # Commands may take Ctrl+C for the end of what they do just now, but not the others.
        raise KeyboardInterrupt if number == signal.SIGINT else SystemExit

    try:
        import signal

        signal.signal(signal.SIGINT, end)
        for name in ("SIGTERM", "SIGHUP"):
            # Who starts it with nohup wants it to outlive the terminal.
            if (number := getattr(signal, name, None)) and signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, end)
        from companion.cli.main import main as command

        return command()
    except (KeyboardInterrupt, SystemExit, ImportError):
        # Libraries that are interrupted while they load say that they cannot be loaded.
        if not signalled:
            raise
        return _ended(128 + signalled)


def _ended(status: int) -> int:
    """Return the status of what was interrupted; where a thread is left behind, end at once with it.

    Such a thread waits inside a library for an answer that does not come, and libraries do not bear that Python ends
    around them: one end in a hundred was a segmentation fault.
    """
    import threading
    from contextlib import suppress

    if any(thread.daemon for thread in threading.enumerate()):
        for stream in filter(None, (sys.stdout, sys.stderr)):
            with suppress(OSError):
                stream.flush()
        os._exit(status)
    return status


if __name__ == "__main__":
    sys.exit(main())
