"""Whole games as a person would tell them, compared with golden files (rewrite them with `--rewrite-golden`)."""

import pytest
from rules_play import plays, random_facts, start

from companion.cards import card_name
from companion.rules.facts import CardsPlayed, TiebreakCard
from companion.rules.rulings import GameWon, HandEnded, Irregularity, TiebreakCardDealt, TiebreakNeeded, TrickWon
from companion.rules.sheet import score_sheet

NAMES = ["Ann", "Bob", "Cid"]


def told(ruling):
    """Return a ruling in a line."""
    match ruling:
        case TrickWon():
            return f"trick {ruling.trick + 1} to {NAMES[ruling.seat]} +{ruling.points} {ruling.totals}: {ruling.reason}"
        case HandEnded():
            if ruling.next_dealer is None:
                return f"hand {ruling.hand} ended {ruling.scores}"
            after = f"{NAMES[ruling.next_dealer]} deals, {NAMES[ruling.next_leader]} leads"
            return f"hand {ruling.hand} ended {ruling.scores}; {after}"
        case TiebreakNeeded():
            order = ", ".join(NAMES[seat] for seat in ruling.order)
            return f"tie of {ruling.tied}; {NAMES[ruling.dealer]} deals to {order}"
        case TiebreakCardDealt():
            return "dealt"
        case GameWon():
            return f"{', '.join(NAMES[seat] for seat in ruling.winners)} won {ruling.totals}: {ruling.reason}"
        case Irregularity():
            return f"! {ruling.code}: {ruling.reason.text(NAMES)}"


def story(log, facts):
    """Return a game told fact by fact, with the score sheet at the end."""
    deck = log.game.deck
    lines = [log.game.title, ", ".join(f"{name} {value}" for name, value in log.settings.items()), ""]
    for fact in facts:
        codes = fact.cards if isinstance(fact, CardsPlayed) else (fact.card,)
        shown = " ".join(card_name(deck.parse(code)) for code in codes)
        verb = "is dealt" if isinstance(fact, TiebreakCard) else "leads" if not log.view.plays else "plays"
        lines.append(f"{NAMES[fact.seat]} {verb} {shown}")
        lines += [f"    {told(ruling)}" for ruling in log.append(fact).new]
    lines += ["", score_sheet(log.state, hands=log.view.hand, tricks=True, names=NAMES)]
    return "\n".join(lines)


def tied_game():
    return next(
        facts
        for seed in range(100)
        if isinstance((facts := random_facts("steere_suits", seed, hands=1))[-1], TiebreakCard)
    )


def careless_hand():
    """Return a hand with a card out of turn and a wrong lead, then cards after the end."""
    return plays(
        "1:2-coins 0:9-coins 2:10-coins / 2:1-cups 0:2-cups 1:3-cups / 1:2-swords 2:1-coins 0:3-coins / 0:12-cups"
    )


@pytest.mark.parametrize(
    ("name", "game", "facts", "chosen"),
    [
        ("coins", "coins", random_facts("coins", 7), {}),
        ("coins-careless", "coins", careless_hand(), {"target": 5}),
        ("steere_suits", "steere_suits", random_facts("steere_suits", 7, hands=2), {"hands": 2}),
        ("steere_suits-tiebreak", "steere_suits", tied_game(), {"hands": 1}),
    ],
)
def test_playthrough(golden, name, game, facts, chosen):
    golden(f"playthroughs/{name}.txt", story(start(game, **chosen), facts))
