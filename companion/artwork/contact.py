"""Contact sheets: many cards in one picture, for people to look over.

``python -m companion.artwork.contact docs/pictures`` draws the pictures of decks in the documentation again.
"""

import sys
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.artwork.deck import BACK, DeckArt, deck_art
from companion.artwork.styles import random_style

_CLOTH = (70, 104, 44)
"""Blue, green and red of the table under the cards."""

_GAP = 8
_SAMPLES = 21
"""Decks by lot in a picture, three in a row: enough for a souvenir deck among them."""


def contact_sheet(cards: Sequence[tuple[DeckArt, str]], height_px: int, columns: int) -> npt.NDArray[np.uint8]:
    """Return cards side by side on a green cloth, row by row.

    Args:
        cards: Decks and codes.
        height_px: Height of a card.
        columns: Cards in a row.

    Returns:
        (H, W, 3) uint8 BGR.
    """
    pictures = [art.image(code, height_px) for art, code in cards]
    width = max(picture.shape[1] for picture in pictures)
    rows = -(-len(pictures) // columns)
    sheet = np.full((rows * (height_px + _GAP) + _GAP, columns * (width + _GAP) + _GAP, 3), _CLOTH, np.uint8)
    for index, picture in enumerate(pictures):
        row, column = divmod(index, columns)
        top, left = _GAP + row * (height_px + _GAP), _GAP + column * (width + _GAP)
        place = sheet[top : top + height_px, left : left + picture.shape[1]]
        alpha = picture[..., 3:].astype(np.float32) / 255
        place[:] = (picture[..., :3] * alpha + place * (1 - alpha)).round().astype(np.uint8)
    return sheet


def _write(path: Path, cards: Sequence[tuple[DeckArt, str]], height_px: int, columns: int) -> None:
    cv2.imwrite(str(path), contact_sheet(cards, height_px, columns), [cv2.IMWRITE_PNG_COMPRESSION, 9])


def write_documentation(folder: Path) -> None:
    """Write the pictures of the plain decks and of random styles into a folder."""
    for deck_id, columns in (("spanish48", 12), ("french52", 13), ("seven-suitors", 14)):
        art = deck_art(deck_id)
        codes = art.codes if len(art.codes) % columns == 0 else (*art.codes, BACK)
        _write(folder / f"deck-{deck_id}.png", [(art, code) for code in codes], 150, columns)
    samples = {
        "french52": ("AS", "10H", "7D", "QC", "KD", BACK),
        "spanish48": ("1-swords", "4-clubs", "7-coins", "9-cups", "11-swords", BACK),
    }
    for deck_id, codes in samples.items():
        decks = [random_style(deck_id, np.random.default_rng(seed)) for seed in range(_SAMPLES)]
        _write(folder / f"deck-styles-{deck_id}.png", [(art, code) for art in decks for code in codes], 120, 18)


if __name__ == "__main__":
    write_documentation(Path(sys.argv[1]))
