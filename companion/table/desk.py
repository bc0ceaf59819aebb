"""What a person changes in the book of a running table, and how the sightings follow it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace

from companion.errors import WrongInputError
from companion.language import mark
from companion.rules.facts import CardsKept, CardsPlayed, FaceUpCard, Fact, ThiefTook, TiebreakCard
from companion.rules.reasons import reason
from companion.table.answering import Answers, lies
from companion.table.book import Book
from companion.table.consequences import Consequences
from companion.table.dead_cards import DeadCards
from companion.table.events import DealtAnew, Event
from companion.table.evidence import Codes
from companion.table.exchanging import BY_HAND, set_right_in
from companion.table.expecting import Expectation
from companion.table.laid import Entered, Laid, Standing
from companion.table.lineup import places_of_facts
from companion.table.past import Past
from companion.table.play_facts import cards_of, seat_of, typed_play, with_cards, with_seat
from companion.table.referee import Referee
from companion.table.reseating import led_by_winner, seats_that_follow
from companion.table.restoring import recall
from companion.table.seating import Places
from companion.table.sighting import Sighting
from companion.table.skipping import skipped
from companion.table.thieving import said_anew, taking_of
from companion.table.tracker import Tracker
from companion.table.typed import Typed
from companion.table.uniting import straight_with, unite
from companion.table.unwritten import Unwritten


class Desk:
    """Carries out a person's commands; `TableSession` documents them.

    Every command returns the events it led to. It raises with nothing changed: `ImpossibleFactError` where the facts
    would contradict each other, `UnknownCardError` for a code of no card of the deck, `WrongInputError` for a place
    where there is no play.
    """

    def __init__(
        self,
        book: Book,
        laid: Laid,
        dead: DeadCards,
        referee: Referee,
        tracker: Tracker,
        expects: Callable[[], Expectation],
    ) -> None:
        self._book = book
        self._codes = Codes(book.log.game.deck.codes)
        self._dead = dead
        self._laid = laid
        self._referee = referee
        self._tracker = tracker
        self._unwritten = Unwritten(book)
        self._typed = Typed(book, laid, self._unwritten, expects)
        self._consequences = Consequences(book, laid, self._unwritten)
        self._answers = Answers(book, laid, referee, tracker, self._unwritten, self)
        self._undone: list[tuple[Mapping[int, Entered], frozenset[int], tuple[Sighting, ...]]] = []
        """How the cards stood, which did not count, and how they lay, before each change that was taken back and can be
        made again, the last one last."""
        self._gathered: list[tuple[tuple[Fact, ...], Standing, list[Sighting]]] = []
        """The facts, how the cards stood and which of them were in doubt before each hand that was dealt anew."""

    def one_command(self) -> AbstractContextManager[None]:
        """Return what makes one change, and one to undo, of all that is changed within: a command and what follows."""
        return self._consequences.of_one_command()

    def correct(self, fact: int, cards: Sequence[str], now: float) -> list[Event]:
        """Say which cards the fact at this place really was."""
        self._check(fact, cards)
        given = tuple(cards)
        corrected = with_cards(self._book.facts[fact], given, "person", 1.0)
        besides = self._referee.giving_way(fact, given, self._laid.sightings)
        follow = led_by_winner(self._book.log, {**besides, fact: corrected}, self.places)
        changes = {**besides, **follow}
        return self._with_followers(follow, lambda: set_right_in(self._book, fact, corrected, changes, now))

    def change_seat(self, fact: int, seat: int, now: float, why: str) -> list[Event]:
        """Say who really played the cards of the fact at this place; those that lie before nobody go with them."""
        self._check(fact)
        straight = straight_with(self._book, fact, seat)
        if straight is not None:
            return unite(self._book, self._laid, fact, straight, now, self._command)
        corrected = with_seat(self._book.facts[fact], seat, "person")
        follow = seats_that_follow(self._book.log, fact, corrected, self.places)
        return self._with_followers(follow, lambda: set_right_in(self._book, fact, corrected, follow, now, why))

    def confirm_seat(self, fact: int) -> list[Event]:
        """Say that the cards of the fact at this place are whose it says."""
        self._check(fact)
        origin = self._book.origins[fact]
        for sighting in self._laid.sightings:
            if sighting.origin == origin and not sighting.aside:
                sighting.pinned_seat = self._book.seat_at(fact)
        return []

    def played_by(self, fact: int, seat: int, other: int | None, now: float) -> list[Event]:
        """Say that the play at this place was a seat's; the other, which seemed to be that, was its player's."""
        facts = self._book.facts
        told = {fact: with_seat(facts[fact], seat, "person")}
        follow = {} if other is None else {other: with_seat(facts[other], seat_of(facts[fact]), facts[other].source)}
        follow |= led_by_winner(self._book.log, {**told, **follow}, self.places)
        return self._with_followers(follow, lambda: self._book.revise({**told, **follow}, now, "person", BY_HAND))

    def _with_followers(self, follow: Mapping[int, Fact], change: Callable[[], list[Event]]) -> list[Event]:
        """Make a person's change of the book by which other plays are somebody else's."""
        pins = {sighting.number: (sighting.pinned, sighting.pinned_seat) for sighting in self._laid.sightings}
        events = self._command(change)
        for sighting in self._laid.sightings:
            index = self._book.index_of(sighting.origin)
            if index is not None and self._book.facts[index] == follow.get(index):
                # Of these nobody has said whose they are.
                sighting.pinned, sighting.pinned_seat = pins[sighting.number]
        return events

    @property
    def is_ahead(self) -> bool:
        """Whether a play that is added is of the next deal, for one of this that holds it up is not known yet."""
        return self._typed.is_ahead

    @property
    def places(self) -> Places:
        """How well where the plays lie fits each seat, or the seats that are known."""
        return places_of_facts(self._book, self._laid.sightings)

    def insert_play(
        self, fact: int, seat: int, cards: Sequence[str], now: float, track: int | None = None
    ) -> list[Event]:
        """Add a play that was missed before the fact at this place; behind the last fact, the next play."""
        last = fact >= len(self._book.facts)
        if not last:
            self._check(fact)
        for card in cards:
            self._book.log.game.deck.parse(card)
        if not cards:
            raise WrongInputError("a play needs a card")
        if last and len(cards) == 1:
            if track is None and (asked := self._asked_of(seat, cards[0])) is not None:
                return self.answer(asked, cards[0], now)
            if (waiting := self._typed.meant(seat, cards[0], track)) is not None:
                self._typed.name(waiting, seat, cards[0])
                return []
        if last and self._typed.waits():
            self._find_lying(self._typed.add(seat, cards, now), track)
            return []
        if last and (before_it := skipped(self._book.log, seat, self.places)) is not None:
            fact, last = before_it, False
        new = typed_play(self._book.log, fact, seat, cards, now)
        before = None if last else self._sighting_of(fact)
        added = self._laid.add_said(self._book.deal, cards, seat, now, before)
        events = self._command(
            lambda: (
                self._book.append(new, added.number)
                if last
                else self._book.insert(fact, new, added.number, "added by hand")
            )
        )
        self._find_lying(added, track)
        return events

    def _find_lying(self, added: Sighting, track: int | None) -> None:
        """Let a card that people added be the one that lies there without counting, where it is clear which."""
        code = added.pinned
        if code is None or added.trick != self._laid.trick:
            return
        lying = self._dead.meant(self._tracker, self._codes.places[code], track)
        if lying is not None:
            added.track, added.box, added.seen = lying.number, lying.box, lying.last_seen

    def say(self, fact: Fact, now: float) -> list[Event]:
        """Add a fact that no camera sees; it takes the place of what was assumed because nobody had said it.

        So does the Thief's choice take the place of what was said of it in the same hand, and the card that is
        said to lie face up that of what was said or read of it.
        """
        state = self._book.log.state
        if isinstance(fact, FaceUpCard) and (lying := self._taken_for_play(fact.card)) is not None:
            # The referee takes it out of the book, and whose the plays behind it are is told anew.
            lying.aside, lying.pinned = True, fact.card
            return []
        before = self._said_before(fact)
        if state.phase == "over" and not isinstance(fact, CardsPlayed) and not before:
            raise state.impossible(reason("after-end"), getattr(fact, "seat", 0))
        if isinstance(fact, TiebreakCard if state.phase == "tiebreak" else CardsPlayed):
            return self.insert_play(len(self._book.facts), seat_of(fact), cards_of(fact), now)
        told = replace(fact, time=now, source="person", confidence=1.0)
        if before:
            return self._command(lambda: self._book.revise(dict.fromkeys(before, told), now, "person", BY_HAND))
        return self._command(lambda: self._book.append(told))

    def _taken_for_play(self, card: str) -> Sighting | None:
        """Return the card that seemed to be a play of this hand's first trick, where none is known to be turned up."""
        if self._book.face_up:
            return None
        for sighting in self._laid.sightings:
            index = self._book.index_of(sighting.origin)
            if index is None or not sighting.is_unvouched or self._book.place_of(index) != (self._book.view.hand, 0):
                continue
            if cards_of(self._book.facts[index]) == (card,):
                return sighting
        return None

    def thief_took(self, fact: int, card: str | None, now: float) -> list[Event]:
        """Say what the Thief really took in the trick of the play at this place; None: no seven."""
        taking = taking_of(self._book.log, fact)
        if taking is None:
            raise WrongInputError(
                mark("the play at place {fact} is in no whole trick of a Thief and a seven"), fact=fact
            )
        place, told = said_anew(taking, card, now)
        if taking.said is None:
            return self._command(lambda: self._book.insert(place, told, None, BY_HAND))
        return self._command(lambda: self._book.revise({place: told}, now, "person", BY_HAND))

    def remove_play(self, fact: int, now: float) -> list[Event]:
        """Take out a play that never was; its card, if it lies there, does not count again."""
        self._check(fact)
        return self._command(lambda: self._book.remove(fact, now, "person", "removed by hand"))

    def deal_anew(self, now: float) -> list[Event]:
        """Have nothing of the present hand count, nor what lies on the table: it is dealt anew."""
        return self._gathering(lambda: self._book.deal_anew(now))

    def strike_hand(self, now: float) -> list[Event]:
        """Have nothing of the hand that was scored last count, nor what lies on the table: it is dealt anew."""
        return self._gathering(lambda: self._book.strike_hand(now))

    def _gathering(self, change: Callable[[], list[Event]]) -> list[Event]:
        """Make a person's change; where a hand is dealt anew by it, its cards are gathered."""
        facts, standing = self._book.facts, self._laid.standing
        doubted = [sighting for _, sighting in self._referee.doubted(self._laid.sightings)]
        events = self._command(change)
        for event in events:
            if isinstance(event, DealtAnew):
                self._gathered.append((facts, standing, doubted))
                self._laid.gather(event.hand)
                self._dead.ignore_all(self._tracker)
        return events

    def _spread(self, events: Sequence[Event]) -> None:
        """Have the cards of a hand that is not dealt anew after all wait, and be asked about, as before."""
        if not any(isinstance(event, DealtAnew) for event in events):
            return
        while self._gathered:
            facts, standing, doubted = self._gathered.pop()
            if facts == self._book.facts:
                waiting = self._laid.lay_again(standing)
                self._dead.ignored -= {sighting.track for sighting in waiting if sighting.track is not None}
                for sighting in doubted:
                    sighting.question = None
                self._referee.doubt(sighting.number for sighting in doubted)
                return

    @property
    def past(self) -> Past:
        """What led to the facts, to be kept with the game."""
        return self._consequences.past

    def remember(self, past: Past, waiting: Mapping[int, int]) -> None:
        """Know what led to the facts of a game that is taken up, and what people said of the cards that wait.

        Args:
            past: What is kept of the one.
            waiting: The numbers of the sightings of the others, by those that they had.
        """
        self._unwritten.remember(self._laid.sightings)
        self._consequences.remember(past, waiting)

    @property
    def can_undo(self) -> bool:
        """Whether there is a change to take back."""
        return self._unwritten.can_take_back or self._book.log.can_undo

    @property
    def can_redo(self) -> bool:
        """Whether there is an undone change to make again."""
        return self._unwritten.can_say_again or self._book.log.can_redo

    def undo(self, now: float) -> list[Event]:
        """Take back the last change."""
        if self._unwritten.can_take_back:
            self._unwritten.take_back()
            return []
        if not self._book.log.can_undo:
            return []
        if not self._book.log.can_redo:
            self._undone.clear()
        self._unwritten.forget_overtaken()
        self._note_collected()
        lying = tuple(self._laid.sightings)
        stood = self._laid.entered, frozenset(s.number for s in lying if s.dismissed), lying
        events = self._command(lambda: self._book.undo(now))
        self._undone.append(stood)
        self._spread(events)
        self._consequences.taken_back()
        return events

    def redo(self, now: float) -> list[Event]:
        """Make the last undone change again; what is said of its cards is what was said before."""
        if self._unwritten.can_say_again:
            self._unwritten.say_again()
            return []
        if not self._book.log.can_redo:
            return []
        entered, dismissed, order = self._undone.pop()

        def again() -> list[Event]:
            events = self._book.redo(now)
            # A card may be in another play by it, of which it is the first, or in another turn.
            self._laid.enter_again(entered)
            self._laid.put_in_order(order)
            return events

        events = self._gathering(again)
        self._laid.enter_again(entered)
        for sighting in self._laid.sightings:
            if sighting.is_open and sighting.track is None and sighting.number in dismissed:
                sighting.dismissed = True
        return events

    def answer(self, question: int, card: str | None, now: float) -> list[Event]:
        """Answer a question: the card's code, or None where there is no card that counts."""
        return self._answers.answer(question, card, now)

    def confirm(self, question: int, now: float) -> list[Event]:
        """Say that all the cards that a question doubts together are as they were read."""
        return self._answers.confirm(question, now)

    def asked_about(self, question: int) -> tuple[int, str] | None:
        """Return the place of the play that a question is about, and its doubtful card; None while there is none."""
        return self._answers.asked_about(question)

    def _asked_of(self, seat: int, card: str) -> int | None:
        """Return the number of the question that a play which is added answers.

        What was played in the hand already is no answer: it leads to the next hand.
        """
        if self._book.view.seen.count(card) >= self._book.log.state.copies.get(card, 1) and self.is_ahead:
            return None
        return self._answers.asked_of(seat)

    def _note_collected(self) -> None:
        """Note which cards of a whole trick were taken since: where it is opened again, nobody took them back."""
        if self._book.unfinished and self._book.view.phase != "over":
            return
        taken = [s for s in self._laid.current if s.decided is not None and not lies(s, self._tracker)]
        for sighting in taken:
            sighting.confirmed = True
        self._tracker.forget([sighting.track for sighting in taken])

    def _check(self, fact: int, cards: Sequence[str] | None = None) -> None:
        if not self._book.is_play(fact):
            raise WrongInputError(
                mark("there is no play at place {fact} of {facts} facts"), fact=fact, facts=len(self._book.facts)
            )
        for card in cards or ():
            self._book.log.game.deck.parse(card)
        if cards is not None and not cards:
            raise WrongInputError("a play needs a card; remove the play instead")

    def _said_before(self, fact: Fact) -> Sequence[int]:
        """Return the places of what a fact that people say takes the place of, none where it comes as a new one."""
        if isinstance(fact, FaceUpCard):
            return self._book.face_up
        kinds = [type(told) for told in self._book.facts]
        if type(fact) not in kinds or self._is_needed(fact):
            return ()
        last = len(kinds) - 1 - kinds[::-1].index(type(fact))
        told = self._book.facts[last]
        if isinstance(fact, ThiefTook) and self._book.place_of(last)[0] == self._book.log.state.hand.number:
            return (last,)
        return (last,) if told.source == "camera" and not told.confidence else ()

    def _is_needed(self, fact: Fact) -> bool:
        """Whether a fact answers what the game asks at this moment."""
        kind = {ThiefTook: "thief", CardsKept: "kept_cards"}.get(type(fact))
        return any(need.kind == kind for need in self._book.view.needs)

    def _command(self, change: Callable[[], list[Event]]) -> list[Event]:
        """Make a person's change of the book, and let the sightings follow it."""
        origins, facts = self._book.origins, self._book.facts
        try:
            return change()
        finally:
            self._follow(dict(zip(origins, facts, strict=True)))
            self._follow_turned_up()
            recall(self._book, self._laid, self._codes)
            if self._book.origins != origins:
                # Plays came or went. Where only cards or seats changed, every card stays in the trick it was seen in.
                self._laid.lay_out(self._present)

    @property
    def _present(self) -> list[int]:
        """The sightings of the present trick; of the last one, where that is whole and was not taken."""
        places = self._book.unfinished
        if not places:
            lying = {sighting.origin for sighting in self._laid.current}
            last = self._book.last_trick
            places = last if any(self._book.origins[index] in lying for index in last) else []
        return [origin for index in places if (origin := self._book.origins[index]) is not None]

    def _follow(self, before: Mapping[int | None, Fact]) -> None:
        plays: dict[int, list[Sighting]] = {}
        for sighting in self._laid.sightings:
            if self._book.has_play(sighting.number):
                # That it is of another play was taken back.
                sighting.play = None
            if sighting.aside and self._book.has_play(sighting.origin):
                # That it is no play was taken back.
                sighting.aside = False
            if not sighting.aside:
                plays.setdefault(sighting.origin, []).append(sighting)
        for origin, play in plays.items():
            index = self._book.index_of(origin)
            fact = None if index is None else self._book.facts[index]
            left = [] if fact is None else list(cards_of(fact))
            for sighting in sorted(play, key=lambda sighting: sighting.decided not in left):
                if fact is None or not left:
                    if sighting.decided is not None or (sighting.track is None and sighting.pinned is not None):
                        sighting.decided = None
                        sighting.dismissed = True
                    continue
                sighting.dismissed = False
                sighting.decided = left.pop(left.index(sighting.decided) if sighting.decided in left else 0)
                sighting.seat = seat_of(fact)
                if fact != before.get(origin):
                    sighting.pinned = sighting.decided
                    sighting.pinned_seat = sighting.seat

    def _follow_turned_up(self) -> None:
        """Let the card beside the deal be what the book has for it."""
        for place in self._book.face_up[-1:]:
            fact = self._book.facts[place]
            assert isinstance(fact, FaceUpCard)
            hand = [sighting for sighting in self._laid.sightings if sighting.deal == self._book.deal]
            for sighting in hand:
                if sighting.dismissed and sighting.pinned == fact.card and not any(s.aside for s in hand):
                    # That it is no play after all was taken back, and is said again.
                    sighting.aside, sighting.dismissed, sighting.decided = True, False, fact.card
                if sighting.aside and sighting.decided is not None:
                    sighting.decided, sighting.pinned = fact.card, fact.card if fact.source == "person" else None

    def _sighting_of(self, fact: int) -> Sighting | None:
        origin = self._book.origins[fact]
        return next((sighting for sighting in self._laid.sightings if sighting.number == origin), None)
