"""Taught decks on the disk, of plain crops and embeddings by chance."""

from pathlib import Path

import numpy as np

from companion.vision.gallery import Gallery, Look
from companion.vision.gallery_file import save_gallery
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH


def keep_deck(name: str, deck: str, codes: tuple[str, ...], folder: Path) -> Path:
    """Keep a deck of which these cards are known; return its file."""
    chance = np.random.default_rng(1)
    looks = tuple(
        Look(code, np.full((CROP_HEIGHT, CROP_WIDTH, 3), 60 + 90 * place % 180, np.uint8))
        for place, code in enumerate(codes)
    )
    rows = chance.normal(size=(len(codes), 8)).astype(np.float16)
    owner, turned = np.arange(len(codes)), np.zeros(len(codes), bool)
    return save_gallery(Gallery(name, deck, "made up", looks, rows, owner, turned), folder)
