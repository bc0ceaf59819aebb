"""`companion art`: decks of free packages as artwork to train on."""

import argparse

from companion.cli.names import file_path
from companion.cli.output import put, tell


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "art",
        help="turn decks and pictures of free packages into artwork to train on",
        description="Turns packages that you have fetched (archives, or folders called like the packages that hold "
        "them unpacked) into the artwork folder that `companion train --art` takes. It downloads nothing: what is not "
        "there is named with the command that fetches it. What the artwork folder has already is left alone.",
        epilog="Exit status: 0 done, 1 a design is not what it should be, 2 there is nothing to work with.",
    )
    parser.add_argument(
        "downloads", type=file_path, nargs="?", metavar="DOWNLOADS", help="folder with the fetched packages"
    )
    parser.add_argument("art", type=file_path, nargs="?", metavar="ART", help="artwork folder to fill")
    parser.add_argument("--list", action="store_true", help="print the commands that fetch the packages, and stop")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """List or convert, and return the exit status."""
    from companion.errors import UnusableError
    from companion.training.public_icons import ICON_SETS
    from companion.training.public_sources import PACKAGES, find_package

    packages = [*PACKAGES, *(icons.package for icons in ICON_SETS)]
    if arguments.list:
        if arguments.downloads is not None:
            raise UnusableError("--list prints the commands and stops; leave it out, or DOWNLOADS and ART")
        for package in packages:
            put(f"{package.command}  # {package.licence}")
        return 0
    if arguments.downloads is None or arguments.art is None:
        raise UnusableError("expected two folders, DOWNLOADS and ART; what to fetch: companion art --list")
    if not arguments.downloads.is_dir():
        raise UnusableError(f"{arguments.downloads}: no such folder; make it, and fetch into it: {packages[0].command}")
    if not any(find_package(package, arguments.downloads) for package in packages):
        raise UnusableError(
            f"{arguments.downloads}: none of the packages is in this folder; what to fetch: companion art --list"
        )
    from companion.training.icon_pictures import collect_icons
    from companion.training.public_art import collect_art

    result = collect_art(arguments.downloads, arguments.art, tell)
    pieces = collect_icons(arguments.downloads, arguments.art, tell)
    tell(
        f"{len(result.made)} designs made, {len(result.kept)} were there, {len(result.failed)} left out, "
        f"{len(result.missing)} packages not fetched; {pieces} small pictures made"
    )
    return 1 if result.failed else 0
