"""Cards won that lie open before who won them: captured sevens, coins, whole tricks; they are no plays.

A card that comes to lie outside where cards are played is one of them where others lie beside it, or where the trick it
may be from was taken a moment ago, unless it surely reads as a card that was not played yet: nobody leads from there.
"""

from collections.abc import Sequence
from math import dist

from companion.table.dead_cards import DeadCards
from companion.table.evidence import Row, likeliest_place
from companion.table.expecting import Expectation
from companion.table.geometry import Box, Point
from companion.table.laid import Laid, Won
from companion.table.look import Look
from companion.table.mistaken_for_won import MistakenForWon
from companion.table.recognition import Recognition, beyond_plays, places_of_plays
from companion.table.sighting import Deal, Sighting
from companion.table.track import Track

_OUTSIDE, _FAR_OUTSIDE = 0.7, 1.0
"""How much further out, in heights, than its player's plays a card lies that does not lie on one of them; and one that
surely reads as a card which was not played yet."""

_AMONG, _AMONG_ALIKE = 0.3, 0.5
"""How much further out, in heights, than its player's plays a card lies at most that is played; and one that reads as
a card of the trick that was taken a moment ago."""

_ALIKE, _READ = 0.3, 0.9
"""How sure the reading must be as a card of the trick that was taken; and as another, for it to be a play."""

_LIES = 1.5
"""Seconds that a card lies where it was drawn before it is known to lie there: it may be drawn on."""

_READ_WITHIN = 0.8
"""Seconds within which a card that lies there is read, if ever."""

_BESIDE = 1.3
"""How far from another such card, in heights, one more is laid at most."""

_NEARER = 0.4
"""How much nearer to the middle than those beside it, in heights, it may lie."""

_APART = 0.25
"""How far from each other, in heights, places are that are remembered apart."""

_TAKEN = 6.0
"""Seconds after which a card of a trick that was taken does not come to lie there any more."""

_STAYED, _BEHIND = 0.5, 0.1
"""Seconds for which one was seen after the others of its trick, that is laid open, or how much further out, in heights,
than its player's plays it lies: somebody who leads its like lays that there as well."""

_LAID_OUT, _PAUSE = 0.4, 0.8
"""How far from where it was played, in heights, it lies then at least, and seconds for which it does: a hand that
carries it pauses for less."""

_FOUND_BEFORE = 0.2
"""Seconds for which a card may be seen on its way before it is missed where it lay."""


class WonCards:
    """Tells such cards from plays."""

    def __init__(self, recognition: Recognition, laid: Laid, dead: DeadCards) -> None:
        self._recognition = recognition
        self._laid = laid
        self._dead = dead
        self._deal: Deal | None = None
        """Whose cards won are remembered: that of the hand before as long as any of them lies there."""
        self._plays: list[Point] = []
        self._lain: set[int] = set()
        self._laid_open: dict[int, Won] = {}
        """Where cards that were won and stay open were laid, by the number of the track."""
        self._mistaken = MistakenForWon(recognition, laid, dead)

    def step(self, look: Look, expected: Expectation) -> None:
        """Take a look: remember where cards of earlier tricks of the hand lie."""
        laid = self._laid
        if expected.deal != self._deal and not any(_lies_at(card.box, look) for card in laid.won):
            self._deal, laid.won = expected.deal, []
            self._laid_open.clear()
        plays = places_of_plays(laid.sightings)
        if len(plays) >= expected.state.players:
            self._plays = plays
        self._note_laid_open(look, expected)
        self._lain &= look.numbers
        for track in look.tracker.faces:
            if any(track.box.distance(card.box) <= _APART for card in laid.won):
                self._lain.add(track.number)
            elif self._lies_won(track, look):
                self._lain.add(track.number)
                laid.won.append(Won(track.box, track.evidence.row))
            elif track.number in self._lain and self._is_another(track, look):
                self._let_go(track)
        for track in self._mistaken.find(look, expected, self._plays):
            self._let_go(track)

    def takes(self, track: Track, look: Look, expected: Expectation) -> bool:
        """Whether a card at rest is such a card, which does not count from now on, or cannot be told from one yet."""
        beyond = beyond_plays(track, look, self._plays)
        stays_open = self._stays_open(likeliest_place(track.evidence.row), expected)
        if expected.deal[0] != "play" or (beyond < _AMONG and not stays_open) or self._mistaken.leads(track):
            return False
        beside, trick = self._lies_beside_others(track, look), self._taken_before(track, look, expected)
        row = track.evidence.row
        reads = float(row[:-1].max())
        lay_there = self._is_where_one_lay(track)
        is_of_trick = any(self._alike(sighting, row) >= _ALIKE for sighting in trick)
        found_again = stays_open and self._is_found_again(track, look, expected)
        if not (beside or trick or found_again):
            return False
        least = _AMONG if lay_there else _AMONG_ALIKE if is_of_trick else _OUTSIDE
        if beyond < least and not (found_again or self._was_captured(track, trick, look, expected)):
            return False
        if not (lay_there or is_of_trick or found_again):
            if reads >= _READ:
                is_new = not self._recognition.all_seen(likeliest_place(row), self._laid.sightings)
                # Nobody leads to the next hand while the last trick of one lies there, or others that were won in it.
                is_new &= not (self._laid.is_of_hand_before(expected) or self._deal != expected.deal)
                # Where a knock of the camera was not noticed, play seems to lie outside: it goes on all the same.
                far = bool(trick) and beyond > _FAR_OUTSIDE
                is_laid_open = far or stays_open
                is_laid_open &= any(self._stays_open(self._recognition.place_of(s), expected) for s in trick)
                if not (beside or is_laid_open) or (is_new and not (far or is_laid_open)):
                    return False
            elif look.now - track.rest_since < _READ_WITHIN:
                return True
        self._dead.ignored.add(track.number)
        self._dead.won.add(track.number)
        if beyond < _OUTSIDE and not (beside or lay_there or stays_open):
            self._mistaken.doubt(track)
        return True

    def _was_captured(self, track: Track, trick: Sequence[Sighting], look: Look, expected: Expectation) -> bool:
        """Whether a card surely reads as one of a trick that was taken which stays open and lies nowhere else.

        However near to the plays it is laid, a lead with its like is rarer.
        """
        place = likeliest_place(track.evidence.row)
        alike = [s for s in trick if self._recognition.place_of(s) == place and not _lies_laid_out(s, look)]
        others = [sighting.seen for sighting in trick if sighting not in alike and sighting.seen is not None]
        stayed = any(s.seen is not None and s.seen - max(others, default=s.seen) > _STAYED for s in alike)
        captured = bool(alike) and (stayed or beyond_plays(track, look, self._plays) > _BEHIND)
        if not (captured and self._stays_open(place, expected)) or track.evidence.row[place] < _READ:
            return False
        known = sum(float(card.row[place]) >= _ALIKE for card in self._laid.won)
        return max(_lying_alike(track, place, look), known) < self._counted(place, expected)

    def _note_laid_open(self, look: Look, expected: Expectation) -> None:
        """Remember where cards lie that were won and stay open."""
        for track in look.tracker.faces:
            if not (look.sees(track) and track.at_rest(look.now)) or look.now - track.rest_since < _PAUSE:
                continue
            sighting = self._laid.of(track)
            was_won = track.number in self._dead.won
            if sighting is not None:
                was_won = _counts(sighting, expected) and _lies_laid_out(sighting, look)
            if was_won and self._stays_open(likeliest_place(track.evidence.row), expected):
                self._laid_open[track.number] = Won(track.box, track.evidence.row)

    def _is_found_again(self, track: Track, look: Look, expected: Expectation) -> bool:
        """Whether a card surely reads as one that was laid open where it lies now, and no other like it is to be seen.

        However near to the plays that is: the lead of who won it covered it, for one.
        """
        place = likeliest_place(track.evidence.row)
        if track.evidence.row[place] < _READ or _lying_alike(track, place, look) >= self._counted(place, expected):
            return False
        alike = (card for card in self._laid_open.values() if float(card.row[place]) >= _ALIKE)
        return any(track.box.distance(card.box) <= _APART for card in alike)

    def _counted(self, place: int, expected: Expectation) -> int:
        """Return how many cards of the code at a place were played in the deal."""
        counted = (sighting for sighting in self._laid.sightings if _counts(sighting, expected))
        return sum(self._recognition.place_of(sighting) == place for sighting in counted)

    def _stays_open(self, place: int, expected: Expectation) -> bool:
        """Whether a card of the code at a place lies open before who won it."""
        return expected.state.stays_open(self._recognition.code_at(place))

    def lies_outside(self, track: Track, look: Look) -> bool:
        """Whether a card lies further out than cards are played, where those lie that were won."""
        return beyond_plays(track, look, self._plays) >= _OUTSIDE

    def _is_where_one_lay(self, track: Track) -> bool:
        """Whether a card lies where one is known to that reads alike: an arm hid it, and it was found anew."""
        return any(card.is_found_in(track) for card in self._laid.won)

    def _lies_won(self, track: Track, look: Look) -> bool:
        """Whether a card is of a trick that was taken, and has been lying outside for a while."""
        if not track.at_rest(look.now) or look.now - track.rest_since < _LIES:
            return False
        was_won = track.number in self._dead.won or self._laid.was_drawn_away(track, look)
        return was_won and beyond_plays(track, look, self._plays) > _OUTSIDE

    def _is_another(self, track: Track, look: Look) -> bool:
        """Whether a card lies where cards are played and another of its kind is still out.

        That one was carried past a card that reads alike, and is followed in its stead.
        """
        if not track.at_rest(look.now) or beyond_plays(track, look, self._plays) > _AMONG:
            return False
        return not self._recognition.all_seen(likeliest_place(track.evidence.row), self._laid.sightings)

    def _let_go(self, track: Track) -> None:
        """Have a card be judged anew."""
        self._lain.discard(track.number)
        self._dead.won.discard(track.number)
        self._dead.ignored.discard(track.number)
        sighting = self._laid.of(track)
        if sighting is not None:
            sighting.track = None

    def _alike(self, sighting: Sighting, row: Row) -> float:
        """Return the chance that a card reads as that of a sighting is, or did: what is misread is so again."""
        return max(float(row[self._recognition.place_of(sighting)]), float(row[:-1] @ sighting.row[:-1]))

    def _lies_beside_others(self, track: Track, look: Look) -> bool:
        """Whether others lie beside a card, no further out than it."""
        beside = [card.box for card in self._laid.won if track.box.distance(card.box) < _BESIDE]
        out = look.from_middle(track) + _NEARER * look.height(track)
        return any(dist(look.tabletop.to_table(box.middle), look.tabletop.centre) < out for box in beside)

    def _taken_before(self, track: Track, look: Look, expected: Expectation) -> list[Sighting]:
        """Return the cards of the trick that was taken before a card came, if that was a moment ago."""
        laid = self._laid
        if not laid.is_full(expected) and any(s.time < track.first_seen and not look.is_taken(s) for s in laid.current):
            return []
        last = [s for s in laid.sightings if s.trick >= laid.trick - 1 and not (s.dismissed or s.aside)]
        last = [s for s in last if _was_seen_until(s, track, look.now)]
        taken = [s for s in last if look.is_taken(s)]
        if not taken:
            return []
        # One that stays open may have been taken from under others of its trick that stay open, too.
        hidden = (s for s in last if s not in taken and look.is_hidden(s, 0.0))
        return [*taken, *(s for s in hidden if self._stays_open(self._recognition.place_of(s), expected))]


def _counts(sighting: Sighting, expected: Expectation) -> bool:
    return sighting.deal == expected.deal and not (sighting.dismissed or sighting.aside)


def _lies_laid_out(sighting: Sighting, look: Look) -> bool:
    """Whether the card of a sighting was seen lying somewhere else than where it was played."""
    track = look.of(sighting)
    if track is None or track.last_seen - track.rest_since < _PAUSE:
        return False
    return look.away(track, sighting) > _LAID_OUT


def _lying_alike(track: Track, place: int, look: Look) -> int:
    """Return how many other cards are seen that read as the code at a place."""
    seen = (other for other in look.tracker.faces if other is not track and look.sees(other))
    return sum(float(other.evidence.row[place]) >= _ALIKE for other in seen)


def _lies_at(box: Box, look: Look) -> bool:
    return any(track.box.distance(box) < _APART for track in look.tracker.faces)


def _was_seen_until(sighting: Sighting, track: Track, now: float) -> bool:
    """Whether the card of a sighting was seen until another came, a moment ago."""
    seen = sighting.seen
    return seen is not None and track.first_seen >= seen - _FOUND_BEFORE and now - seen <= _TAKEN
