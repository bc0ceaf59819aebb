"""What the rules of play say about the cards: who did not follow a suit seldom shows a card of it later in the hand."""

from collections import Counter
from collections.abc import Mapping, Sequence
from operator import attrgetter

import numpy as np

from companion.rules.following import FollowingState
from companion.rules.state import State
from companion.table.evidence import Codes, Row
from companion.table.sighting import Sighting
from companion.table.straights import Straights
from companion.table.unchanged import Grounds, are_same, grounds_of

_BREACH = 0.05
"""How much rarer a hand with one revoke, or one false straight, more is."""

_MOST = 2
"""More of them than this say no more."""

_TELLING = attrgetter("number", "row", "decided", "pinned", "seats", "seat", "pinned_seat", "trick", "play", "aside")

Suit = str | None


class Following:
    """Weighs every reading by the breaches of the rules that it would mean; see `Sighting.following`."""

    def __init__(self, codes: Codes) -> None:
        self._codes = codes
        self._straights = Straights(codes)
        self._seen: Grounds = ()
        self._known: tuple[object, ...] = ()

    def consider(self, sightings: Sequence[Sighting], state: State) -> None:
        """Note for each sighting of a hand how its codes agree with the rest of the hand."""
        if not isinstance(state, FollowingState) or not sightings or sightings[0].deal[0] != "play":
            return
        seen = grounds_of(sightings, _TELLING)
        if are_same(seen, self._seen):
            return
        self._seen = seen
        cards = [s for s in sightings if not s.aside]
        plays = self._plays(cards, state)
        seats = _seats(plays)
        taken_for = {s.number: s.decided or s.pinned or self._codes.likeliest(s.row) for s in cards}
        known = tuple((s.number, taken_for[s.number], seats.get(s.number), s.trick, s.origin) for s in cards)
        if known == self._known:
            return
        self._known = known
        rows = self._by_suits([s for s in cards if s.number in seats], seats, taken_for, state)
        if state.has_straights:
            self._by_straights(plays, taken_for, state, rows)
        for sighting in cards:
            row = rows.get(sighting.number)
            before = sighting.following
            # An equal row stays the same object: it is by that that unchanged evidence is known.
            if row is None or before is None or not np.array_equal(row, before):
                sighting.following = row

    def _plays(self, sightings: Sequence[Sighting], state: State) -> list[list[Sighting]]:
        tricks: dict[int, list[Sighting]] = {}
        for sighting in sightings:
            tricks.setdefault(sighting.trick, []).append(sighting)
        return [play for trick in tricks.values() for play in self._straights.plays(trick, state)]

    def _by_suits(
        self, cards: Sequence[Sighting], seats: Mapping[int, int], taken_for: Mapping[int, str], state: State
    ) -> dict[int, Row]:
        """Return how each card's codes agree with the suits that its player and others showed."""
        hand = _Suits(cards, seats, taken_for, state)
        deck = state.game.deck
        of_codes = [deck.suit_of[code] for code in self._codes.codes]
        rows: dict[int, Row] = {}
        for sighting in cards:
            own = hand.suit(sighting.number)
            suits: dict[Suit, float] = {own: 1.0}
            for suit in dict.fromkeys(deck.suit_of.values()):
                if suit != own:
                    suits[suit] = _BREACH ** max(-_MOST, min(_MOST, hand.more_revokes(sighting.number, suit)))
            if any(factor != 1.0 for factor in suits.values()):
                rows[sighting.number] = np.array([*map(suits.__getitem__, of_codes), 1.0])
        return rows

    def _by_straights(
        self, plays: Sequence[Sequence[Sighting]], taken_for: Mapping[int, str], state: State, rows: dict[int, Row]
    ) -> None:
        """Weigh the codes of cards that lie together by whether they follow each other."""
        for play in plays:
            for sighting in play if len(play) > 1 else ():
                others = [taken_for[other.number] for other in play if other is not sighting]
                fits = [1.0 if state.one_play([*others, code]) is not None else _BREACH for code in self._codes.codes]
                if max(fits) > min(fits):
                    rows[sighting.number] = rows.get(sighting.number, 1.0) * np.array([*fits, 1.0])


class _Suits:
    """The suits of a hand's cards as they were laid."""

    def __init__(
        self, cards: Sequence[Sighting], seats: Mapping[int, int], taken_for: Mapping[int, str], state: State
    ) -> None:
        self._suit: dict[int, Suit] = {number: state.game.deck.suit_of[code] for number, code in taken_for.items()}
        self._seats = seats
        tricks: dict[int, list[int]] = {}
        for sighting in cards:
            tricks.setdefault(sighting.trick, []).append(sighting.number)
        self._tricks = list(tricks.values())
        # What each seat played on which suit led, and how often it revoked by that.
        self._plays, self._leads = self._laid()
        self._revokes = {seat: self._count(plays) for seat, plays in self._plays.items()}

    def suit(self, number: int) -> Suit:
        """Return the suit that a card is taken to be of."""
        return self._suit[number]

    def more_revokes(self, number: int, suit: Suit) -> int:
        """Return how many more cards would have been laid on a suit that their player had not run out of, as later
        cards show, if one card were of another suit."""
        own, self._suit[number] = self._suit[number], suit
        try:
            if number in self._leads:
                # Another suit led changes what was laid on it, but not who led, unless one of the two is none.
                plays = self._plays if own is not None and suit is not None else self._laid()[0]
                return sum(map(self._count, plays.values())) - sum(self._revokes.values())
            seat = self._seats[number]
            return self._count(self._plays[seat]) - self._revokes[seat]
        finally:
            self._suit[number] = own

    def _laid(self) -> tuple[dict[int | None, list[tuple[int | None, int]]], set[int]]:
        """Return each seat's cards with the card that led before them, and the cards that may have led."""
        plays: dict[int | None, list[tuple[int | None, int]]] = {}
        leads: set[int] = set()
        for trick in self._tricks:
            lead: int | None = None
            for number in trick:
                plays.setdefault(self._seats[number], []).append((lead, number))
                if lead is None:
                    leads.add(number)
                    lead = number if self._suit[number] is not None else None
        return plays, leads

    def _count(self, plays: Sequence[tuple[int | None, int]]) -> int:
        suits = self._suit
        lacking: dict[str, int] = {}
        count = 0
        for lead, number in plays:
            suit = suits[number]
            if suit is not None:
                if suit in lacking:
                    count += lacking.pop(suit)
                led = None if lead is None else suits[lead]
                if led is not None and suit != led:
                    lacking[led] = lacking.get(led, 0) + 1
        return count


def _seats(plays: Sequence[Sequence[Sighting]]) -> dict[int, int]:
    """Return who most likely made each play, by the numbers of its cards.

    Of two plays of one trick that seem to be one player's it is not known whose they are, but that the lead was one.
    """
    whose = [(play[0].trick, _seat(play)) for play in plays]
    times = Counter(whose)
    leads = {trick: place for place, (trick, _) in reversed([*enumerate(whose)])}
    return {
        sighting.number: seat
        for place, ((trick, seat), play) in enumerate(zip(whose, plays, strict=True))
        if seat is not None and (times[trick, seat] == 1 or leads[trick] == place)
        for sighting in play
    }


def _seat(play: Sequence[Sighting]) -> int | None:
    """Return who most likely made a play."""
    known = [s.pinned_seat if s.pinned_seat is not None else s.seat for s in play]
    told = next((seat for seat in known if seat is not None), None)
    places = [s.seats for s in play if s.seats is not None]
    return int(np.argmax(np.sum(places, axis=0))) if told is None and places else told
