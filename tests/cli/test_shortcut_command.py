"""The app in the menu of applications."""

import configparser
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import shortcut
from companion.cli.main import main


@pytest.fixture
def shared(tmp_path, monkeypatch):
    """Return the folder in which desktops look for menus and pictures."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path


def entry_in(folder):
    written = configparser.ConfigParser(interpolation=None)
    written.optionxform = str
    written.read(folder / "applications" / "table-companion.desktop", encoding="utf-8")
    return dict(written["Desktop Entry"])


IN_FILE = {"\\\\": "\\", "\\n": "\n", "\\t": "\t"}


def called(entry):
    """Return the words that a desktop runs: the file's own backslashes are taken away first."""
    command = re.sub(r"\\.", lambda mark: IN_FILE[mark[0]], entry["Exec"])
    quoted = re.findall(r'"((?:[^"\\]|\\.)*)"', command, re.DOTALL)
    words = [re.sub(r"\\(.)", r"\1", word) for word in quoted]
    assert shutil.which(words[0]), "desktops look for the program before they take %% for one sign"
    return [word.replace("%%", "%") for word in words]


def test_the_menu_gets_the_app_with_its_picture_and_loses_it_again(shared, capsys):
    assert main(["shortcut", "--json"]) == 0
    files = [Path(file) for file in json.loads(capsys.readouterr().out)["written"]]
    assert all(file.is_relative_to(shared) and file.exists() for file in files)
    entry = entry_in(shared)
    assert (entry["Type"], entry["Terminal"], entry["Categories"]) == ("Application", "false", "Game;CardGame;")
    assert entry["Comment[es]"].startswith("Mira una mesa")
    assert Path(called(entry)[0]).exists()
    assert (shared / "icons/hicolor/scalable/apps" / f"{entry['Icon']}.svg").read_text("utf-8").startswith("<svg")
    assert main(["shortcut"]) == 0
    assert main(["shortcut", "--remove"]) == 0
    assert not any(file.exists() for file in files)
    assert main(["shortcut", "--remove"]) == 0


@pytest.mark.parametrize(
    "folder", ["at home", 'a "b" $c `d`', "back\\slash", "50% off", "%f", "a=b %e", "tab\tand\nline"]
)
def test_a_program_in_a_folder_of_any_name_is_found_and_opened(shared, monkeypatch, tmp_path, folder):
    program = tmp_path / folder / "table-companion"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\nprintf '%s, %s' \"$0\" $#")
    program.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(program.with_name("python")))
    assert main(["shortcut"]) == 0
    assert subprocess.run(called(entry_in(shared)), capture_output=True, text=True).stdout == f"{program}, 0"
    if shutil.which("desktop-file-validate"):
        checked = subprocess.run(["desktop-file-validate", shared / "applications/table-companion.desktop"])
        assert checked.returncode == 0


def test_without_an_installed_program_python_opens_the_app(shared, monkeypatch, tmp_path):
    python = tmp_path / "python"
    python.touch(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    assert main(["shortcut"]) == 0
    assert called(entry_in(shared)) == [str(python), "-m", "companion"]


@pytest.mark.parametrize(("system", "says"), [("win32", "pin it to the start menu"), ("darwin", "on a Mac")])
def test_on_other_systems_people_are_told_how_it_is_done_there(monkeypatch, capsys, system, says):
    monkeypatch.setattr(shortcut.sys, "platform", system)
    assert main(["shortcut"]) == 2
    assert says in capsys.readouterr().err


def test_a_menu_that_cannot_be_written_is_named(shared, capsys):
    (shared / "icons").write_text("")
    assert main(["shortcut"]) == 2
    assert f"{shared / 'icons'}" in capsys.readouterr().err


def test_a_folder_whose_name_is_no_text_is_named(shared, monkeypatch, capsys):
    monkeypatch.setattr(sys, "executable", "/home/caf\udce9/python")
    assert main(["shortcut"]) == 2
    assert "install it in another folder" in capsys.readouterr().err
    assert not [path for path in shared.rglob("*") if path.is_file()]
    assert main(["shortcut", "--remove"]) == 0
