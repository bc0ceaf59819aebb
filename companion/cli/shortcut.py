"""`companion shortcut`: the app in the menu of applications, so that it opens without a terminal."""

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from companion.cli.output import answer
from companion.errors import UnusableError

_NAME = "table-companion"
"""Of the files, of the program that opens the app without a terminal, and of its windows as desktops know them."""

_TOLD: Mapping[str, str] = MappingProxyType(
    {
        "Name": "Table companion",
        "Comment": "Watches a real card table and referees the game",
        "Comment[es]": "Mira una mesa de cartas de verdad y arbitra la partida",
        "Comment[fr]": "Regarde une vraie table de cartes et arbitre la partie",
    }
)

_ELSEWHERE: Mapping[str, str] = MappingProxyType(
    {
        "win32": "on Windows, right-click {program}.exe and send it to the desktop, or pin it to the start menu",
        "darwin": "on a Mac the app is opened by {program}",
    }
)
"""What people do where menus are not made of files."""

_QUOTED = str.maketrans({sign: f"\\{sign}" for sign in '"`$\\'} | {"%": "%%"})
"""What has to be marked within the quotation marks of a command."""

_IN_FILE = str.maketrans({"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"})
"""What has to be marked in every value of the file, in a command once more."""

_BY_SHELL = ("sh", "-c", 'exec "$0" "$@"')
"""Before a program in whose name `%` or `=` stands: desktops look for a program before they read `%%` as one sign, and
may refuse the other; among what a program is called with both may stand."""


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "shortcut",
        help="put the app into the menu of applications",
        description="Puts the app into the menu of applications of a Linux desktop, with its picture, so that it opens "
        "without a terminal. Done again, it leads to the program that did it last.",
        epilog="Exit status: 0 done, 2 the files cannot be written, or this system makes its menus otherwise.",
    )
    parser.add_argument("--remove", action="store_true", help="take it out again")
    parser.add_argument("--json", action="store_true", help="print the files as JSON")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write or remove the files; return the exit status.

    Raises:
        UnusableError: They cannot be written, or this system makes its menus otherwise.
    """
    from platformdirs import user_data_path

    from companion.refusals import refused
    from companion.whole_files import write_whole

    program = Path(sys.executable).with_name(_NAME)
    if sys.platform in _ELSEWHERE:
        raise UnusableError(_ELSEWHERE[sys.platform].format(program=program))
    shared = user_data_path()
    entry = shared / "applications" / f"{_NAME}.desktop"
    icon = shared / "icons" / "hicolor" / "scalable" / "apps" / f"{_NAME}.svg"
    picture = Path(__file__).parents[1] / "app" / "icons" / icon.name
    done = "removed" if arguments.remove else "written"
    try:
        for path in (entry, icon):
            if arguments.remove:
                path.unlink(missing_ok=True)
            else:
                path.parent.mkdir(parents=True, exist_ok=True)
                write_whole(path, picture.read_bytes() if path == icon else _entry(program))
    except OSError as error:
        raise UnusableError(f"{error.filename}: cannot be {done} ({refused(error)})") from error
    told = "is out of the menu" if arguments.remove else "is in the menu of applications, under games"
    answer({done: [str(entry), str(icon)]}, f"Table companion {told} ({entry})", as_json=arguments.json)
    return 0


def _entry(program: Path) -> bytes:
    """Return the entry of the menu (Desktop Entry Specification 1.5).

    Args:
        program: What opens the app; where it is missing, Python is called as it was now.

    Raises:
        UnusableError: Its name is no text.
    """
    words = [str(program)] if program.exists() else [sys.executable, "-m", "companion"]
    shell = _BY_SHELL if set(words[0]) & set("%=") else ()
    lines = {
        "Type": "Application",
        **_TOLD,
        "Exec": " ".join(f'"{word.translate(_QUOTED)}"' for word in (*shell, *words)),
        "TryExec": words[0],
        "Icon": _NAME,
        "StartupWMClass": _NAME,
        "Terminal": "false",
        "Categories": "Game;CardGame;",
    }
    told = (f"{key}={value.translate(_IN_FILE)}\n" for key, value in lines.items())
    try:
        return "".join(["[Desktop Entry]\n", *told]).encode()
    except UnicodeEncodeError:
        unnamed = "the name of its folder is no text, and menus hold nothing else; install it in another folder"
        raise UnusableError(f"{program}: {unnamed}") from None
