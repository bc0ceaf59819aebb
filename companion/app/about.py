"""Who made the games, and under what terms the program is given."""

from dataclasses import dataclass

from companion import __version__


@dataclass(frozen=True, slots=True)
class Credit:
    """Who is to be thanked for a game.

    Attributes:
        game: Its name, as its author writes it.
        author: Who made it.
        note: What else has to be said.
    """

    game: str
    author: str
    note: str = ""


CREDITS = (
    Credit("SUITS", "Mark Steere", "Name and rules are unchanged, as the author asks."),
    Credit("COINS", "Mark Steere", "Name and rules are unchanged, as the author asks."),
    Credit("Suits", "the creators of Hearts++"),
    Credit("Seven Suitors", "Chris Wray"),
    Credit("Suits", "the player who posted it in a card game forum", "The one in which every suit is special."),
)

LICENCE = (
    "This program is free software: you may use, study, share and change it under the terms of the GNU Affero General "
    "Public License, version 3 or later (AGPL-3.0-or-later). It comes without any warranty."
)

MODELS = "Its models are trained with Ultralytics YOLO, which is given under the same licence."


def about_html() -> str:
    """Return the credits as simple HTML."""
    games = "".join(
        f"<p><b>{credit.game}</b> by {credit.author}.{' ' + credit.note if credit.note else ''}</p>"
        for credit in CREDITS
    )
    return (
        f"<h2>Table companion {__version__}</h2><p>It watches a real card table, reads the cards and referees.</p>"
        f"<h3>The games</h3>{games}<h3>The program</h3><p>{LICENCE}</p><p>{MODELS}</p>"
    )


KEYS = (
    ("1 – 9", "answer the referee, or choose a candidate"),
    ("O", "another card than those asked about"),
    ("C", "correct the last card"),
    ("Ctrl+Z, Ctrl+Shift+Z", "undo, redo"),
    ("P", "pause, or go on"),
    ("R", "say the last announcement again"),
    ("M", "voice off or on"),
    ("F11", "full screen"),
    ("Ctrl+N", "new game"),
    ("F1", "this help"),
)


def keys_html() -> str:
    """Return the keys as simple HTML."""
    rows = "".join(f"<tr><td><b>{key}</b>&nbsp;&nbsp;&nbsp;</td><td>{what}</td></tr>" for key, what in KEYS)
    return f"<h3>Keys</h3><table>{rows}</table><p>Click a card, in the picture or in a list, to correct it.</p>"
