import gzip
import io
import tarfile
import zipfile
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.cli.main import main
from companion.errors import UnusableError
from companion.synth.designs import find_designs
from companion.training.card_svg import CardSvg
from companion.training.package_files import read_members
from companion.training.public_art import HEIGHT, collect_art
from companion.training.public_icons import ICON_SETS
from companion.training.public_sources import BACK, CHECK, CODES, PACKAGES, CardElements, CardFiles, CardGrid, Package

XLINK = 'xmlns:xlink="http://www.w3.org/1999/xlink"'
SVG = f'<svg xmlns="http://www.w3.org/2000/svg" {XLINK}'


def face(number: int, x: float = 0, y: float = 0, attributes: str = "") -> str:
    """A white card of 20 x 30 with one dark bar, whose place tells the number."""
    paper = f'<rect x="{x}" y="{y}" width="20" height="30" fill="#fff"/>'
    left, top = x + 1 + number % 9 * 2, y + 2 + number // 9 * 4
    return f'<g {attributes}>{paper}<rect x="{left}" y="{top}" width="2" height="3" fill="#{number:02x}2040"/></g>'


def one_card(number: int) -> bytes:
    return f'{SVG} width="20mm" height="30mm" viewBox="0 0 20 30">{face(number)}</svg>'.encode()


def grid() -> bytes:
    faces = [face(number, number % 13 * 20, number // 13 * 30) for number in range(52)]
    faces.append(f'<rect x="40" y="120" width="20" height="30" fill="#c04"/>{face(53, 40, 120)}')
    return gzip.compress(f'{SVG} width="260" height="150">{"".join(faces)}</svg>'.encode())


def elements() -> bytes:
    """Cards in a shifted group, one after the other to the right, far beyond what the drawing shows."""
    ranks = ["1", *map(str, range(2, 11)), "jack", "queen", "king"]
    names = [f"{rank}_{suit}" for suit in ("club", "diamond", "heart", "spade") for rank in ranks]
    cards = [face(number, number * 25 % 300, number // 12 * 35, f'id="{name}"') for number, name in enumerate(names)]
    shown = '<g id="back"><use xlink:href="#pattern"/></g>'
    defined = '<defs><g id="pattern"><rect width="20" height="30" fill="#08f"/><circle cx="9" cy="9" r="5"/></g></defs>'
    shifted = f'<g transform="translate(40 5)">{"".join(cards)}</g>'
    return f'{SVG} width="200" height="120">{defined}{shifted}{shown}</svg>'.encode()


DESIGNS = {
    "files": CardFiles("gnomedeb-rheinland", {code: f"package/{code}.svg" for code in CODES}),
    "grid": CardGrid("a-grid", "package/grid.svgz"),
    "elements": CardElements("elements", "package/elements.svg"),
}
PACKAGE = Package("npm", "@anna/cards", "1.0.0", "CC0-1.0", list(DESIGNS.values()))
CONTENTS = {
    **{f"package/{code}.svg": one_card(number) for number, code in enumerate(CODES)},
    "package/grid.svgz": grid(),
    "package/elements.svg": elements(),
}


def tar(contents: dict[str, bytes], mode: str = "w:gz", prefix: str = "") -> bytes:
    target = io.BytesIO()
    with tarfile.open(fileobj=target, mode=mode) as archive:
        for name, content in contents.items():
            member = tarfile.TarInfo(prefix + name)
            member.size = len(content)
            archive.addfile(member, io.BytesIO(content))
    return target.getvalue()


def debian(parts: dict[str, bytes]) -> bytes:
    body = b"!<arch>\n"
    for name, content in parts.items():
        body += f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(content):<10}`\n".encode()
        body += content + b"\n" * (len(content) % 2)
    return body


@pytest.fixture(scope="module")
def collected(tmp_path_factory):
    folder = tmp_path_factory.mktemp("art")
    (folder / "anna-cards-1.0.0.tgz").write_bytes(tar(CONTENTS))
    lines: list[str] = []
    return collect_art(folder, folder / "art", lines.append, [PACKAGE]), folder, lines


def test_every_layout_becomes_a_design_that_training_finds(collected):
    result, folder, _ = collected
    assert sorted(result.made) == ["a-grid", "elements", "gnomedeb-rheinland"]
    assert [design.path.name for design in find_designs(folder / "art", "check")["french52"]] == ["gnomedeb-rheinland"]
    for found in find_designs(folder / "art", "fit")["french52"]:
        design = found.load()
        assert sorted(design.faces) == sorted(CODES)
        assert design.back is not None


@pytest.mark.parametrize("design", ["check/gnomedeb-rheinland", "fit/a-grid", "fit/elements"])
def test_a_card_is_drawn_whole_and_under_its_own_code(collected, design):
    _, folder, _ = collected
    for number, code in enumerate(CODES[::7]):
        picture = cv2.imread(str(folder / "art" / "french" / design / f"{code}.webp"), cv2.IMREAD_UNCHANGED)
        assert picture.shape[0] == HEIGHT
        assert abs(picture.shape[1] / HEIGHT - 2 / 3) < 0.02
        opaque = picture[..., 3] > 127 if picture.shape[2] == 4 else np.ones(picture.shape[:2], bool)
        assert opaque.mean() > 0.98
        rows, columns = np.nonzero(opaque & (picture[..., :3].mean(axis=2) < 128))
        place = columns.mean() / picture.shape[1] * 20, rows.mean() / HEIGHT * 30
        expected = 2 + number * 7 % 9 * 2, 3.5 + number * 7 // 9 * 4
        assert np.allclose(place, expected, atol=0.5)


def test_the_second_time_nothing_is_made_again(collected):
    _, folder, _ = collected
    mine = folder / "art" / "french" / "fit" / "a-grid" / "AS.webp"
    before = mine.stat().st_mtime_ns
    result = collect_art(folder, folder / "art", lambda _: None, [PACKAGE])
    assert (len(result.made), len(result.kept)) == (0, 3)
    assert mine.stat().st_mtime_ns == before


def test_what_is_not_there_is_named_with_the_command_that_fetches_it(tmp_path):
    (tmp_path / "anna-cards").mkdir()
    lines: list[str] = []
    other = Package("apt", "kings", "1:2", "GPL-3.0", [DESIGNS["grid"]])
    result = collect_art(tmp_path, tmp_path / "art", lines.append, [other, PACKAGE])
    assert result.missing == [other]
    assert "kings: not there; to fetch it: apt-get download kings=1:2" in lines


def test_a_package_that_changed_is_told_and_leaves_no_half_design(tmp_path):
    changed = dict(CONTENTS)
    del changed["package/QH.svg"]
    changed["package/grid.svgz"] = gzip.compress(f'{SVG} width="260" height="150">{face(1)}</svg>'.encode())
    changed["package/elements.svg"] = b"<svg"
    (tmp_path / "anna-cards-2.0.0.tgz").write_bytes(tar(changed))
    lines: list[str] = []
    result = collect_art(tmp_path, tmp_path / "art", lines.append, [PACKAGE])
    assert sorted(result.failed) == ["a-grid", "elements", "gnomedeb-rheinland"]
    assert not list((tmp_path / "art").rglob("*.webp"))
    told = "\n".join(lines)
    assert "anna-cards-2.0.0.tgz is not the version 1.0.0" in told
    assert "no package/QH.svg (1 files are missing)" in told
    assert "51 cards are missing or empty, first 2C" in told


def test_cards_that_are_all_alike_are_no_deck(tmp_path):
    contents = {f"package/{code}.svg": one_card(3) for code in CODES}
    (tmp_path / "anna-cards-1.0.0.tgz").write_bytes(tar(contents))
    lines: list[str] = []
    package = Package("npm", "@anna/cards", "1.0.0", "CC0-1.0", [DESIGNS["files"]])
    assert collect_art(tmp_path, tmp_path / "art", lines.append, [package]).failed == ["gnomedeb-rheinland"]
    assert "AC and 2C are the same picture" in lines[0]


def test_what_is_printed_alone_is_laid_on_paper(tmp_path):
    faces = {f"package/{code}.svg": one_card(number) for number, code in enumerate(CODES)}
    bare = {name: content.replace(b'fill="#fff"', b'fill="none"') for name, content in faces.items()}
    (tmp_path / "anna-cards-1.0.0.tgz").write_bytes(tar(bare))
    package = Package("npm", "@anna/cards", "1.0.0", "CC0-1.0", [replace(DESIGNS["files"], bare=True)])
    assert collect_art(tmp_path, tmp_path / "art", lambda _: None, [package]).made == ["gnomedeb-rheinland"]
    picture = cv2.imread(str(tmp_path / "art" / "french" / "check" / "gnomedeb-rheinland" / "AS.webp"))
    assert picture.min(axis=2).mean() > 240
    assert picture.min() < 80


def test_every_kind_of_archive_gives_the_same_files(tmp_path):
    contents = {"usr/share/a.svg": b"a", "usr/share/b.svg": b"b"}
    data = tar(contents, "w:xz", "./")
    (tmp_path / "deb_1_all.deb").write_bytes(
        debian({"debian-binary": b"2.0\n", "control.tar.xz": b"odd", "data.tar.xz": data})
    )
    (tmp_path / "npm-1.tgz").write_bytes(tar(contents))
    with zipfile.ZipFile(tmp_path / "pip-1-py3-none-any.whl", "w") as wheel:
        for name, content in contents.items():
            wheel.writestr(name, content)
    (tmp_path / "unpacked" / "usr" / "share").mkdir(parents=True)
    (tmp_path / "unpacked" / "usr" / "share" / "a.svg").write_bytes(b"a")
    for package in ("deb_1_all.deb", "npm-1.tgz", "pip-1-py3-none-any.whl", "unpacked"):
        assert read_members(tmp_path / package, ["usr/share/a.svg", "usr/share/c.svg"]) == {"usr/share/a.svg": b"a"}


def wheel_with_a_changed_byte() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as wheel:
        wheel.writestr("a", bytes(range(256)) * 20)
    content = bytearray(packed.getvalue())
    content[31:60] = b"\xff" * 29
    return bytes(content)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("x.deb", b"!<arch>\nnothing"),
        ("x.deb", debian({"data.tar": b"nothing"}).replace(b"7         `", b"seven     `")),
        ("x.tgz", b"nothing"),
        ("x.whl", b"nothing"),
        ("x.whl", wheel_with_a_changed_byte()),
    ],
)
def test_a_damaged_archive_says_so(tmp_path, name, content):
    (tmp_path / name).write_bytes(content)
    with pytest.raises(UnusableError, match="fetch it again"):
        read_members(tmp_path / name, ["a"])


def test_a_damaged_package_does_not_keep_the_others_from_being_made(tmp_path):
    (tmp_path / "kings_2_all.deb").write_bytes(b"cut off")
    (tmp_path / "anna-cards-1.0.0.tgz").write_bytes(tar(CONTENTS))
    kings = Package("apt", "kings", "2", "GPL-3.0", [CardGrid("kings", "usr/kings.svgz")])
    anna = Package("npm", "@anna/cards", "1.0.0", "CC0-1.0", [DESIGNS["grid"]])
    lines: list[str] = []
    result = collect_art(tmp_path, tmp_path / "art", lines.append, [kings, anna])
    assert (result.made, result.failed) == (["a-grid"], ["kings"])
    assert "kings left out" in lines[0]
    assert "not a Debian package" in lines[0]


def test_an_artwork_folder_that_cannot_be_written_is_refused(tmp_path):
    (tmp_path / "anna-cards-1.0.0.tgz").write_bytes(tar(CONTENTS))
    (tmp_path / "art").write_text("a file", "utf-8")
    package = Package("npm", "@anna/cards", "1.0.0", "CC0-1.0", [DESIGNS["grid"]])
    with pytest.raises(UnusableError, match="choose another artwork folder"):
        collect_art(tmp_path, tmp_path / "art", lambda _: None, [package])


def test_an_archive_that_python_cannot_read_says_how_to_unpack_it(tmp_path):
    (tmp_path / "kings_2_all.deb").write_bytes(debian({"debian-binary": b"2.0\n", "data.tar.zst": b"zzz"}))
    with pytest.raises(UnusableError, match=r"dpkg-deb -x kings_2_all\.deb kings"):
        read_members(tmp_path / "kings_2_all.deb", ["a"])


def test_a_drawing_without_a_size_is_refused():
    with pytest.raises(UnusableError, match="viewBox"):
        CardSvg(f"{SVG}></svg>".encode(), "a.svg")


def test_the_table_of_packages_names_every_card_once():
    designs = [design for package in PACKAGES for design in package.designs]
    names = [design.name for design in designs]
    assert len(names) == len(set(names))
    assert set(names) >= CHECK
    for design in designs:
        if isinstance(design, CardFiles):
            faces = [path for code, path in design.paths.items() if code != BACK]
            assert len(set(faces)) == len(CODES)


def test_the_command_lists_what_to_fetch(capsys):
    assert main(["art", "--list"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert len(out) == len(PACKAGES) + len(ICON_SETS)
    assert "npm pack svg-cards@4.0.2  # LGPL-2.1" in out


def test_the_command_without_packages_says_what_to_do(tmp_path, capsys):
    assert main(["art", str(tmp_path), str(tmp_path / "art")]) == 2
    assert "none of the packages" in capsys.readouterr().err
    assert main(["art", str(tmp_path / "nowhere"), str(tmp_path / "art")]) == 2
    assert "apt-get download gnome-cards-data" in capsys.readouterr().err
