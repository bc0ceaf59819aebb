"""The camera sees pictures of cards, as on the screen that the companion itself runs on: they are no plays."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from painted import PaintedTable
from scripted import SIZE, Lying, ScriptedTable, box, facts, play_hand, played, told
from test_other_games import ONE_OF_EACH, a_hand

from companion.table.events import Correction, Irregularity, Question, SourceChanged
from companion.table.seating import seat_directions
from companion.vision.types import SeenCard

SCREEN = (1090.0, 110.0)
"""The middle of the trick on the screen, pixels."""
SMALL = 0.42
"""How high its cards are beside those on the table."""
LATE = 0.6
INK = (255, 0, 255)


def small(card, x, y, times=SMALL):
    corners = (box(0, 0) * times + [x, y]).astype(np.float32)
    return SeenCard(corners, True, 0.95, card.reading if isinstance(card, Lying) else card)


@dataclass
class _Screen:
    """A table beside which a screen shows the trick, a moment later, and half of its cards are read as others.

    Attributes:
        shown: The cards on the screen, and since when each is on the table.
        is_on: Whether there is a screen.
        middle: Of the trick on it, pixels.
        has_live_picture: It also shows something as large as a card.
    """

    shown: dict[str, tuple[Lying, float]] = field(default_factory=dict)
    is_on: bool = True
    middle: tuple[float, float] = SCREEN
    has_live_picture: bool = True

    def on_screen(self):
        for card in self.cards:
            if card.code not in self.shown:
                if all(other not in self.cards for other, _ in self.shown.values()):
                    self.shown = {}
                others = [code for code in self.game.deck.codes if code != card.code]
                read = card.reading if self.rng.random() < 0.5 else self.read(str(self.rng.choice(others)))
                self.shown[card.code] = (card, self.time)
                card.on_screen = read
        seen = []
        for place, (card, since) in enumerate(self.shown.values()):
            if self.time - since > LATE and self.rng.random() < 0.7:
                seen.append(small(card.on_screen, self.middle[0] + 40 * place, self.middle[1] + 30 * (place % 2)))
        if self.has_live_picture and self.rng.random() < 0.3:
            code = str(self.rng.choice(self.game.deck.codes))
            seen.append(small(((code, 0.4),), self.middle[0] - 90, self.middle[1] + 10, 1.1))
        return seen if self.is_on else []


@dataclass
class TableWithScreen(_Screen, ScriptedTable):
    """The same in numbers."""

    def look(self, seconds):
        for _ in range(max(1, round(seconds * self.rate))):
            self.time += 1 / self.rate
            seen = [card.seen(self.rng) for card in self.cards]
            self.session.notice(seen + self.on_screen(), self.time, SIZE)


@dataclass
class PaintedTableWithScreen(_Screen, PaintedTable):
    """The same, painted.

    Attributes:
        looks: Of each picture that was looked at, whether it shows the screen.
    """

    looks: list[bool] = field(default_factory=list)

    def picture(self):
        image = super().picture()
        x, y = map(round, self.middle)
        image[y - 15 : y + 15, x - 10 : x + 10] = INK
        return image

    def see(self, image):
        x, y = map(round, self.middle)
        self.looks.append(bool((image[y, x] == INK).all()))
        cards = [card.seen(self.rng) for card in self.cards]
        return cards + (self.on_screen() if self.looks[-1] else [])


@pytest.mark.parametrize(("game_id", "options"), ONE_OF_EACH)
def test_a_whole_hand_is_read_beside_a_screen_that_shows_it(game_id, options):
    table, truth = a_hand(game_id, options, kind=TableWithScreen)
    play_hand(table, truth)
    assert played(table.log) == played(truth)
    assert not told(table, Question)
    assert not [event for event in told(table, Correction) if event.now is None]
    assert len(told(table, Irregularity)) == sum(r.event == "irregularity" for r in truth.rulings)


def test_people_are_told_once_that_the_camera_sees_pictures_of_cards():
    table, truth = a_hand("coins", {}, kind=TableWithScreen)
    play_hand(table, truth, stop=9)
    assert [event.notice for event in told(table, SourceChanged)] == ["pictured"]


def test_where_nothing_shows_cards_nobody_is_told():
    table, truth = a_hand("coins", {}, kind=TableWithScreen)
    table.is_on = False
    play_hand(table, truth, stop=9)
    assert not told(table, SourceChanged)


def test_a_leaflet_with_cards_that_somebody_lays_down_is_no_trick():
    table, truth = a_hand("coins", {}, kind=TableWithScreen)
    table.is_on = False
    play_hand(table, truth, stop=3)
    leaflet = [small(table.read(code), 200 + 60 * n, 150) for n, code in enumerate(table.game.deck.codes[::12])]
    table.on_screen = lambda: leaflet
    table.look(3.0)
    play_on(table, truth, 3, 9)
    assert played(table.log) == played(truth)[:9]


@pytest.mark.parametrize("times", [0.55, 0.75, 1.6])
def test_after_the_camera_was_hung_elsewhere_cards_of_another_size_count(times):
    table, truth = a_hand("coins", {}, kind=TableWithScreen)
    table.is_on = False
    play_hand(table, truth, stop=6)
    table.sweep()
    middle = np.array(SIZE) / 2

    def farther():
        shown = [small(card, *((np.array([card.x, card.y]) - middle) * times + middle), times) for card in table.cards]
        return [SeenCard(card.corners, True, 0.95, card.probabilities) for card in shown]

    def look(seconds):
        for _ in range(max(1, round(seconds * table.rate))):
            table.time += 1 / table.rate
            table.session.notice(farther(), table.time, SIZE)

    table.look = look
    for fact in truth.facts[6:9]:
        table.lay(fact.cards[0], fact.seat, 2.0)
    table.look(3.0)
    assert sorted(facts(table)) == sorted((fact.seat, fact.cards[0]) for fact in truth.facts[:9])


def test_a_screen_is_looked_at_every_four_seconds_and_painted_over_in_between():
    table, truth = a_hand("coins", {}, kind=PaintedTableWithScreen)
    play_hand(table, truth, stop=3)
    table.look(2.0)
    begun = len(table.looks)
    play_on(table, truth, 3, 12)
    later = table.looks[begun:]
    assert 0 < sum(later) < len(later) / 3
    assert played(table.log) == played(truth)[:12]


def test_where_cards_are_played_nothing_is_painted_over():
    table, truth = a_hand("coins", {}, kind=PaintedTableWithScreen)
    leader = truth.facts[0].seat
    x, y = seat_directions(len(table.names))[leader] * 110 + np.array(SIZE) / 2
    table.middle, table.has_live_picture = (x, y - 95), False
    play_hand(table, truth, stop=12)
    assert all(table.looks)
    assert played(table.log) == played(truth)[:12]


def play_on(table, truth, start, stop):
    """Play a hand on."""
    for number, fact in enumerate(truth.facts[start:stop], start=start):
        if number % len(table.names) == 0:
            table.sweep()
        table.lay(fact.cards[0], fact.seat)


def test_what_a_hand_leaves_to_be_seen_of_a_card_is_no_picture_of_one():
    table, truth = a_hand("coins", {}, kind=TableWithScreen)
    table.is_on = False
    play_hand(table, truth, stop=2)
    half = table.cards[-1]
    half.hidden = True
    half.on_screen = half.reading
    table.on_screen = lambda: [small(half.reading, half.x, half.y + 20, 0.55)]
    table.look(10.0)
    assert not told(table, Correction)
    table.on_screen = list
    half.hidden = False
    play_on(table, truth, 2, 6)
    assert played(table.log) == played(truth)[:6]
    assert not told(table, SourceChanged)
