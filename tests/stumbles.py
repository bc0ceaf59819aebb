"""What a person would stumble over in a sentence: missing elisions and contractions, spaces where none belong."""

import re

NAMES = {"es": "Inés", "fr": "Odette"}
"""Players before whose names words change."""

_PEOPLE = {
    "cutter",
    "dealer",
    "expected",
    "leader",
    "name",
    "names",
    "order",
    "other",
    "player",
    "players",
    "seat",
    "shuffler",
    "sides",
    "source",
    "team",
    "tied",
    "winner",
    "winners",
}
"""Blanks that hold names; what a program writes in others, such as numbers and paths of files, changes no word."""

_FORMS = {
    "es": {"the": "el as de espadas", "of": "de espadas", "cards": "1 carta", "points": "1 punto"},
    "fr": {"the": "l'as d'épée", "of": "d'épée", "cards": "1 carte", "points": "1 point"},
}

_STUMBLES = {
    "es": r"\b(de|a) el\b|\by [ií](?![aeo])|{| %|[“”]",
    "fr": (
        r"(?<!-)\b(de|à) les?\b|(?<!-)\b(de|le|la|que|ne|se|je) [aeiouyâàéèêîôœ]|{"
        r"|[a-zé)] ?[;?!]|\w :| [:;?!»%]|« |’"
    ),
}


def stumble(sentence: str, code: str) -> str:
    """Return what is wrong with a sentence in this language; nothing where it can be said and set."""
    found = re.search(_STUMBLES[code], sentence, re.IGNORECASE)
    return found[0] if found is not None else ""


def filled(message: str, code: str) -> str:
    """Return a message of a catalogue with its blanks filled by what words change before."""

    def value(blank: re.Match[str]) -> str:
        name, form = blank[1], blank[2]
        return _FORMS[code][form] if form else NAMES[code] if name in _PEOPLE else "2"

    return re.sub(r"{(\w+)(?:\.(\w+))?}", value, message)
