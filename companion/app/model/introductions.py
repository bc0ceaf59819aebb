"""What a person wants to know of a game before it is chosen, and what its settings are called."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.cards import deck_name
from companion.language import ENGLISH, Language, capital, mark
from companion.rules.game import Game
from companion.rules.settings import Setting


@dataclass(frozen=True, slots=True)
class Introduction:
    """A game in a few words.

    Attributes:
        about: What it is about.
        minutes: How long a game takes, from and to.
        cards: Three of its cards.
    """

    about: str
    minutes: tuple[int, int]
    cards: tuple[str, ...]


INTRODUCTIONS: Mapping[str, Introduction] = MappingProxyType(
    {
        "steere_suits": Introduction(
            mark("Every trick counts one. Most tricks in all hands win."), (30, 45), ("1-cups", "12-swords", "7-clubs")
        ),
        "coins": Introduction(
            mark("Every coin in a trick counts one. First to the target wins."),
            (15, 30),
            ("1-coins", "11-coins", "5-coins"),
        ),
        "hearts_pp": Introduction(
            mark("Points are bad, in every suit. Who breaks a suit may lose the right to shoot in it."),
            (45, 90),
            ("QH", "10S", "AD"),
        ),
        "seven_suitors": Introduction(
            mark("Two teams marry the sevens of seven suits, with trumps that change."),
            (40, 75),
            ("thief", "3:7", "7:7"),
        ),
        "forum_suits": Introduction(
            mark("Black counts for you, red against you. Straights may be played."), (20, 40), ("KS", "AC", "2D")
        ),
    }
)

UNKNOWN = Introduction("", (0, 0), ())
"""For a game that nobody has introduced."""


def facts_of(game: Game, language: Language = ENGLISH) -> str:
    """Return who can play a game with what, and how long: "3 players · Spanish deck · 15 to 30 minutes"."""
    least, most = min(game.players), max(game.players)
    message = mark("{least} players") if least == most else mark("{least} to {most} players")
    facts = [language.text(message).format(least=least, most=most), deck_name(game.deck.id, language)]
    short, long = INTRODUCTIONS.get(game.id, UNKNOWN).minutes
    if long:
        facts.append(language.text("{short} to {long} minutes").format(short=short, long=long))
    return " · ".join(facts)


SETTING_LABELS: Mapping[str, str] = MappingProxyType(
    {
        "hands": mark("Hands"),
        "target": mark("Coins to win"),
        "players": mark("Players"),
        "teams": mark("Teams"),
        "losing": mark("Losing score"),
        "first_dealer": mark("First dealer"),
        "first_lead": mark("First lead"),
        "relief": mark("Relief"),
        "near_cap": mark("Reach of the relief"),
        "team_shoot": mark("A shoot in teams"),
        "team_zero": mark("Shoot spares the partner"),
        "five_deck": mark("Deck for five"),
        "kitty_to": mark("Kitty goes to"),
        "five_passing": mark("Passing with five"),
        "tie": mark("Tie for the win"),
        "special": mark("Special cards"),
        "no_ties": mark("No ties"),
        "short": mark("Short game"),
        "short_end": mark("End of the short game"),
        "rounds": mark("Hands to play"),
        "ace_low": mark("Ace also low"),
        "faceup_to": mark("Face-up card goes to"),
        "team_fourth": mark("Fourth hand in teams"),
    }
)
"""What the settings are called, by name."""

CHOICE_LABELS: Mapping[str, str] = MappingProxyType(
    {
        "dealer_left": mark("left of the dealer"),
        "low_club": mark("the lowest club"),
        "low_club_free": mark("its holder, any card"),
        "two_of_clubs": mark("the two of clubs"),
        "halved": mark("half the award"),
        "once": mark("the award once"),
        "each": mark("the award for each"),
        "remove": mark("two cards less"),
        "kitty": mark("all cards, kitty of two"),
        "first": mark("winner of the first trick"),
        "last": mark("winner of the last trick"),
        "cycle": mark("the usual cycle"),
        "none": mark("none"),
        "shared": mark("shared"),
        "extra_hand": mark("an extra hand"),
        "immediate": mark("at the fourth mark"),
        "hand": mark("after the hand"),
        "last_trick": mark("winner of the last trick"),
        "last_player": mark("the last player"),
        "all": mark("one card to each"),
        "opponents": mark("one to each opponent"),
    }
)
"""What the values of choices are called."""


def setting_label(setting: Setting, language: Language = ENGLISH) -> str:
    """Return what a setting is called."""
    return language.text(SETTING_LABELS.get(setting.name, setting.name.replace("_", " ").capitalize()))


def setting_help(setting: Setting, language: Language = ENGLISH) -> str:
    """Return the line that explains a setting, with its usual value."""
    return capital(language.text(setting.help))


def usual_value(setting: Setting, language: Language = ENGLISH) -> str:
    """Return the default of a setting in words: "usual: 3"."""
    default = setting.default
    if isinstance(default, bool):
        value = language.text("on") if default else language.text("off")
    elif default is None:
        value = language.text("as the rules say")
    else:
        value = language.text(CHOICE_LABELS.get(str(default), "")) if setting.kind == "choice" else str(default)
    return language.text("usual: {value}").format(value=value)
