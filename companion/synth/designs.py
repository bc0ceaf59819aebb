"""Deck designs as pictures, ready to be laid on a synthetic table.

A design is a folder with one picture a card code (`AS.webp`, `12-cups.webp`, optional `back.webp`), or any other
maker of card pictures turned into a `Design`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from companion.cards import Deck
from companion.errors import UnusableError
from companion.given_files import read_given
from companion.refusals import refusal_of

BgraImage = npt.NDArray[np.uint8]
"""(H, W, 4) uint8; colours premultiplied by alpha."""

_SYMMETRY_TOLERANCE = 9.0
_SOLID = 200
"""Opacity, of 255, of the card itself; a shadow has less."""
_LARGEST = 330
"""Pixels of height beyond which pictures are shrunk: as large as synthetic cards get."""


@dataclass(frozen=True)
class CardPicture:
    """One face or back of a design.

    Attributes:
        levels: The picture premultiplied by its alpha, each level half the size of the one before.
        symmetric: It looks the same turned by 180 degrees, so nothing shows which way up it is.
    """

    levels: tuple[BgraImage, ...]
    symmetric: bool

    def level_for(self, height: float) -> BgraImage:
        """Return the smallest level that still has at least `height` pixels (the largest where none has)."""
        chosen = self.levels[0]
        for level in self.levels[1:]:
            if level.shape[0] < height:
                break
            chosen = level
        return chosen

    @property
    def aspect(self) -> float:
        """Width divided by height."""
        height, width = self.levels[0].shape[:2]
        return float(width / height)


@dataclass(frozen=True)
class Design:
    """A deck design.

    Attributes:
        name: Of the design.
        deck: Id of the deck that its codes belong to.
        faces: By card code.
        make_back: Makes its back; None where it has none.
        neighbours: Codes of the faces to lay beside another; few where a face takes long to draw.
        countable: Its number cards show as many symbols as their rank says, as far as that is known.
        figured: Its courts show somebody, as far as that is known: no letter, symbol or view.
    """

    name: str
    deck: str
    faces: Mapping[str, CardPicture]
    make_back: Callable[[], CardPicture] | None
    neighbours: Sequence[str]
    countable: bool = True
    figured: bool = True

    @cached_property
    def back(self) -> CardPicture | None:
        """The back, made when it is first asked for."""
        return None if self.make_back is None else self.make_back()


def ready(picture: CardPicture) -> Callable[[], CardPicture]:
    """Return a maker of a back that is there already; it can be sent to another process, as the design can then."""
    return partial(_the_same, picture)


def _the_same(picture: CardPicture) -> CardPicture:
    return picture


def picture_from(image: npt.NDArray[np.uint8], corner_radius: float = 0.045) -> CardPicture:
    """Prepare a picture of a card.

    Args:
        image: (H, W, 3) or (H, W, 4) uint8, BGR(A), straight alpha.
        corner_radius: Radius of the corners cut from a picture without alpha, as a part of its height.
    """
    if image.shape[2] == 3 or int(image[..., 3].min()) == 255:
        alpha = _rounded_mask(image.shape[0], image.shape[1], corner_radius)
    else:
        image = _without_margins(image)
        alpha = image[..., 3]
    if image.shape[0] > _LARGEST:
        width = round(image.shape[1] * _LARGEST / image.shape[0])
        image = np.asarray(cv2.resize(image, (width, _LARGEST), interpolation=cv2.INTER_AREA), np.uint8)
        alpha = np.asarray(cv2.resize(alpha, (width, _LARGEST), interpolation=cv2.INTER_AREA), np.uint8)
    colours = (image[..., :3].astype(np.uint16) * alpha[..., None] // 255).astype(np.uint8)
    levels = [np.dstack([colours, alpha])]
    while levels[-1].shape[0] >= 60:
        height, width = levels[-1].shape[:2]
        levels.append(cv2.resize(levels[-1], (max(width // 2, 1), height // 2), interpolation=cv2.INTER_AREA))
    return CardPicture(tuple(levels), _is_symmetric(levels[-1]))


def _without_margins(image: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Cut off what lies around a card in a picture of it, such as a shadow: its edges are those of the card."""
    solid = image[..., 3] > _SOLID
    height, width = solid.shape
    rows = np.flatnonzero(solid[:, width // 4 : 3 * width // 4].mean(axis=1) > 0.5)
    columns = np.flatnonzero(solid[height // 4 : 3 * height // 4].mean(axis=0) > 0.5)
    if not (len(rows) and len(columns)):
        return image
    return image[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]


def _rounded_mask(height: int, width: int, radius: float) -> npt.NDArray[np.uint8]:
    mask = np.zeros((height, width), np.uint8)
    r = max(int(radius * height), 1)
    cv2.rectangle(mask, (r, 0), (width - 1 - r, height - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (width - 1, height - 1 - r), 255, -1)
    for x in (r, width - 1 - r):
        for y in (r, height - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def _is_symmetric(image: BgraImage) -> bool:
    small = cv2.resize(image[..., :3], (28, 40), interpolation=cv2.INTER_AREA).astype(np.int16)
    return float(np.abs(small - small[::-1, ::-1]).mean()) < _SYMMETRY_TOLERANCE


def read_picture(path: Path) -> npt.NDArray[np.uint8]:
    """Read a picture with its alpha channel, if any.

    Raises:
        UnusableError: The file is missing or no picture.
    """
    try:
        # Not cv2.imread: it cannot open names outside the code page on Windows.
        data = np.frombuffer(read_given(path), np.uint8)
    except OSError as error:
        raise UnusableError(f"{path}: cannot be read ({refusal_of(error)})") from error
    image = cv2.imdecode(data, cv2.IMREAD_UNCHANGED) if len(data) else None
    if image is None:
        raise UnusableError(f"{path}: not a picture that can be read")
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    return np.asarray(image, np.uint8)


@lru_cache(maxsize=8000)
def _load_picture(path: Path) -> CardPicture:
    return picture_from(read_picture(path))


class _FolderFaces(Mapping[str, CardPicture]):
    """Faces of a design folder, each read when it is first needed."""

    def __init__(self, paths: Mapping[str, Path]) -> None:
        self._paths = paths

    def __getitem__(self, code: str) -> CardPicture:
        return _load_picture(self._paths[code])

    def __iter__(self) -> Iterator[str]:
        return iter(self._paths)

    def __len__(self) -> int:
        return len(self._paths)


def _pictures(folder: Path) -> dict[str, Path]:
    """Return the pictures of a design folder by card code, its back by `back`.

    Raises:
        UnusableError: There are none of cards.
    """
    paths = {path.stem: path for path in sorted(folder.glob("*.webp")) + sorted(folder.glob("*.png"))}
    if not paths.keys() - {"back"}:
        raise UnusableError(f"{folder}: no card pictures (*.webp, *.png) in this folder")
    return paths


@lru_cache(maxsize=512)
def load_design(folder: Path, deck: str) -> Design:
    """Open one design folder; its pictures are read as they are needed.

    Raises:
        UnusableError: The folder holds no card pictures.
    """
    paths = _pictures(folder)
    back = paths.pop("back", None)
    faces = _FolderFaces(paths)
    return Design(folder.name, deck, faces, partial(_load_picture, back) if back else None, tuple(faces))


def load_whole_deck(folder: Path, deck: Deck) -> Design:
    """Open a design folder that must hold every card of a deck.

    Raises:
        UnusableError: The folder holds no card pictures, or cards are missing.
    """
    design = load_design(folder, deck.id)
    missing = [code for code in deck.codes if code not in design.faces]
    if missing:
        raise UnusableError(
            f"the design {design.name} lacks {len(missing)} cards of the deck {deck.id}: {', '.join(missing[:6])}"
            f"{' ...' if len(missing) > 6 else ''}"
        )
    return design


@dataclass(frozen=True)
class DesignFolder:
    """Where a design lies; loaded when it is needed."""

    path: Path
    deck: str

    def load(self) -> Design:
        """Return the design, from memory the second time."""
        return load_design(self.path, self.deck)

    def pictures(self) -> Mapping[str, Path]:
        """Return its pictures by card code, its back by `back`.

        Raises:
            UnusableError: There are none of cards.
        """
        return _pictures(self.path)


ART_GROUPS: Mapping[str, str] = {"spanish": "spanish48", "french": "french52", "italian": "italian40"}
"""Groups of the artwork folder and the deck that their codes belong to."""


def find_designs(art: Path, part: str) -> dict[str, list[DesignFolder]]:
    """List the designs of one part (`fit` or `check`) of an artwork folder `<group>/<part>/<design>/`, by deck.

    Raises:
        UnusableError: The folder holds none.
    """
    found: dict[str, list[DesignFolder]] = {}
    for group, deck in ART_GROUPS.items():
        folders = sorted(path for path in (art / group / part).glob("*") if path.is_dir())
        if folders:
            found[deck] = [DesignFolder(path, deck) for path in folders]
    if not found:
        raise UnusableError(f"{art}: no designs found (expected <group>/{part}/<design>/<card code>.webp)")
    return found
