"""The end of a game: who won, how, and what there is to remember of it."""

from dataclasses import dataclass

from companion.app.model.board import Board, LaidCard
from companion.app.model.chart import Chart, chart_of
from companion.app.model.moment import Moment
from companion.language import capital


@dataclass(frozen=True, slots=True)
class Final:
    """One player or team at the end.

    Attributes:
        place: From 1; equal totals share a place, but for a winner by tiebreak.
        name: Whose.
        seats: The seats it belongs to.
        total: The final total.
        tricks: Tricks won in the whole game.
        wins: Whether it won.
    """

    place: int
    name: str
    seats: tuple[int, ...]
    total: int
    tricks: int
    wins: bool


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a game.

    Attributes:
        title: The game's name with its credit.
        deck: Id of the deck.
        headline: Who won.
        why: What decided it.
        finals: All players or teams, the best first.
        facts: What there is to remember, in short.
        cards: The last trick, or the cards of the tiebreak, in the order of play.
        chart: The course of the game.
    """

    title: str
    deck: str
    headline: str
    why: str
    finals: tuple[Final, ...]
    facts: tuple[str, ...]
    cards: tuple[LaidCard, ...]
    chart: Chart


def ending_of(moment: Moment, board: Board) -> Ending | None:
    """Return the end of a game; None while it goes on."""
    state, view, language = moment.state, moment.snapshot.view, moment.language
    if view.phase != "over" or state.won_by is None:
        return None
    names = [moment.side(side) for side in view.winners]
    won = language.plural("{names} wins", "{names} win", sum(len(state.seats_of(side)) for side in view.winners))
    why = state.won_by.text(moment.names, language)
    # Cards that were laid when it was over had no part in it.
    row = next((row for row in reversed(board.rows) if row.winner is not None), board.shown)
    last = row.cards if row is not None else ()
    laid = sorted((card for cards in last for card in cards), key=lambda card: card.fact)
    return Ending(
        title=language.text(moment.game.title),
        deck=moment.game.deck.id,
        headline=won.format(names=language.listed(names)),
        why=capital(why),
        finals=_finals(moment),
        facts=_facts(moment),
        cards=tuple(laid),
        chart=chart_of(moment),
    )


def _finals(moment: Moment) -> tuple[Final, ...]:
    state, view = moment.state, moment.snapshot.view
    sign = 1 if moment.game.lowest_wins else -1
    tricks = [0] * state.players
    for hand in state.hands:
        for seat, won in enumerate(hand.tricks_by_seat(state.players)):
            tricks[seat] += won
    keys = {side: (side not in view.winners, sign * total) for side, total in enumerate(view.totals)}
    order = sorted(keys, key=lambda side: keys[side])
    return tuple(
        Final(
            place=1 + sum(keys[other] < keys[side] for other in order),
            name=moment.side(side),
            seats=state.seats_of(side),
            total=view.totals[side],
            tricks=sum(tricks[seat] for seat in state.seats_of(side)),
            wins=side in view.winners,
        )
        for side in order
    )


def _facts(moment: Moment) -> tuple[str, ...]:
    language, history = moment.language, moment.snapshot.history
    hands = sum(1 for hand in moment.state.hands if hand.tricks)
    tricks = sum(len(hand.tricks) for hand in moment.state.hands)
    facts = [
        language.plural("{count} hand", "{count} hands", hands).format(count=hands),
        language.plural("{count} trick", "{count} tricks", tricks).format(count=tricks),
    ]
    times = [fact.time for fact in moment.log.facts if fact.time]
    minutes = round((times[-1] - times[0]) / 60) if times else 0
    if minutes:
        facts.append(language.plural("{count} minute", "{count} minutes", minutes).format(count=minutes))
    by_hand = sum(entry.source == "person" for entry in history)
    if by_hand:
        facts.append(language.plural("{count} card by hand", "{count} cards by hand", by_hand).format(count=by_hand))
    return tuple(facts)
