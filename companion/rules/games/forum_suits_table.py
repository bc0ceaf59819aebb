"""What is agreed and dealt in the forum "Suits": options, numbers of cards and passing (sections 5.1 and 6)."""

from collections.abc import Mapping, Sequence

from companion.rules import passing
from companion.rules.games.french import FIRST_DEALER, FIVE_PASSING, TEAMS, TIE, players_setting
from companion.rules.passing import Passing
from companion.rules.settings import Setting

SETTINGS: tuple[Setting, ...] = (
    players_setting(2),
    TEAMS,
    Setting(
        "rounds",
        "number",
        None,
        "number of hands to play; none for one cycle of passing: 2, 3, 4, 5 with as many players",
        minimum=1,
        optional=True,
    ),
    FIRST_DEALER,
    Setting(
        "first_lead",
        "choice",
        "dealer_left",
        "first lead: the seat left of the dealer, or the two of clubs",
        choices=("dealer_left", "two_of_clubs"),
        house_rule=True,
    ),
    Setting("ace_low", "flag", False, "ace, 2, 3 is a straight with the 3 on top", house_rule=True),
    Setting(
        "faceup_to",
        "choice",
        "last_trick",
        "three players: who gets the face-up card that nobody played",
        choices=("last_trick", "last_player"),
        house_rule=True,
    ),
    Setting(
        "team_fourth",
        "choice",
        "all",
        "teams, fourth hand: one card to each of the others, or to each opponent",
        choices=("all", "opponents"),
        house_rule=True,
    ),
    FIVE_PASSING,
    TIE,
)
"""What is agreed beforehand; the options of section 6."""

HAND_SIZE: Mapping[int, int] = {2: 13, 3: 17, 4: 13, 5: 10}
ROUNDS: Mapping[int, int] = {2: 2, 3: 3, 4: 4, 5: 5}
"""Rounds where none are agreed: one cycle of passing."""

PASSING: Mapping[str, Sequence[Passing]] = {
    "2": passing.cycle(2, ""),
    "3": passing.cycle(3, "4L", "4R", "2L 2R"),
    "4": passing.cycle(4, "3L", "3R", "3X", "1L 1X 1R"),
    "opponents": passing.cycle(4, "3L", "3R", "3X", "1L 1R"),
    "5": passing.FIVE_HANDED,
}
