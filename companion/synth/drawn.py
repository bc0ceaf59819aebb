"""Decks drawn by the project as designs for synthetic pictures."""

from dataclasses import dataclass
from functools import lru_cache

from companion.artwork import BACK, deck_art
from companion.synth.designs import Design, picture_from

_HEIGHT = 320


@dataclass(frozen=True)
class ProductDesign:
    """The plain deck that the project draws and prints."""

    deck: str

    def load(self) -> Design:
        """Return the design, from memory the second time."""
        return _load_product(self.deck)


@lru_cache(maxsize=8)
def _load_product(deck: str) -> Design:
    art = deck_art(deck)
    faces = {code: picture_from(art.image(code, _HEIGHT)) for code in art.codes}
    return Design(f"companion-{deck}", deck, faces, picture_from(art.image(BACK, _HEIGHT)))
