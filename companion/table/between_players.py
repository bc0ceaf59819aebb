"""A card that lies between two players: where turn order does not tell whose it was, people are told to look."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from companion.table.book import Book
from companion.table.camera_notices import card_notice
from companion.table.events import Event
from companion.table.lineup import place_of_fact, seats_of_trick
from companion.table.play_facts import cards_of, seat_of
from companion.table.seating import scored
from companion.table.sentences import Speaker
from companion.table.sighting import Sighting

_DOUBTFUL = 0.9
"""How likely each player of a whole trick must be for nobody to be told. Where all play in turn, before themselves or
on one heap, they are likelier."""

_MAY_BE = 0.05
"""How likely a player must be to be named as one whose card it may be, too; the likeliest other is in any case."""


class BetweenPlayers:
    """Tells of such cards, once a trick is whole: only then it is known what the places of all its cards say."""

    def __init__(self, book: Book, speaker: Speaker) -> None:
        self._book = book
        self._speaker = speaker
        self._looked_at: tuple[object, ...] = ()

    def step(self, sightings: Iterable[Sighting], now: float) -> list[Event]:
        """Return what there is to say of the last trick, once.

        Args:
            sightings: All that are remembered.
            now: Seconds of the source.
        """
        book = self._book
        if book.unfinished or not book.facts or not book.is_play(len(book.facts) - 1):
            return []
        trick = book.last_trick
        plays = book.place_of(trick[0]), *(book.origins[index] for index in trick)
        if plays == self._looked_at:
            return []
        self._looked_at = plays
        before = book.log.before(trick[0])
        if before.phase != "play" or before.hand.next_leader is None:
            return []
        known = {sighting.number: sighting for sighting in sightings}
        places = [place_of_fact(book, index, known) for index in trick]
        orders, scores = scored(places, before.hand.next_leader, seats_of_trick(before))
        played = [seat_of(book.facts[index]) for index in trick]
        as_played = orders == played
        # All as it stands in the book, or two of them for each other: that somebody leads out of turn moves all.
        likely = as_played.sum(axis=1) >= len(trick) - 2
        orders, as_played, scores = orders[likely], as_played[likely], scores[likely]
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        sure = (as_played * chances[:, None]).sum(axis=0)
        if sure.min() >= _DOUBTFUL:
            return []
        least = int(sure.argmin())
        code = cards_of(book.facts[trick[least]])[0]
        by_seat = np.bincount(orders[:, least], weights=chances, minlength=len(book.names))
        others = sorted(set(played) - {played[least]}, key=lambda seat: -by_seat[seat])
        others = [seat for seat in others if seat == others[0] or by_seat[seat] >= _MAY_BE]
        notice = card_notice("between-players", code, self._speaker.card(code), now)
        return [replace(notice, seat=played[least], others=tuple(others))]
