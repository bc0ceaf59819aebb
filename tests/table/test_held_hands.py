"""Somebody holds their cards where the camera sees them: none of them counts or is named, and what they play does."""

from dataclasses import dataclass, field

import numpy as np
import pytest
from painted import PaintedTable
from scripted import CARD, SIZE, Lying, ScriptedTable, facts, play, play_hand, played, told
from test_other_games import NAMES, ONE_OF_EACH, a_hand

from companion.rules.facts import CardsPlayed
from companion.rules.games import game
from companion.table.events import CardPlayed, Irregularity, Question, SourceChanged

STEP = np.radians(9)


@dataclass
class _Hand:
    """A table at whose edge somebody holds a fan of cards, never quite still; the camera sees its upper part."""

    hand: list[Lying] = field(default_factory=list)
    middle: tuple[float, float] = (SIZE[0] / 2, SIZE[1] - 0.2 * CARD)

    def hold(self, codes):
        """Hold these cards, and none of those before."""
        self.hand = [Lying(code, 0, 0, 0, self.read(code)) for code in codes]

    def hold_no_more(self, codes):
        self.hand = [card for card in self.hand if card.code not in codes]

    def lay(self, code, *where, **how):
        self.hold_no_more([code])
        return super().lay(code, *where, **how)

    def look(self, seconds):
        for _ in range(max(1, round(seconds * self.rate))):
            self.waver()
            before = list(self.cards)
            self.cards += self.hand
            super().look(1 / self.rate)
            self.cards = before

    def waver(self):
        x, y = np.array(self.middle) + self.rng.normal(0, 2, 2)
        for place, card in enumerate(self.hand):
            card.angle = (place - (len(self.hand) - 1) / 2) * STEP
            card.x = x + 1.25 * CARD * np.sin(card.angle)
            card.y = y + 1.25 * CARD * (1 - np.cos(card.angle))

    def seen_in_hand(self):
        return [card for card in self.session.snapshot().cards if card.corners[:, 1].max() > SIZE[1] - 0.6 * CARD]


@dataclass
class TableWithHand(_Hand, ScriptedTable):
    """The same in numbers."""


@dataclass
class PaintedTableWithHand(_Hand, PaintedTable):
    """The same, painted.

    Attributes:
        shown: Of each picture that was looked at, when it was, and how many of the held cards it shows.
    """

    shown: list[tuple[float, int]] = field(default_factory=list)

    def see(self, image):
        """Return the cards that a picture shows."""
        shown = [card for card in self.cards if image[min(round(card.y), SIZE[1] - 1) - 30, round(card.x)].min() > 180]
        self.shown.append((self.time, sum(card in self.hand for card in shown)))
        return [card.seen(self.rng) for card in shown]


def cards_of(truth, seat):
    return [code for fact in truth.facts if isinstance(fact, CardsPlayed) and fact.seat == seat for code in fact.cards]


@pytest.mark.parametrize(("game_id", "options"), ONE_OF_EACH[::2])
def test_a_whole_hand_is_read_beside_the_cards_that_somebody_holds(game_id, options):
    table, truth = a_hand(game_id, options, kind=TableWithHand)
    table.hold(cards_of(truth, 0))
    table.look(2.0)
    play_hand(table, truth)
    assert played(table.log) == played(truth)
    assert not told(table, Question)
    assert len(told(table, Irregularity)) == sum(r.event == "irregularity" for r in truth.rulings)


def test_nobody_is_shown_the_names_of_held_cards_and_people_are_told_once_that_the_camera_sees_them():
    table, truth = a_hand("coins", {}, kind=TableWithHand)
    table.hold(cards_of(truth, 0))
    table.look(2.0)
    assert table.seen_in_hand() == []
    play_hand(table, truth, stop=9)
    table.hand = []
    table.look(3.0)
    table.hold(cards_of(truth, 0)[3:])
    table.look(2.0)
    assert [event.notice for event in told(table, SourceChanged)] == ["in-hand"]


def test_the_last_cards_of_a_hand_that_is_lowered_and_lifted_again_do_not_count():
    table, truth = a_hand("coins", {}, kind=TableWithHand)
    table.hold(cards_of(truth, 0))
    table.look(2.0)
    for left in (2, 1):
        table.hand = []
        table.look(8.0)
        table.hold(cards_of(truth, 0)[-left:])
        table.look(4.0)
    assert not table.log.facts
    assert not told(table, CardPlayed)


def test_cards_that_seemed_to_be_played_before_the_others_came_to_sight_do_not_count():
    table, truth = a_hand("coins", {}, kind=TableWithHand)
    mine = cards_of(truth, 0)
    table.hold(mine[:1])
    table.look(0.6)
    table.hold(mine)
    table.look(4.0)
    assert not table.log.facts
    play_hand(table, truth, stop=6)
    assert played(table.log) == played(truth)[:6]


def test_a_card_that_lies_under_the_edge_of_a_held_hand_counts_and_stays():
    table, truth = a_hand("coins", {}, kind=TableWithHand)
    table.hold(cards_of(truth, 0))
    table.middle = (SIZE[0] / 2, SIZE[1] - 0.6 * CARD)
    table.look(2.0)
    mine = next(place for place, fact in enumerate(truth.facts) if fact.seat == 0)
    play_hand(table, truth, stop=mine)
    table.lay(truth.facts[mine].cards[0], 0, 0.9)
    card = table.cards[-1]
    card.y = SIZE[1] - 1.3 * CARD
    table.look(6.0)
    assert facts(table) == [(fact.seat, fact.cards[0]) for fact in truth.facts[: mine + 1]]


def test_a_trick_on_one_heap_near_the_edge_of_the_picture_counts_card_by_card():
    table, truth = a_hand("coins", {}, kind=TableWithHand)
    trick = truth.facts[:3]
    for number, fact in enumerate(trick):
        table.cards.append(
            Lying(fact.cards[0], 640 + 20 * number, SIZE[1] - 0.55 * CARD, 0.3 * number, table.read(fact.cards[0]))
        )
        table.look(1.5)
    assert [code for _, code in facts(table)] == [fact.cards[0] for fact in trick]


def test_a_straight_that_is_fanned_out_at_the_edge_of_the_picture_is_a_play():
    table = TableWithHand(game("forum_suits"), game("forum_suits").configure(players=4), 3, NAMES[:4])
    for number, code in enumerate(("5S", "6S", "7S", "8S")):
        table.cards.append(Lying(code, 600 + 30 * number, SIZE[1] - 0.55 * CARD, 0.0, table.read(code)))
    table.look(3.0)
    assert [fact.cards for fact in table.log.facts] == [("5S", "6S", "7S", "8S")]


def test_held_cards_are_looked_at_every_two_seconds_and_not_in_between():
    table, truth = a_hand("coins", {}, kind=PaintedTableWithHand)
    table.hold(cards_of(truth, 0)[:8])
    table.look(0.4)
    assert all(shown == 8 for _, shown in table.shown)
    begun = len(table.shown)
    table.look(6.0)
    later = table.shown[begun:]
    assert {shown for _, shown in later} == {0, 8}
    full = [time for time, shown in later if shown]
    assert len(full) <= 4
    assert max(np.diff([table.shown[begun - 1][0], *full])) < 2.5
    play_hand(table, truth, stop=6)
    assert played(table.log) == played(truth)[:6]
    assert not told(table, Question)


def test_nothing_is_painted_over_while_a_card_lies_among_those_that_are_held():
    table, truth = a_hand("coins", {}, kind=PaintedTableWithHand)
    table.hold(cards_of(truth, 0)[:8])
    table.look(1.0)
    fact = truth.facts[0]
    table.lay(fact.cards[0], fact.seat, 4.0)
    table.middle = (table.cards[0].x, table.cards[0].y + 0.8 * CARD)
    begun = len(table.shown)
    table.look(4.0)
    assert all(shown for _, shown in table.shown[begun:])
    assert played(table.log) == played(truth)[:1]


@pytest.mark.parametrize(("down", "counts"), [(0.95, True), (0.05, False)])
def test_one_card_that_the_edge_cuts_in_two_is_held_and_one_that_lies_in_the_picture_is_played(down, counts):
    table, truth = a_hand("coins", {}, kind=TableWithHand)
    code = truth.facts[0].cards[0]
    table.cards.append(Lying(code, SIZE[0] / 2, SIZE[1] - down * CARD, 0.0, table.read(code)))
    table.look(3.0)
    assert bool(facts(table)) == counts


def test_a_card_laid_half_out_of_the_picture_is_who_laid_its_though_it_is_taken_by_another():
    coins = game("coins")
    table = ScriptedTable(coins, coins.configure(), seed=4)
    play(table, ("1-coins", 1), ("2-cups", 2))
    cut = Lying("1-swords", SIZE[0] / 2, SIZE[1] - 0.05 * CARD, 0.1, table.read("1-swords"))
    table.cards.append(cut)
    table.look(1.5)
    assert len(facts(table)) == 2
    taken = np.array(table.place(2)) - np.array([cut.x, cut.y])
    for _ in range(8):
        cut.x, cut.y = np.array([cut.x, cut.y]) + taken / 8
        table.look(0.1)
    table.sweep(1.5)
    table.lay("11-clubs", 2, 2.0)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups"), (0, "1-swords"), (2, "11-clubs")]


def test_where_a_hand_was_held_for_a_moment_cards_are_played_as_ever():
    table, truth = a_hand("coins", {}, kind=TableWithHand)
    table.hold(cards_of(truth, 0))
    table.look(2.0)
    home = table.middle
    for middle in ((SIZE[0] / 2, 560), (SIZE[0] / 2, 470), (SIZE[0] / 2, 560), home):
        table.middle = middle
        table.look(0.8)
    play_hand(table, truth, stop=6)
    assert played(table.log) == played(truth)[:6]
