"""Which designs each network learns from, and how often it meets each."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from companion.artwork.fonts import font_families
from companion.synth.designs import find_designs
from companion.synth.drawn import ProductDesign, RandomDesign
from companion.synth.icons import ICONS, IconFolder
from companion.synth.scene import DesignSource, Sources

_PRODUCT_COPIES = {"spanish48": 3, "french52": 8, "seven-suitors": 4}
"""How often the project's own deck stands beside the designs of the artwork folder, which has far more French ones."""
_LENDERS = {"spanish48": ("spanish48", "italian40"), "french52": ("french52",)}
"""Decks by lot of one deck borrow symbols and courts from real designs of these."""


@dataclass(frozen=True)
class _Mixture:
    """What a network learns from. It learns much from decks it has never seen, and what all real decks have in common
    from those (docs/decisions/0025-decks-by-lot.md).

    Attributes:
        shares: How often each deck is met.
        styles: By deck, how many decks by lot stand beside the real ones; there are new ones every few chunks.
        height: Pixels of the pictures of their cards. The reader's crops are 160 high, and drawing is most of the work.
        copies: How often each of them stands beside the others, where that is more than once.
        chunks_of_decks: The number of chunks with the same decks by lot.
        astray: Their ranks are exchanged in the corners.
    """

    shares: Mapping[str, float]
    styles: Mapping[str, int]
    height: int
    copies: Mapping[str, int] = field(default_factory=dict)
    chunks_of_decks: int = Sources.chunks_of_decks
    astray: bool = False


_SCENES = _Mixture(
    shares={"spanish48": 0.38, "french52": 0.46, "italian40": 0.08, "seven-suitors": 0.08},
    styles={"spanish48": 26, "french52": 54, "seven-suitors": 6},
    height=260,
)
_CROPS = _Mixture(
    shares={"spanish48": 0.56, "french52": 0.34, "seven-suitors": 0.1},
    styles={"spanish48": 40, "french52": 90, "seven-suitors": 6},
    height=190,
)
_COUNTED = _Mixture(
    shares={"spanish48": 0.65, "french52": 0.35},
    styles={"spanish48": 28, "french52": 12},
    height=190,
    copies={"spanish48": 2, "french52": 9},
    chunks_of_decks=1,
    astray=True,
)
_MAGNIFIED = _Mixture(
    shares={"spanish48": 0.44, "french52": 0.44, "seven-suitors": 0.12},
    styles={"spanish48": 52, "french52": 110, "seven-suitors": 10},
    height=280,
    chunks_of_decks=2,
)
_BEYOND = 1_000_000
"""A chunk that no training comes to."""
_MIXTURES: Mapping[str, _Mixture] = MappingProxyType(
    {
        "finder": _SCENES,
        "refiner": _SCENES,
        "outliner": _SCENES,
        "spotter": _SCENES,
        "reader": _CROPS,
        "index": _CROPS,
        "counter": _COUNTED,
        "magnifier": _MAGNIFIED,
    }
)


def sources_for(kind: str, art: Path | None, backgrounds: Path | None) -> Sources:
    """Gather the designs to train on: the `fit` part of the artwork folder, the project's own decks and random ones.

    Args:
        kind: Which network learns, one of `companion.training.kinds.KINDS`.
        art: Artwork folder; None for the project's own decks alone.
        backgrounds: Folder of surfaces; None draws them all.

    Raises:
        UnusableError: The artwork folder holds no designs.
    """
    mixture = _MIXTURES[kind]
    real = find_designs(art, "fit") if art is not None else {}
    icons = IconFolder(art / ICONS / "fit") if art is not None and (art / ICONS / "fit").is_dir() else None
    designs: dict[str, list[DesignSource]] = {}
    typefaces = font_families()
    for deck, styles in mixture.styles.items():
        lenders = tuple(folder for lent in _LENDERS.get(deck, ()) for folder in real.get(lent, ()))
        random: list[DesignSource] = [
            RandomDesign(deck, seed, mixture.height, lenders, typefaces, astray=mixture.astray, icons=icons)
            for seed in range(styles)
        ]
        designs[deck] = [ProductDesign(deck)] * _PRODUCT_COPIES[deck] + random * mixture.copies.get(deck, 1)
    for deck, folders in real.items():
        designs[deck] = [*folders, *designs.get(deck, [])]
    return Sources(designs, mixture.shares, backgrounds, mixture.chunks_of_decks)


def kept_out(sources: Sources) -> Sources:
    """Return the same sources with decks by lot that no chunk of a training has, to compare models on."""
    return sources.for_pictures(_BEYOND)
