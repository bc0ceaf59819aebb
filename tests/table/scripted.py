"""A table in numbers: cards laid, nudged, covered and swept by a script, seen by eyes whose mistakes are chosen."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from companion.rules.facts import CardsPlayed, Fact, TiebreakCard
from companion.rules.game import Game
from companion.rules.games import game as find_game
from companion.rules.log import GameLog
from companion.rules.settings import Settings
from companion.table.events import CardPlayed, Event, Question, SourceChanged
from companion.table.past import NO_PAST, Past, past_from_json, past_to_json
from companion.table.seating import seat_directions
from companion.table.session import TableSession
from companion.table.waiting import Waiting, waiting_of, waiting_to_json
from companion.vision.types import SeenCard

SIZE = (1280, 720)
CARD = 114.0
"""Height of a card in pixels: 95 mm."""

FIRST = (("1-coins", 1), ("2-cups", 2), ("1-swords", 0))
"""A trick of COINS that seat 2 wins (Cups contain Coins)."""

Reading = tuple[tuple[str, float], ...]
Rng = np.random.Generator


def reading(code: str, sure: float, others: Sequence[str] = ()) -> Reading:
    """Return a reading that gives a code this chance and shares nearly all of the rest between others."""
    rest = (1.0 - sure) * 0.9
    return ((code, sure), *((other, rest / len(others)) for other in others))


def box(x: float, y: float, angle: float = 0.0) -> np.ndarray:
    """Return the corners of a card with its middle at x, y (pixels), turned clockwise by an angle (radians)."""
    half = np.array([[-0.32, -0.5], [0.32, -0.5], [0.32, 0.5], [-0.32, 0.5]]) * CARD
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return (half @ turn.T + [x, y]).astype(np.float32)


@dataclass(eq=False)
class Lying:
    """A card on the table."""

    code: str
    x: float
    y: float
    angle: float
    reading: Reading
    face_up: bool = True
    hidden: bool = False

    def seen(self, rng: Rng) -> SeenCard:
        jitter = rng.normal(0, 0.6, (4, 2)).astype(np.float32)
        return SeenCard(box(self.x, self.y, self.angle) + jitter, self.face_up, 0.95, self.noisy(rng))

    def noisy(self, rng: Rng) -> Reading:
        if not self.face_up:
            return ()
        given = np.array([chance for _, chance in self.reading])
        chances = given * np.exp(rng.normal(0, 0.4, len(given)))
        chances *= given.sum() / chances.sum()
        return tuple((code, float(c)) for (code, _), c in zip(self.reading, chances, strict=True))


@dataclass
class ScriptedTable:
    """Cards, a clock and the session that watches them."""

    game: Game
    settings: Settings | None = None
    seed: int = 0
    names: tuple[str, ...] = ("Ana", "Ben", "Carla")
    misread: Callable[[str, Rng], Reading] | None = None
    rate: float = 10.0
    facts: Sequence[Fact] = ()
    waiting: Sequence[Waiting] = ()
    past: Past = NO_PAST
    time: float = 0.0
    cards: list[Lying] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.rng = np.random.default_rng(self.seed)
        before = {"facts": self.facts, "waiting": self.waiting, "past": self.past}
        self.session = TableSession(self.game, self.settings, names=self.names, **before)
        self.session.subscribe(self.events.append)
        self.missed_looks = 0.0

    @property
    def log(self) -> GameLog:
        """Return the facts that the session has accepted."""
        return self.session.log

    def read(self, code: str) -> Reading:
        if self.misread is not None:
            return self.misread(code, self.rng)
        others = [str(other) for other in self.rng.choice(self.game.deck.codes, 3) if other != code]
        return reading(code, 0.995, others)

    def look(self, seconds: float) -> None:
        """Let time pass."""
        for _ in range(max(1, round(seconds * self.rate))):
            self.time += 1 / self.rate
            seen = [
                card.seen(self.rng) for card in self.cards if not card.hidden and self.rng.random() >= self.missed_looks
            ]
            self.session.notice(seen, self.time, SIZE)

    def place(self, seat: int, spread: float = 11.0) -> tuple[float, float]:
        """Return where a card of this seat comes to rest, pixels."""
        x, y = seat_directions(len(self.names))[seat] * 110 + np.array(SIZE) / 2
        return x + self.rng.normal(0, spread), y + self.rng.normal(0, spread)

    def lay(self, code: str, seat: int, wait: float = 0.8, read: Reading | None = None) -> Lying:
        """Let a seat play a card, which slides in from its side."""
        x, y = self.place(seat)
        direction = seat_directions(len(self.names))[seat]
        card = Lying(code, x, y, self.rng.normal(0, 0.2), read if read is not None else self.read(code))
        self.cards.append(card)
        for step in (200, 90):
            card.x, card.y = x + direction[0] * step, y + direction[1] * step
            self.look(0.1)
        card.x, card.y = x, y
        self.look(wait)
        return card

    def sweep(self, wait: float = 0.8) -> None:
        """Let somebody take all cards from the table."""
        self.cards.clear()
        self.look(wait)


def resumed(table: ScriptedTable) -> ScriptedTable:
    """Return a table with the same cards on it, watched by a session that goes on from the other's facts."""
    again = ScriptedTable(table.game, table.settings, seed=table.seed + 1, facts=table.log.facts)
    again.cards = table.cards
    return again


def taken_up(table: ScriptedTable) -> ScriptedTable:
    """Return a table with the same cards, and a session that goes on from what a file holds of the other's game."""
    snapshot = table.session.snapshot()
    held = json.loads(json.dumps([waiting_to_json(card) for card in snapshot.waiting]))
    past = json.loads(json.dumps(past_to_json(snapshot.past)))
    again = ScriptedTable(
        table.game,
        table.settings,
        table.seed + 1,
        table.names,
        facts=snapshot.facts,
        waiting=waiting_of(held, table.log),
        past=past_from_json(past, table.log),
        time=table.time + 1.0,
    )
    again.cards = table.cards
    return again


def random_game(game: Game, settings: Settings | None, seed: int, hands: int = 1) -> GameLog:
    """Return a game played at random by the rules, its tiebreak included."""
    rng = np.random.default_rng([seed, 99])
    log = GameLog(game, settings)
    whole = [code for code in game.deck.codes for _ in range(game.deck.copies(code))]
    deck = list(rng.permutation(whole))
    while log.view.phase == "play" and log.view.hand <= hands:
        if not deck:
            deck = list(rng.permutation(whole))
        assert log.view.expected is not None
        log.append(CardsPlayed(log.view.expected, (str(deck.pop()),)))
    deal = list(rng.permutation(game.deck.codes))
    while log.view.phase == "tiebreak":
        assert log.view.expected is not None
        log.append(TiebreakCard(log.view.expected, str(deal.pop())))
    return log


def act_out(table: ScriptedTable, truth: GameLog) -> Iterator[int]:
    """Play a game on the table, card by card; yields the place of each fact behind it."""
    tricks = 0
    phase = "play"
    for index, fact in enumerate(truth.facts):
        if isinstance(fact, TiebreakCard) and phase == "play":
            table.sweep(2.0)
            phase = "tiebreak"
        if isinstance(fact, CardsPlayed):
            table.lay(fact.cards[0], fact.seat, float(table.rng.uniform(0.4, 1.2)))
        elif isinstance(fact, TiebreakCard):
            table.lay(fact.card, fact.seat)
        yield index
        won = sum(ruling.event == "trick_won" for ruling in truth.rulings_of(index))
        if won:
            tricks += won
            table.sweep()
            if any(ruling.event == "hand_ended" for ruling in truth.rulings_of(index)):
                table.look(2.0)
    table.look(1.0)


def plays(table: ScriptedTable) -> list[tuple[int, str]]:
    """Return the plays that were told: seat and card."""
    return [(event.seat, event.cards[0]) for event in table.events if isinstance(event, CardPlayed)]


def facts(table: ScriptedTable) -> list[tuple[int, str]]:
    """Return the plays that count: seat and card."""
    return [(fact.seat, fact.cards[0]) for fact in table.log.facts]


def told(table: ScriptedTable, kind: type[Event]) -> list[Event]:
    """Return the events of one kind."""
    return [event for event in table.events if isinstance(event, kind)]


def notices(table: ScriptedTable) -> list[str]:
    """Return what people were told of the camera."""
    return [event.notice for event in told(table, SourceChanged)]


def play(table: ScriptedTable, *cards: tuple[str, int], wait: float = 0.6) -> None:
    """Lay cards, each before a seat."""
    for code, seat in cards:
        table.lay(code, seat, wait)


def answer_all(table: ScriptedTable, truth: Mapping[int, str], wait: float = 0.5) -> list[int]:
    """Answer questions by the seat that they are about until none is left; return the seats asked about, in order."""
    asked = []
    while (question := table.session.snapshot().question) is not None:
        asked.append(question.seat)
        table.session.answer(question.question, truth[question.seat])
        table.look(wait)
    return asked


def asking_about_the_lead() -> ScriptedTable:
    """Return a table of COINS whose first lead is asked about."""
    table = ScriptedTable(find_game("coins"), seed=4)
    table.lay("1-coins", 1, 2.0, read=reading("1-coins", 0.5, ["2-coins"]))
    assert told(table, Question)
    return table


def play_hand(table: ScriptedTable, truth: GameLog, start: int = 0, stop: int | None = None) -> None:
    """Lay the plays of a log, from one place to another, and sweep each trick."""
    for place, fact in enumerate(truth.facts[start:stop], start):
        for code in fact.cards:
            table.lay(code, fact.seat, 0.9)
        if any(ruling.event == "trick_won" for ruling in truth.rulings_of(place)):
            table.sweep(1.2)


def played(log: GameLog) -> list[tuple[int, tuple[str, ...]]]:
    """Return who played what."""
    return [(fact.seat, fact.cards) for fact in log.facts]
