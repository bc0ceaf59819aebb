"""Addresses of cameras as people type them from the screen of a telephone."""

import re

from companion.vision.sources.network import SCHEMES

_TYPED = re.compile(rf"(?:({'|'.join(sorted(SCHEMES, reverse=True))})(?::[/\\]*|[/\\]+)|[/\\:]*)(.*)", re.IGNORECASE)
"""How an address begins without `://`: at most with too few signs of it."""


def address_of(typed: str) -> str:
    """Return an address as a browser takes it: without blanks and invisible signs, none of which is its own, and with
    the `http://` that is usually left out; empty where nothing was typed.
    """
    address = "".join(sign for sign in typed if sign.isprintable() and not sign.isspace())
    found = _TYPED.fullmatch(address)
    if "://" in address or not address or found is None:
        return address
    return f"{(found[1] or 'http').lower()}://{found[2]}"
