"""`companion sessions`: the library of recorded sessions."""

import argparse
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from companion.cli.game_options import names_in
from companion.cli.names import file_path
from companion.cli.output import answer, counted, put_json, tell
from companion.errors import UnusableError
from companion.language import capital

if TYPE_CHECKING:
    from companion.recording.entry import Entry
    from companion.recording.library import Library


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "sessions",
        help="list, search, rename, tag, archive and delete recorded sessions; statistics over many evenings",
        description="Looks after the library of recorded sessions. NAME is the name of a session or of its folder, or "
        "words that only it has.",
        epilog="Exit status: 0 done, 1 a video could not be completed, 2 there is no such session, or it cannot be "
        "changed.",
    )
    parser.add_argument(
        "--library", type=file_path, metavar="DIR", help="folder of the sessions (default: among the videos)"
    )
    actions = parser.add_subparsers(title="actions", dest="action", metavar="ACTION", required=True)
    _add(actions, "list", "list sessions, the newest first", search=True)
    _add(actions, "show", "tell all about a session", name=True)
    _add(actions, "rename", "call a session otherwise", name=True).add_argument("to", metavar="NEW")
    players = _add(actions, "players", "call the players of a session otherwise", name=True)
    players.add_argument("names", metavar="A,B,C", help="what they are called, seat 0 first")
    players.add_argument(
        "--everywhere", action="store_true", help="whoever is called otherwise, in all other sessions, too"
    )
    _add(actions, "tag", "give a session these tags and no others", name=True).add_argument("tags", nargs="*")
    _add(actions, "archive", "leave a session out of lists", name=True).add_argument(
        "--undo", action="store_true", help="take it in again"
    )
    _add(actions, "delete", "move a session, whole, to the library's trash", name=True)
    _add(actions, "restore", "take a deleted session back; without a name list what was deleted").add_argument(
        "name", nargs="?", metavar="NAME"
    )
    _add(actions, "empty-trash", "delete the deleted sessions for good")
    _add(actions, "stats", "who won how often, by game", search=True)
    _add(actions, "rebuild", "make the index anew from the folders")
    imported = _add(actions, "import", "take labels of an exported data set back that were edited elsewhere", name=True)
    imported.add_argument("data", type=file_path, metavar="DIR", help="YOLO (oriented boxes) or COCO")
    imported.add_argument("--author", default="", metavar="WHO", help="who edited them")
    _add(actions, "complete", "give the video of a session that broke off its chapters and subtitles", name=True)
    parser.set_defaults(run=run)


def _add(
    actions: "argparse._SubParsersAction[argparse.ArgumentParser]",
    action: str,
    told: str,
    *,
    name: bool = False,
    search: bool = False,
) -> argparse.ArgumentParser:
    parser = actions.add_parser(action, help=told, description=f"{capital(told)}.")
    parser.add_argument("--json", action="store_true", help="print one JSON object a line")
    if name:
        parser.add_argument("name", metavar="NAME", help="which session")
    if search:
        parser.add_argument("search", nargs="*", metavar="WORD", help="only sessions with all these words")
        parser.add_argument("--archived", action="store_true", help="also those that were archived")
    return parser


def run(arguments: argparse.Namespace) -> int:
    """Do what is wanted and return the exit status."""
    from companion.recording.library import Library
    from companion.recording.places import index_file, library_folder

    folder = arguments.library
    if folder is not None and not folder.is_dir():
        raise UnusableError(f"--library {folder}: there is no such folder")
    index = index_file() if folder is None else folder / ".index.sqlite"
    with closing(Library(folder or library_folder(), index)) as library:
        library.refresh()
        return _ACTIONS[arguments.action](library, arguments) or 0


def _list(library: "Library", arguments: argparse.Namespace) -> None:
    entries = library.entries(" ".join(arguments.search), archived=arguments.archived)
    for entry in entries:
        answer(_as_json(entry), _line(entry), as_json=arguments.json)
    if not entries and not arguments.json:
        tell(f"No sessions in {library.folder}")


def _show(library: "Library", arguments: argparse.Namespace) -> None:
    entry = library.find(arguments.name)
    answer(
        _as_json(entry), "\n".join(f"{key}: {value}" for key, value in _as_json(entry).items()), as_json=arguments.json
    )


def _rename(library: "Library", arguments: argparse.Namespace) -> None:
    entry = library.find(arguments.name)
    library.rename(entry, arguments.to)
    _answer_changed(library, entry, arguments)


def _name_players(library: "Library", arguments: argparse.Namespace) -> None:
    entry = library.find(arguments.name)
    library.name_players(entry, names_in(arguments.names), everywhere=arguments.everywhere)
    _answer_changed(library, entry, arguments)


def _tag(library: "Library", arguments: argparse.Namespace) -> None:
    entry = library.find(arguments.name)
    library.tag(entry, arguments.tags)
    _answer_changed(library, entry, arguments)


def _archive(library: "Library", arguments: argparse.Namespace) -> None:
    entry = library.find(arguments.name)
    library.archive(entry, not arguments.undo)
    _answer_changed(library, entry, arguments)


def _answer_changed(library: "Library", entry: "Entry", arguments: argparse.Namespace) -> None:
    """Give a session as it is now as JSON where that is wanted; people know what they have changed."""
    if arguments.json:
        put_json(_as_json(library.find(str(entry.folder))))


def _delete(library: "Library", arguments: argparse.Namespace) -> None:
    entry = library.find(arguments.name)
    trashed = library.delete(entry)
    gone = {"deleted": str(entry.folder), "trash": str(trashed)}
    answer(gone, f"{entry.name}: is in the trash ({trashed})", as_json=arguments.json)


def _restore(library: "Library", arguments: argparse.Namespace) -> None:
    if arguments.name is None:
        _list_trash(library.trashed(), as_json=arguments.json)
        return
    folder = library.restore(library.find_trashed(arguments.name))
    answer({"restored": str(folder)}, f"{folder}: is back", as_json=arguments.json)


def _list_trash(trashed: "Sequence[Path]", *, as_json: bool) -> None:
    from companion.recording.library import trashed_name

    for path in trashed:
        name = trashed_name(path)
        told = path.name if name == path.name.partition(" ")[2] else f"{path.name}: {name}"
        answer({"trash": str(path), "name": name}, told, as_json=as_json)
    if not trashed and not as_json:
        tell("The trash is empty")


def _empty_trash(library: "Library", arguments: argparse.Namespace) -> None:
    count = library.empty_trash()
    answer({"deleted": count}, f"{counted(count, 'session')} deleted for good", as_json=arguments.json)


def _stats(library: "Library", arguments: argparse.Namespace) -> None:
    from companion.recording.summary import statistics

    entries = library.entries(" ".join(arguments.search), archived=arguments.archived)
    by_player = statistics(library.players(entries))
    broken = sum(not entry.game for entry in entries)
    if broken:
        left_out = f"{counted(broken, 'session')} that cannot be opened"
        tell(f"Left out: {left_out}; `companion sessions list` tells which and why")
    elif not by_player and not arguments.json:
        tell(f"No sessions in {library.folder}")
    for one in by_player:
        extra = "".join(
            f", {counted(count, what)}" for count, what in ((one.shoots, "shoot"), (one.marriages, "marriage")) if count
        )
        best = "" if one.best is None else f", best {one.best}"
        answer(
            {name: getattr(one, name) for name in one.__dataclass_fields__},
            f"{one.game:13} {one.player:15} {one.won} of {counted(one.games, 'game')} won, "
            f"longest streak {one.streak}, {counted(one.tricks, 'trick')}, {counted(one.points, 'point')}{best}{extra}",
            as_json=arguments.json,
        )


def _rebuild(library: "Library", arguments: argparse.Namespace) -> None:
    count = library.rebuild()
    answer({"sessions": count}, f"{counted(count, 'session')} in {library.folder}", as_json=arguments.json)


def _import(library: "Library", arguments: argparse.Namespace) -> None:
    from companion.recording.annotations import Kind
    from companion.recording.importing import import_labels
    from companion.recording.opening import open_session

    entry = library.find(arguments.name)
    result = import_labels(open_session(entry.folder), arguments.data, arguments.author)
    kinds = [annotation.kind for annotation in result.annotations]
    counts = {kind: kinds.count(kind) for kind in get_args(Kind)}
    told = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count) or "nothing is said differently"
    value = {"pictures": result.pictures, "others": result.others, **counts}
    others = f", of another session: {counted(result.others, 'picture')}" if result.others else ""
    answer(value, f"{entry.name}: {counted(result.pictures, 'picture')}, {told}{others}", as_json=arguments.json)


def _complete(library: "Library", arguments: argparse.Namespace) -> int:
    from companion.recording.starting import complete

    entry = library.find(arguments.name)
    problems = list(map(str, complete(entry.folder)))
    answer(
        {"folder": str(entry.folder), "problems": problems},
        f"{entry.name}: {'; '.join(problems) or 'done'}",
        as_json=arguments.json,
    )
    return 1 if problems else 0


_ACTIONS: "Mapping[str, Callable[[Library, argparse.Namespace], int | None]]" = {
    "list": _list,
    "show": _show,
    "rename": _rename,
    "players": _name_players,
    "tag": _tag,
    "archive": _archive,
    "delete": _delete,
    "restore": _restore,
    "empty-trash": _empty_trash,
    "stats": _stats,
    "rebuild": _rebuild,
    "import": _import,
    "complete": _complete,
}


def _as_json(entry: "Entry") -> dict[str, Any]:
    values = {name: getattr(entry, name) for name in entry.__dataclass_fields__}
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()} | {
        "folder": str(entry.folder)
    }


def _line(entry: "Entry") -> str:
    from companion.recording.entry import when

    if not entry.game:
        return f"{entry.name}: cannot be opened ({entry.problem})"
    standing = ", ".join(f"{name} {total}" for name, total in zip(_sides(entry), entry.totals, strict=False))
    marks = [f"won by {' and '.join(entry.winners)}" if entry.winners else "unfinished"]
    marks += [] if entry.complete else ["broke off"]
    marks += ["partly readable"] if entry.problem else []
    marks += ["archived"] if entry.archived else []
    tags = "".join(f" #{tag}" for tag in entry.tags)
    return (
        f"{when(entry.started)}  {entry.name}: {entry.game}, {standing} ({', '.join(marks)}), "
        f"{entry.seconds / 60:.0f} min, {entry.bytes / 1e6:.0f} MB{tags}"
    )


def _sides(entry: "Entry") -> list[str]:
    """Return who the totals belong to: players, or the partners of a team."""
    sides = max(1, len(entry.totals))
    return [" & ".join(entry.players[side::sides]) for side in range(sides)]
