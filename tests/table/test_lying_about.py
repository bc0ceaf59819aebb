"""Napkins, score pads and the like lie about on the table and look like cards now and then: they are no plays."""

from dataclasses import dataclass, field
from math import radians

import numpy as np
import pytest
from painted import PaintedTable
from scripted import SIZE, Lying, ScriptedTable, box, facts, play, play_hand, played, reading, told
from test_other_games import ONE_OF_EACH, a_hand

from companion.evaluation.deals import play_deal
from companion.rules.games import game
from companion.simulation.habits import HABITS
from companion.simulation.incidents import LIVELY
from companion.simulation.misreading import Faults
from companion.table.events import Correction, Irregularity, Question, SourceChanged
from companion.vision.types import SeenCard

NAPKIN, PAD = (1080.0, 560.0), (240.0, 130.0)


@dataclass
class Thing:
    """Something that is found now and then, a little elsewhere each time, and read as this or that.

    Attributes:
        middle: Pixels.
        found: How often.
        sure: How surely it is read at most, 0..1.
        knocked: Pixels by which the camera was knocked.
    """

    middle: tuple[float, float]
    found: float
    sure: float
    knocked: tuple[float, float] = (0.0, 0.0)

    def seen(self, table):
        rng = table.rng
        if rng.random() >= self.found:
            return []
        codes = table.game.deck.codes
        code = codes[round(self.middle[0]) % len(codes)] if rng.random() < 0.8 else str(rng.choice(codes))
        x, y = np.add(self.middle, self.knocked) + rng.normal(0, 3, 2)
        corners = box(x, y, 0.4) + rng.normal(0, 1.5, (4, 2)).astype(np.float32)
        return [SeenCard(corners, True, 0.8, ((code, float(rng.uniform(0.3, self.sure))),))]


@dataclass
class _Littered:
    """What lies about."""

    lies_about: list[Thing] = field(default_factory=lambda: [Thing(NAPKIN, 0.9, 0.9), Thing(PAD, 0.6, 0.7)])

    def found(self):
        return [card for thing in self.lies_about for card in thing.seen(self)]


@dataclass
class LitteredTable(_Littered, ScriptedTable):
    """A table with such things, in numbers."""

    def look(self, seconds):
        for _ in range(max(1, round(seconds * self.rate))):
            self.time += 1 / self.rate
            cards = [card.seen(self.rng) for card in self.cards]
            self.session.notice(cards + self.found(), self.time, SIZE)


@dataclass
class PaintedLitteredTable(_Littered, PaintedTable):
    """The same, painted; what lies about looks like the table, or is a mark of a colour that is found nowhere else.

    Attributes:
        looks: Of each picture that was looked at, whether it shows the mark.
        mark: Where it is, pixels; None for none.
        ink: Its colour.
    """

    looks: list[bool] = field(default_factory=list)
    mark: tuple[float, float] | None = None
    ink: tuple[int, int, int] = (255, 0, 255)

    def picture(self):
        image = super().picture()
        if self.mark is not None:
            x, y = map(round, self.mark)
            image[y - 45 : y + 45, x - 30 : x + 30] = self.ink
        return image

    def see(self, image):
        x, y = map(round, self.mark or (0, 0))
        self.looks.append(bool((image[y, x] == self.ink).all()))
        return super().see(image) + (self.found() if self.looks[-1] or self.mark is None else [])


@pytest.mark.parametrize(("game_id", "options"), ONE_OF_EACH[::2])
def test_a_whole_hand_is_read_on_a_table_on_which_things_lie_about(game_id, options):
    table, truth = a_hand(game_id, options, kind=LitteredTable)
    table.look(2.5)
    play_hand(table, truth)
    assert played(table.log) == played(truth)
    assert not told(table, Question) + told(table, SourceChanged)
    assert not [event for event in told(table, Correction) if event.now is None]
    assert len(told(table, Irregularity)) == sum(r.event == "irregularity" for r in truth.rulings)


def test_they_are_not_shown_as_cards_either():
    table, _ = a_hand("coins", {}, kind=LitteredTable)
    table.look(3.0)
    assert not table.session.snapshot().cards


def test_they_stay_what_they_are_after_the_camera_was_knocked():
    table, truth = a_hand("coins", {}, kind=LitteredTable)
    table.look(2.5)
    play_hand(table, truth, stop=5)
    for thing in (*table.cards, *table.lies_about):
        if isinstance(thing, Lying):
            thing.x, thing.y = thing.x + 40, thing.y + 14
        else:
            thing.knocked = (40.0, 14.0)
    table.look(1.0)
    assert facts(table) == [(seat, code) for seat, (code,) in played(truth)[:5]]
    assert not told(table, Question)


def test_cards_that_lie_there_before_the_first_picture_count_as_soon_as_they_are_read():
    table, truth = a_hand("coins", {}, kind=ScriptedTable)
    (seat, (first,)), (_, (second,)) = played(truth)[:2]
    # Off the middle of the picture, as where a camera does not look straight at the play.
    card = Lying(first, *np.add(table.place(seat), (190, -60)), 0.1, reading(first, 0.6, [second]))
    table.cards.append(card)
    table.look(3.0)
    assert not facts(table)
    card.reading = table.read(first)
    table.look(1.0)
    assert [code for _, code in facts(table)] == [first]


def test_a_card_that_is_hard_to_read_counts_where_a_thing_lay_that_was_taken_away():
    table, truth = a_hand("coins", {}, kind=LitteredTable)
    (seat, (first,)), (_, (other,)) = played(truth)[:2]
    x, y = np.add(table.place(seat, 0.0), (150, -60))
    table.lies_about = [Thing((x, y), 1.0, 0.8)]
    table.look(3.0)
    table.lies_about = []
    table.look(16.0)
    table.cards.append(Lying(first, x, y, 0.4, reading(first, 0.6, [other])))
    table.look(4.0)
    assert told(table, Question)


def test_a_card_laid_in_the_first_seconds_counts_though_it_is_hard_to_read():
    table, truth = a_hand("coins", {}, kind=ScriptedTable)
    (seat, (first,)), (_, (other,)) = played(truth)[:2]
    table.lay(first, seat, 2.0, reading(first, 0.6, [other]))
    table.lay(other, (seat + 1) % 3, 1.0)
    assert told(table, Question) or facts(table)


def test_what_the_bare_table_shows_is_no_card_where_it_was_first_taken_for_one_in_mid_game():
    table, truth = a_hand("coins", {}, kind=PaintedLitteredTable)
    table.lies_about = []
    table.look(3.0)
    play_hand(table, truth, stop=4)
    table.lies_about = [Thing((640 + 180, 360 - 70), 1.0, 0.8)]
    table.look(3.0)
    assert facts(table) == [(seat, code) for seat, (code,) in played(truth)[:4]]
    assert not told(table, Question)


def test_every_picture_of_the_first_seconds_is_looked_at_though_nothing_moves():
    table, _ = a_hand("coins", {}, kind=PaintedLitteredTable)
    table.lies_about = []
    table.look(2.0)
    assert len(table.looks) >= 18


def test_they_are_painted_over_but_for_a_look_every_few_seconds():
    table, truth = a_hand("coins", {}, kind=PaintedLitteredTable)
    table.mark, table.lies_about = NAPKIN, [Thing(NAPKIN, 1.0, 0.8)]
    table.look(3.0)
    table.looks.clear()
    play_hand(table, truth, stop=6)
    assert 1 <= sum(table.looks) < 0.2 * len(table.looks)
    assert facts(table) == [(seat, code) for seat, (code,) in played(truth)[:6]]


def test_what_is_laid_where_one_lies_is_looked_at_at_once():
    table, _ = a_hand("coins", {}, kind=PaintedLitteredTable)
    table.mark, table.lies_about = NAPKIN, [Thing(NAPKIN, 1.0, 0.8)]
    table.look(3.0)
    table.looks.clear()
    table.ink = (0, 200, 255)
    table.look(0.3)
    assert any(table.looks)


def test_a_far_off_thing_put_down_in_mid_game_is_no_play():
    table, truth = a_hand("coins", {}, kind=LitteredTable)
    table.lies_about = []
    table.look(2.5)
    play_hand(table, truth, stop=4)
    table.lies_about = [Thing(NAPKIN, 1.0, 0.8)]
    table.look(3.0)
    play(table, *((code, seat) for seat, (code,) in played(truth)[4:6]))
    assert facts(table) == [(seat, code) for seat, (code,) in played(truth)[:6]]
    assert not told(table, Question)


@pytest.mark.parametrize(("game_id", "options", "seed"), [("coins", {}, 812001), ("hearts_pp", {"players": 4}, 812000)])
def test_every_play_of_a_lively_deal_is_told_rightly_by_a_camera_that_looks_slantwise(game_id, options, seed):
    rules = game(game_id)
    agreed, people = rules.configure(**options), HABITS["cluttered"]
    deal = play_deal(rules, agreed, seed, Faults.measured(0.03), LIVELY, habits=people, tilt=radians(45))
    assert (deal.plays_right, deal.wrong) == (deal.plays, ())
