"""While a game goes on its deck becomes known: a look at every card, by the name it has when the hand is over."""

# ruff: noqa: ARG002 (fakes take what the real ones take)
from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.cards import deck as deck_by_id
from companion.rules.facts import CardsPlayed
from companion.rules.games import COINS, GAMES
from companion.simulation.camera import camera_of
from companion.simulation.habits import Habits
from companion.simulation.misreading import Faults
from companion.simulation.observations import Observer, frame_times
from companion.simulation.people import People
from companion.simulation.staging import stage_game
from companion.table.events import CardPlayed, HandEnded
from companion.table.session import TableSession
from companion.vision.types import Frame

RATE = 6.0


def colours(deck):
    """Return a colour for every card of a deck, none like another."""
    codes = deck_by_id(deck).codes
    return {
        code: (40 + 26 * (place % 8), 40 + 26 * (place // 8 % 8), 60 + 90 * (place // 64))
        for place, code in enumerate(codes)
    }


class Table:
    """A table whose cards are painted in colours of their own; sees them as what the test says."""

    waits = False

    def __init__(self, script, taken_for=None):
        self.observer = Observer(script, Faults(), camera_of(script, 640, 360), seed=1)
        self.colours = colours(script.deck)
        self.taken_for = taken_for or {}
        self.seen = ()
        self.session = None
        width, height = self.observer.size
        self.cloth = np.random.default_rng(1).integers(0, 40, (height, width, 3), np.uint8)

    def picture(self, time):
        self.seen = self.observer.look(time)
        image = self.cloth.copy()
        for card in self.seen:
            colour = self.colours[card.probabilities[0][0]] if card.face_up else (250, 250, 250)
            cv2.fillConvexPoly(image, np.round(card.corners).astype(np.int32), colour)
        return image

    def look(self, image, deck, card_height=None):
        return [
            replace(card, probabilities=tuple((self.taken_for.get(c, c), chance) for c, chance in card.probabilities))
            for card in self.seen
        ]


class Pupil:
    """Writes down what it is taught."""

    def __init__(self):
        self.lessons = []
        self._lesson = {}

    def learn(self, deck, look):
        assert look.code not in self._lesson
        self._lesson[look.code] = look
        self._deck = deck

    def end_lesson(self):
        self.lessons.append((self._deck, self._lesson))
        self._lesson = {}

    def forget(self):
        self.lessons.append("forgotten")

    def learned(self):
        return {code: look for _, lesson in self.lessons for code, look in lesson.items()}


def play(script, table, *, until=None, after_hand=None):
    """Let a session watch a script; return it and what its pupil was taught.

    Args:
        script: What happens.
        table: Shows it.
        until: Second at which the camera is taken away.
        after_hand: What a person does when a hand has ended.
    """
    pupil = Pupil()
    session = TableSession(script.game, script.settings, eyes=table, names=script.names, pupil=pupil)
    table.session = session
    people = People(script, session)
    over = []
    session.subscribe(lambda event: over.append(event) if isinstance(event, HandEnded) else None)
    times = [*frame_times(script, RATE), *(script.duration + np.arange(1, 16 * RATE) / RATE)]
    for number, time in enumerate(times):
        if until is not None and time > until:
            break
        session.observe(Frame(table.picture(time), time, number))
        people.attend(time)
        if over and after_hand is not None:
            after_hand(session)
            over, after_hand = [], None
    return session, pupil


def shows(look, colour, least=0.9):
    """Whether nearly all of a look's middle is of a colour."""
    middle = look.crop[12:-12, 8:-8].astype(int)
    return (np.abs(middle - colour).max(axis=2) <= 3).mean() >= least


def two_hands(seed=2, game=COINS):
    return stage_game(game, seed=seed, hands_limit=2, habits=Habits(deal=False, pace=2.0))


def ends_of_hands(script):
    """Return when the last card of each hand was laid."""
    last = {}
    for event in script.truth:
        if isinstance(event, CardPlayed):
            last[event.hand] = event.time
    return last


def test_when_a_hand_is_over_every_card_of_it_is_learned():
    script = two_hands()
    table = Table(script)
    _, pupil = play(script, table, until=ends_of_hands(script)[1] + 16)
    [(deck, looks)] = pupil.lessons
    assert deck == "spanish48"
    assert sorted(looks) == sorted(deck_by_id(deck).codes)
    assert all(shows(look, table.colours[code]) for code, look in looks.items())


def test_of_a_hand_that_came_to_no_end_nothing_is_learned():
    script = two_hands()
    _, pupil = play(script, Table(script), until=ends_of_hands(script)[1] - 1)
    assert pupil.lessons == []


def test_what_a_person_sets_right_after_the_hand_is_learned_rightly():
    script = two_hands()
    table = Table(script, {"3-cups": "4-cups", "4-cups": "3-cups"})

    def set_right(session):
        for place, fact in enumerate(session.log.facts):
            if isinstance(fact, CardsPlayed) and fact.cards[0] in table.taken_for:
                session.correct(place, (table.taken_for[fact.cards[0]],))
                return

    _, wrong = play(script, table, until=ends_of_hands(script)[1] + 16)
    _, right = play(script, table, until=ends_of_hands(script)[1] + 16, after_hand=set_right)
    for code, other in table.taken_for.items():
        assert shows(wrong.learned()[code], table.colours[other])
        assert shows(right.learned()[code], table.colours[code])


@pytest.mark.parametrize("game", ["forum_suits", "seven_suitors"])
def test_only_cards_that_lie_free_and_have_one_name_are_learned(game):
    script = two_hands(seed=5, game=GAMES[game])
    table = Table(script)
    _, pupil = play(script, table)
    learned = pupil.learned()
    assert len(learned) >= 20
    assert all(shows(look, table.colours[look.code]) for look in learned.values())


def test_every_hand_is_learned_the_last_one_too():
    script = two_hands()
    session, pupil = play(script, Table(script))
    assert session.view.phase == "over"
    assert len(pupil.lessons) == 2


def test_a_deck_is_forgotten_before_the_next_picture_and_the_next_hand_is_learned():
    script = two_hands()
    session, pupil = play(script, Table(script), after_hand=TableSession.forget_deck)
    assert pupil.lessons[0] == "forgotten"
    assert [deck for deck, _ in pupil.lessons[1:]] == ["spanish48", "spanish48"]
    session.forget_deck()
    assert pupil.lessons[-1] != "forgotten", "no picture came since"
    TableSession(script.game, script.settings, names=script.names).forget_deck()


def test_a_hand_whose_end_is_taken_back_teaches_nothing_until_it_ends_again():
    script = two_hands()
    first = ends_of_hands(script)[1]
    _, undone = play(script, Table(script), until=first + 16, after_hand=TableSession.undo)

    def undo_and_redo(session):
        session.undo()
        session.redo()

    _, redone = play(script, Table(script), until=first + 16, after_hand=undo_and_redo)
    assert undone.lessons == []
    assert len(redone.lessons) == 1


def test_cards_seen_in_a_mirror_are_not_learned_once_that_is_noticed():
    script = two_hands()
    plays = [event for event in script.truth if isinstance(event, CardPlayed)]

    class Mirrored(Table):
        """A table whose first pictures are found to be mirror images."""

        turned = False

        def look(self, image, deck, card_height=None):
            if not self.turned and self.session.view.trick == 3:
                self.turned = True
                self.session.turned_round()
            return super().look(image, deck, card_height)

    _, pupil = play(script, Mirrored(script), until=ends_of_hands(script)[1] + 16)
    players = len(script.names)
    codes = [code for play in plays if play.hand == 1 for code in play.cards]
    # The cards of the third trick still lie there.
    assert set(pupil.learned()) == set(codes[2 * players :])
