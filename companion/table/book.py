"""The book of a game: its log of facts, what each fact was seen as, and the events that every change leads to.

All changes, by the camera or by a person, go through `_changed`: log changed, events made. Nothing else makes them.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from companion.errors import WrongInputError
from companion.language import mark
from companion.rules.blanks import named
from companion.rules.facts import CardsPlayed, FaceUpCard, Fact, Source, TiebreakCard
from companion.rules.game import Game
from companion.rules.log import Change, Edit, GameLog
from companion.rules.settings import Settings
from companion.rules.view import View
from companion.table.correcting import corrected
from companion.table.events import DealtAnew, Event, PlayersNamed
from companion.table.play_facts import cards_of, seat_of, with_cards
from companion.table.sighting import Deal, deal_of
from companion.table.snapshot import HistoryEntry
from companion.table.splices import Origin, Splice, common, splice_between
from companion.table.told import played, ruled

TAKEN_BACK = "taken back"
MADE_AGAIN = "made again"
"""Why the book is another after an undo, and after a redo."""

MISSED_BEFORE = "a card before it was missed"
"""Why a play is taken out that is entered again once the one before it is known."""


class Book:
    """One game's facts and the events they make.

    Methods that change the book raise `ImpossibleFactError`, with nothing changed, where facts would contradict each
    other.

    Attributes:
        log: The facts and their fold; changed only through the book.
        names: The players, seat 0 first.
        origins: For each fact, the sighting it comes from.
    """

    def __init__(self, game: Game, settings: Settings | None, names: Sequence[str]) -> None:
        self.log = GameLog(game, settings)
        self.names = tuple(names)
        self.origins: tuple[Origin, ...] = ()
        self._past: list[Splice] = []
        self._future: list[Splice] = []
        self._places: list[tuple[int, int]] = []
        self._view: View | None = None

    def name_players(self, names: Sequence[str], now: float) -> list[Event]:
        """Call the players otherwise; who sits where, what was played and the score stay as they are.

        Args:
            names: Seat 0 first; those without one are numbered.
            now: Seconds of the source.

        Raises:
            WrongInputError: There are more or fewer names than players, or two have the same.
        """
        given = named(names, len(self.names))
        if given == self.names:
            return []
        self.names = given
        return [PlayersNamed(time=now, players=given)]

    @property
    def view(self) -> View:
        """The game at this moment."""
        if self._view is None:
            self._view = self.log.view
        return self._view

    @property
    def deal(self) -> Deal:
        """What a card can occur in only once at this moment."""
        return deal_of(self.view)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts, in order."""
        return self.log.facts

    def index_of(self, origin: int) -> int | None:
        """Return the place of the fact that comes from a sighting, None where it is in no fact."""
        return self.origins.index(origin) if origin in self.origins else None

    def has_play(self, origin: int) -> bool:
        """Whether there is a play, or a card dealt face up, that comes from a sighting."""
        index = self.index_of(origin)
        return index is not None and self.is_play(index)

    @property
    def face_up(self) -> list[int]:
        """The places of the facts that name the card beside the deal of this hand; older logs may have it twice."""
        places = range(self.hand_begins, len(self.facts))
        return [place for place in places if isinstance(self.facts[place], FaceUpCard)]

    @property
    def turned_up(self) -> list[int]:
        """The same as long as it lies there; none where none is known to."""
        return [] if self.log.state.turned_up is None else self.face_up

    def append(self, fact: Fact, origin: Origin = None) -> list[Event]:
        """Add the next fact."""
        place = self.log.state.place_of(fact)
        return self._edit(lambda: self.log.append(fact), (*self.origins, origin), fact.time, fact.source, "", place)

    def insert(self, index: int, fact: Fact, origin: Origin, reason: str) -> list[Event]:
        """Put a fact that was missed before the one at this place."""
        origins = (*self.origins[:index], origin, *self.origins[index:])
        return self._edit(lambda: self.log.insert(index, fact), origins, fact.time, fact.source, reason)

    def remove(self, index: int, time: float, by: Source, reason: str) -> list[Event]:
        """Take out the fact at this place."""
        origins = (*self.origins[:index], *self.origins[index + 1 :])
        return self._edit(lambda: self.log.remove(index), origins, time, by, reason)

    def revise(self, corrections: Mapping[int, Fact], time: float, by: Source, reason: str) -> list[Event]:
        """Put other facts in the place of some; the cards of a straight in their order.

        What the same source has said already is no change: who says it twice undoes it once.
        """
        told = {index: self._in_order(fact) for index, fact in corrections.items()}
        said = {index: replace(self.facts[index], time=fact.time) for index, fact in told.items()}
        if said == told:
            return []
        return self._edit(lambda: self.log.replace_all(told), self.origins, time, by, reason)

    def unite(self, index: int, other: int, time: float, reason: str) -> list[Event]:
        """Have the cards of the play at this place be of another of its trick, with which they are a straight."""
        start, stop = min(index, other), max(index, other) + 1
        whole = with_cards(
            self.facts[other],
            self.in_order([*cards_of(self.facts[other]), *cards_of(self.facts[index])]),
            "person",
            1.0,
        )
        facts = [whole if place == other else self.facts[place] for place in range(start, stop) if place != index]
        origins = (*self.origins[:index], *self.origins[index + 1 :])
        return self._edit(lambda: self.log.splice(start, stop - start, facts), origins, time, "person", reason)

    def splice(self, index: int, removed: int, facts: Sequence[Fact], time: float, reason: str) -> list[Event]:
        """Put facts in the place of so many others, from this place on; a person says so."""
        origins = (*self.origins[:index], *(None for _ in facts), *self.origins[index + removed :])
        return self._edit(lambda: self.log.splice(index, removed, facts), origins, time, "person", reason)

    @property
    def hand_begins(self) -> int:
        """The place of the first fact of the present hand; behind the last one where there is none yet."""
        hand = self.log.state.hand.number
        return next((index for index, (number, _) in enumerate(self._places) if number == hand), len(self.facts))

    def deal_anew(self, time: float) -> list[Event]:
        """Take out all facts of the present hand, for it is dealt anew: one change, which is told as one.

        Raises:
            WrongInputError: There are none, or no hand is being played.
        """
        if self.view.phase != "play" or self.hand_begins == len(self.facts):
            raise WrongInputError(mark("Nothing was played of this hand yet."))
        return self._take_out_hand(self.view.hand, time)

    def strike_hand(self, time: float) -> list[Event]:
        """Take out all facts of the hand that was scored last, and what was said since: it is dealt anew.

        Raises:
            WrongInputError: None was scored, or the next is being played.
        """
        hand = self.last_hand
        if hand is None:
            raise WrongInputError(mark("Only a hand that was scored and is not followed by another can be struck out."))
        return self._take_out_hand(hand, time)

    @property
    def last_hand(self) -> int | None:
        """The number of the hand that was scored last, None where none was or the next is being played."""
        hand = self.log.state.hand
        if self.view.phase != "play":
            return self._places[-1][0]
        return None if hand.number == 1 or hand.plays or hand.tricks else hand.number - 1

    def _take_out_hand(self, hand: int, time: float) -> list[Event]:
        """Take out all facts from the beginning of a hand on."""
        start = next(index for index, (number, _) in enumerate(self._places) if number == hand)
        before, past = self.facts, self.origins
        change = self.log.splice(start, len(before) - start, ())
        self._past.append(Splice(start, past[start:], (), hand))
        self._future.clear()
        self.origins = past[:start]
        return self._changed(before, change, time, "person", "", anew=hand)

    @property
    def changes(self) -> int:
        """How many changes were made and not taken back, each on its own."""
        return len(self._past)

    @property
    def past(self) -> tuple[tuple[Edit, Splice], ...]:
        """The changes that led here and can be taken back, the last one last, with what they did to `origins`."""
        return tuple(zip(self.log.edits, self._past, strict=True))

    def remember(self, past: Sequence[tuple[Edit, Splice]]) -> None:
        """Have these be the changes that led to the facts and origins as they are."""
        self.log.remember(edit for edit, _ in past)
        self._past = [splice for _, splice in past]

    def join(self, first: int) -> None:
        """Have all changes from the one with this number on (from 0) be one, which is taken back at once."""
        self._past[first:] = [splice._replace(follows=place > 0) for place, splice in enumerate(self._past[first:])]

    def undo(self, time: float) -> list[Event]:
        """Take back the last change, whatever it was; without one nothing happens.

        With it goes what came of it (`join`), and that plays were taken out since because one before them was missed:
        they would be again at once.
        """
        before, ruled_before, anew = self.facts, self.log.rulings, None
        while self._past:
            self.log.undo()
            splice = self._past.pop()
            self._future.append(splice)
            start, old, new, anew, follows = splice
            self.origins = (*self.origins[:start], *old, *self.origins[start + len(new) :])
            if not follows:
                break
        return self._changed(before, self.log.since(ruled_before), time, "person", TAKEN_BACK, anew=anew)

    def redo(self, time: float) -> list[Event]:
        """Make the last undone change again; without one nothing happens."""
        before, ruled_before, anew = self.facts, self.log.rulings, None
        while self._future:
            self.log.redo()
            splice = self._future.pop()
            self._past.append(splice)
            start, old, new, made_anew, _ = splice
            anew = made_anew or anew
            self.origins = (*self.origins[:start], *new, *self.origins[start + len(old) :])
            if not (self._future and self._future[-1].follows):
                break
        return self._changed(before, self.log.since(ruled_before), time, "person", MADE_AGAIN, anew=anew)

    def history(self) -> tuple[HistoryEntry, ...]:
        """Return all plays and tiebreak cards as a list of them shows them."""
        return tuple(
            HistoryEntry(
                fact=index,
                kind="tiebreak" if isinstance(fact, TiebreakCard) else "play",
                hand=hand,
                trick=trick,
                seat=seat_of(fact),
                cards=cards_of(fact),
                source=fact.source,
                confidence=fact.confidence,
            )
            for index, (fact, (hand, trick)) in enumerate(zip(self.facts, self._places, strict=True))
            if isinstance(fact, CardsPlayed | TiebreakCard)
        )

    @property
    def unfinished(self) -> list[int]:
        """The places of the facts that make the unfinished trick or tiebreak, in order."""
        left = len(self.view.plays)
        places: list[int] = []
        for index in range(len(self.facts) - 1, -1, -1):
            if len(places) == left:
                break
            if isinstance(self.facts[index], CardsPlayed | TiebreakCard):
                places.append(index)
        return places[::-1]

    @property
    def last_trick(self) -> list[int]:
        """The places of the facts that make the trick of the last play, or the last tiebreak, in order."""
        plays = [index for index in range(len(self.facts)) if self.is_play(index)]
        return [index for index in plays if self._places[index] == self._places[plays[-1]]]

    def seat_at(self, index: int) -> int:
        """Return the seat of the fact at this place."""
        return seat_of(self.facts[index])

    def is_play(self, index: int) -> bool:
        """Whether there is a fact at this place, and it is of a card that a seat played or was dealt face up."""
        return 0 <= index < len(self.facts) and isinstance(self.facts[index], CardsPlayed | TiebreakCard)

    def place_of(self, index: int) -> tuple[int, int]:
        """Return the hand (from 1) and trick (from 0) of the fact at this place."""
        return self._places[index]

    def in_order(self, cards: Sequence[str]) -> tuple[str, ...]:
        """Return the cards of one play in their order, as they are where they are no straight."""
        return self.log.state.one_play(cards) or tuple(cards)

    def _in_order(self, fact: Fact) -> Fact:
        if not isinstance(fact, CardsPlayed) or len(fact.cards) == 1:
            return fact
        return replace(fact, cards=self.in_order(fact.cards))

    def _edit(
        self,
        change: Callable[[], Change],
        origins: tuple[Origin, ...],
        time: float,
        by: Source,
        reason: str,
        place: tuple[int, int] | None = None,
    ) -> list[Event]:
        before, past = self.facts, self.origins
        changed = change()
        splice = splice_between(past, origins)
        self._past.append(splice._replace(follows=reason == MISSED_BEFORE))
        self._future.clear()
        self.origins = origins
        return self._changed(before, changed, time, by, reason, place)

    def _changed(
        self,
        before: tuple[Fact, ...],
        change: Change,
        time: float,
        by: Source,
        reason: str,
        place: tuple[int, int] | None = None,
        anew: int | None = None,
    ) -> list[Event]:
        """Return what a change means.

        Args:
            before: All facts before it.
            change: What it means to the rules.
            time: Seconds of the source.
            by: Who says so.
            reason: Why.
            place: The hand and trick of a fact that was added behind all others; None where that is not all.
            anew: The hand that is dealt anew, or is not after all; None where none is.
        """
        self._view = None
        after = self.facts
        start = common(before, after)
        end = common(before[start:][::-1], after[start:][::-1])
        old, new = before[start : len(before) - end], after[start : len(after) - end]
        old_places = self._places[start : start + len(old)]
        if place is not None:
            self._places.append(place)  # From the beginning, a long evening takes seconds.
        else:
            self._places_from(start)
        rulings = [ruled(ruling, time, self.names) for ruling in change.new]
        if anew is not None:
            withdrawn = tuple(ruled(ruling, time, self.names) for ruling in change.withdrawn)
            return [
                DealtAnew(
                    time=time,
                    state="dealt" if old else "taken_back",
                    hand=anew,
                    totals=self.view.totals,
                    withdrawn=withdrawn,
                )
            ]
        if not old and not end:
            additions = (played(fact, *self._places[start + i], self.names) for i, fact in enumerate(new))
            return [*(event for event in additions if event is not None), *rulings]
        hands = [hand for hand, _ in (*self._places[start : start + len(new)], *old_places[len(new) :])]
        withdrawn = tuple(ruled(ruling, time, self.names) for ruling in change.withdrawn)
        return corrected(old, new, hands, withdrawn, rulings, time, by, reason)

    def _places_from(self, start: int) -> None:
        """Note hand and trick of the facts from this place on."""
        facts = self.facts
        del self._places[start:]
        if start == len(facts):
            return
        state = self.log.before(start)
        for fact in facts[start:]:
            self._places.append(state.place_of(fact))
            state.apply(fact)
