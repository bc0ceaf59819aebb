"""How Seven Suitors is written down."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from companion.plain_json import shown
from companion.rules.facts import Fact, ThiefTook
from companion.rules.games.seven_suitors import SevenSuitorsState
from companion.rules.games.seven_suitors_hand import SuitorsHand, Suits
from companion.rules.games.seven_suitors_trick import THIEF
from companion.rules.records.form import Form, Json, issues

_REASONS: Mapping[str, str] = MappingProxyType(
    {
        "all-suits": "all seven suits",
        "four-suits": "four suits",
        "more-marriages": "more marriages",
        "higher-suit": "higher suit in the same trick",
        "first-marriage": "first marriage of the extra hand",
    }
)


def _thief(source: Mapping[str, object], state: SevenSuitorsState) -> Iterable[Fact]:
    """Read what the Thief takes; without the Thief in play it means nothing."""
    choice = source.get("thief_take")
    if choice is None or THIEF not in state.copies:
        return
    if not isinstance(choice, str):
        raise ValueError(f'thief_take must be a seven, "none" or "auto", not {shown(choice)}')
    yield ThiefTook(choice)


def _no_open_choice(_: Mapping[str, object], state: SevenSuitorsState) -> Iterable[Fact]:
    """Refuse a hand whose Thief had a choice that the record does not give."""
    if state.hand.undecided is not None:
        raise state.undecided(state.hand.undecided)
    return ()


def _hand(state: SevenSuitorsState, hand: SuitorsHand) -> Json:
    marked = hand.marked if hand.complete else state.marks.marked
    marriage_totals = hand.marriage_totals if hand.complete else state.marks.marriages
    return {
        "starter": hand.starter,
        "trick_winners": [trick.winner for trick in hand.tricks],
        "trumps": [_number(resolution.trump) for resolution in hand.resolutions],
        "tricks": [_trick(hand, place) for place in range(len(hand.tricks))],
        "captured": [sorted(sevens) for sevens in hand.captured],
        "marriages": [[[int(suit), trick] for suit, trick in made] for made in hand.marriages],
        "marked": _numbers(marked),
        "marriage_totals": list(marriage_totals),
        "issues": issues(hand),
        "complete": hand.complete,
    }


def _trick(hand: SuitorsHand, place: int) -> Json:
    trick, resolution, spoils = hand.tricks[place], hand.resolutions[place], hand.spoils[place]
    return {
        "winner": trick.winner,
        "winning_card": trick.card,
        "lead": _number(resolution.lead),
        "trump": _number(resolution.trump),
        "next_trump": _number(resolution.next_trump),
        "stolen": spoils.stolen,
        "marriages": _numbers(spoils.married),
    }


def _game(state: SevenSuitorsState) -> Json:
    over = state.won_by is not None
    return {
        "marked": _numbers(state.marks.marked),
        "marriage_totals": list(state.marks.marriages),
        "game_over": over,
        "winner": state.winners[0] if over else None,
        "reason": _REASONS[state.won_by.key] if state.won_by is not None else None,
        "ended_at": None if state.ended_at is None else list(state.ended_at),
        "sudden_death_next": state.extra_hand and not over,
    }


def _number(suit: str | None) -> int | None:
    return None if suit is None else int(suit)


def _numbers(suits_by_team: Sequence[Suits]) -> list[list[int]]:
    return [[int(suit) for suit in suits] for suits in suits_by_team]


SEVEN_SUITORS_FORM = Form(_hand, _game, before_hand=_thief, after_hand=_no_open_choice, hand_keys=("thief_take",))
