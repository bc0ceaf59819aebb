"""Lets ``python -m companion`` do what the ``companion`` command does."""

import sys

from companion.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
