"""`companion print`: writes a deck on sheets to print and cut, or the calibration board."""

import argparse
from pathlib import Path

from companion.cards import DECKS
from companion.cli.output import counted, put_json, tell
from companion.errors import UnusableError

_PAPERS = ("a4", "letter")

BOARD = "calibration-board"


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
    parser.add_argument("--paper", choices=_PAPERS, default="a4", help="size of the sheets (default a4)")
    parser.add_argument(
        "--out", type=Path, metavar="FILE.pdf", help="file to write (default WHAT-PAPER.pdf in the present folder)"
    )
    parser.add_argument("--no-backs", dest="backs", action="store_false", help="faces only, to print on one side")
    parser.add_argument("--json", action="store_true", help="print a summary as one JSON object")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the sheets; return the exit status."""
    out = arguments.out or Path(f"{arguments.deck}-{arguments.paper}.pdf")
    if out.suffix.lower() != ".pdf":
        raise UnusableError(f"--out {out}: the file is a PDF, so its name has to end in .pdf")

    if arguments.deck == BOARD:
        return _print_board(out, arguments)

    if arguments.deck not in DECKS:
        raise UnusableError(f"{arguments.deck!r} is nothing to print; there are: {', '.join(DECKS)}, {BOARD}")

    from companion.artwork import deck_art
    from companion.artwork.sheets import printed_cards, write_sheets

    art = deck_art(arguments.deck)
    cards = printed_cards(art)
    title = f"{art.deck_id}, {len(cards)} cards of {art.size_mm[0]:g} x {art.size_mm[1]:g} mm"
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        pages = write_sheets(art, cards, arguments.paper, out, backs=arguments.backs, title=title)
    except OSError as error:
        raise UnusableError(f"{out} cannot be written: {error.strerror or error}") from error
    if arguments.json:
        summary = {"deck": art.deck_id, "file": str(out), "cards": len(cards), "pages": pages, "size_mm": art.size_mm}
        put_json({**summary, "paper": arguments.paper, "backs": arguments.backs})
    sides = "on both sides, turned over the long edge, " if arguments.backs else ""
    tell(f"{out}: {counted(len(cards), 'card')} on {counted(pages, 'page')}; print them {sides}at 100 %")
    return 0


def _print_board(out: Path, arguments: argparse.Namespace) -> int:
    from companion.artwork.board import RULER_MM, write_board
    from companion.vision.tabletop.board import Board

    board = Board()
    width, height = board.size_mm
    title = f"Calibration board, {width:g} x {height:g} mm, squares of {board.square_mm:g} mm"
    notes = (
        f"Print at 100 %. The line must measure {RULER_MM:g} mm; if it does not, tell companion calibrate --ruler MM.",
        "Glue it to something flat. Lay it in the middle of the table, in full view of the camera.",
    )
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        write_board(board.modules(), board.module_mm, arguments.paper, out, title=title, notes=notes)
    except OSError as error:
        raise UnusableError(f"{out} cannot be written: {error.strerror or error}") from error
    if arguments.json:
        summary = {"file": str(out), "columns": board.columns, "rows": board.rows, "square_mm": board.square_mm}
        put_json({**summary, "ruler_mm": RULER_MM, "paper": arguments.paper})
    tell(f"{out}: the calibration board on 1 page; print it at 100 % and measure the line below it")
    return 0
