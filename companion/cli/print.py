"""`companion print`: writes a deck on sheets to print and cut, or the calibration board."""

import argparse
from pathlib import Path

from companion.app.model.printing import BOARD, PAPERS, Printed, file_name, write_pdf
from companion.cards import DECKS
from companion.cli.names import file_path
from companion.cli.output import counted, put_json, tell
from companion.cli.places import check_place
from companion.errors import UnusableError
from companion.language import ENGLISH
from companion.refusals import refusal_of


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "print",
        help="write a deck on sheets to print and cut, or the calibration board",
        description="Writes the project's own deck to a PDF file: every card in its real size, with cut marks, "
        "and after each sheet of faces a sheet of backs. Print it at 100 %, on both sides, turned over the long edge. "
        "Printed in grey the Spanish and the French deck are read as well as in colour, of Seven Suitors one card in "
        "twenty is missed. The Seven Suitors come with their special cards and with two sets of cards to keep track of "
        f"marriages. {BOARD} is a page that tells `companion calibrate` the sizes on the table.",
        epilog="Exit status: 0 written, 2 an option or the file cannot be used.",
    )
    parser.add_argument("deck", metavar="WHAT", help=f"which deck: {', '.join(DECKS)}; or {BOARD}")
    parser.add_argument(
        "--paper", type=str.lower, choices=tuple(PAPERS), default="a4", help="size of the sheets (default a4)"
    )
    parser.add_argument(
        "--out", type=file_path, metavar="FILE.pdf", help="file to write (default WHAT-PAPER.pdf in the present folder)"
    )
    parser.add_argument("--no-backs", dest="backs", action="store_false", help="faces only, to print on one side")
    parser.add_argument("--json", action="store_true", help="print a summary as one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the sheets; return the exit status."""
    out = arguments.out or Path(file_name(arguments.deck, arguments.paper))
    if out.suffix.lower() != ".pdf":
        raise UnusableError(f"--out {out}: the file is a PDF, so its name has to end in .pdf")

    if arguments.deck not in (*DECKS, BOARD):
        raise UnusableError(f"{arguments.deck!r} is nothing to print; there are: {', '.join(DECKS)}, {BOARD}")

    if arguments.deck == BOARD and not arguments.backs:
        raise UnusableError(f"--no-backs: is for decks; {BOARD} is a page without a back, leave it out")

    check_place(out, "--out")
    try:
        _check_out(out)
        out.parent.mkdir(parents=True, exist_ok=True)
        printed = write_pdf(arguments.deck, arguments.paper, out, backs=arguments.backs, language=ENGLISH)
    except OSError as error:
        raise UnusableError(f"--out {out}: cannot be written ({refusal_of(error)})") from error
    (_tell_of_board if arguments.deck == BOARD else _tell_of_deck)(printed, out, arguments)
    return 0


def _check_out(out: Path) -> None:
    """Refuse to write over anything but an empty file, or sheets that were written before.

    Raises:
        OSError: What is there cannot be read.
        UnusableError: Something else is there, or a link that leads nowhere.
    """
    from companion.artwork.pdf import is_ours

    if out.is_symlink() and not out.exists():
        raise UnusableError(f"--out {out}: is a link to a file that is not there; give the name of a file")
    if out.exists() and out.stat().st_size and not is_ours(out):
        raise UnusableError(
            f"--out {out}: is there already and was not written by companion print; nothing else is written over, "
            "give another name"
        )


def _tell_of_deck(printed: Printed, out: Path, arguments: argparse.Namespace) -> None:
    if arguments.json:
        summary = {"deck": arguments.deck, "file": str(out), "cards": printed.cards, "pages": printed.pages}
        put_json({**summary, "size_mm": printed.size_mm, "paper": arguments.paper, "backs": arguments.backs})
    sides = "on both sides, turned over the long edge, " if arguments.backs else ""
    tell(f"{out}: {counted(printed.cards, 'card')} on {counted(printed.pages, 'page')}; print them {sides}at 100 %")


def _tell_of_board(printed: Printed, out: Path, arguments: argparse.Namespace) -> None:
    from companion.artwork.board import RULER_MM
    from companion.vision.tabletop.board import Board

    board = Board()
    if arguments.json:
        summary = {"file": str(out), "columns": board.columns, "rows": board.rows, "square_mm": board.square_mm}
        put_json({**summary, "ruler_mm": RULER_MM, "paper": arguments.paper})
    tell(
        f"{out}: the calibration board on {counted(printed.pages, 'page')}; print it at 100 % and measure the line "
        f"below it; if it is not {RULER_MM:g} mm long, tell companion calibrate --ruler MM"
    )
