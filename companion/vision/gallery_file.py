"""Galleries as files: one small file a deck, in the user's own data folder."""

import io
import json
import re
import struct
import tokenize
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np
from platformdirs import user_data_path

from companion.cards import DECKS
from companion.errors import CompanionError, UnusableError
from companion.language import mark
from companion.refusals import refused
from companion.vision.gallery import Gallery, Look, make_gallery
from companion.vision.reader import Reader
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH
from companion.vision.types import Image
from companion.whole_files import write_whole

Kept = TypeVar("Kept")
"""What is read in a file."""

_SUFFIX = ".gallery"
_FORMAT = "table-companion gallery"
_VERSION = 1
_NAME = re.compile(r"(?!(?:con|prn|aux|nul|(?:com|lpt)\d)(?:\.|$))\w[\w .,'’()&+-]{0,47}", re.IGNORECASE)
"""Not those of Windows' devices, with or without an ending."""
_QUALITY = 92
_ARCHIVE = b"PK\x03\x04"
"""How the file begins; what else NumPy meets it takes for pickled objects, and says how to run them."""
_LARGEST_FILE = 64 * 2**20
"""Bytes beyond which a file is no gallery: some hundred looks need two or three million."""
_LARGEST_CONTENT = 256 * 2**20
"""Bytes that it may hold when it is unpacked: a small file can be packed so that it fills all memory."""
_FRAMES = frozenset({0xC0, 0xC1, 0xC2})
"""Segments of a JPEG picture that say how high and wide it is."""
_DAMAGED = (
    OSError,
    ValueError,
    KeyError,
    TypeError,
    IndexError,
    EOFError,
    MemoryError,
    SyntaxError,
    tokenize.TokenError,  # both: the heading of an array is read as Python reads a program
    RuntimeError,  # and NotImplementedError: a zip file that says it is encrypted, or packed in an unknown way
    struct.error,
    zipfile.BadZipFile,
    zlib.error,
    cv2.error,
)
"""What is raised over a file that was cut short or changed."""


_UNREADABLE = mark("its content cannot be read")
"""Why a file is damaged, where only what unpacks it knows better, and says so in English and for programmers."""

_NO_LIKENESS = mark("what its cards look like to the reader model is not told as it should be")
NOT_AGREED = mark("pictures and cards do not agree")
NONE_OF_ITS_DECK = mark("a card is none of its deck")


class DamageError(ValueError):
    """A gallery's file holds what none can; the message, one of the catalogues, says what."""


def gallery_folder() -> Path:
    """Return the folder where galleries lie; it may not exist yet."""
    return user_data_path("table-companion", appauthor=False) / "decks"


def gallery_names(folder: Path | None = None) -> tuple[str, ...]:
    """Return the names of the galleries that are kept."""
    return tuple(sorted(_files(folder or gallery_folder())))


def _files(folder: Path) -> dict[str, Path]:
    """Return the galleries of a folder by name. A file that comes from a Mac has the accents apart from the letters."""
    found = (path for path in folder.glob(f"*{_SUFFIX}") if path.is_file())
    return {unicodedata.normalize("NFC", path.stem): path for path in found}


def gallery_path(name: str, folder: Path | None = None) -> Path:
    """Return the file for a gallery's name; one that lies there may be called in any way that files are.

    Raises:
        UnusableError: There is none, and the name cannot be that of a file everywhere.
    """
    name = unicodedata.normalize("NFC", name)
    folder = folder or gallery_folder()
    kept = _files(folder).get(name)
    if kept is None and (not _NAME.fullmatch(name) or name.endswith((".", " "))):
        raise UnusableError(
            mark("the name {name} cannot be used; take letters, digits, spaces and - _ . ' & +, 48 signs at most"),
            name=repr(name),
        )
    return kept or folder / f"{name}{_SUFFIX}"


def is_taught(name: str, folder: Path | None = None) -> bool:
    """Tell whether a gallery is kept under a name.

    Raises:
        UnusableError: The name cannot be that of a gallery.
    """
    return gallery_path(name, folder).is_file()


def save_gallery(gallery: Gallery, folder: Path | None = None) -> Path:
    """Keep a gallery in place of an earlier one of its name; return its file.

    Raises:
        UnusableError: It cannot be written.
    """
    path = gallery_path(gallery.name, folder)
    header = {
        "format": _FORMAT,
        "version": _VERSION,
        "name": gallery.name,
        "deck": gallery.deck,
        "model": gallery.fingerprint,
        "codes": [look.code for look in gallery.looks],
    }
    arrays = {
        **packed([look.crop for look in gallery.looks]),
        "embeddings": gallery.embeddings,
        "owner": gallery.owner.astype(np.int32),
        "turned": gallery.turned,
    }
    write_archive(path, header, arrays)
    return path


def load_gallery(name: str | Path, reader: Reader, folder: Path | None = None) -> Gallery:
    """Open a gallery; one that was made with another reader model is embedded anew from its pictures.

    Args:
        name: Of the gallery, or the path of its file.
        reader: The model that will read with it.
        folder: Where galleries lie; the user's own when None.

    Raises:
        UnusableError: There is none of that name, or its file is damaged or of a newer version.
    """
    return opened(name if isinstance(name, Path) else gallery_path(name, folder), lambda path: _read(path, reader))


def opened(path: Path, read: Callable[[Path], Kept]) -> Kept:
    """Return what is read in the file of a gallery.

    Raises:
        UnusableError: There is no such file, or it is damaged or of a newer version.
    """
    if not path.is_file():
        raise UnusableError(
            mark("there is no taught deck {name} (known: {known}); teach it first, or choose another"),
            name=repr(path.stem),
            known=", ".join(gallery_names(path.parent)) or "–",
        )
    try:
        return read(path)
    except CompanionError:
        raise
    except _DAMAGED as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise UnusableError(mark("{name}: cannot be read ({reason})"), name=path, reason=refused(error)) from error
        raise UnusableError(
            mark("{name}: is damaged ({reason}); remove it and teach the deck again"),
            name=path,
            reason=UnusableError(str(error) if isinstance(error, DamageError) else _UNREADABLE),
        ) from error


def header_in(path: Path, stored: Any) -> dict[str, Any]:
    """Return what the archive of a gallery says about it; raises what `opened` puts into words."""
    header = checked_header(path, stored, _FORMAT, _VERSION)
    if not header["codes"]:
        raise DamageError(mark("it holds no card"))
    if set(header["codes"]) - set(DECKS[header["deck"]].codes):
        raise DamageError(NONE_OF_ITS_DECK)
    return header


def looks_in(header: Mapping[str, Any], stored: Any) -> tuple[Look, ...]:
    """Return the looks that the archive of a gallery holds; raises what `opened` puts into words."""
    crops = unpacked(stored)
    if len(crops) != len(header["codes"]):
        raise DamageError(NOT_AGREED)
    return tuple(Look(code, crop) for code, crop in zip(header["codes"], crops, strict=True))


def packed(crops: Sequence[Image]) -> dict[str, Any]:
    """Return crops, one or more, as arrays of an archive."""
    pictures = [
        np.asarray(cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])[1]).ravel() for crop in crops
    ]
    lengths = np.array([len(picture) for picture in pictures], np.int64)
    return {"pictures": np.concatenate(pictures), "lengths": lengths}


def unpacked(stored: Any) -> list[Image]:
    """Return the crops that an archive holds; raises what `opened` puts into words."""
    ends = np.cumsum(stored["lengths"])
    if not len(ends) or int(ends[-1]) != len(stored["pictures"]):
        raise DamageError(NOT_AGREED)
    return [_crop(picture) for picture in np.split(stored["pictures"], ends[:-1])]


def delete_file(path: Path) -> None:
    """Delete the file of a gallery, or of a lesson, where it is there.

    Raises:
        UnusableError: It cannot be deleted.
    """
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise UnusableError(
            mark("{file}: cannot be deleted ({reason})"), file=str(path), reason=refused(error)
        ) from error


def write_archive(path: Path, header: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    """Write the file of a gallery.

    Raises:
        UnusableError: It cannot be written.
    """
    data = io.BytesIO()
    np.savez_compressed(data, header=np.frombuffer(json.dumps(header).encode(), np.uint8), **arrays)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, data.getvalue())
    except OSError as error:
        raise UnusableError(mark("{name}: cannot be written ({reason})"), name=path, reason=refused(error)) from error


def _read(path: Path, reader: Reader) -> Gallery:
    with archive(path) as stored:
        header = header_in(path, stored)
        looks = looks_in(header, stored)
        if header["model"] != reader.fingerprint:
            return make_gallery(reader, header["name"], header["deck"], looks)
        gallery = Gallery(
            header["name"],
            header["deck"],
            header["model"],
            looks,
            np.asarray(stored["embeddings"], np.float16),
            np.asarray(stored["owner"], np.intp),
            np.asarray(stored["turned"], np.bool_),
        )
    rows = len(gallery.embeddings)
    if gallery.owner.shape != (rows,) or gallery.turned.shape != (rows,) or gallery.embeddings.ndim != 2:
        raise DamageError(_NO_LIKENESS)
    if gallery.embeddings.shape[1] != reader.perceive([looks[0].crop]).embedding.shape[1]:
        raise DamageError(_NO_LIKENESS)
    if not np.isfinite(gallery.embeddings).all():
        raise DamageError(_NO_LIKENESS)
    if set(gallery.owner.tolist()) != set(range(len(gallery.codes))):
        raise DamageError(_NO_LIKENESS)
    return gallery


def archive(path: Path) -> Any:
    """Open the archive of a gallery; raises what `opened` puts into words."""
    if path.stat().st_size > _LARGEST_FILE:
        raise DamageError(mark("it is far too large"))
    data = path.read_bytes()
    if not data.startswith(_ARCHIVE):
        raise DamageError(mark("it is no file of the companion"))
    with zipfile.ZipFile(io.BytesIO(data)) as parts:
        if sum(part.file_size for part in parts.infolist()) > _LARGEST_CONTENT:
            raise DamageError(mark("it is far too large"))
    return np.load(io.BytesIO(data), allow_pickle=False)


def checked_header(path: Path, stored: Any, form: str, version: int) -> dict[str, Any]:
    """Return what an archive of this form and version says about it; raises what `opened` puts into words."""
    header = json.loads(stored["header"].tobytes())
    if not isinstance(header, dict) or header.get("format") != form:
        raise UnusableError(mark("{name}: is no taught deck; remove it and teach the deck again"), name=path)
    if header.get("version") != version:
        raise UnusableError(
            mark("{name}: was written by a newer version of the companion (version {version}); update it"),
            name=path,
            version=header.get("version"),
        )
    if header["deck"] not in DECKS:
        raise DamageError(mark("its kind of deck is not known"))
    return header


def _crop(picture: "np.ndarray[Any, np.dtype[np.uint8]]") -> Image:
    as_large = _size_said(picture.tobytes()) == (CROP_HEIGHT, CROP_WIDTH)
    crop = cv2.imdecode(picture, cv2.IMREAD_COLOR) if as_large else None
    if crop is None or crop.shape != (CROP_HEIGHT, CROP_WIDTH, 3):
        raise DamageError(mark("a card's picture cannot be read"))
    return np.asarray(crop, np.uint8)


def _size_said(picture: bytes) -> tuple[int, int] | None:
    """Return how high and wide a JPEG picture says it is, before memory is taken for it; None where it does not."""
    at = 2
    while at + 9 <= len(picture) and picture[at] == 0xFF:
        if picture[at + 1] in _FRAMES:
            height, width = struct.unpack_from(">HH", picture, at + 5)
            return height, width
        at += 2 + struct.unpack_from(">H", picture, at + 2)[0]
    return None
