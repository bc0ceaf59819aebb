"""What a person sets right at a running table: one path for every change, its effect shown before it is made."""

from collections.abc import Sequence
from dataclasses import replace

from companion.app.model.choice import (
    Codes,
    Command,
    Subject,
    change_to,
    change_to_nothing,
    crop_of,
    next_play,
    play_before,
    played_by,
    subject_now,
    subject_of_fact,
    subject_of_question,
    subject_of_track,
    to_cards,
    to_nothing,
    waits,
)
from companion.app.model.moment import Moment
from companion.app.model.picking import (
    Ask,
    Effects,
    Picking,
    Told,
    answer,
    ask_of,
    picking_of_need,
    picking_of_subject,
    picking_of_taking,
    taking_now,
)
from companion.app.model.trial import Change, Reseat, Retake, Say, effect_of
from companion.app.model.watch import Watch
from companion.app.model.whose import OpenWhose
from companion.table.session import TableSession
from companion.table.snapshot import Snapshot
from companion.table.thieving import Taking
from companion.vision.types import Image


class Editor:
    """Changes the facts of a table for a person. What they are at present is told by `follow`.

    Attributes:
        subject: The card that a person is setting right; None when nobody does.
        ask: What only people know and have to say; None where that is nothing.
        whose: Which card it is open of who played it.
        complaint: Why the last thing a person wanted cannot be; empty when it was done.
    """

    def __init__(self, watch: Watch, moment: Moment) -> None:
        self.subject: Subject | None = None
        self.whose = OpenWhose()
        self.complaint = ""
        self._watch = watch
        self._asked: Ask | None = None
        self._retakes = False
        self._moment = moment
        self.follow(moment)

    def follow(self, moment: Moment) -> None:
        """Take note of the table as it is now; other plays may have come before the subject, and it may have gone."""
        before, self._moment, was = self._snapshot.facts, moment, self._moment
        if moment.language is not was.language:
            self.complaint = ""  # Said in a language that is not read any more.
        if self.subject is not None and before != self._snapshot.facts:
            self.subject = subject_now(self.subject, before, self._snapshot)
            if self.subject is None:
                self.complaint = moment.language.text("This play is not there any more.")
        self.whose.follow(moment)
        self.ask: Ask | None = ask_of(moment)
        if self._asked is not None and self.ask is None:
            self._asked = None
        self._retakes = self._retakes and self._taking is not None

    @property
    def is_open(self) -> bool:
        """Whether something is being picked."""
        return self.subject is not None or self._asked is not None

    def undo(self) -> None:
        """Take back the last change."""
        self.complaint = self._do(lambda session: session.undo())

    def redo(self) -> None:
        """Make the last undone change again."""
        self.complaint = self._do(lambda session: session.redo())

    def name_players(self, names: Sequence[str]) -> None:
        """Say what the players are called, seat 0 first."""
        self.complaint = self._do(lambda session: session.name_players(names))

    def pause(self, paused: bool) -> None:
        """Stop counting cards, or go on."""
        self.complaint = self._do(lambda session: session.pause() if paused else session.resume())

    @property
    def can_deal_anew(self) -> bool:
        """Whether something was played of the present hand."""
        view, history = self._snapshot.view, self._snapshot.history
        return view.phase == "play" and bool(history) and history[-1].hand == view.hand

    def deal_anew(self) -> None:
        """Have nothing of the present hand count, for it is dealt anew."""
        self.complaint = self._do(lambda session: session.deal_anew())

    @property
    def hand_to_strike(self) -> int | None:
        """The number of the hand that was scored last, None where none was or the next is being played."""
        history = self._snapshot.history
        return history[-1].hand if history and not self.can_deal_anew else None

    def strike_hand(self) -> None:
        """Have nothing of the hand that was scored last count, for it is dealt anew."""
        self.complaint = self._do(lambda session: session.strike_hand())

    def start_afresh(self) -> None:
        """Go on with what lies on the table now not counting."""
        self.complaint = self._do(_forget_the_table)

    def answer(self, code: str) -> None:
        """Answer what is asked, the referee's question before what only people know; an empty code for no card."""
        question, ask = self._snapshot.question, self.ask
        if question is not None:
            self.complaint = self._do(lambda session: session.answer(question.question, code or None))
        elif ask is not None:
            fact = answer(ask.need, (code,) if code else ())
            self.complaint = self._do(lambda session: session.say(fact))

    def confirm(self) -> None:
        """Say that all cards that the open question doubts together were read rightly."""
        question = self._snapshot.question
        if question is not None and question.together:
            self.complaint = self._do(lambda session: session.confirm(question.question))

    def open_track(self, track: int) -> bool:
        """Begin to set right a card in the picture; return whether there is such a card."""
        return self._open(subject_of_track(self._snapshot, track))

    def open_fact(self, fact: int) -> bool:
        """Begin to set right a play; return whether there is such a play."""
        return self._open(subject_of_fact(self._snapshot, fact))

    def open_last(self) -> bool:
        """Begin to set right the last play; return whether there is one."""
        return bool(self._snapshot.history) and self.open_fact(self._snapshot.history[-1].fact)

    def open_question(self) -> bool:
        """Begin to set right the card that is asked about; return whether there is one."""
        return self._open(subject_of_question(self._snapshot))

    def open_next(self) -> bool:
        """Begin to add a play that was missed behind all others; return whether there can be one."""
        return self._snapshot.view.phase != "over" and self._open(next_play(self._snapshot))

    def open_before(self) -> bool:
        """Begin to add a play that was missed before the subject; return whether there is a subject in the log."""
        fact = self.subject.fact if self.subject is not None else None
        return fact is not None and self._open(play_before(self._snapshot, fact))

    def open_beside(self, step: int) -> bool:
        """Go on to the play so many before (negative) or after the subject; return whether there is one."""
        facts = [play.fact for play in self._snapshot.history]
        subject = self.subject
        if subject is None:
            return False
        place = (facts.index(subject.fact) if subject.fact in facts else len(facts)) + step
        return 0 <= place < len(facts) and self.open_fact(facts[place])

    def open_ask(self) -> bool:
        """Begin to say what only people know; return whether something is asked."""
        self.subject, self.complaint, self._asked, self._retakes = None, "", self.ask, False
        return self._asked is not None

    def open_taking(self) -> bool:
        """Begin to say anew what the Thief took in the trick of the subject; return whether it can be."""
        self.complaint, self._retakes = "", self._taking is not None
        return self._retakes

    @property
    def picking(self) -> Picking | None:
        """What is being picked; None where nothing is."""
        if self._asked is not None:
            return picking_of_need(self._moment, self._asked)
        if self._retakes and (taking := self._taking) is not None:
            return picking_of_taking(self._moment, taking)
        return picking_of_subject(self._moment, self.subject) if self.subject is not None else None

    @property
    def effects(self) -> Effects:
        """What picking would do to the game."""
        nothing = change_to_nothing(self.subject) if self.subject is not None else None
        if self._retakes and (retaken := self._retake(())) is not None:
            nothing = retaken
        return Effects(self._effect_of_cards, self._effect_of_seat, self._told(nothing))

    def effect_of_answer(self, code: str) -> Told:
        """Return what it would do to the game if this were the answer to the open question."""
        subject = subject_of_question(self._snapshot)
        return self._told(change_to(subject, (code,), len(self._snapshot.facts))) if subject is not None else Told()

    def effect_of_seat(self, fact: int, seat: int) -> Told:
        """Return what it would do to the game if this seat had made the play at a place."""
        return self._told(Reseat(fact, seat))

    def make_cards(self, codes: Codes) -> None:
        """Say which cards the subject is; done where that can be."""
        if self._asked is not None:
            fact = answer(self._asked.need, codes)
            self._finish(self._do(lambda session: session.say(fact)))
        elif (change := self._retake(codes)) is not None:
            self._finish(self._do(lambda session: session.thief_took(change.fact, change.card)))
        elif self.subject is not None and self.subject.is_new and self.subject.seat is None:
            self.complaint = self._moment.language.text("Say first who played the card.")
        elif self.subject is not None:
            self._finish(self._do(to_cards(self.subject, codes)))

    def make_seat(self, seat: int) -> None:
        """Say who played the subject; done where that can be, and the subject stays open."""
        subject = self.subject
        if subject is None:
            return
        fact = subject.fact
        if fact is None:
            self.subject = played_by(subject, seat, self._snapshot)
            return
        self.complaint = self._do(lambda session: session.change_seat(fact, seat))
        if not self.complaint:
            self.subject = replace(subject, seat=seat)

    def say_whose(self, seat: int) -> None:
        """Say whose the card was of which that is open; done where that can be."""
        card = self.whose.card
        if card is None:
            return
        if seat == card.seats[0]:
            self.complaint = self._do(lambda session: session.confirm_seat(card.fact))
        else:
            self.complaint = self._do(lambda session: session.change_seat(card.fact, seat))
        if not self.complaint:
            self.whose.put_away()

    def make_nothing(self) -> None:
        """Say that the subject is no card that counts, or that no card is taken; done where that can be."""
        if self._asked is not None or self._retakes:
            self.make_cards(())
            return
        command = to_nothing(self.subject) if self.subject is not None else None
        if command is not None:
            self._finish(self._do(command))

    def take_out(self, fact: int | None) -> None:
        """Say that a play never was; done where that can be."""
        if fact is not None and self.open_fact(fact):
            self.make_nothing()
        self.leave()

    def crop_of_question(self) -> Image | None:
        """Return the card that is asked about as the camera sees it; None where it does not."""
        subject = subject_of_question(self._snapshot)
        return crop_of(self._snapshot, subject.track if subject is not None else None)

    def leave(self) -> None:
        """Stop setting right; nothing changes."""
        self.subject, self.complaint, self._asked, self._retakes = None, "", None, False

    @property
    def crop(self) -> Image | None:
        """The subject as the camera sees it; None where it does not."""
        return crop_of(self._snapshot, self.subject.track if self.subject is not None else None)

    @property
    def played(self) -> frozenset[str]:
        """The cards already played in the hand of the subject."""
        return frozenset() if self._is_ahead else frozenset(self._snapshot.view.seen)

    # Inside

    def _effect_of_cards(self, codes: Codes) -> Told:
        if self._asked is not None:
            return self._told(Say(answer(self._asked.need, codes)))
        if (change := self._retake(codes)) is not None:
            return self._told(change)
        subject = self.subject
        if subject is None or self._is_ahead:
            return Told()
        told = self._told(change_to(subject, codes, len(self._snapshot.facts)))
        return Told() if told.possible and waits(subject, self._snapshot) else told

    @property
    def _is_ahead(self) -> bool:
        """Whether the subject is a play of the next deal, while a card of this one is not known yet."""
        return self._snapshot.is_ahead and self.subject is not None and waits(self.subject, self._snapshot)

    def _effect_of_seat(self, seat: int) -> Told:
        fact = self.subject.fact if self.subject is not None else None
        return self.effect_of_seat(fact, seat) if fact is not None else Told()

    @property
    def _taking(self) -> Taking | None:
        return taking_now(self._moment, self.subject.fact if self.subject is not None else None)

    def _retake(self, codes: Codes) -> Retake | None:
        """Return that the Thief took these cards; None where that is not what is being said."""
        fact = self.subject.fact if self.subject is not None else None
        return Retake(fact, codes[0] if codes else None) if self._retakes and fact is not None else None

    def _do(self, command: Command) -> str:
        return self._watch.change(command, self._moment.language)

    @property
    def _snapshot(self) -> Snapshot:
        return self._moment.snapshot

    def _open(self, subject: Subject | None) -> bool:
        self.subject, self.complaint, self._asked, self._retakes = subject, "", None, False
        return subject is not None

    def _finish(self, complaint: str) -> None:
        self.complaint = complaint
        if not complaint:
            self.subject, self._asked, self._retakes = None, None, False

    def _told(self, change: Change | None) -> Told:
        if change is None:
            return Told()
        effect = effect_of(self._moment, change)
        return Told(effect.text(self._moment.language), not effect.problem, bool(effect.parts))


def _forget_the_table(session: TableSession) -> None:
    session.pause()
    session.resume()
