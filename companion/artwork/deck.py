"""A deck of cards as pictures."""

from collections.abc import Callable
from functools import partial

from companion.artwork import french, spanish, suitors
from companion.artwork.backs import BackStyle, back_svg
from companion.artwork.raster import CardImage, rasterise
from companion.cards import FRENCH52, SEVEN_SUITORS, SPANISH48, Card, Deck, deck
from companion.errors import UnusableError

BACK = "back"
"""The code under which a deck keeps its back."""


class DeckArt:
    """The artwork of one deck: an SVG document and pictures for every card code and for `BACK`.

    Attributes:
        deck_id: The deck whose cards these are.
        size_mm: Width and height of a card.
    """

    def __init__(self, cards: Deck, size_mm: tuple[float, float], draw: Callable[[Card], str], back: str) -> None:
        self.deck_id = cards.id
        self.size_mm = size_mm
        self._draw = draw
        self._documents = {BACK: back}
        self._images: dict[tuple[str, int], CardImage] = {}

    @property
    def deck(self) -> Deck:
        """The deck whose cards these are."""
        return deck(self.deck_id)

    @property
    def codes(self) -> tuple[str, ...]:
        """Every card code, in the deck's order; without the back."""
        return self.deck.codes

    def svg(self, code: str) -> str:
        """Return the SVG document of a card, or of the back for `BACK`, sized in millimetres.

        Raises:
            UnknownCardError: The deck has no such card.
        """
        if code not in self._documents:
            self._documents[code] = self._draw(self.deck.parse(code))
        return self._documents[code]

    def image(self, code: str, height_px: int) -> CardImage:
        """Return a picture of a card, upright.

        Args:
            code: A card code or `BACK`.
            height_px: Height of the picture; the width follows from the card's shape.

        Returns:
            (height_px, W, 4) uint8 BGRA, straight alpha, transparent outside the round corners. It is kept for the next
            call and cannot be written to.

        Raises:
            UnknownCardError: The deck has no such card.
        """
        key = (code, height_px)
        if key not in self._images:
            image = rasterise(self.svg(code), height_px)
            image.flags.writeable = False
            self._images[key] = image
        return self._images[key]


def _plain_spanish() -> DeckArt:
    style = spanish.PLAIN
    back = back_svg(BackStyle(), style.size_mm, style.corner)
    return DeckArt(SPANISH48, style.size_mm, partial(spanish.face_svg, style), back)


def _plain_french() -> DeckArt:
    style = french.PLAIN
    look = BackStyle(pattern="rosettes", ground="#9c2226", line="#f6dcd2", accent="#f3c13a", step=5.5, medal=8.5)
    back = back_svg(look, style.size_mm, style.corner)
    return DeckArt(FRENCH52, style.size_mm, partial(french.face_svg, style), back)


def _seven_suitors() -> DeckArt:
    style = suitors.PLAIN
    look = BackStyle(pattern="scales", ground="#3b2a63", line="#cbbbe8", accent="#e2aa2a", step=7.0, medal=8.5)
    back = back_svg(look, style.size_mm, style.corner)
    return DeckArt(SEVEN_SUITORS, style.size_mm, partial(suitors.face_svg, style), back)


_PLAIN: dict[str, Callable[[], DeckArt]] = {
    "spanish48": _plain_spanish,
    "french52": _plain_french,
    "seven-suitors": _seven_suitors,
}


def deck_art(deck_id: str) -> DeckArt:
    """Return the project's own plain deck.

    Raises:
        UnusableError: The project draws no such deck.
    """
    if deck_id not in _PLAIN:
        raise UnusableError(f"there is no artwork for the deck {deck_id!r}; known decks: {', '.join(_PLAIN)}")
    return _PLAIN[deck_id]()
