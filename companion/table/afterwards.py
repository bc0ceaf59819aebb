"""What is laid once a game is over in the midst of a hand: play that goes on is told, clearing up is not.

People hold cards still then. They lay them down, throw them together, show them to each other, look through the
tricks: none of that is a play, and nobody is to be told so. Who has not heard that the game is over goes on as before:
one whole trick more, led by whom the lead is, a card before each player in turn.
"""

from collections.abc import Sequence
from itertools import pairwise

from companion.table.book import Book
from companion.table.dead_cards import DeadCards
from companion.table.evidence import Codes, likeliest_place
from companion.table.lineup import seats_of_trick
from companion.table.next_game import NextGame
from companion.table.sighting import Sighting
from companion.table.tracker import Tracker

_READ = 0.9
"""How surely each card of such a trick is read: nobody is asked which it is as long as it counts for nothing."""

_ONE_AFTER_ANOTHER = 0.25
"""Seconds from one card to the next at least: who clear up lay theirs at the same time."""

_NOTHING_MORE = 1.0
"""Seconds since the last card in which no further one was shown with it: who clear up lay all they have."""

_LIES_THERE = 1.0
"""Seconds out of sight after which a card does not lie there any more."""


class Afterwards:
    """Watches the table on behind the end of a game that broke off a hand."""

    def __init__(self, book: Book, codes: Codes, dead: DeadCards, next_game: NextGame) -> None:
        """Set up.

        Args:
            book: The game.
            codes: Of the deck.
            dead: The cards that do not count.
            next_game: Knows whether people were told that nothing counts any more.
        """
        self._book = book
        self._next_game = next_game
        self._codes = codes
        self._dead = dead
        self._was_behind = False
        self._shown: set[int] = set()
        self._played: int | None = None

    @property
    def is_behind(self) -> bool:
        """Whether the game is over and cards of its last hand are still held."""
        return self._book.log.state.is_cut_short

    def step(self, sightings: Sequence[Sighting], tracker: Tracker, now: float) -> None:
        """Judge what was laid behind the end; where a correction took the end back, what of it counts.

        Args:
            sightings: All that are remembered, in order of play.
            tracker: What the last look saw.
            now: Seconds of the source.
        """
        if self.is_behind:
            self._was_behind = True
            self._judge(sightings, tracker, now)
            return
        if self._was_behind and self._book.view.phase == "play":
            self._keep_plays(sightings, now)
        self._was_behind, self._played = False, None
        self._shown.clear()

    def counting(self, sightings: Sequence[Sighting]) -> Sequence[Sighting]:
        """Return the sightings that may be entered in the book, or are: all as long as the game goes on."""
        if not self.is_behind:
            return sightings
        return [s for s in sightings if not s.is_open or s.trick == self._played or s.pinned is not None]

    def _judge(self, sightings: Sequence[Sighting], tracker: Tracker, now: float) -> None:
        state = self._book.log.state
        trick = _tricks_behind(sightings)[:1]
        if not trick or state.played_after_end or self._next_game.is_told:
            return
        number = trick[0][0].trick
        end = max((s.time for s in sightings if s.decided is not None), default=0.0)
        ignored = (track for track in tracker.tracks if track.face_up and track.number in self._dead.ignored)
        if any(tracker.seen_now(track) and track.arrived > end for track in ignored):
            self._shown.add(number)
        # With one card each people show what they have left just as they would play it.
        held = sum(state.copies.values()) - state.hand.laid
        goes_on = (
            number not in self._shown
            and held > state.players
            and self._is_play(trick[0], seats_of_trick(state))
            and all(sighting.row[:-1].max() >= _READ for sighting in trick[0])
            and now - trick[0][-1].time >= _NOTHING_MORE
        )
        self._played = number if goes_on else None

    def _is_play(self, trick: Sequence[Sighting], order: Sequence[int] | None = None) -> bool:
        """Whether cards are a whole trick that was played in turn, by seats in this order, or in any turn."""
        if len(trick) != self._book.log.state.players or any(s.second or s.seats is None for s in trick):
            return False
        seats = [int(s.seats.argmax()) for s in trick if s.seats is not None]
        turn = [(seats[0] + step) % len(seats) for step in range(len(seats))]
        if seats != turn or (order is not None and seats != list(order)):
            return False
        if any(later.time - one.time < _ONE_AFTER_ANOTHER for one, later in pairwise(trick)):
            return False
        return self._are_new(trick)

    def _are_new(self, trick: Sequence[Sighting]) -> bool:
        """Whether no card surely is one that was played in the hand: no trick looked at again, no new deal."""
        state = self._book.log.state
        seen = dict(state.hand.seen)
        for sighting in trick:
            best = likeliest_place(sighting.row)
            code = self._codes.codes[best]
            seen[code] = seen.get(code, 0) + 1
            if sighting.row[best] >= _READ and seen[code] > state.copies.get(code, 0):
                return False
        return True

    def _keep_plays(self, sightings: Sequence[Sighting], now: float) -> None:
        """Have what was laid since the end count as far as it was play, and what lies there now."""
        is_play = True
        for trick in _tricks_behind(sightings):
            is_play = is_play and self._is_play(trick)
            for sighting in trick:
                lies = sighting.seen is not None and now - sighting.seen < _LIES_THERE
                if not (is_play or lies or sighting.pinned is not None):
                    sighting.dismissed, sighting.second = True, False


def _tricks_behind(sightings: Sequence[Sighting]) -> list[list[Sighting]]:
    """Return the cards that are not in the book, by their tricks, second ones among them."""
    tricks: dict[int, list[Sighting]] = {}
    for sighting in sightings:
        if sighting.decided is None and not (sighting.dismissed or sighting.aside):
            tricks.setdefault(sighting.trick, []).append(sighting)
    return [tricks[number] for number in sorted(tricks)]
