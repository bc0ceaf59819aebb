"""Cards that are certain although an earlier one is not known yet: they are told at once, and entered in order."""

from collections.abc import Mapping, Sequence
from itertools import groupby

from companion.table.book import Book
from companion.table.events import CardSeen
from companion.table.evidence import Codes, Row
from companion.table.lineup import Sightings, seats_of_play, seats_of_trick, trick_places
from companion.table.seating import SeatChances, arrange
from companion.table.sighting import Sighting
from companion.table.straights import Straights

_HOLD = 0.3
"""Seconds that such a card waits for the earlier one to be entered after all."""

_LONGER_HOLD = 0.6
"""The same where another card of a straight may still come, unless somebody has played after it."""

_SURE_SEAT = 0.8
"""How sure it must be who played it."""


class Ahead:
    """Tells of the cards behind one that holds back the game."""

    def __init__(self, book: Book, codes: Codes, accept: float) -> None:
        """Set up.

        Args:
            book: The game.
            codes: Of the deck.
            accept: Chance from which a card is certain.
        """
        self._book = book
        self._codes = codes
        self._accept = accept
        self._straights = Straights(codes)
        self._told: set[int] = set()

    def step(
        self, counting: Sequence[Sighting], rows: Mapping[int, Row], sightings: Sightings, now: float
    ) -> list[CardSeen]:
        """Return what is to be told now.

        Args:
            counting: The cards of the present deal that count, in order of play.
            rows: What they are, by their numbers.
            sightings: All that are remembered, by their numbers.
            now: Seconds of the source.
        """
        view, state = self._book.view, self._book.log.state
        self._told &= sightings.keys()
        cards = [sighting for sighting in counting if not sighting.aside]
        first = next((place for place, sighting in enumerate(cards) if sighting.is_open), None)
        if view.phase != "play" or first is None:
            return []
        begun = next(place for place, sighting in enumerate(cards) if sighting.trick == cards[first].trick)
        seats = seats_of_trick(state)
        events: list[CardSeen] = []
        tricks = [list(trick) for _, trick in groupby(cards[begun:], key=lambda sighting: sighting.trick)]
        for number, trick in enumerate(tricks):
            plays = self._straights.plays(trick, state)
            lying = [play for play in plays if play[0].is_open]
            places: list[SeatChances | int]
            is_unseen = not number and len(self._book.unfinished) + len(lying) != len(plays)
            if is_unseen or len(plays) > len(seats):
                # Something else is open here than which card one of them is: people may have told of a play unseen.
                break
            if number:
                places = [seats_of_play(play, state.players) for play in plays]
                leader = None
            else:
                places, leader = trick_places(self._book, sightings, lying), state.hand.next_leader
            order, sure = arrange(places, leader, seats)
            behind = lying if number else lying[1:]
            for play, seat, chance in zip(plays, order, sure, strict=True):
                if chance < _SURE_SEAT or play not in behind or play[0].number in self._told:
                    continue
                if self._is_certain(play, rows, now) and self._is_whole(play, trick, now):
                    self._told.add(play[0].number)
                    events.append(self._seen(play, seat, view.trick + number, rows, chance, now))
            if len(plays) < len(seats):
                break
        return events

    def _is_certain(self, play: Sequence[Sighting], rows: Mapping[int, Row], now: float) -> bool:
        held = now - play[-1].time >= _HOLD and all(card.is_open for card in play)
        return held and all(rows[card.number][:-1].max() >= self._accept for card in play)

    def _is_whole(self, play: Sequence[Sighting], trick: Sequence[Sighting], now: float) -> bool:
        """Whether no other card of the trick, and none that may still come, is likely to be one play with these."""
        state = self._book.log.state
        if not state.has_straights:
            return True
        others = [card for card in trick if card not in play]
        if not self._straights.is_whole(play, state) or any(
            self._straights.lie_together(play, card) for card in others
        ):
            return False
        return any(card.time > play[-1].time for card in others) or now - play[-1].time >= _LONGER_HOLD

    def _seen(
        self, play: Sequence[Sighting], seat: int, trick: int, rows: Mapping[int, Row], sure_seat: float, now: float
    ) -> CardSeen:
        codes = [self._codes.likeliest(rows[card.number]) for card in play]
        sure = min(float(rows[card.number][:-1].max()) for card in play)
        return CardSeen(
            time=now,
            seat=seat,
            player=self._book.names[seat],
            cards=self._book.log.state.one_play(codes) or tuple(codes),
            confidence=round(sure * sure_seat, 4),
            hand=self._book.view.hand,
            trick=trick,
        )
