"""What was entered and has to change: cards taken back, cards that were missed, cards that later ones disprove."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import Fact
from companion.table.book import MISSED_BEFORE, Book
from companion.table.deliberation import Chances, Deliberation
from companion.table.events import Correction, Event
from companion.table.evidence import Codes, Row, likeliest_place
from companion.table.exchanging import may_be_exchanged
from companion.table.lineup import places_of_facts
from companion.table.play_facts import cards_of, with_card, with_cards
from companion.table.reseating import reseated
from companion.table.sighting import Sighting

_CORRECT = 0.9
"""Chance from which another card takes the place of one that was entered."""

_DISPROVED = 0.06
"""Chance below which a card that was entered is as good as disproved: then the likeliest other takes its place."""

_LIKELY = 0.75
"""How likely that one must be."""

_DOUBTED = 0.3
"""Chance below which a card that was entered is asked about, where no other can take its place."""


def lasting(events: Sequence[Event]) -> list[Event]:
    """Return what one step has to say without what it said and took back again.

    A card taken back leaves those behind it out of turn until they are taken out, too, for another stands in its place.
    """
    left: list[Event] = []
    for event in events:
        if not isinstance(event, Correction) or not event.withdrawn:
            left.append(event)
            continue
        withdrawn = tuple(ruling for ruling in event.withdrawn if ruling not in left)
        cleared = tuple(breach for breach in event.cleared if breach in withdrawn)
        left = [told for told in left if told not in event.withdrawn]
        left.append(replace(event, withdrawn=withdrawn, cleared=cleared))
    return left


class Repairs:
    """Corrects the book where sightings say so."""

    def __init__(self, book: Book, codes: Codes) -> None:
        self._book = book
        self._codes = codes

    def take_back(self, sightings: Sequence[Sighting], now: float) -> list[Event]:
        """Take out of the book what turned out not to count."""
        events: list[Event] = []
        for place, sighting in enumerate(sightings):
            if sighting.dismissed and sighting.decided is not None:
                try:
                    events += self._take_out(sighting, sightings, now, "the card was taken back")
                except ImpossibleFactError:
                    # Without it those behind it do not stand as they are: they are entered again.
                    behind = [s for s in sightings[place:] if s.deal == sighting.deal and not s.aside]
                    events += self._take_all_out(behind, now, "the card was taken back")
        return events

    def divide(self, sightings: Sequence[Sighting], now: float) -> list[Event]:
        """Take out of the book what is entered in another play than its own, or is no play, and what lies behind it.

        It is entered again as it belongs.
        """
        plays = [sighting for sighting in sightings if not sighting.aside or self._book.has_play(sighting.origin)]
        pairs = enumerate(zip([None, *plays], plays, strict=False))
        wrong = (place for place, (before, play) in pairs if play.aside or _is_elsewhere(before, play))
        first = next(wrong, len(plays))
        return self._take_all_out(sorted(plays[first:], key=self._place), now, MISSED_BEFORE)

    def make_room(self, sightings: Sequence[Sighting], now: float) -> list[Event]:
        """Take out of the book what lies behind a card that was missed, or was entered before one that lies before it.

        It is entered again once that is known.
        """
        plays = [sighting for sighting in sightings if not sighting.aside]
        first = next((place for place, sighting in enumerate(plays) if sighting.is_open), len(plays))
        # From the end of the book on: what is left of it is a game at every step.
        behind = sorted(plays[self._first_in_disorder(plays[:first]) :], key=self._place)
        return self._take_all_out(behind, now, MISSED_BEFORE)

    def _place(self, sighting: Sighting) -> int:
        """Return where in the book a card is; its end for one that is not there."""
        index = self._book.index_of(sighting.origin)
        return len(self._book.facts) if index is None else index

    def _first_in_disorder(self, plays: Sequence[Sighting]) -> int:
        """Return the place of the first card of the trick that the book has behind a later one; their number for none.

        What people typed into the trick stands where they put it, and so does all of it.
        """
        trick = {self._book.origins[index]: index for index in self._book.unfinished}
        first, least = len(plays), len(self._book.facts)
        if not trick.keys() <= {card.origin for card in plays}:
            return first
        for place in reversed(range(len(plays))):
            index = trick.get(plays[place].origin, least)
            first, least = (place, least) if index > least else (first, index)
        return first

    def _take_all_out(self, sightings: Sequence[Sighting], now: float, why: str) -> list[Event]:
        events: list[Event] = []
        for sighting in reversed(sightings):
            if sighting.decided is not None:
                events += self._take_out(sighting, sightings, now, why)
        return events

    def contradicted(self, sightings: Sequence[Sighting], chances: Chances) -> list[Sighting]:
        """Return the cards in the book that seem to be others; arguments as for `correct`."""
        likeliest = chances.argmax(axis=1).tolist() if len(sightings) else ()
        return [
            sighting
            for sighting, best in zip(sightings, likeliest, strict=True)
            if sighting.decided is not None and best != self._codes.places[sighting.decided]
        ]

    def correct(
        self,
        sightings: Sequence[Sighting],
        chances: Chances,
        known: Mapping[int, Sighting],
        now: float,
    ) -> tuple[list[Event], list[tuple[Sighting, Row]]]:
        """Put other cards in the place of those that were disproved.

        Args:
            sightings: Of the present deal.
            chances: What they are.
            known: All sightings by number.
            now: Seconds of the source.

        Returns:
            What was changed, and the cards that are in doubt without another one being likely enough.
        """
        changed: dict[int, Fact] = {}
        moved: list[tuple[Sighting, str]] = []
        doubtful: list[tuple[Sighting, Row]] = []
        likeliest = chances.argmax(axis=1).tolist() if len(sightings) else ()
        seems_other = self.contradicted(sightings, chances)
        contradicted = [
            (sighting, row, best)
            for sighting, row, best in zip(sightings, chances, likeliest, strict=True)
            if sighting in seems_other
        ]
        claimed = self._claimed(sightings, chances) if contradicted else frozenset()
        for sighting, row, best in contradicted:
            if sighting.decided is None or sighting.pinned is not None or sighting.aside:
                continue
            index = self._book.index_of(sighting.origin)
            if index is None or best == len(self._codes):
                continue
            left = row[self._codes.places[sighting.decided]]
            if row[best] >= _CORRECT or (left < _DISPROVED and row[best] >= _LIKELY):
                code, sure = self._codes.codes[best], round(float(row[best]), 4)
                before = changed.get(index, self._book.facts[index])
                changed[index] = with_card(before, sighting.decided, code, "camera", sure)
                moved.append((sighting, code))
                continue
            if left < _DISPROVED and sighting.decided in claimed:
                # Another card surely is what this one was taken for: the likeliest that is free stands in for it.
                code, sure = self._likeliest_free(row, sightings)
                before = changed.get(index, self._book.facts[index])
                changed[index] = with_card(before, sighting.decided, code, "camera", sure)
                moved.append((sighting, code))
            if left < _DOUBTED:
                doubtful.append((sighting, row))
        if not changed:
            return [], doubtful or self._crowded_out(sightings, chances)
        try:
            told = reseated(self._book.log, changed, places_of_facts(self._book, known.values()))
            events = self._book.revise(told, now, "camera", "later cards show it")
        except ImpossibleFactError:
            # One of the cards is still taken for another that is not sure enough to be corrected: wait for more.
            return [], doubtful
        for sighting, code in moved:
            sighting.decided = code
        return events, doubtful

    def _crowded_out(self, sightings: Sequence[Sighting], chances: Chances) -> list[tuple[Sighting, Row]]:
        """Return the least likely of the cards in the book for which people's word for another leaves no copy."""
        copies = self._book.log.state.copies
        for named in sightings:
            if named.decided is not None or named.pinned is None or named.aside:
                continue
            code = named.pinned
            holding = [
                (sighting, row)
                for sighting, row in zip(sightings, chances, strict=True)
                if sighting.decided == code and sighting.pinned is None
            ]
            sure = sum(sighting.pinned == code for sighting in sightings)
            if holding and sure + len(holding) > copies.get(code, 1):
                return [min(holding, key=lambda held: float(held[1][self._codes.places[code]]))]
        return []

    def _claimed(self, sightings: Sequence[Sighting], chances: Chances) -> frozenset[str]:
        """Return the codes that cards surely have and that are not theirs in the book."""
        best = chances[:, :-1].argmax(axis=1) if len(sightings) else ()
        return frozenset(
            self._codes.codes[place]
            for sighting, row, place in zip(sightings, chances, best, strict=True)
            if row[place] >= _CORRECT and self._codes.codes[place] != sighting.decided
        )

    def _likeliest_free(self, row: Row, sightings: Sequence[Sighting]) -> tuple[str, float]:
        """Return the likeliest code that is no other card's in the book, and its chance."""
        taken = [sighting.decided for sighting in sightings if sighting.decided is not None]
        copies = self._book.log.state.copies
        order = np.argsort(-row[:-1], kind="stable")
        free = (
            place for place in order if taken.count(self._codes.codes[place]) < copies.get(self._codes.codes[place], 0)
        )
        place = next(free, order[0])
        return self._codes.codes[place], round(float(row[place]), 4)

    def giving_way(
        self, fact: int, cards: Sequence[str], sightings: Sequence[Sighting], deliberation: Deliberation
    ) -> dict[int, Fact]:
        """Return the corrections of other facts that a person's correction of one calls for.

        Args:
            fact: Place of the fact that is corrected.
            cards: What it really was.
            sightings: All that are remembered.
            deliberation: Works out what the others are then.
        """
        origin = self._book.origins[fact]
        own = [sighting for sighting in sightings if sighting.origin == origin]
        if not own:
            return {}
        deal = [s for s in sightings if s.deal == own[0].deal and not s.dismissed]
        left = [card for card in cards if card not in {sighting.decided for sighting in own}]
        given_up = [card for card in cards_of(self._book.facts[fact]) if card not in cards]
        meant = {s.number: s.decided if s.decided in cards or not left else left.pop(0) for s in own}
        told = [replace(s, pinned=meant.get(s.number, s.pinned)) for s in deal]
        changes: dict[int, Fact] = {}
        for sighting, row in zip(deal, deliberation.chances(told), strict=True):
            index = self._book.index_of(sighting.origin)
            if index is None or sighting in own or sighting.pinned is not None:
                continue
            if sighting.decided is None or sighting.decided not in cards:
                continue
            best = likeliest_place(row)
            code = self._codes.codes[best]
            if code == sighting.decided:
                # There is another copy.
                continue
            chances = {card: float(row[self._codes.places[card]]) for card in given_up}
            exchanged = next((card for card in given_up if may_be_exchanged(chances[card], float(row[best]))), None)
            if exchanged is not None:
                given_up.remove(exchanged)
                code, best = exchanged, self._codes.places[exchanged]
            before = changes.get(index, self._book.facts[index])
            changes[index] = with_card(before, sighting.decided, code, "camera", round(float(row[best]), 4))
        return changes

    def _take_out(self, sighting: Sighting, known: Sequence[Sighting], now: float, why: str) -> list[Event]:
        """Take a card out of the book; the others of its play are entered again."""
        index = self._book.index_of(sighting.origin)
        events: list[Event] = []
        if index is not None:
            left = [code for code in cards_of(self._book.facts[index]) if code != sighting.decided]
            if left and sighting.play is not None:
                fact = self._book.facts[index]
                shorter = with_cards(fact, tuple(left), fact.source, fact.confidence)
                events = self._book.revise({index: shorter}, now, "camera", why)
            else:
                events = self._book.remove(index, now, "camera", why)
                for other in known:
                    if other.play == sighting.number:
                        other.decided = other.seat = other.play = None
        sighting.decided = sighting.seat = sighting.play = None
        return events


def _is_elsewhere(before: Sighting | None, card: Sighting) -> bool:
    """Whether a card is in the book with the one before it but does not go on that, or without it but does."""
    if before is None or card.decided is None or card.goes_on is None:
        return False
    return card.goes_on is not (card.origin == before.origin)
