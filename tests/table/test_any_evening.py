"""Whatever people do at a table, and in whatever order: the game stays the fold of its facts, and can be undone."""

import json
from functools import cache

import numpy as np
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from scripted import SIZE, Lying, ScriptedTable, random_game
from test_other_games import NAMES

from companion.errors import WrongInputError
from companion.language import language
from companion.rules.facts import CardsKept, FaceUpCard, ThiefTook
from companion.rules.games import game
from companion.rules.log import GameLog
from companion.table.event_json import to_json
from companion.table.past import past_from_json, past_to_json
from companion.table.play_facts import cards_of
from companion.table.sentences import Speaker
from companion.table.waiting import waiting_of, waiting_to_json
from companion.vision.handover import SourceEvent

TABLES = (
    ("coins", {}),
    ("steere_suits", {"hands": 1}),
    ("hearts_pp", {"players": 3}),
    ("seven_suitors", {"special": True}),
    ("forum_suits", {"players": 2}),
)
LANGUAGES = tuple(language(code) for code in ("en", "es", "fr"))


@cache
def tie():
    """Return the facts of a hand of SUITS that ends in a tie, and that of its tiebreak."""
    suits = game("steere_suits")
    games = (random_game(suits, suits.configure(hands=1), seed).facts for seed in range(99))
    return next(facts for facts in games if len(facts) == 51)


def kept(table):
    """Return the cards that wait as a file holds them, and what led to the facts."""
    snapshot = table.session.snapshot()
    written = json.dumps([[waiting_to_json(card) for card in snapshot.waiting], past_to_json(snapshot.past)])
    waiting, past = json.loads(written)
    return waiting_of(waiting, table.log), past_from_json(past, table.log)


class AnyEvening(RuleBasedStateMachine):
    """People who do anything, and what has to hold all the same."""

    table: ScriptedTable

    @initialize(which=st.sampled_from(TABLES), seed=st.integers(0, 99), left=st.integers(0, 3))
    def begin(self, which, seed, left):
        game_id, options = which
        played = game(game_id)
        chosen = played.configure(**options)
        facts = tie()[: 48 - left] if game_id == "steere_suits" else ()
        self.table = ScriptedTable(played, chosen, seed, NAMES[: played.start(chosen).players], rate=5.0, facts=facts)
        self.told = 0
        self.pile = [code for code in played.deck.codes for _ in range(played.deck.copies(code))]
        self.table.rng.shuffle(self.pile)

    def attempt(self, command):
        """Carry out a person's command; one that is refused changes nothing."""
        before = self.table.log.facts
        try:
            command(self.table.session)
        except WrongInputError:
            assert self.table.log.facts == before

    def deal_if_empty(self):
        if not self.pile:
            deck = self.table.game.deck
            self.pile = [code for code in deck.codes for _ in range(deck.copies(code))]
            self.table.rng.shuffle(self.pile)

    # At the table

    @rule(further=st.sampled_from((0, 0, 0, 1)), wait=st.sampled_from((0.4, 1.0)))
    def lay(self, further, wait):
        self.deal_if_empty()
        seat = self.table.session.view.expected or 0
        self.table.lay(self.pile.pop(), (seat + further) % len(self.table.names), wait)

    @rule()
    def whole_trick(self):
        for _ in self.table.names:
            self.lay(0, 0.8)
        self.table.sweep(1.4)

    @rule(code=st.integers(0, 999), second=st.integers(0, 999), seat=st.integers(0, 4))
    def lay_one_that_cannot_be_read(self, code, second, seat):
        codes = self.table.game.deck.codes
        read = ((codes[code % len(codes)], 0.5), (codes[second % len(codes)], 0.45))
        self.table.lay(read[0][0], seat % len(self.table.names), 2.0, read)

    @rule()
    def sweep(self):
        self.table.sweep(1.4)

    @precondition(lambda self: self.table.cards)
    @rule(which=st.integers(0, 99), wait=st.sampled_from((0.4, 3.0)))
    def take_one_back(self, which, wait):
        self.table.cards.pop(which % len(self.table.cards))
        self.table.look(wait)

    @precondition(lambda self: self.table.cards)
    @rule(which=st.integers(0, 99), x=st.integers(-150, 150), y=st.integers(-100, 100))
    def push(self, which, x, y):
        card = self.table.cards[which % len(self.table.cards)]
        card.x, card.y = card.x + x, card.y + y
        self.table.look(1.0)

    @precondition(lambda self: self.table.cards)
    @rule(x=st.integers(-30, 30), y=st.integers(-30, 30))
    def knock_the_camera(self, x, y):
        for card in self.table.cards:
            card.x, card.y = card.x + x, card.y + y
        self.table.look(1.0)

    @rule(count=st.integers(2, 9))
    def throw(self, count):
        for _ in range(count):
            self.deal_if_empty()
            x, y = np.array(SIZE) / 2 + self.table.rng.normal(0, 130, 2)
            code = self.pile.pop()
            self.table.cards.append(Lying(code, x, y, self.table.rng.uniform(0, 6), self.table.read(code)))
        self.table.look(1.0)

    @rule(seconds=st.sampled_from((0.2, 2.5, 7.0)))
    def wait(self, seconds):
        self.table.look(seconds)

    @rule()
    def lose_the_camera(self):
        self.table.session.source_changed(SourceEvent("lost", "unplugged", self.table.time))
        self.table.time += 5.0
        self.table.session.source_changed(SourceEvent("resumed", "plugged in", self.table.time))
        self.table.look(0.6)

    @rule()
    def mirror(self):
        self.table.session.turned_round()

    @rule()
    def go_on_another_day(self):
        table = self.table
        waiting, past = kept(table)
        state = {"facts": table.log.facts, "waiting": waiting, "past": past}
        again = ScriptedTable(table.game, table.settings, table.seed, table.names, rate=5.0, **state)
        again.cards, again.time, again.rng = table.cards, table.time, table.rng
        self.table, self.told = again, 0

    # What people say

    @rule(seconds=st.sampled_from((0.4, 2.0)))
    def pause(self, seconds):
        self.table.session.pause()
        self.table.look(seconds)
        self.table.session.resume()

    @rule()
    def undo(self):
        self.attempt(lambda session: session.undo())

    @rule()
    def redo(self):
        self.attempt(lambda session: session.redo())

    @rule(count=st.integers(1, 6))
    def undo_and_redo(self, count):
        session, stood = self.table.session, [self.table.log.facts]
        while len(stood) <= count and session.snapshot().can_undo:
            session.undo()
            if self.table.log.facts != stood[-1]:  # Else what was taken back is in no fact.
                stood.append(self.table.log.facts)
        for before in stood[-2::-1]:
            at = self.table.log.facts
            while session.snapshot().can_redo and self.table.log.facts == at:
                session.redo()
            # Once the camera has entered a card there is nothing more to make again.
            assert self.table.log.facts == before or not session.snapshot().can_redo

    @rule()
    def deal_anew(self):
        self.attempt(lambda session: session.deal_anew())

    @rule()
    def strike_hand(self):
        self.attempt(lambda session: session.strike_hand())

    @rule(fact=st.integers(-1, 60), codes=st.lists(st.integers(0, 999), max_size=2))
    def correct(self, fact, codes):
        known = self.table.game.deck.codes
        cards = [known[code % len(known)] for code in codes]
        self.attempt(lambda session: session.correct(self.place(fact), cards))

    @rule(fact=st.integers(-1, 60), seat=st.integers(0, 4))
    def change_seat(self, fact, seat):
        self.attempt(lambda session: session.change_seat(self.place(fact), seat % len(self.table.names)))

    @rule(fact=st.integers(-1, 60))
    def remove(self, fact):
        self.attempt(lambda session: session.remove_play(self.place(fact)))

    @rule(fact=st.integers(-1, 60), seat=st.integers(0, 4), code=st.integers(0, 999))
    def insert(self, fact, seat, code):
        known = self.table.game.deck.codes
        self.attempt(
            lambda session: session.insert_play(
                self.place(fact), seat % len(self.table.names), [known[code % len(known)]]
            )
        )

    @rule()
    def append(self):
        self.deal_if_empty()
        seat, code = self.table.session.view.expected or 0, self.pile.pop()
        self.attempt(lambda session: session.insert_play(len(self.table.log.facts), seat, [code]))

    def place(self, fact):
        """Return the place of a fact, most of the time one of the last."""
        return max(len(self.table.log.facts) - fact, 0) if fact >= 0 else 999

    @precondition(lambda self: self.table.session.snapshot().cards)
    @rule(which=st.integers(0, 99), seat=st.integers(0, 4), code=st.integers(0, 999))
    def say_what_lies_there(self, which, seat, code):
        table = self.table
        cards, known = table.session.snapshot().cards, table.game.deck.codes
        where, track = (len(table.log.facts), seat % len(table.names)), cards[which % len(cards)].track
        self.attempt(lambda session: session.insert_play(*where, [known[code % len(known)]], track))

    @rule(which=st.sampled_from(("first", "second", "none", "other")), code=st.integers(0, 999))
    def answer(self, which, code):
        question = self.table.session.snapshot().question
        if question is None:
            return
        known = self.table.game.deck.codes
        cards = [code for code, _ in question.candidates]
        card = {"first": cards[0], "second": cards[-1], "none": None, "other": known[code % len(known)]}[which]
        self.attempt(lambda session: session.answer(question.question, card))

    @rule()
    def confirm(self):
        question = self.table.session.snapshot().question
        if question is not None:
            self.attempt(lambda session: session.confirm(question.question))

    @rule(code=st.integers(0, 999))
    def say(self, code):
        for need in self.table.session.view.needs:
            cards = (
                [need.choices[(code + step) % len(need.choices)] for step in range(need.count)] if need.choices else []
            )
            if not cards:
                continue
            said = {
                "thief": lambda cards=cards: ThiefTook(cards[0]),
                "face_up": lambda cards=cards: FaceUpCard(cards[0]),
                "kept_cards": lambda cards=cards, need=need: CardsKept(need.seat, tuple(dict.fromkeys(cards))),
            }[need.kind]
            self.attempt(lambda session, said=said: session.say(said()))

    # What holds

    @invariant()
    def the_game_is_the_fold_of_its_facts(self):
        if not hasattr(self, "table"):
            return
        log = self.table.log
        fresh = GameLog(log.game, log.settings, log.facts)
        assert fresh.rulings == log.rulings
        assert fresh.view == self.table.session.view

    @invariant()
    def what_was_told_can_be_said_and_written(self):
        if not hasattr(self, "table"):
            return
        table = self.table
        deck, players = table.game.deck, len(table.names)
        speakers = [Speaker(deck, table.names, told) for told in LANGUAGES]
        for event in table.events[self.told :]:
            json.dumps(to_json(event))
            assert all(speaker.sentence(event) for speaker in speakers)
            seat = getattr(event, "seat", None)
            assert seat is None or 0 <= seat < players
            for code in getattr(event, "cards", ()):
                deck.parse(code)
        self.told = len(table.events)

    @invariant()
    def the_picture_of_it_agrees(self):
        if not hasattr(self, "table"):
            return
        snapshot = self.table.session.snapshot()
        assert snapshot.facts == self.table.log.facts
        places = [entry.fact for entry in snapshot.history]
        assert places == sorted(set(places))
        for card in snapshot.cards:
            assert card.fact is None or card.code in cards_of(snapshot.facts[card.fact]) or card.role != "played"

    @invariant()
    def what_is_kept_of_it_can_be_read(self):
        if hasattr(self, "table"):
            snapshot = self.table.session.snapshot()
            assert kept(self.table) == (snapshot.waiting, snapshot.past)

    def teardown(self):
        """Undo everything."""
        if not hasattr(self, "table"):
            return
        session = self.table.session
        steps = 0
        while session.snapshot().can_undo:
            session.undo()
            steps += 1
            assert steps < 500
        assert self.table.log.facts == ()
        assert GameLog(self.table.game, self.table.settings).view == session.view


def test_any_evening():
    run_state_machine_as_test(
        AnyEvening,
        settings=settings(
            max_examples=20,
            stateful_step_count=12,
            suppress_health_check=list(HealthCheck),
            database=None,
            phases=(
                Phase.generate,
            ),  # An evening of twelve steps can be read as it is; to make it shorter takes minutes.
        ),
    )
