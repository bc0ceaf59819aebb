"""The next play: whether it is entered in the book, waits, or is asked about."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.cards import card_noun
from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import FaceUpCard, Source
from companion.table.asking import Questions
from companion.table.book import Book
from companion.table.camera_notices import card_notice
from companion.table.deliberation import Deliberation
from companion.table.entering import Entering
from companion.table.events import Event, Question
from companion.table.evidence import Row
from companion.table.holding import Holding
from companion.table.lineup import Sightings
from companion.table.next_play import NextPlay
from companion.table.patience import Patience
from companion.table.sighting import Sighting
from companion.table.straights import Straights
from companion.table.unsure import SURE, Unsure

ACCEPT = 0.9
"""Chance from which a card is entered in the book."""


class Deciding:
    """Decides about the first sighting of a deal that is open."""

    def __init__(
        self, book: Book, deliberation: Deliberation, questions: Questions, holding: Holding, unsure: Unsure
    ) -> None:
        """Set up.

        Args:
            book: The game.
            deliberation: What the cards are.
            questions: That are open; others are added.
            holding: Holds plays back.
            unsure: Where cards are remembered that are entered unsure.
        """
        self._book = book
        self._codes = deliberation.codes
        self._deliberation = deliberation
        self._entering = Entering(book, deliberation.codes)
        self._holding = holding
        self._questions = questions
        self._unsure = unsure
        self._straights = Straights(deliberation.codes)
        self._patience = Patience(book)

    def step(
        self, sightings: Sequence[Sighting], known: Sightings, now: float, *, only_earlier: bool
    ) -> tuple[list[Event], bool]:
        """Enter the first open play where it is sure; return what there is to say, and whether it was entered.

        Args:
            sightings: The cards of the present deal that count, in order of play.
            known: All sightings that are remembered, by their numbers.
            now: Seconds of the source.
            only_earlier: Enter no play that was seen since the game was taken up.
        """
        turned_up = next((s for s in sightings if s.aside and s.is_open), None)
        waiting = [sighting for sighting in sightings if sighting.is_open and not sighting.aside]
        if turned_up is None and not waiting:
            return [], False
        rows = self._deliberation.rows(sightings)
        if turned_up is not None:
            events, moved = self._turn_up(turned_up, rows[turned_up.number], known, now)
            if moved or events:
                return events, moved
        if not waiting or (only_earlier and waiting[0].place is not None):
            return [], False
        play = self._next_play(waiting[0], sightings, rows, known, now)
        counts = self._book.view.phase != "over"
        held = self._read(play, sightings)
        held = self._holding.hold(play) if held is None and counts else held
        if held is not None:
            return held, False
        try:
            events = self._entering.enter(play)
        except ImpossibleFactError as error:
            return self._refuse(play, error), False
        if counts:
            self._unsure.note(play.cards, rows)
        return events, True

    def _next_play(
        self, first: Sighting, sightings: Sequence[Sighting], rows: Mapping[int, Row], known: Sightings, now: float
    ) -> NextPlay:
        """Return the play of the first card that is open."""
        trick = [s for s in sightings if s.trick == first.trick and not s.aside]
        plays = self._straights.plays(trick, self._book.log.state)
        place = next(place for place, play in enumerate(plays) if first in play)
        cards = [sighting for sighting in plays[place] if sighting.is_open]
        before = [sighting for sighting in plays[place] if sighting.decided is not None]
        later = len(sightings) - 1 - sightings.index(cards[-1])
        return NextPlay(cards, before, plays[place + 1 :], later, rows, known, now)

    def _read(self, play: NextPlay, sightings: Sequence[Sighting]) -> list[Event] | None:
        """Return what to ask, or nothing yet, where a card is not sure; None where it is known what all of them are."""
        for sighting in play.cards:
            row = play.row(sighting)
            if sighting.supposed and sighting.pinned is None and self._patience.goes_on(sighting, play.later):
                # Nobody has said that it is there.
                sighting.dismissed = True
                return []
            sure = row[:-1].max() >= ACCEPT and not self._questions.waits_for_answer(sighting, row)
            if not sure and not self._patience.is_over(sighting, row, play.later):
                if self._questions.may_settle(sighting, sightings, play.now):
                    return []
                if self._questions.may_be_shown_again(sighting, sightings, play.now):
                    return []
                asked = self._ask(sighting, row, play)
                return self._questions.with_card_twice(asked, sighting, sightings, play.now)
        return None

    def _ask(self, sighting: Sighting, row: Row, play: NextPlay) -> list[Question]:
        """Ask about a card of the play: together with those that it would prove a revoke with, if only that is odd."""
        doubt = self._holding.seems_revoke(play) if sighting.row[:-1].max() >= ACCEPT else None
        if doubt is None:
            return self._questions.ask(sighting, row, play.known, play.now, before=play.before)
        doubt = replace(doubt, sighting=sighting, row=row)
        return self._questions.ask_together(doubt, play.rows, play.known, play.now, play.before, play.cards)

    def _refuse(self, play: NextPlay, error: ImpossibleFactError) -> list[Event]:
        """Ask about the cards of a play that cannot be, one after the other, the weakest first: several may be misread.

        Where nobody says what they are, it does not count after a while, and that is told.
        """
        cards = [*play.before, *play.cards]
        if self._patience.gives_up(cards, play.later):
            return [self._left_out(sighting, play) for sighting in play.cards]
        weakest = play.weakest
        if weakest is None or self._questions.is_open_about(cards):
            return []
        row = play.row(weakest)
        return [*self._questions.ask(weakest, row, play.known, play.now, error.reason, play.before, held=play.cards)]

    def _left_out(self, sighting: Sighting, play: NextPlay) -> Event:
        sighting.dismissed = True
        code = self._codes.likeliest(play.row(sighting))
        name = card_noun(self._book.log.game.deck.parse(code))
        return card_notice("left-out", code, name, play.now)

    def _turn_up(self, sighting: Sighting, row: Row, known: Sightings, now: float) -> tuple[list[Event], bool]:
        """Enter the card that lies face up beside the deal."""
        best = int(np.argmax(row))
        told = self._book.turned_up
        if told and self._book.facts[told[-1]].source != "camera":
            sighting.pinned = sighting.decided = self._book.log.state.turned_up
            return [], True
        is_asked = bool(told) or any(need.kind == "face_up" for need in self._book.view.needs)
        if best == len(self._codes) or not is_asked:
            return [], False
        if row[best] < SURE:
            return [*self._questions.ask(sighting, row, known, now)], False
        code = self._codes.codes[best]
        source: Source = "camera" if sighting.pinned is None else "person"
        sighting.decided = code
        confidence = round(float(row[best]), 4)
        fact = FaceUpCard(code, source=source, time=sighting.time, confidence=confidence)
        if not told:
            return self._book.append(fact), True
        # What was seen there before was another card that passed.
        return self._book.revise(dict.fromkeys(told, fact), now, source, ""), True
