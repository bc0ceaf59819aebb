"""Which photographs are never learned from, and which pictures without cards are never shown as such.

What was gained can be measured on them; scenes lie on all pictures of surfaces, on these as well.
"""

import zlib

KEPT_OUT = 5
"""One in so many."""


def is_kept_out(name: str) -> bool:
    """Whether a picture is never learned from, by the name of its file alone."""
    return zlib.crc32(name.encode()) % KEPT_OUT == 0
