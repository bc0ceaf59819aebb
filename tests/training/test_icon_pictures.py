import json

import cv2
import numpy as np
import pytest

from companion.cli.main import main
from companion.errors import UnusableError
from companion.synth.icons import ANYTHING, ICONS
from companion.training.icon_pictures import collect_icons
from companion.training.public_icons import CHECKED_SETS, ICON_SETS, IconSet
from companion.training.public_sources import Package

BLADE = '<path fill="#1080f0" d="M12 88 L76 24 L82 20 L80 28 L20 92z M10 76l14 14-6 6-14-14z"/>'
"""Long, from one corner to the other, its thick end below."""
MUG = '<path fill="#f04010" d="M20 20h50v60h-50z"/>'
RING = '<path fill="currentColor" fill-rule="evenodd" d="M10 10h80v80h-80z M30 30h40v40h-40z"/>'
TWINS = '<path fill="#000" d="M5 5h30v30h-30z M65 65h30v30h-30z"/>'


def fetched(folder, name, icons):
    """A package as it lies there unpacked."""
    path = folder / f"iconify-json-{name}" / "package" / "icons.json"
    path.parent.mkdir(parents=True)
    drawings = {"width": 100, "height": 100, "icons": {key: {"body": body} for key, body in icons.items()}}
    path.write_text(json.dumps(drawings), encoding="utf-8")


def a_set(name="noto", tint=False, **shown):
    return IconSet(name, Package("npm", f"@iconify-json/{name}", "1.0.0", "MIT", ()), shown, tint)


def piece(art, part, kind, name):
    return cv2.imread(str(art / ICONS / part / kind / f"{name}.png"), cv2.IMREAD_UNCHANGED)


def test_what_stands_for_a_suit_is_cut_out_and_what_is_long_stands(tmp_path):
    fetched(tmp_path, "noto", {"dagger": BLADE, "beer-mug": MUG})
    assert collect_icons(tmp_path, tmp_path / "art", lambda _: None, [a_set(cups=["beer-mug"], swords=["dagger"])]) >= 2
    mug = piece(tmp_path / "art", "fit", "cups", "noto-beer-mug")
    assert (mug[..., 3] > 200).mean() > 0.95
    blade = piece(tmp_path / "art", "fit", "swords", "noto-dagger")
    height, width = blade.shape[:2]
    assert height > 2.5 * width
    filled = blade[..., 3] > 128
    assert filled[: height // 2].sum() > filled[height // 2 :].sum()


def test_a_shape_without_colours_keeps_what_it_leaves_open(tmp_path):
    fetched(tmp_path, "shapes", {"coin": RING})
    collect_icons(tmp_path, tmp_path / "art", lambda _: None, [a_set("shapes", tint=True, coins=["coin"])])
    ring = piece(tmp_path / "art", "fit", "coins", "shapes-coin")
    height, width = ring.shape[:2]
    assert (ring[..., 3] > 200).mean() > 0.95
    assert ring[height // 2, width // 2, 0] > 240
    assert ring[height // 10, width // 2, 0] < 15


def test_only_one_thing_counts_as_one(tmp_path):
    """Every third picture of a set may stand for anything, in the order of their names."""
    names = {"aa": MUG, "bb": MUG, "cc": MUG, "dd": TWINS, "ee": MUG, "ff": MUG, "gg": RING, "two-mugs": MUG}
    fetched(tmp_path, "noto", names)
    collect_icons(tmp_path, tmp_path / "art", lambda _: None, [a_set()])
    assert {path.name for path in (tmp_path / "art" / ICONS / "fit" / ANYTHING).iterdir()} == {
        "noto-aa.png",
        "noto-gg.png",
    }


def test_a_set_that_is_for_checking_is_kept_apart_and_nothing_is_made_twice(tmp_path):
    (name,) = CHECKED_SETS
    fetched(tmp_path, name, {"beer-mug": MUG})
    sets = [a_set(name, cups=["beer-mug"])]
    assert collect_icons(tmp_path, tmp_path / "art", lambda _: None, sets)
    assert piece(tmp_path / "art", "check", "cups", f"{name}-beer-mug") is not None
    lines = []
    assert collect_icons(tmp_path, tmp_path / "art", lines.append, sets) == 0
    assert "there already" in lines[0]


def test_what_is_not_there_is_named_with_its_command_and_what_is_damaged_is_refused(tmp_path):
    lines = []
    assert collect_icons(tmp_path, tmp_path / "art", lines.append, [a_set()]) == 0
    assert "npm pack @iconify-json/noto@1.0.0" in lines[0]
    fetched(tmp_path, "noto", {})
    for damaged in ('{"icons": 3}', '{"icons": {"mug": {}}}', "[]", "{"):
        (tmp_path / "iconify-json-noto" / "package" / "icons.json").write_text(damaged)
        with pytest.raises(UnusableError, match="fetch it again"):
            collect_icons(tmp_path, tmp_path / "art", lines.append, [a_set()])


def test_every_suit_and_court_can_be_shown_by_every_set():
    for icons in ICON_SETS:
        assert set(icons.shown) == {"cups", "coins", "swords", "clubs", "10", "11", "12"}
        for names in icons.shown.values():
            assert len(set(names)) == len(names)


def test_a_set_that_was_interrupted_is_made_again(tmp_path):
    fetched(tmp_path, "noto", {"beer-mug": MUG, "dagger": BLADE})
    sets = [a_set(cups=["beer-mug"], swords=["dagger"])]
    collect_icons(tmp_path, tmp_path / "art", lambda _: None, sets)
    folder = tmp_path / "art" / ICONS / "fit"
    (folder / "swords" / "noto-dagger.png").unlink()
    (folder / "noto.done").unlink()
    collect_icons(tmp_path, tmp_path / "art", lambda _: None, sets)
    assert piece(tmp_path / "art", "fit", "swords", "noto-dagger") is not None


def test_a_set_without_pictures_makes_none(tmp_path):
    fetched(tmp_path, "noto", {})
    assert collect_icons(tmp_path, tmp_path / "art", lambda _: None, [a_set()]) == 0


def test_a_drawing_that_shows_nothing_is_left_out(tmp_path):
    fetched(tmp_path, "noto", {"beer-mug": "", "dagger": BLADE})
    lines = []
    collect_icons(tmp_path, tmp_path / "art", lines.append, [a_set(cups=["beer-mug"], swords=["dagger"])])
    assert not (tmp_path / "art" / ICONS / "fit" / "cups").exists()
    assert "1 pictures" in lines[0]


def test_a_picture_is_opaque_where_it_is_and_nowhere_else(tmp_path):
    fetched(tmp_path, "noto", {"dagger": BLADE})
    collect_icons(tmp_path, tmp_path / "art", lambda _: None, [a_set(swords=["dagger"])])
    blade = piece(tmp_path / "art", "fit", "swords", "noto-dagger")
    inside = blade[blade[..., 3] > 250][:, :3]
    assert np.abs(inside.astype(int) - (0xF0, 0x80, 0x10)).max() < 12


def test_the_command_makes_small_pictures_where_no_decks_were_fetched(tmp_path, capsys):
    fetched(tmp_path, "noto", {"beer-mug": MUG, "dagger": BLADE})
    assert main(["art", str(tmp_path), str(tmp_path / "art")]) == 0
    assert (tmp_path / "art" / ICONS / "fit" / "cups" / "noto-beer-mug.png").is_file()
    assert "small pictures made" in capsys.readouterr().err
