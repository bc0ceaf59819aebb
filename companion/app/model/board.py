"""The trick on the table and the list of plays as the windows show them, derived from the facts of a snapshot."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.app.model.deal import Deal, deal_of
from companion.app.model.moment import Moment
from companion.app.model.tiebreak import Tiebreak, tiebreak_of
from companion.app.model.wording import short_name
from companion.rules.rulings import GameWon, Ruling, TrickWon
from companion.rules.view import Phase
from companion.table.snapshot import HistoryEntry


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card that somebody played.

    Attributes:
        code: Which card.
        name: In short, as it is printed.
        fact: Place in the log of the fact that says so.
        wins: Whether it won its trick.
    """

    code: str
    name: str
    fact: int
    wins: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at the table.

    Attributes:
        seat: From 0, clockwise.
        name: The player's.
        cards: What lies before the player in the trick that is shown.
        order: When the player played to it, from 1; 0 for not yet.
        on_turn: Whether the next card is expected from here.
        dealer: Whether this is the dealer.
    """

    seat: int
    name: str
    cards: tuple[LaidCard, ...]
    order: int
    on_turn: bool
    dealer: bool


@dataclass(frozen=True, slots=True)
class TrickRow:
    """One trick, or the deal of a tiebreak, in the list of plays.

    Attributes:
        hand: From 1.
        trick: From 0; None for a tiebreak.
        cards: The cards of each seat, seat 0 first.
        leader: Who led.
        winner: Who won it; None while it is being played.
        points: What it was worth to the winner.
        why: Why it was won; empty while it is being played.
    """

    hand: int
    trick: int | None
    cards: tuple[tuple[LaidCard, ...], ...]
    leader: int
    winner: int | None = None
    points: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Board:
    """The game at one moment, ready to be shown.

    Attributes:
        title: The game's name with its credit.
        deck: Id of the deck.
        phase: `play`, `tiebreak` or `over`.
        hand: Number of the hand, from 1.
        trick: Number of the trick that is shown, from 1.
        places: The seats.
        shown: The trick that lies on the drawn table; None before the first card of a hand.
        rows: The tricks of the hand, the newest last.
        deal: What everybody does before the first card of a hand; None at other times.
        tiebreak: The deal that breaks a tie, step by step; None where there is none.
    """

    title: str
    deck: str
    phase: Phase
    hand: int
    trick: int
    places: tuple[Place, ...]
    shown: TrickRow | None
    rows: tuple[TrickRow, ...]
    deal: Deal | None = None
    tiebreak: Tiebreak | None = None


def board_of(moment: Moment) -> Board:
    """Return what the windows show of a game."""
    snapshot, names = moment.snapshot, moment.names
    view, history, deck = snapshot.view, snapshot.history, moment.game.deck.id
    deal = deal_of(moment)
    hand = history[-1].hand if history and deal is None else view.hand
    rows = _rows(moment, [entry for entry in history if entry.hand == hand])
    shown = rows[-1] if rows else None
    if view.phase == "tiebreak" and not view.plays and moment.table_is_clear:
        shown = None
    return Board(
        title=moment.language.text(moment.game.title),
        deck=deck,
        phase=view.phase,
        hand=hand,
        trick=(view.trick if shown is None or shown.trick is None else shown.trick) + 1,
        places=tuple(
            Place(
                seat=seat,
                name=name,
                cards=shown.cards[seat] if shown is not None else (),
                order=_order(shown, seat),
                on_turn=seat == view.expected,
                dealer=seat == view.dealer,
            )
            for seat, name in enumerate(names)
        ),
        shown=shown,
        rows=rows,
        deal=deal,
        tiebreak=tiebreak_of(moment),
    )


def _rows(moment: Moment, history: Iterable[HistoryEntry]) -> tuple[TrickRow, ...]:
    rulings = moment.log.rulings
    won = {(ruling.hand, ruling.trick): ruling for ruling in rulings if isinstance(ruling, TrickWon)}
    rows = []
    for (kind, hand, trick), group in groupby(history, key=lambda entry: (entry.kind, entry.hand, entry.trick)):
        entries = list(group)
        if kind == "tiebreak":
            rows.append(_tiebreak_row(moment, entries, rulings))
            continue
        ruling = won.get((hand, trick))
        cards = _cards(moment, entries, ruling.seat if ruling is not None else None)
        if ruling is None:
            rows.append(TrickRow(hand, trick, cards, entries[0].seat))
        else:
            why = ruling.reason.text(moment.names, moment.language)
            rows.append(TrickRow(hand, trick, cards, entries[0].seat, ruling.seat, ruling.points, why))
    return tuple(rows)


def _tiebreak_row(moment: Moment, entries: Sequence[HistoryEntry], rulings: Sequence[Ruling]) -> TrickRow:
    decided = next((ruling for ruling in rulings if isinstance(ruling, GameWon)), None)
    winner = decided.winners[0] if decided is not None else None
    why = decided.reason.text(moment.names, moment.language) if decided is not None else ""
    return TrickRow(entries[0].hand, None, _cards(moment, entries, winner), entries[0].seat, winner, 0, why)


def _cards(moment: Moment, entries: Iterable[HistoryEntry], winner: int | None) -> tuple[tuple[LaidCard, ...], ...]:
    deck = moment.game.deck.id
    cards: list[tuple[LaidCard, ...]] = [()] * len(moment.names)
    for entry in entries:
        wins = entry.seat == winner
        cards[entry.seat] = tuple(
            LaidCard(code, short_name(deck, code, moment.language), entry.fact, wins) for code in entry.cards
        )
    return tuple(cards)


def _order(shown: TrickRow | None, seat: int) -> int:
    if shown is None or not shown.cards[seat]:
        return 0
    fact = shown.cards[seat][0].fact
    return 1 + sum(1 for cards in shown.cards if cards and cards[0].fact < fact)
