"""The game as the windows show it, derived from the facts of a snapshot."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from companion.app.model.wording import short_name
from companion.rules.facts import CardsPlayed, Fact, TiebreakCard
from companion.rules.game import Game
from companion.rules.log import GameLog
from companion.rules.rulings import GameWon, HandEnded, Ruling, TrickWon
from companion.rules.settings import Settings
from companion.rules.view import Phase
from companion.table.snapshot import HistoryEntry, Snapshot


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
class ScoreRow:
    """The score of one player or team.

    Attributes:
        name: Whose.
        seats: The seats it belongs to.
        hands: What each finished hand brought.
        present: What the present hand has brought so far.
        total: The standing.
        wins: Whether the game was won by it.
    """

    name: str
    seats: tuple[int, ...]
    hands: tuple[int, ...]
    present: int
    total: int
    wins: bool


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
        shown: The trick that lies on the drawn table; None before the first card.
        rows: The tricks of the hand, the newest last.
        scores: The standing.
        goal: The total that wins; None where there is no such goal.
    """

    title: str
    deck: str
    phase: Phase
    hand: int
    trick: int
    places: tuple[Place, ...]
    shown: TrickRow | None
    rows: tuple[TrickRow, ...]
    scores: tuple[ScoreRow, ...]
    goal: int | None


def board_of(game: Game, settings: Settings, snapshot: Snapshot) -> Board:
    """Return what the windows show of a game.

    Args:
        game: What is played.
        settings: What was agreed.
        snapshot: The table.
    """
    view, names = snapshot.view, snapshot.names
    rulings = GameLog(game, settings, map(_fact, snapshot.history)).rulings
    rows = _rows(game.deck.id, snapshot.history, rulings, names)
    shown = rows[-1] if rows else None
    if view.phase == "tiebreak" and not view.plays:
        shown = None
    hand = shown.hand if shown is not None else view.hand
    return Board(
        title=game.title,
        deck=game.deck.id,
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
        rows=tuple(row for row in rows if row.hand == hand),
        scores=_scores(snapshot, rulings),
        goal=view.goal,
    )


def _fact(entry: HistoryEntry) -> Fact:
    if entry.kind == "tiebreak":
        return TiebreakCard(entry.seat, entry.cards[0], source=entry.source, confidence=entry.confidence)
    return CardsPlayed(entry.seat, entry.cards, source=entry.source, confidence=entry.confidence)


def _rows(
    deck: str, history: Iterable[HistoryEntry], rulings: Sequence[Ruling], names: Sequence[str]
) -> list[TrickRow]:
    won = {(ruling.hand, ruling.trick): ruling for ruling in rulings if isinstance(ruling, TrickWon)}
    decided = next((ruling for ruling in rulings if isinstance(ruling, GameWon)), None)
    rows = []
    for (kind, hand, trick), group in groupby(history, key=lambda entry: (entry.kind, entry.hand, entry.trick)):
        entries = list(group)
        cards: list[tuple[LaidCard, ...]] = [()] * len(names)
        if kind == "tiebreak":
            winner = decided.winners[0] if decided is not None else None
            for entry in entries:
                cards[entry.seat] = _laid(deck, entry, wins=entry.seat == winner)
            why = decided.reason.text(names) if decided is not None else ""
            rows.append(TrickRow(hand, None, tuple(cards), entries[0].seat, winner, 0, why))
            continue
        ruling = won.get((hand, trick))
        for entry in entries:
            cards[entry.seat] = _laid(deck, entry, wins=ruling is not None and ruling.seat == entry.seat)
        if ruling is None:
            rows.append(TrickRow(hand, trick, tuple(cards), entries[0].seat))
        else:
            why = ruling.reason.text(names)
            rows.append(TrickRow(hand, trick, tuple(cards), entries[0].seat, ruling.seat, ruling.points, why))
    return rows


def _laid(deck: str, entry: HistoryEntry, wins: bool) -> tuple[LaidCard, ...]:
    return tuple(LaidCard(code, short_name(deck, code), entry.fact, wins) for code in entry.cards)


def _order(shown: TrickRow | None, seat: int) -> int:
    if shown is None or not shown.cards[seat]:
        return 0
    fact = shown.cards[seat][0].fact
    return 1 + sum(1 for cards in shown.cards if cards and cards[0].fact < fact)


def _scores(snapshot: Snapshot, rulings: Sequence[Ruling]) -> tuple[ScoreRow, ...]:
    view, names = snapshot.view, snapshot.names
    ended = [ruling for ruling in rulings if isinstance(ruling, HandEnded)]
    sides = len(view.totals)
    rows = []
    for side, total in enumerate(view.totals):
        seats = tuple(range(side, len(names), sides))
        # The last hand stays open in the view of a game that is over or at its tiebreak, though it is counted.
        counted = bool(ended) and ended[-1].hand == view.hand
        rows.append(
            ScoreRow(
                name=" & ".join(names[seat] for seat in seats),
                seats=seats,
                hands=tuple(ruling.scores[side] for ruling in ended),
                present=0 if counted else sum(view.points[seat] for seat in seats),
                total=total,
                wins=side in view.winners,
            )
        )
    return tuple(rows)
