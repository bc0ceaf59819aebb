"""Where the ``companion`` command begins, so that Ctrl+C can end it from the first moment."""

import os
import sys

_INTERRUPTED = 130


def main() -> int:
    """Run the command line and return its exit status; 130 where it was interrupted."""
    interrupted = False

    def interrupt(*_: object) -> None:
        nonlocal interrupted
        interrupted = True
        raise KeyboardInterrupt

    try:
        import signal

        signal.signal(signal.SIGINT, interrupt)
        from companion.cli.main import main as command

        return command()
    except KeyboardInterrupt:
        return _ended()
    except ImportError:
        # Libraries that are interrupted while they load say that they cannot be loaded.
        if not interrupted:
            raise
        return _ended()


def _ended() -> int:
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
        os._exit(_INTERRUPTED)
    return _INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
