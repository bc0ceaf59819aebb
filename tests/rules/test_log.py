"""The log of facts: append, undo, redo and corrections, and the law that all of them equal playing it right at once."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from rules_play import of_kind, plays, random_facts, start

from companion.cards import SPANISH48
from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed
from companion.rules.games import GAMES
from companion.rules.log import Change, GameLog
from companion.rules.rulings import TrickWon


def test_a_correction_says_what_no_longer_holds_and_what_does():
    log = start("coins", plays("1:1-coins 2:2-cups 0:1-swords / 2:2-coins 0:9-coins 1:10-coins"))
    change = log.replace(1, CardsPlayed(2, ("3-clubs",)))
    assert [(ruling.trick, ruling.seat) for ruling in of_kind(change.withdrawn, TrickWon)] == [(0, 2), (1, 1)]
    assert [(ruling.trick, ruling.seat, ruling.totals) for ruling in of_kind(change.new, TrickWon)] == [
        (0, 1, (0, 1, 0)),
        (1, 1, (0, 4, 0)),
    ]


def test_a_correction_without_consequences_changes_no_ruling():
    log = start("coins", plays("1:1-swords 2:2-cups 0:1-cups / 0:2-coins 1:9-coins 2:10-coins"))
    assert log.replace(1, CardsPlayed(2, ("3-cups",))) == Change()
    assert log.facts[1].cards == ("3-cups",)


def test_a_correction_that_later_facts_contradict_is_refused_with_the_place():
    log = start("coins", plays("1:1-swords 2:2-cups 0:1-cups / 0:2-coins"))
    facts, rulings = log.facts, log.rulings
    with pytest.raises(ImpossibleFactError, match="2 of Coins was already played") as caught:
        log.replace(1, CardsPlayed(2, ("2-coins",)))
    assert caught.value.index == 3
    assert (log.facts, log.rulings) == (facts, rulings)


def test_two_cards_taken_for_each_other_are_corrected_together():
    log = start("coins", plays("1:1-swords 2:2-cups 0:1-cups / 0:2-coins"))
    log.replace_all({1: CardsPlayed(2, ("2-coins",)), 3: CardsPlayed(0, ("2-cups",))})
    assert [fact.cards[0] for fact in log.facts] == ["1-swords", "2-coins", "1-cups", "2-cups"]
    log.undo()
    assert [fact.cards[0] for fact in log.facts] == ["1-swords", "2-cups", "1-cups", "2-coins"]


def test_a_missed_card_is_put_in_and_a_false_one_taken_out():
    right = plays("1:1-swords 2:2-cups 0:1-cups / 0:2-coins")
    log = start("coins", [right[0], right[2]])
    log.insert(1, right[1])
    log.append(right[3])
    assert log.facts == tuple(right)
    log.append(CardsPlayed(1, ("9-clubs",)))
    log.remove(4)
    assert log.view == start("coins", right).view


def test_a_fact_added_after_undo_forgets_what_was_undone():
    log = start("coins", plays("1:1-swords 2:2-cups"))
    log.undo()
    log.append(CardsPlayed(2, ("3-cups",)))
    assert not log.can_redo
    assert log.redo() == Change()


def test_undo_of_nothing_does_nothing():
    log = start("coins")
    assert not log.can_undo
    assert log.undo() == Change()
    assert log.view == start("coins").view


def test_each_fact_knows_its_rulings():
    log = start("coins", plays("1:1-swords 2:2-cups 0:1-cups / 1:2-coins"))
    assert [len(log.rulings_of(index)) for index in range(4)] == [0, 0, 1, 1]


class FoldLaw(RuleBasedStateMachine):
    """Whatever was appended, corrected, undone and redone: the log equals one in which it was right from the start."""

    @initialize(game=st.sampled_from(sorted(GAMES)), seed=st.integers(0, 50))
    def begin(self, game, seed):
        chosen = {"target": 4} if game == "coins" else {"hands": 1}
        self.log = start(game, **chosen)
        self.script = random_facts(game, seed, **chosen)
        self.history = [()]
        self.undone = []

    def attempt(self, change_log, expected):
        """Make a change; where it is refused nothing may have changed, otherwise the facts must be as expected."""
        before = (self.log.facts, self.log.rulings, self.log.view)
        try:
            change = change_log()
        except ImpossibleFactError:
            assert (self.log.facts, self.log.rulings, self.log.view) == before
            with pytest.raises(ImpossibleFactError):
                GAMES[self.log.game.id].play(expected, self.log.settings)
            return
        assert self.log.facts == tuple(expected)
        self.history.append(self.log.facts)
        self.undone.clear()
        self.assert_accounts_for(change, before[1])

    def assert_accounts_for(self, change, before):
        left = list(before)
        for ruling in change.withdrawn:
            left.remove(ruling)
        assert sorted(map(repr, [*left, *change.new])) == sorted(map(repr, self.log.rulings))
        assert not set(change.new) & set(change.withdrawn)

    @rule(count=st.integers(1, 7))
    def play_on(self, count):
        for fact in self.script[len(self.log.facts) : len(self.log.facts) + count]:
            self.attempt(lambda fact=fact: self.log.append(fact), [*self.log.facts, fact])

    @rule(seat=st.integers(-1, 3), card=st.sampled_from([*SPANISH48.codes, "joker"]))
    def play_anything(self, seat, card):
        fact = CardsPlayed(seat, (card,))
        self.attempt(lambda: self.log.append(fact), [*self.log.facts, fact])

    @precondition(lambda self: self.log.facts)
    @rule(place=st.integers(0, 200), seat=st.integers(0, 2), card=st.sampled_from(SPANISH48.codes))
    def correct(self, place, seat, card):
        place %= len(self.log.facts)
        fact = CardsPlayed(seat, (card,))
        facts = [*self.log.facts[:place], fact, *self.log.facts[place + 1 :]]
        self.attempt(lambda: self.log.replace(place, fact), facts)

    @precondition(lambda self: self.log.facts)
    @rule(place=st.integers(0, 200))
    def take_out(self, place):
        place %= len(self.log.facts)
        self.attempt(lambda: self.log.remove(place), [*self.log.facts[:place], *self.log.facts[place + 1 :]])

    @rule(place=st.integers(0, 200), seat=st.integers(0, 2), card=st.sampled_from(SPANISH48.codes))
    def put_in(self, place, seat, card):
        place %= len(self.log.facts) + 1
        fact = CardsPlayed(seat, (card,))
        self.attempt(lambda: self.log.insert(place, fact), [*self.log.facts[:place], fact, *self.log.facts[place:]])

    @rule()
    def undo(self):
        before = self.log.rulings
        if len(self.history) > 1:
            self.undone.append(self.history.pop())
        self.assert_accounts_for(self.log.undo(), before)
        assert self.log.facts == self.history[-1]

    @rule()
    def redo(self):
        before = self.log.rulings
        if self.undone:
            self.history.append(self.undone.pop())
        self.assert_accounts_for(self.log.redo(), before)
        assert self.log.facts == self.history[-1]

    @invariant()
    def equals_playing_it_right_from_the_start(self):
        if hasattr(self, "log"):
            fresh = GameLog(self.log.game, self.log.settings, self.log.facts)
            assert fresh.rulings == self.log.rulings
            assert fresh.view == self.log.view


TestFoldLaw = FoldLaw.TestCase
TestFoldLaw.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
