"""What is agreed and dealt in "Suits" by the creators of Hearts++: options, decks and passing (sections 3.1 and 6)."""

from collections.abc import Mapping, Sequence

from companion.cards import FRENCH52
from companion.rules import passing
from companion.rules.games.french import (
    FIRST_DEALER,
    FIVE_PASSING,
    SUIT,
    SUITS,
    TEAMS,
    TIE,
    OpeningRule,
    players_setting,
)
from companion.rules.games.hearts_pp_scoring import POINTS
from companion.rules.passing import Passing
from companion.rules.settings import Setting

SETTINGS: tuple[Setting, ...] = (
    players_setting(3),
    TEAMS,
    FIRST_DEALER,
    Setting(
        "losing",
        "number",
        None,
        "losing score; none for that of the rules: 300, 200, 180 with 3, 4, 5 players, 400 a team",
        minimum=1,
        optional=True,
        house_rule=True,
    ),
    Setting(
        "first_lead",
        "choice",
        "dealer_left",
        "first lead: the seat left of the dealer, the lowest club, or its holder with any card",
        choices=("dealer_left", "low_club", "low_club_free"),
        house_rule=True,
    ),
    Setting("relief", "flag", True, "a hand score is taken off at or near the losing score", house_rule=True),
    Setting(
        "near_cap",
        "number",
        None,
        "how many points below the losing score relief still begins; none for no limit",
        optional=True,
        house_rule=True,
    ),
    Setting(
        "team_shoot",
        "choice",
        "halved",
        "what the other team gets for a shoot: half the award, the award once, or the award for each player",
        choices=("halved", "once", "each"),
        house_rule=True,
    ),
    Setting("team_zero", "flag", False, "a shoot spares the partner's card points, too", house_rule=True),
    Setting(
        "five_deck",
        "choice",
        "remove",
        "five players: without the twos of clubs and diamonds, or all cards and a kitty of two",
        choices=("remove", "kitty"),
        house_rule=True,
    ),
    Setting(
        "kitty_to",
        "choice",
        "first",
        "who gets the kitty: the winner of the first or of the last trick",
        choices=("first", "last"),
        house_rule=True,
    ),
    FIVE_PASSING,
    TIE,
)
"""What is agreed beforehand; the options of section 6."""

REMOVED: Mapping[int, tuple[str, ...]] = {3: ("2C",), 4: (), 5: ("2C", "2D")}
"""Cards left out of the deck, by number of players."""

PASSING: Mapping[str, Sequence[Passing]] = {
    "3": passing.cycle(3, "3L 2R", "3R 2L", ""),
    "4": passing.cycle(4, "2L 1R, 1X", "2R 1L, 1X", "3X, 1L 1R", ""),
    "teams": passing.cycle(4, "3X, 1L", "3X, 1R", "3X, 1X", ""),
    "5": passing.FIVE_HANDED,
}

COPIES = {removed: {code: 1 for code in FRENCH52.codes if code not in removed} for removed in {(), *REMOVED.values()}}

DECKS = {
    removed: {
        suit: (sum(SUIT[code] == suit for code in cards), sum(POINTS[code] for code in cards if SUIT[code] == suit))
        for suit in SUITS
    }
    for removed, cards in COPIES.items()
}
"""Number of cards and points of each suit."""

OPENING: Mapping[str, OpeningRule | None] = {"dealer_left": None, "low_club": "card", "low_club_free": "holder"}
