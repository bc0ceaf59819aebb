"""The deal that breaks a tie, led step by step."""

from dataclasses import dataclass
from typing import Literal

from companion.app.model.moment import Moment
from companion.app.model.wording import short_name
from companion.rules.facts import TiebreakCard
from companion.rules.games.steere_suits import SteereSuitsState

StepState = Literal["done", "now", "to come"]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do.

    Attributes:
        text: In words.
        state: Whether it is done, is to be done now, or later.
        seat: Who gets a card by it; None for what is done with the whole deck.
        card: The card it brought; empty before.
        tied: Whether this seat is among those the deal decides between.
    """

    text: str
    state: StepState
    seat: int | None = None
    card: str = ""
    tied: bool = False


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """The deal of a tiebreak.

    Attributes:
        title: Who is tied.
        steps: What is done, in order.
    """

    title: str
    steps: tuple[Step, ...]


def tiebreak_of(moment: Moment) -> Tiebreak | None:
    """Return the tiebreak of a game, also when it is decided; None where there is none."""
    state = moment.state
    if not isinstance(state, SteereSuitsState) or state.tiebreak_dealer is None:
        return None
    view, names, language = moment.snapshot.view, moment.names, moment.language
    say, deck = language.text, moment.game.deck.id
    dealt = {fact.seat: fact.card for fact in moment.log.facts if isinstance(fact, TiebreakCard)}
    tied = language.listed(names[seat] for seat in state.tied)
    prepared = say("{shuffler} shuffles all cards, {cutter} cuts, {dealer} deals one card face up to each").format(
        shuffler=names[view.shuffler], cutter=names[view.cutter], dealer=names[view.dealer]
    )
    waiting = next((seat for seat in view.deal_order if seat not in dealt), None)
    steps = [Step(prepared, "done" if dealt else "now")]
    for place, seat in enumerate(view.deal_order):
        card = short_name(deck, dealt[seat], language) if seat in dealt else ""
        done: StepState = "done" if seat in dealt else "now" if seat == waiting and (dealt or not place) else "to come"
        steps.append(Step(names[seat], done, seat, card, seat in state.tied))
    if state.tiebreak_ranking is not None:
        order = ", ".join(names[seat] for seat in state.tiebreak_ranking)
        winner = names[state.winners[0]]
        best = say("Best card first: {order}. {winner} wins").format(order=order, winner=winner)
        steps.append(Step(best, "done"))
    return Tiebreak(say("{tied} are tied").format(tied=tied), tuple(steps))
