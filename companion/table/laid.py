"""The cards that were laid, as far as they are remembered, and which of them lie in the trick on the table."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.rules.state import State
from companion.table.evidence import Codes, Row
from companion.table.expecting import Expectation
from companion.table.geometry import Box
from companion.table.look import Look
from companion.table.missed import Glimpses
from companion.table.sighting import Deal, Sighting
from companion.table.straights import Straights
from companion.table.track import Track

_REMEMBERED = 3
"""So many deals at most are remembered for the questions about them that nobody has answered."""


_DRAWN_AWAY = 0.8
"""How far that is, in heights, at least."""


_WHERE_IT_LAY, _ALIKE = 0.25, 0.3
"""How far from where a won card lay, in heights, and how alike at least, what is found there is that card."""


class Won(NamedTuple):
    """Where a card of an earlier trick lies open before who won it.

    Attributes:
        box: Pixels.
        row: What the card reads as.
    """

    box: Box
    row: Row

    def is_found_in(self, track: Track) -> bool:
        """Whether another card that is followed lies where this one lay, and reads alike."""
        alike = float(track.evidence.row[:-1] @ self.row[:-1]) > _ALIKE
        return alike and track.box.distance(self.box) <= _WHERE_IT_LAY


class Entered(NamedTuple):
    """How the card of a sighting stands in the book; see `Sighting`."""

    trick: int
    pinned: str | None
    pinned_seat: int | None
    decided: str | None
    seat: int | None
    play: int | None


class Standing(NamedTuple):
    """How all cards stand at a moment.

    Attributes:
        trick: The one that lies on the table.
        entered: Those that are in the book.
        waiting: Those that are not and may come to be, and whether each is a second card; see `Sighting`.
    """

    trick: int
    entered: Mapping[int, Entered]
    waiting: tuple[tuple[Sighting, bool], ...]


class Laid:
    """The sightings of a table.

    Attributes:
        sightings: Of the present deal, and those of earlier deals whose cards are not known yet; in order of play.
        trick: The one that lies on the table, counted from 0 through the whole session.
        glimpses: What was seen in passing during that trick.
        dismissed: How many cards were seen and turned out not to count.
        withdrawn: Those of the trick on the table that were out of sight then, as if somebody had taken them back.
        won: The cards of earlier tricks of the hand that lie open before who won them.
    """

    def __init__(self, codes: Codes) -> None:
        self.sightings: list[Sighting] = []
        self.trick = 0
        self.glimpses = Glimpses()
        self.dismissed = 0
        self.withdrawn: list[Sighting] = []
        self.won: list[Won] = []
        self._codes = codes
        self._straights = Straights(codes)
        self._next = 1

    @property
    def current(self) -> list[Sighting]:
        """The sightings of the trick that lies on the table."""
        return self.of_trick(self.trick)

    def of_trick(self, number: int) -> list[Sighting]:
        """Return the sightings of a trick."""
        trick = (sighting for sighting in self.sightings if sighting.trick == number)
        return [sighting for sighting in trick if not (sighting.dismissed or sighting.aside or sighting.second)]

    @property
    def seconds(self) -> list[Sighting]:
        """The second cards before somebody who has one; see `Sighting.second`."""
        return [sighting for sighting in self.sightings if sighting.second and not sighting.dismissed]

    def of(self, track: Track) -> Sighting | None:
        """Return the sighting that a track is the card of."""
        return next((s for s in self.sightings if s.track == track.number and not s.dismissed), None)

    def was_drawn_away(self, track: Track, look: Look) -> bool:
        """Whether a card lies away from where it was played to a trick that was taken."""
        sighting = self.of(track)
        if sighting is None or sighting.trick >= self.trick:
            return False
        # Where a game is taken up, nobody knows any more where it was played.
        return sighting.place is None or look.away(track, sighting) > _DRAWN_AWAY

    def plays(self, state: State, trick: int | None = None) -> list[list[Sighting]]:
        """Return the plays that the cards of a trick make; of that on the table where none is named."""
        return self._straights.plays(self.current if trick is None else self.of_trick(trick), state)

    def is_full(self, expected: Expectation) -> bool:
        """Whether every seat's card to the trick on the table was seen."""
        return not self.missing(expected)

    def is_of_hand_before(self, expected: Expectation) -> bool:
        """Whether the trick on the table is of another hand than the one that is expected."""
        return any(sighting.deal != expected.deal for sighting in self.current)

    def missing(self, expected: Expectation) -> int:
        """Return how many plays the trick on the table lacks."""
        return max(len(expected.seats) - len(self.plays(expected.state)), 0)

    def withdrawable(self, deal: Deal) -> list[Sighting]:
        """Return the cards on the table that somebody may still take back: not those of a hand that is over."""
        return [sighting for sighting in self.current if sighting.deal == deal]

    # What happens to them

    def number(self) -> int:
        """Return a number for a new sighting."""
        self._next += 1
        return self._next - 1

    def begin_trick(self) -> None:
        """Have the next card be the first of another trick."""
        self.trick += 1
        self.glimpses.clear()
        self.withdrawn.clear()

    def join_last_trick(self) -> None:
        """Have the cards of the trick on the table lie in the one before it after all."""
        for sighting in self.current:
            sighting.trick -= 1
        self.trick -= 1

    def dismiss(self, sightings: Sequence[Sighting], look: Look) -> None:
        """Have cards not count."""
        for sighting in sightings:
            sighting.dismissed = True
            if look.has_gone(sighting, 0.0):
                # Should it be laid again, it is a play.
                sighting.track = None
                self.withdrawn.append(sighting)
            self.dismissed += 1

    def gather(self, hand: int) -> None:
        """Have no card of a hand count, nor any of the next that was seen before it was over; no trick lies there."""
        for sighting in self.sightings:
            if sighting.deal[1] in (hand, hand + 1):
                sighting.dismissed, sighting.second = True, False
        self.begin_trick()

    def count_again(self, sighting: Sighting, track: Track) -> None:
        """Have a card that seemed to be taken back count where it counted: it lay there all the time."""
        sighting.dismissed, sighting.track = False, track.number
        self.withdrawn.remove(sighting)
        self.dismissed -= 1

    def forget(self, expected: Expectation) -> list[Sighting]:
        """Let go of earlier deals that nothing is asked about, their last trick one trick later; return their cards."""
        old = [s for s in self.sightings if s.deal != expected.deal and s.trick < self.trick - 1]
        if old:
            asked = list(dict.fromkeys(s.deal for s in self.sightings if s.question in expected.asked or s.is_open))
            old = [s for s in old if s.deal not in asked[-_REMEMBERED:]]
        if old:
            self.sightings = [s for s in self.sightings if s not in old]
        return old

    def recall(self, play: Sequence[Sighting], behind: int | None) -> None:
        """Remember the cards of a play again that were let go of.

        Args:
            play: In order.
            behind: The origin of the play before it in the hand; None where it is the first.
        """
        before = [place for place, sighting in enumerate(self.sightings) if sighting.origin == behind]
        hand = (place for place, sighting in enumerate(self.sightings) if sighting.deal[1] >= play[0].deal[1])
        place = before[-1] + 1 if before else next(hand, len(self.sightings))
        self.sightings[place:place] = play

    # What people say and the game knows

    def put_in_order(self, order: Sequence[Sighting]) -> None:
        """Have cards lie in this order, others between them; those that move and are not known are asked about anew."""
        standing = [sighting for sighting in order if sighting in self.sightings]
        places = [place for place, sighting in enumerate(self.sightings) if sighting in standing]
        for place, sighting in zip(places, standing, strict=True):
            if self.sightings[place] is not sighting and sighting.is_open:
                sighting.question = None
            self.sightings[place] = sighting

    def add_said(self, deal: Deal, cards: Sequence[str], seat: int, now: float, before: Sighting | None) -> Sighting:
        """Add a play that a person says was made, before another or as the last; return its first card."""
        trick = self.trick if before is None else before.trick
        place = len(self.sightings) if before is None else self.sightings.index(before)
        play: list[Sighting] = []
        for code in cards:
            row = self._codes.certain(code)
            card = Sighting(self.number(), deal, trick, now, row, None, pinned=code, pinned_seat=seat)
            card.play = play[0].number if play else None
            play.append(card)
        self.sightings[place:place] = play
        return play[0]

    def add_between(self, play: Sequence[Sighting], row: Row) -> Sighting:
        """Add a card to a play that no camera saw among those of it; return it.

        Args:
            play: Cards of it.
            row: What the card may be.
        """
        beside = play[-1]
        card = Sighting(
            self.number(),
            beside.deal,
            beside.trick,
            beside.time,
            row,
            None,
            beside.box,
            beside.place,
            beside.lying,
            beside.seats,
            pinned_seat=beside.pinned_seat,
            confirmed=beside.confirmed,
            supposed=True,
        )
        self.sightings.insert(self.sightings.index(beside), card)
        return card

    def restore(self, restored: Sequence[Sighting], trick: int, last: int) -> None:
        """Go on from cards that were entered before any was seen.

        Args:
            restored: Those of the present deal and those to come, and earlier ones that may be others; in order
                of play, with their tricks counted from 0.
            trick: The one that lies on the table.
            last: The highest number that was given to a sighting.
        """
        self.sightings = list(restored)
        self.trick = trick
        self._next = last + 1

    @property
    def entered(self) -> Mapping[int, Entered]:
        """How the cards that are in the book stand there, by the numbers of their sightings."""
        return {
            s.number: Entered(s.trick, s.pinned, s.pinned_seat, s.decided, s.seat, s.play)
            for s in self.sightings
            if s.decided is not None
        }

    @property
    def standing(self) -> Standing:
        """How all cards stand now."""
        waiting = (s for s in self.sightings if s.decided is None and not s.dismissed)
        return Standing(self.trick, self.entered, tuple((sighting, sighting.second) for sighting in waiting))

    def lay_again(self, standing: Standing) -> list[Sighting]:
        """Have cards stand as before they were gathered, unless others were laid since; return those that wait again.

        Args:
            standing: How they stood.
        """
        if any(s.trick > standing.trick and s.decided is None and not s.dismissed for s in self.sightings):
            return []
        self.trick = standing.trick
        self.enter_again(standing.entered)
        for sighting, second in standing.waiting:
            # Of its question nobody knows any more: it is asked anew.
            sighting.dismissed, sighting.second, sighting.question = False, second, None
        return [sighting for sighting, _ in standing.waiting]

    def enter_again(self, entered: Mapping[int, Entered]) -> None:
        """Have cards stand as they stood before a change was taken back that is made again."""
        for sighting in self.sightings:
            if sighting.number in entered:
                for name, value in entered[sighting.number]._asdict().items():
                    setattr(sighting, name, value)
                sighting.dismissed = False

    def lay_out(self, present: Sequence[int]) -> None:
        """Take the game's word for which sightings (by number) lie in the present trick, unless the table is ahead."""
        lying = [sighting for sighting in self.current if sighting.is_open]
        if lying and all(sighting.trick < self.trick for sighting in self.sightings if sighting.origin in present):
            return
        left = {s.trick for s in self.sightings if s.decided is not None and s.origin not in present}
        opened = {sighting.trick for sighting in self.sightings if sighting.origin in present} - left
        for sighting in self.sightings:
            if sighting.origin in present or (sighting.dismissed and sighting.trick in opened):
                sighting.trick = self.trick
            elif sighting.decided is not None and sighting.trick == self.trick and present:
                sighting.trick -= 1
