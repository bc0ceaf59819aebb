"""What follows from what lies on the table: looks, and what people say, go through the same judges in order.

Nothing here knows of locks, listeners or frames: `companion.table.session` does.
"""

from collections.abc import Sequence

from companion.table.afterwards import Afterwards
from companion.table.bearings import Bearings
from companion.table.between_players import BetweenPlayers
from companion.table.book import Book
from companion.table.camera_notices import camera_notice
from companion.table.dead_cards import DeadCards
from companion.table.events import Event
from companion.table.evidence import Codes
from companion.table.expecting import Expectation, cards_in_deal, expectation
from companion.table.irregular import table_irregularity
from companion.table.laid import Laid
from companion.table.left_over import LeftOver
from companion.table.look import Look
from companion.table.needs import Needs
from companion.table.next_game import NextGame
from companion.table.outage import may_hide_trick
from companion.table.recentring import Trick
from companion.table.recognition import seats_at
from companion.table.referee import Referee
from companion.table.sentences import Speaker
from companion.table.sighting import Sighting
from companion.table.standpoint import Standpoint
from companion.table.synchrony import Synchrony
from companion.table.tracker import Tracker
from companion.table.watcher import Watcher


class Judging:
    """Draws conclusions.

    Attributes:
        watcher: Says which cards on the table are plays.
        left_over: Tells of the one card that a hand lacks.
    """

    def __init__(
        self,
        book: Book,
        speaker: Speaker,
        codes: Codes,
        *,
        tracker: Tracker,
        standpoint: Standpoint,
        laid: Laid,
        dead: DeadCards,
        bearings: Bearings,
        referee: Referee,
    ) -> None:
        """Set up.

        Args:
            book: The game.
            speaker: Puts the table's events into words.
            codes: Of the deck.
            tracker: The cards that are seen.
            standpoint: Where they lie on the table.
            laid: Those that were laid.
            dead: Those that lie there and do not count.
            bearings: Says on which side of the table everybody sits.
            referee: Says which plays they are.
        """
        state = book.log.state
        self.watcher = Watcher(codes, state.players, state.copies, laid, dead)
        self.left_over = LeftOver(book, speaker)
        self._book = book
        self._cards_in_deal = cards_in_deal(state)
        self._tracker = tracker
        self._standpoint = standpoint
        self._laid = laid
        self._dead = dead
        self._bearings = bearings
        self._referee = referee
        self._needs = Needs(book)
        self._between_players = BetweenPlayers(book, speaker)
        self._next_game = NextGame()
        self._afterwards = Afterwards(book, codes, dead, self._next_game)
        self._synchrony = Synchrony(book, codes)

    def expectation(self) -> Expectation:
        """Return what the game expects of the table."""
        return expectation(self._book, self._referee.questions, self._cards_in_deal)

    @property
    def counting(self) -> Sequence[Sighting]:
        """The cards that were laid, but for those that do not count because the game is over."""
        return self._afterwards.counting(self._laid.sightings)

    @property
    def is_lost(self) -> bool:
        """Whether the table does not fit the game."""
        return self._synchrony.is_lost

    def look(self, size: tuple[int, int], now: float) -> list[Event]:
        """Return what follows from the tracks as they are now.

        Args:
            size: Width and height of the frame, pixels.
            now: Seconds of the source.
        """
        is_over = self._book.view.phase == "over"
        if self._next_game.step(self._tracker, now, is_over=is_over):
            return [camera_notice("game-over", now)]
        if is_over and not self._afterwards.is_behind:
            return []
        turned: list[Event] = []
        tabletop = self._standpoint.tabletop(size)
        if tabletop is not None:
            look = Look(self._tracker, tabletop, now, self._standpoint.ground, size)
            self.watcher.step(look, self.expectation())
            if is_over:
                self._dead.take_strangers()
                return self.decide(now)
            if self.watcher.looks_round:
                # What waited may have been taken back.
                return []
            turned = self._bearings.step(look, self.expectation())
            if notice := self.watcher.take_lying_before():
                turned.append(camera_notice(notice, now))
            expected = self.expectation()
            if may_hide_trick(look, expected, self._laid):
                turned.append(camera_notice("not-looked", now))
            self._recentre(size)
            self.watcher.divide(expected)
        strange = [self._strange(sighting, now) for sighting in self._dead.take_strangers()]
        return [*strange, *turned, *self.decide(now)]

    def _recentre(self, size: tuple[int, int]) -> None:
        """Take the middle of play to be where the cards show that it is, and the trick to lie as it does round that."""
        players, sightings = self._book.log.state.players, self._laid.sightings
        reseated = self._standpoint.reseated
        moved = self._standpoint.recentre(sightings, self._trick, players)
        tabletop = self._standpoint.tabletop(size) if moved else None
        if tabletop is None:
            return
        for card in self._laid.current:
            if card.place is not None and card.seats is not None:
                card.seats = seats_at(card.place, tabletop, players, sightings)
                if self._book.log.state.has_straights:
                    # Which cards make one play is told by whose they are: by where they lie now.
                    card.seat = card.pinned_seat
        if self._standpoint.reseated > reseated:
            self._put_as_they_came()

    def _put_as_they_came(self) -> None:
        """Have the cards of the trick lie in the order in which they came.

        Before it was known where people sit one may have been taken for one that was missed.
        """
        self._laid.put_in_order(sorted(self._laid.current, key=lambda card: card.time))

    def _trick(self) -> Trick:
        """Return the trick on the table; without places where not every play of it has one."""
        expected = self.expectation()
        plays = self._laid.plays(expected.state) if expected.deal[0] == "play" else []
        # As they came: what was told of the first before the others came may have put them into another order.
        came = sorted(plays, key=lambda play: play[0].time)
        places = [play[0].place for play in came if play[0].place is not None]
        whole = len(places) == len(plays) <= len(expected.seats)
        # Once it is told, the leader is that of the next.
        is_told = not expected.state.hand.plays and all(play[0].decided for play in plays)
        return Trick(places if whole else [], None if is_told else expected.leader, expected.seats)

    def decide(self, now: float) -> list[Event]:
        """Return what follows from the cards that were laid, and from what people said of them."""
        if self._bearings.waits:
            return []
        self._afterwards.step(self._laid.sightings, self._tracker, now)
        is_behind = self._bearings.is_behind
        events = self._referee.step(self.counting, now, only_earlier=is_behind)
        needed = self._needs.step(self.counting, now)
        if needed:
            events += [*needed, *self._referee.step(self.counting, now, only_earlier=is_behind)]
        events += self._between_players.step(self._laid.sightings, now)
        if left_over := self.watcher.take_left_over():
            events.append(self.left_over.entered(left_over, now))
        many = self.watcher.shows_many and not self._afterwards.is_behind
        return [*events, *self._synchrony.judge(self.counting, many, now)]

    def _strange(self, sighting: Sighting, now: float) -> Event:
        seat = 0 if sighting.seats is None else int(sighting.seats.argmax())
        return table_irregularity("unknown-card", self._book, seat, None, now)
