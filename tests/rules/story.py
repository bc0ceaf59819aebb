"""Tells a game as a person would, for golden files."""

from companion.cards import card_name
from companion.rules.facts import CardsPlayed, FaceUpCard, TiebreakCard
from companion.rules.rulings import (
    GameWon,
    HandEnded,
    Irregularity,
    SuitMarked,
    TiebreakCardDealt,
    TiebreakNeeded,
    TrickWon,
)
from companion.rules.sheet import score_sheet

NAMES = ("Ann", "Bob", "Cid", "Dan", "Eve")


def story(log, facts):
    """Return a game told fact by fact, with the score sheet at the end."""
    lines = [log.game.title, ", ".join(f"{name} {value}" for name, value in log.settings.items()), ""]
    for fact in facts:
        if not log.view.seen and not log.view.plays:
            lines += [f"({told_reason(instruction)})" for instruction in log.view.instructions]
        lines.append(told_fact(log, fact))
        lines += [f"    {line}" for ruling in log.append(fact).new for line in told(log, ruling)]
        lines += [f"    ? {told_reason(need.question)}" for need in log.view.needs]
    names = NAMES[: log.state.players]
    return "\n".join([*lines, "", score_sheet(log.state, hands=log.view.hand, tricks=True, names=names)])


def told_reason(reason):
    return reason.text(NAMES)


def told_fact(log, fact):
    """Return a fact in a line."""
    codes = fact.cards if hasattr(fact, "cards") else (fact.card,)
    deck = log.game.deck
    shown = ", ".join(card_name(deck.parse(code)) if code in deck else code for code in codes)
    if isinstance(fact, CardsPlayed):
        return f"{NAMES[fact.seat]} {'plays' if log.view.plays else 'leads'} {shown}"
    if isinstance(fact, TiebreakCard):
        return f"{NAMES[fact.seat]} is dealt {shown}"
    if isinstance(fact, FaceUpCard):
        return f"{shown} lies face up"
    who = f"{NAMES[fact.seat]} " if hasattr(fact, "seat") else ""
    return f"[{type(fact).__name__}] {who}{shown}"


def told(log, ruling):
    """Return a ruling in lines."""
    match ruling:
        case TrickWon():
            won = f"trick {ruling.trick + 1} to {NAMES[ruling.seat]} {ruling.points:+} {ruling.totals}"
            return [f"{won}: {told_reason(ruling.reason)}"]
        case HandEnded():
            ended = f"hand {ruling.hand} ended {ruling.scores}"
            if ruling.next_dealer is not None:
                ended += f"; {NAMES[ruling.next_dealer]} deals"
            if ruling.next_leader is not None:
                ended += f", {NAMES[ruling.next_leader]} leads"
            return [ended, *(f"  {told_reason(note)}" for note in ruling.notes)]
        case SuitMarked():
            return [f"{side(log, ruling.team)} mark {ruling.suit}; marked {' '.join(ruling.marked)}"]
        case TiebreakNeeded():
            order = ", ".join(NAMES[seat] for seat in ruling.order)
            return [f"tie of {ruling.tied}; {NAMES[ruling.dealer]} deals to {order}"]
        case TiebreakCardDealt():
            return ["dealt"]
        case GameWon():
            winners = ", ".join(side(log, winner) for winner in ruling.winners)
            return [f"{winners} won {ruling.totals}: {told_reason(ruling.reason)}"]
        case Irregularity():
            return [f"! {ruling.code}: {told_reason(ruling.reason)}"]


def side(log, number):
    return " & ".join(NAMES[seat] for seat in log.state.seats_of(number))
