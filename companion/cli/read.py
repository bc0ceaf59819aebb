"""`companion read`: finds and reads the cards in photographs."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cards import DECKS, card_name, deck_name
from companion.cards import deck as deck_by_id
from companion.cli.model_options import add_model_options, chosen_eyes
from companion.cli.names import file_name, file_path
from companion.cli.output import answer, complain, counted, tell
from companion.errors import UnusableError

if TYPE_CHECKING:
    from companion.evaluation.sight import Sight
    from companion.vision.naming import NamedCard

_AUTO = "auto"
_EXAMPLE_CARDS = 3


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "read",
        help="find and read the cards in photographs",
        description="Finds the cards in photographs and says which they are. A face that cannot be read says so.",
        epilog="Exit status: 0 all photographs were looked at (also when there are no cards in them), 2 a file, the "
        "deck or a model cannot be used; the other photographs are read all the same.",
    )
    parser.add_argument(
        "images", nargs="+", type=file_name, metavar="IMAGE", help="photograph, in any format that OpenCV reads"
    )
    parser.add_argument(
        "--deck", default=_AUTO, metavar="D", help=f"{', '.join(DECKS)}, or auto: decided by every picture (default)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a picture")
    parser.add_argument(
        "--annotate", type=file_path, metavar="DIR", help="write the pictures with boxes and names to this folder"
    )
    parser.add_argument(
        "--no-joint",
        dest="joint",
        action="store_false",
        help="name every card by itself, even if two then have the same name",
    )
    add_model_options(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Read all pictures and return the exit status."""
    deck: str | None = None if arguments.deck == _AUTO else _known_deck(arguments.deck)

    from companion.evaluation.annotation import Annotations
    from companion.evaluation.sight import look_at
    from companion.vision.sources.pictures import pictures_held

    annotations = Annotations(arguments.annotate, arguments.images) if arguments.annotate is not None else None
    eyes = chosen_eyes(arguments, deck=deck)
    status = 0
    for name in arguments.images:
        try:
            sight = look_at(eyes, Path(name), deck, joint=arguments.joint)
        except UnusableError as error:
            complain(error)
            status = error.exit_status
            continue
        if (held := pictures_held(Path(name))) > 1:
            tell(f"{name}: holds {held} pictures, of which only the first is read; save each as a file of its own")
        answer(_describe(name, sight), _told(name, sight), as_json=arguments.json)
        try:
            if annotations is not None:
                annotations.write(Path(name), sight)
        except UnusableError as error:
            complain(error)
            status = error.exit_status
    return status


def _known_deck(name: str) -> str:
    if name not in DECKS:
        raise UnusableError(f"there is no deck {name!r}; the decks are {', '.join(DECKS)}, or {_AUTO}")
    return name


def _describe(name: str, sight: "Sight") -> dict[str, Any]:
    height, width = sight.image.shape[:2]
    return {
        "image": name,
        "width": width,
        "height": height,
        "deck": sight.deck,
        "cards": [
            {
                "card": card.code,
                "face": "up" if card.seen.face_up else "down",
                "confidence": round(card.confidence, 4),
                "found": round(card.seen.found, 4),
                "corners": [[round(float(x), 2), round(float(y), 2)] for x, y in card.seen.corners],
                "candidates": [[code, round(chance, 4)] for code, chance in card.seen.probabilities],
            }
            for card in sight.cards
        ],
    }


def _told(name: str, sight: "Sight") -> str:
    height, width = sight.image.shape[:2]
    count = len(sight.cards)
    what = counted(count, "card") if count else "no cards"
    deck = "" if sight.deck is None else f", {deck_name(sight.deck)}"
    lines = [f"{name}: {width} x {height}{deck}, {what}", *(_told_card(card, sight) for card in sight.cards)]
    if sight.deck is None and any(card.seen.face_up for card in sight.cards):
        lines.append(
            "  which deck these are of cannot be told: they look like cards of several decks, or of none that is "
            f"known; say so by --deck {', '.join(DECKS)}"
        )
    return "\n".join(lines)


def _told_card(card: "NamedCard", sight: "Sight") -> str:
    x, y = card.seen.corners.mean(axis=0)
    place = f"at {x:.0f}, {y:.0f}"
    if not card.seen.face_up:
        return f"  {'face down':<31} {'':>7}  {place}"
    if card.code is None or sight.deck is None:
        best = ", ".join(f"{code} {100 * chance:.0f} %" for code, chance in card.seen.probabilities[:_EXAMPLE_CARDS])
        perhaps = f"; perhaps {best}" if best else ""
        return f"  {'not readable':<31} {'':>7}  {place}{perhaps}"
    title = f"{card.code:<10}{card_name(deck_by_id(sight.deck).parse(card.code))}"
    return f"  {title:<31} {100 * card.confidence:>5.1f} %  {place}"
