"""The standing as each game needs it to be shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from companion.app.model.moment import Moment
from companion.language import capital
from companion.rules.games.forum_suits_hand import ForumHand
from companion.rules.games.forum_suits_play import VALUE
from companion.rules.games.seven_suitors_hand import SuitorsHand

ScoreKind = Literal["race", "hands", "boards", "losing", "balance"]
"""How a game is scored.

`race`: a total wins. `hands`: an agreed number of hands, most points win. `boards`: suits are marked off. `losing`: a
total loses. `balance`: an agreed number of hands, points for and against.
"""

MarkState = Literal["marked", "married", "one", "split", "open", "gone"]
"""How a team stands with a suit of Seven Suitors.

`marked`: for good. `married`: both its sevens are captured, the mark follows. `one`: one seven is captured. `split`:
each team has one, nobody can marry it in this hand. `open`: none yet. `gone`: the other team has marked it for good.
"""


@dataclass(frozen=True, slots=True)
class SuitMark:
    """One suit on a team's board.

    Attributes:
        suit: As the deck writes it.
        state: How the team stands with it.
        sevens: How many of its sevens the team has captured in this hand.
    """

    suit: str
    state: MarkState
    sevens: int


@dataclass(frozen=True, slots=True)
class Shooter:
    """Who may still shoot in which suits (Hearts++).

    Attributes:
        seat: Who.
        open: Suits in which it may still come to a shoot.
        barred: Suits in which that is forbidden.
    """

    seat: int
    open: tuple[str, ...]
    barred: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """The score of one player or team.

    Attributes:
        name: Whose.
        seats: The seats it belongs to.
        players: Their names.
        hands: What each finished hand brought.
        present: What the present hand has brought so far.
        total: The standing.
        wins: Whether the game was won by it.
        out: Whether it can no longer win.
        marks: Its board of suits; empty in other games.
        shooters: Who of it may still shoot; empty in other games.
        plus: Points for it in the present hand, where a game counts for and against.
        minus: Points against it, not negative.
        all_red: The seats of it that have taken red cards only.
    """

    name: str
    seats: tuple[int, ...]
    players: tuple[str, ...]
    hands: tuple[int, ...]
    present: int
    total: int
    wins: bool = False
    out: bool = False
    marks: tuple[SuitMark, ...] = ()
    shooters: tuple[Shooter, ...] = ()
    plus: int = 0
    minus: int = 0
    all_red: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Score:
    """The standing.

    Attributes:
        kind: How it is to be shown.
        deck: Id of the deck.
        rows: One a player or team.
        goal: The total that wins, loses or fills the board; None where there is none.
        playing: Whether a hand is being played, so that the present one counts.
        planned: How many hands were agreed; None where none were.
        broken: Suits broken in the hand (Hearts++).
        notes: What else is worth knowing, one sentence each.
    """

    kind: ScoreKind
    deck: str
    rows: tuple[ScoreRow, ...]
    goal: int | None
    playing: bool
    planned: int | None = None
    broken: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


_KINDS: Mapping[str, ScoreKind] = MappingProxyType(
    {
        "coins": "race",
        "steere_suits": "hands",
        "seven_suitors": "boards",
        "hearts_pp": "losing",
        "forum_suits": "balance",
    }
)

_PLANNED: Mapping[str, Callable[[Moment], int]] = MappingProxyType(
    {
        "steere_suits": lambda moment: moment.settings.number("hands"),
        "forum_suits": lambda moment: int(getattr(moment.state, "rounds", 0)),
    }
)


def score_of(moment: Moment) -> Score:
    """Return the standing of a game."""
    state, view, game = moment.state, moment.snapshot.view, moment.game.id
    kind = _KINDS.get(game, "hands" if view.goal is None else "race")
    planned = _PLANNED.get(game)
    return Score(
        kind=kind,
        deck=moment.game.deck.id,
        rows=tuple(_row(moment, kind, side) for side in range(state.sides)),
        goal=view.goal,
        playing=not state.hand.complete,
        planned=planned(moment) if planned is not None else None,
        broken=view.broken,
        notes=tuple(capital(note.text(moment.names, moment.language)) for note in view.notes),
    )


def _row(moment: Moment, kind: ScoreKind, side: int) -> ScoreRow:
    state, view = moment.state, moment.snapshot.view
    seats = state.seats_of(side)
    standing = view.standings[side]
    plus, minus, all_red = _balance(moment, seats) if kind == "balance" else (0, 0, ())
    return ScoreRow(
        name=moment.side(side),
        seats=seats,
        players=tuple(moment.names[seat] for seat in seats),
        hands=tuple(hand.scores[side] for hand in state.hands if hand.complete),
        present=0 if state.hand.complete else state.scores_of(state.hand)[side],
        total=view.totals[side],
        wins=side in view.winners,
        out=not standing.can_win,
        marks=_marks(moment, side) if kind == "boards" else (),
        shooters=_shooters(moment, seats) if kind == "losing" else (),
        plus=plus,
        minus=minus,
        all_red=all_red,
    )


def _marks(moment: Moment, team: int) -> tuple[SuitMark, ...]:
    hand, view = moment.state.hand, moment.snapshot.view
    assert isinstance(hand, SuitorsHand)
    married = {suit for suit, _ in hand.marriages[team]}
    standing = view.standings[team]

    def state(suit: str, sevens: int, others: int) -> MarkState:
        if suit in standing.marked:
            return "marked"
        if suit not in standing.missing:
            return "gone"
        if suit in married:
            return "married"
        if sevens and others:
            return "split"
        return "one" if sevens else "open"

    marks = []
    for suit in dict.fromkeys(card.suit for card in moment.game.deck.cards if card.suit is not None):
        sevens, others = (view.captured[side].count(f"{suit}:7") for side in (team, 1 - team))
        marks.append(SuitMark(suit, state(suit, sevens, others), sevens))
    return tuple(marks)


def _shooters(moment: Moment, seats: tuple[int, ...]) -> tuple[Shooter, ...]:
    view = moment.snapshot.view
    return tuple(
        Shooter(seat, view.can_shoot[seat] if view.can_shoot else (), view.barred[seat] if view.barred else ())
        for seat in seats
    )


def _balance(moment: Moment, seats: tuple[int, ...]) -> tuple[int, int, tuple[int, ...]]:
    hand = moment.state.hand
    assert isinstance(hand, ForumHand)
    taken = hand.taken()
    values = [VALUE[card] for seat in seats for card in taken[seat]]
    red = tuple(seat for seat in seats if taken[seat] and all(VALUE[card] < 0 for card in taken[seat]))
    return sum(value for value in values if value > 0), -sum(value for value in values if value < 0), red
