"""Where the ``companion`` command begins, so that Ctrl+C can end it from the first moment."""

import sys


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
        return 130
    except ImportError:
        # Libraries that are interrupted while they load say that they cannot be loaded.
        if not interrupted:
            raise
        return 130


if __name__ == "__main__":
    sys.exit(main())
