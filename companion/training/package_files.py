"""Files out of fetched packages: Debian archives, npm tar files, Python wheels, or folders with their contents."""

import io
import lzma
import tarfile
import zipfile
import zlib
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import IO

from companion.errors import UnusableError

_AR_MAGIC = b"!<arch>\n"
_AR_HEADER = 60
_DAMAGED = (OSError, EOFError, ValueError, tarfile.TarError, zipfile.BadZipFile, zlib.error, lzma.LZMAError)
"""What the standard library raises on archives that are cut short or changed."""


def read_members(package: Path, wanted: Collection[str]) -> dict[str, bytes]:
    """Read files out of a package.

    Args:
        package: A `.deb`, `.tgz` or `.whl` file, or a folder.
        wanted: Paths inside it, with `/`; those that it does not have are left out of the answer.

    Returns:
        Contents by path.

    Raises:
        UnusableError: It is no such archive, or damaged.
    """
    wanted = set(wanted)
    if package.is_dir():
        return {name: (package / name).read_bytes() for name in wanted if (package / name).is_file()}
    try:
        if package.suffix == ".whl":
            with zipfile.ZipFile(package) as wheel:
                return {name: wheel.read(name) for name in wanted.intersection(wheel.namelist())}
        with package.open("rb") as file, tarfile.open(fileobj=_tar_of(package, file)) as tar:
            return dict(_members(tar, wanted))
    except _DAMAGED as error:
        raise UnusableError(f"{package}: not an archive that can be read ({error}); fetch it again") from error


def _members(tar: tarfile.TarFile, wanted: set[str]) -> Iterator[tuple[str, bytes]]:
    for member in tar:
        name = member.name.removeprefix("./")
        content = tar.extractfile(member) if name in wanted and member.isfile() else None
        if content is not None:
            yield name, content.read()


def _tar_of(package: Path, file: IO[bytes]) -> IO[bytes]:
    """Return the tar file itself; a Debian archive holds it as its part `data.tar.*`.

    Raises:
        UnusableError: The archive holds none, or one compressed with zstd, which Python cannot read.
    """
    if package.suffix != ".deb":
        return file
    magic, header = file.read(len(_AR_MAGIC)), file.read(_AR_HEADER)
    while magic == _AR_MAGIC and len(header) == _AR_HEADER:
        name, size = header[:16].decode("ascii", "replace").strip().rstrip("/"), int(header[48:58])
        if name.startswith("data.tar") and not name.endswith(".zst"):
            return io.BytesIO(file.read(size))
        if name.startswith("data.tar"):
            folder = package.name.split("_", 1)[0]
            raise UnusableError(f"{package}: compressed with zstd; unpack it: dpkg-deb -x {package.name} {folder}")
        file.seek(size + size % 2, io.SEEK_CUR)
        header = file.read(_AR_HEADER)
    raise UnusableError(f"{package}: not a Debian package; fetch it again")
