"""How "Suits" by the creators of Hearts++ is written down."""

from collections.abc import Iterable, Mapping

from companion.rules import passing
from companion.rules.facts import Fact, KittyNamed
from companion.rules.games.hearts_pp import HeartsState
from companion.rules.games.hearts_pp_hand import HeartsHand
from companion.rules.records.form import Form, Json, codes, issues, opening, succession, totals_after


def _kitty(source: Mapping[str, object], _: HeartsState) -> Iterable[Fact]:
    """Read the kitty; the cards that nobody plays tell it where it is not written down."""
    cards = codes(source, "kitty")
    if cards:
        yield KittyNamed(cards)


def _hand(state: HeartsState, hand: HeartsHand) -> Json:
    taken = hand.taken or state.taken(hand)
    teams = state.sides != state.players
    return {
        **opening(hand),
        "trick_points": [trick.points for trick in hand.tricks],
        "tricks": list(hand.tricks_by_seat(state.players)),
        "card_points": taken.points,
        "barred": [sorted(suits) for suits in hand.barred],
        "shoots": [
            {"seat": shoot.seat, "kind": shoot.kind, "award": shoot.award, "suits": list(shoot.suits)}
            for shoot in hand.score.shoots
        ],
        "communion": list(hand.score.communion),
        "no_trick": list(hand.score.no_trick),
        "scores": list(hand.score.seats),
        **({"team_scores": list(hand.scores or [0, 0])} if teams else {}),
        "deductions": [
            {"unit": cut.unit, "n": cut.n, "amount": cut.amount, "before": cut.before, "after": cut.after}
            for cut in hand.deductions
        ],
        "passing": passing.as_json(hand.passing),
        "totals": totals_after(state, hand),
        "issues": issues(hand),
        "complete": hand.complete,
        **succession(hand),
    }


def _game(state: HeartsState) -> Json:
    return {
        "totals": list(state.totals),
        "losing": state.losing,
        "game_over": state.phase == "over",
        "winners": list(state.winners),
    }


HEARTS_PP_FORM = Form(_hand, _game, before_hand=_kitty, hand_keys=("kitty",))
