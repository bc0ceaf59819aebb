"""How SUITS and COINS by Mark Steere are written down."""

from collections.abc import Iterable, Mapping

from companion.rules.facts import Fact, TiebreakCard
from companion.rules.games.coins import CoinsState
from companion.rules.games.steere_suits import SteereSuitsState
from companion.rules.hand import Hand
from companion.rules.records.form import Form, Json, issues, opening, succession, totals_after
from companion.rules.state import State


def _tricks_and_end(state: State, hand: Hand) -> Json:
    return {
        "tricks": list(hand.tricks_by_seat(state.players)),
        "issues": issues(hand),
        "complete": hand.complete,
        "totals": totals_after(state, hand),
        **succession(hand),
    }


def _suits_hand(state: State, hand: Hand) -> Json:
    return {**opening(hand), **_tricks_and_end(state, hand)}


def _suits_game(state: SteereSuitsState) -> Json:
    placed = state.tiebreak_ranking
    return {
        "totals": list(state.totals),
        "game_over": state.phase == "over",
        "tied": list(state.tied),
        "tiebreak_dealer": state.tiebreak_dealer,
        "tiebreak_ranking": None if placed is None else list(placed),
        "winners": list(state.winners),
    }


def _tiebreak(record: Mapping[str, object], state: SteereSuitsState) -> Iterable[Fact]:
    """Read the cards of the tiebreak; without a tie they mean nothing."""
    cards = record.get("tiebreak")
    if cards is None or state.phase != "tiebreak":
        return
    if not (isinstance(cards, list) and len(cards) == state.players and all(isinstance(card, str) for card in cards)):
        raise ValueError(f"tiebreak must be a list of the {state.players} cards of seats 0 to {state.players - 1}")
    for seat, card in enumerate(cards):
        yield TiebreakCard(seat, card)


def _coins_hand(state: CoinsState, hand: Hand) -> Json:
    return {
        **opening(hand),
        "trick_coins": [trick.points for trick in hand.tricks],
        "coins": list(hand.points_by_seat(state.players)),
        **_tricks_and_end(state, hand),
    }


def _coins_game(state: CoinsState) -> Json:
    return {
        "totals": list(state.totals),
        "game_over": state.phase == "over",
        "winners": list(state.winners),
        "ended_at": None if state.ended_at is None else list(state.ended_at),
    }


SUITS_FORM = Form(_suits_hand, _suits_game, after_game=_tiebreak, keys=("tiebreak",))
COINS_FORM = Form(_coins_hand, _coins_game)
