"""The law of the log of facts, for every game to be held to: a fold knows nothing but the facts."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from rules_play import start

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed
from companion.rules.games import GAMES
from companion.rules.log import GameLog

NUMBERS = st.integers(0, 1000)
LAW_SETTINGS = settings(max_examples=40, stateful_step_count=25)


class FoldLaw(RuleBasedStateMachine):
    """Whatever was appended, corrected, undone and redone: the log equals one in which it was right from the start.

    A game's own law gives `tell` and, where it knows facts beside plays, `others`.
    """

    others = ()

    def tell(self, seed):
        """Return a game, its settings and the facts of one game of it."""
        raise NotImplementedError

    @initialize(seed=st.integers(0, 50), begun=st.integers(0, 120))
    def begin(self, seed, begun):
        game, chosen, self.script = self.tell(seed)
        self.log = start(game, self.script[:begun], **chosen)
        self.codes = self.log.game.deck.codes
        self.history = [self.log.facts[:count] for count in range(len(self.log.facts) + 1)]
        self.undone = []

    def fact(self, seat, number):
        """Return a play by this seat, of any card of the deck, or one of the other facts."""
        facts = [CardsPlayed(seat % self.log.state.players, (code,)) for code in self.codes]
        return [*facts, *self.others][number % (len(facts) + len(self.others))]

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

    @rule(seat=st.integers(0, 4), number=NUMBERS)
    def play_anything(self, seat, number):
        fact = self.fact(seat, number)
        self.attempt(lambda: self.log.append(fact), [*self.log.facts, fact])

    @rule(seat=st.sampled_from([-1, 7]), card=st.sampled_from(["joker", ""]))
    def play_what_is_no_card(self, seat, card):
        fact = CardsPlayed(seat, (card,))
        self.attempt(lambda: self.log.append(fact), [*self.log.facts, fact])

    @precondition(lambda self: self.log.facts)
    @rule(place=st.integers(0, 200), seat=st.integers(0, 4), number=NUMBERS)
    def correct(self, place, seat, number):
        place %= len(self.log.facts)
        fact = self.fact(seat, number)
        facts = [*self.log.facts[:place], fact, *self.log.facts[place + 1 :]]
        self.attempt(lambda: self.log.replace(place, fact), facts)

    @precondition(lambda self: self.log.facts)
    @rule(place=st.integers(0, 200))
    def take_out(self, place):
        place %= len(self.log.facts)
        self.attempt(lambda: self.log.remove(place), [*self.log.facts[:place], *self.log.facts[place + 1 :]])

    @rule(place=st.integers(0, 200), seat=st.integers(0, 4), number=NUMBERS)
    def put_in(self, place, seat, number):
        place %= len(self.log.facts) + 1
        fact = self.fact(seat, number)
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
