"""Which pictures and photographs are never learned from, so that what was gained can be measured on them."""

import zlib

KEPT_OUT = 5
"""One in so many."""


def is_kept_out(name: str) -> bool:
    """Whether a picture is never learned from, by the name of its file alone."""
    return zlib.crc32(name.encode()) % KEPT_OUT == 0
