"""Who made the games and who else is to be thanked, under what terms the program is given, which keys there are."""

import re
from dataclasses import dataclass
from pathlib import Path

import companion
from companion import __version__
from companion.language import ENGLISH, Language, mark


@dataclass(frozen=True, slots=True)
class Credit:
    """Who is to be thanked for a game.

    Attributes:
        game: Its name, as its author writes it.
        author: Who made it: a name, or a message to translate.
        note: What else has to be said, a message to translate.
    """

    game: str
    author: str
    note: str = ""


_UNCHANGED = mark("Name and rules are unchanged, as the author asks.")

CREDITS = (
    Credit("SUITS", "Mark Steere", _UNCHANGED),
    Credit("COINS", "Mark Steere", _UNCHANGED),
    Credit("Suits", mark("the creators of Hearts++")),
    Credit("Seven Suitors", "Chris Wray"),
    Credit(
        "Suits", mark("the player who posted it in a card game forum"), mark("The one in which every suit is special.")
    ),
)

LICENCE = mark(
    "This program is free software: you may use, study, share and change it under the terms of the GNU Affero General "
    "Public License, version 3 or later (AGPL-3.0-or-later). It comes without any warranty."
)

MODELS = mark("Its models are trained with Ultralytics YOLO, which is given under the same licence.")

RULES = mark("The rules of all games belong to their authors; the pages here tell them in our own words.")


_PAGES = Path(companion.__file__).resolve().parent / "locale"


def credits_markdown(language: Language = ENGLISH) -> str:
    """Return the credits as Markdown."""
    say = language.text
    thanks = _PAGES / language.code / "pages" / "thanks.md"
    games = "\n".join(
        f"- **{credit.game}** – {say(credit.author)}.{' ' + say(credit.note) if credit.note else ''}"
        for credit in CREDITS
    )
    return "\n\n".join(
        (
            f"# Table companion {__version__}",
            say("It watches a real card table, reads the cards and referees."),
            f"## {say('The games')}",
            games,
            say(RULES),
            f"## {say('The program')}",
            say(LICENCE),
            say(MODELS),
            thanks.read_text(encoding="utf-8"),
        )
    )


@dataclass(frozen=True, slots=True)
class Key:
    """A key and what it does: the first as on an English keyboard, the second a message to translate."""

    keys: str
    what: str


KEYS: tuple[tuple[str, tuple[Key, ...]], ...] = (
    (
        mark("At the table"),
        (
            Key("1 – 9", mark("answer the referee, or pick a candidate, which Enter takes")),
            Key("O", mark("another card than those asked about")),
            Key("N", mark("what was asked about is no card that counts")),
            Key("Y", mark("none of the cards that are doubted together was misread")),
            Key("C", mark("correct the last card")),
            Key("A", mark("add a play that was missed")),
            Key("W", mark("the result again, when the game is over")),
            Key("Enter, Ins, Del", mark("while correcting: take the card, a play was missed before it, no card")),
            Key("PgUp, PgDn", mark("while correcting: the play before, the play after")),
            Key("Alt+1 – Alt+5", mark("while correcting, and where it is asked whose a card was: who played it")),
            Key("E, K", mark("look at an irregularity, put it aside")),
            Key("Ctrl+Z, Ctrl+Shift+Z", mark("undo, redo")),
            Key("F2", mark("what the players are called")),
            Key("P", mark("pause, or go on")),
            Key("R", mark("say the last announcement again; so does a click on it")),
            Key("M", mark("voice off or on")),
            Key("T", mark("the table from above, or as the camera sees it")),
            Key("G", mark("tricks, chart, remarks in turn")),
            Key("Ctrl+N", mark("new game")),
        ),
    ),
    (
        mark("Among the recordings"),
        (
            Key("Ctrl+E", mark("export: a score sheet, a film, tables or data")),
            Key(
                "C, Shift+C", mark("while watching: choose a card to set right; Enter takes the one shown in the deck")
            ),
            Key("Ctrl+Z, Ctrl+Shift+Z", mark("while watching: undo, redo")),
        ),
    ),
    (
        mark("Setting up a game"),
        (
            Key("Alt+→, Alt+←", mark("next step, step before")),
            Key("Ctrl+Return", mark("start the game")),
            Key("Alt+↑, Alt+↓", mark("in a name: move the player to another seat")),
            Key("← →, Shift+← →", mark("at the picture of the table: choose a name, move it")),
        ),
    ),
    (
        mark("Everywhere"),
        (
            Key("F1", mark("this help")),
            Key("Ctrl+,", mark("settings")),
            Key("F11", mark("full screen")),
            Key("Esc", mark("back, or close what is open")),
            Key("Tab, Shift+Tab", mark("to the next control, to the one before")),
        ),
    ),
)


_NAMES = (mark("Enter"), mark("Return"), mark("Del"), mark("Shift"), mark("Esc"), mark("PgUp"), mark("PgDn"))
"""Keys that have other names in other languages."""


def _named(keys: str, language: Language) -> str:
    """Return keys by the names that stand on them."""
    return re.sub(r"\w+", lambda word: language.text(word[0]) if word[0] in _NAMES else word[0], keys)


def keys_markdown(language: Language = ENGLISH) -> str:
    """Return the keys as Markdown."""
    say = language.text
    parts = [f"# {say('Keys')}"]
    for title, keys in KEYS:
        rows = "\n".join(f"| **{_named(key.keys, language)}** | {say(key.what)} |" for key in keys)
        parts.append(f"## {say(title)}\n\n| {say('Key')} | {say('What it does')} |\n|---|---|\n{rows}")
    parts.append(say("Click a card, in the picture or in a list, to correct it."))
    return "\n\n".join(parts)
