"""The people at a simulated table who look after the companion: they tell it what no camera sees, and answer it."""

from collections import deque
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsKept, FaceUpCard, Fact, ThiefTook
from companion.simulation.camera import PICTURE_SIZE, Camera, camera_of
from companion.simulation.script import Said, Script
from companion.simulation.table import CardState, Table
from companion.table.events import CardPlayed, Event, Question, SourceChanged, TiebreakCardDealt
from companion.table.session import TableSession
from companion.table.snapshot import HistoryEntry

_THINKS = 2.5
"""Seconds from a question to its answer."""
_THERE = 0.35
"""How far from where the screen points a card may lie to be meant, in heights of a card."""
_TRIES_AGAIN = 1.0
"""Seconds after which something is said again that could not be true as the companion saw the game."""

_ANSWERS: Mapping[type[Fact], str] = MappingProxyType(
    {FaceUpCard: "face_up", CardsKept: "kept_cards", ThiefTook: "thief"}
)
"""Which question of the game each fact answers; others are told unasked."""


class People:
    """Attends to a session that watches a script; may do so in another thread than its camera's.

    Attributes:
        answered: How many questions were answered.
        refused: How often the companion did not take what was said.
    """

    def __init__(self, script: Script, session: TableSession, *, answering: bool = True) -> None:
        """Sit down.

        Args:
            script: What happens.
            session: What watches it.
            answering: Answer its questions about cards.
        """
        self.answered = 0
        self.refused = 0
        self._session = session
        self._commands = deque(said for said in script.said if isinstance(said.what, str))
        self._facts = deque(said for said in script.said if isinstance(said.what, Fact))
        self._plays = [event for event in script.truth if isinstance(event, CardPlayed | TiebreakCardDealt)]
        self._heard: deque[Question] = deque()
        self._led: deque[SourceChanged] = deque()
        self._between: deque[SourceChanged] = deque()
        self._asked: deque[tuple[Question, str | None, bool]] = deque()
        self._named: list[tuple[int, int, int, str | None]] = []
        """What they have answered: hand, trick, seat and card."""
        self._script = script
        self._table = Table(script)
        self._cameras: dict[tuple[int, int], Camera] = {}
        self._not_before = 0.0
        if answering:
            session.subscribe(self._hear)

    def attend(self, time: float) -> None:
        """Say and answer what is to be said by this time, seconds of the source."""
        while self._commands and self._commands[0].time <= time:
            self._command(self._commands.popleft())
        while self._facts and self._facts[0].time <= time and self._tell(self._facts[0], time):
            self._facts.popleft()
        while self._heard:
            question = self._heard.popleft()
            self._asked.append((question, *self._look_at(question, time)))
        while self._led and self._led[0].time + _THINKS <= time and self._say_who_led(time):
            self._led.popleft()
        while self._between and self._between[0].time + _THINKS <= time:
            self._say_whose(self._between.popleft(), time)
        while self._asked and self._asked[0][0].time + _THINKS <= time:
            self._answer(*self._asked.popleft(), time)

    @property
    def waiting(self) -> bool:
        """Whether there is something they would still say or answer."""
        return bool(self._facts or self._heard or self._asked)

    def _hear(self, event: Event) -> None:
        if isinstance(event, Question):
            self._heard.append(event)
        elif isinstance(event, SourceChanged) and event.notice == "who-led":
            self._led.append(event)
        elif isinstance(event, SourceChanged) and event.notice == "between-players":
            self._between.append(event)

    def _command(self, said: Said) -> None:
        if said.what == "pause":
            self._session.pause()
        else:
            self._session.resume()

    def _tell(self, said: Said, time: float) -> bool:
        """Tell a fact once it is asked for; return whether it is done with."""
        assert isinstance(said.what, Fact)
        view = self._session.view
        if view.hand > said.hand or view.phase != "play":
            return True
        wanted = _ANSWERS.get(type(said.what))
        asked = view.hand == said.hand and (wanted is None or any(need.kind == wanted for need in view.needs))
        if not asked or time < self._not_before:
            return False
        try:
            self._session.say(said.what)
        except ImpossibleFactError:
            self.refused += 1
            self._not_before = time + _TRIES_AGAIN
            return False
        return True

    def _say_who_led(self, time: float) -> bool:
        """Put right whose the first card of a hand is, once its trick lies there; return whether they are done."""
        snapshot = self._session.snapshot()
        hand = snapshot.view.hand
        entry = next((entry for entry in snapshot.history if entry.hand == hand), None)
        plays = (play for play in self._plays if isinstance(play, CardPlayed) and (play.hand, play.trick) == (hand, 0))
        trick = [play for play in plays if play.time + _THINKS <= time]
        if entry is None or len(trick) < len(snapshot.names):
            return False
        if entry.seat != trick[0].seat:
            self._session.change_seat(entry.fact, trick[0].seat)
        return True

    def _say_whose(self, notice: SourceChanged, time: float) -> None:
        """Put right whose a card is that lies between two players, where it stands with the wrong one."""
        played = [p for p in self._plays if isinstance(p, CardPlayed) and notice.card in p.cards and p.time <= time]
        history = self._session.snapshot().history
        entries = [e for e in history if notice.card in e.cards and e.seat == notice.seat]
        if played and entries and played[-1].hand == entries[-1].hand and played[-1].seat != entries[-1].seat:
            try:
                self._session.change_seat(entries[-1].fact, played[-1].seat)
            except ImpossibleFactError:
                self.refused += 1

    def _look_at(self, question: Question, time: float) -> tuple[str | None, bool]:
        """Look where the screen points: which card lies there (None: none that was played), and whether it points."""
        if question.beside:
            return self._turned_up(question.hand, time), True
        snapshot = self._session.snapshot()
        pointed = [card for card in snapshot.cards if card.question == question.question]
        if not pointed:
            return None, False
        size = PICTURE_SIZE if snapshot.image is None else (snapshot.image.shape[1], snapshot.image.shape[0])
        camera = self._cameras.setdefault(size, camera_of(self._script, *size))
        middle = pointed[0].corners.mean(axis=0)
        nearest: tuple[float, CardState] | None = None
        for card in self._table.at(time).cards:
            pose = card.pose
            lies = camera.card(pose.x, pose.y, pose.z, pose.angle, self._script.card_size).astype(np.float32)
            corners = self._script.disturbances.moved(lies, time, size)
            away = float(np.linalg.norm(corners.mean(axis=0) - middle) / np.linalg.norm(corners[3] - corners[0]))
            if away < _THERE and (nearest is None or away <= nearest[0]):
                nearest = away, card
        if nearest is None or not nearest[1].face_up or nearest[1].card.serial not in self._script.played:
            return None, True
        # Of cards that are being swept together nobody can tell which one the screen means: it is what they remember.
        return (None, False) if nearest[1].moving else (nearest[1].card.code, True)

    def _turned_up(self, hand: int, time: float) -> str | None:
        """Return the card that lies face up beside the deal by this time."""
        for said in self._script.said:
            if isinstance(said.what, FaceUpCard) and said.hand == hand and said.time <= time:
                return said.what.card
        return None

    def _answer(self, question: Question, card: str | None, known: bool, time: float) -> None:
        snapshot = self._session.snapshot()
        if snapshot.question is None or snapshot.question.question != question.question:
            return
        if question.together and self._played_so(question, time):
            self._session.confirm(question.question)
            self.answered += 1
            return
        if not known:
            card = self._remembered(question, snapshot.history, time)
            card = card or self._card_in_question(question, snapshot.history, time)
            if card is None:
                return
        try:
            self._session.answer(question.question, card)
            self.answered += 1
            self._named.append((question.hand, question.trick, question.seat, card))
        except ImpossibleFactError:
            self.refused += 1
            if card is not None:
                # It has that card already, so there is none that counts.
                self._answer(question, None, True, time)

    def _played_so(self, question: Question, time: float) -> bool:
        """Whether all cards that mean a breach of the rules together were played so indeed, by this time."""
        so_far = [play for play in self._plays if play.time <= time]
        plays = [play for play in so_far if isinstance(play, CardPlayed) and play.hand == question.hand]
        return {(play.seat, card) for play in plays for card in play.cards}.issuperset(question.together)

    def _remembered(self, question: Question, history: Sequence[HistoryEntry], time: float) -> str | None:
        """Return what the seat played in the trick that is asked about; of a straight, the card that is asked about."""
        place = (question.hand, question.trick)
        for event in self._plays:
            if isinstance(event, CardPlayed) and (event.hand, event.trick) == place and event.time <= time:
                cards = _cards_of(event, question.seat)
                entered = [e.cards for e in history if (e.hand, e.trick) == place and e.seat == question.seat]
                entered += [(card,) for *of, card in self._named if of == [*place, question.seat] and card is not None]
                left = [card for card in cards if all(card not in others for others in entered)] or cards
                likely = [code for code, _ in question.candidates if code in left]
                if cards:
                    return (likely or left)[0] if len(cards) > 1 else cards[0]
        return None

    def _card_in_question(self, question: Question, history: Sequence[HistoryEntry], time: float) -> str | None:
        """Return what the seat really played where the companion has something else, or nothing yet."""
        seat = question.seat
        entered = [entry.cards for entry in history if entry.seat == seat]
        played = [cards for event in self._plays if event.time <= time and (cards := _cards_of(event, seat))]
        meant = played[-1:]
        for place, cards in enumerate(played):
            if place >= len(entered) or entered[place] != cards:
                meant = [cards]
                break
        candidates = [code for code, _ in question.candidates]
        codes = [code for cards in meant for code in cards]
        return next((code for code in codes if code in candidates), codes[0] if codes else None)


def _cards_of(played: CardPlayed | TiebreakCardDealt, seat: int) -> tuple[str, ...]:
    """Return the cards of a play of this seat; none of another's."""
    if played.seat != seat:
        return ()
    return played.cards if isinstance(played, CardPlayed) else (played.card,)
