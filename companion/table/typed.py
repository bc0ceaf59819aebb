"""What people say of plays behind a card that is not known yet: it waits for that, as what the camera saw does."""

from collections.abc import Callable, Sequence

from companion.rules.reasons import reason
from companion.table.book import Book
from companion.table.deals import expected_now
from companion.table.evidence import Codes, likeliest_place
from companion.table.expecting import Expectation
from companion.table.laid import Laid
from companion.table.sighting import Sighting
from companion.table.unwritten import Unwritten
from companion.table.withdrawing import lies_before_somebody


class Typed:
    """Has what people say of the next plays wait for the card before them."""

    def __init__(self, book: Book, laid: Laid, unwritten: Unwritten, expects: Callable[[], Expectation]) -> None:
        """Set up.

        Args:
            book: The game.
            laid: The cards that were laid; what waits is added.
            unwritten: Where it is noted how cards stood before.
            expects: Says what the game expects of the table.
        """
        self._book = book
        self._expects = expects
        self._laid = laid
        self._codes = Codes(book.log.game.deck.codes)
        self._unwritten = unwritten

    def waits(self) -> bool:
        """Whether a play that is added now comes behind a card that is not known yet."""
        return any(s.is_open and not s.aside and s.deal == self._book.deal for s in self._laid.sightings)

    def meant(self, seat: int, card: str, track: int | None) -> Sighting | None:
        """Return the card that waits and is this one of this seat, None where there is none.

        Who adds what was seen says it again, or says what it really is: there is no second card.

        Args:
            seat: Who is said to have played it.
            card: What it is said to be.
            track: The physical card that is spoken of; None for none that is seen.
        """
        if track is not None:
            # Of whichever trick: those behind it may wait as well.
            waiting = (s for s in self._laid.sightings if s.is_open and not s.aside)
            return next((sighting for sighting in waiting if sighting.track == track), None)
        expected = self._expected
        current = [s for s in self._laid.current if s.is_open and s.deal == expected.deal]
        place = self._codes.places[card]
        seen = [s for s in current if s.seats is not None and int(s.seats.argmax()) == seat]
        alike = next((sighting for sighting in seen if likeliest_place(sighting.row) == place), None)
        if alike is None and (taken := self._taken_early(seat, expected)) is not None:
            return taken
        if alike is not None or self._laid.is_full(expected) or self._book.log.state.has_straights:
            return alike
        said = (sighting for sighting in current if sighting.track is None and sighting.pinned_seat == seat)
        clear = (s for s in seen if s.track is not None and s.seats is not None and lies_before_somebody(s.seats))
        return next(said, next(clear, None))

    def _taken_early(self, seat: int, expected: Expectation) -> Sighting | None:
        """Return the card of a seat to the trick that the game is at, where that was swept off before all was seen.

        None where that trick still lies there, or the seat has a card in it that is known.
        """
        deal = [s for s in self._laid.sightings if s.deal == expected.deal and not (s.dismissed or s.aside or s.second)]
        first = next((sighting.trick for sighting in deal if sighting.is_open), self._laid.trick)
        trick = [sighting for sighting in deal if sighting.trick == first]
        if first == self._laid.trick or any(s.seat == seat for s in trick if not s.is_open):
            return None
        waiting = [sighting for sighting in trick if sighting.is_open and sighting.pinned is None]
        own = (s for s in waiting if s.seats is not None and int(s.seats.argmax()) == seat)
        missed = (s for s in waiting if s.seats is None)
        said = (s for s in trick if s.is_open and s.pinned_seat == seat)
        return next(said, next(own, next(missed, None)))

    def name(self, sighting: Sighting, seat: int, card: str) -> None:
        """Take a card that waits for this one of this seat.

        Raises:
            ImpossibleFactError: It cannot be that.
        """
        self._check(seat, (card,), but=sighting)
        self._unwritten.note([sighting])
        sighting.pinned, sighting.pinned_seat = card, seat
        if sighting.track is None:
            sighting.row = self._codes.certain(card)

    def add(self, seat: int, cards: Sequence[str], now: float) -> Sighting:
        """Have a play wait that no camera saw; return its first card.

        Raises:
            ImpossibleFactError: It cannot be.
        """
        self._check(seat, cards)
        expected = self._expected
        before = self._laid_too_early(seat)
        is_over = self._laid.is_of_hand_before(expected)
        if before is None and (is_over or self._laid.is_full(expected)):
            self._laid.begin_trick()
        first = self._laid.add_said(expected.deal, cards, seat, now, before)
        self._unwritten.note([s for s in self._laid.sightings if s.origin == first.number], new=True)
        return first

    def _laid_too_early(self, seat: int) -> Sighting | None:
        """Return the card of somebody else that waits although it is this seat's turn, None where there is none."""
        state, view = self._book.log.state, self._book.view
        if view.phase != "play" or view.expected != seat or state.has_straights:
            return None
        first = next((s for s in self._laid.sightings if s.is_open and not s.aside and s.deal == self._book.deal), None)
        if first is None or first.seats is None or first.pinned_seat is not None:
            return None
        return first if int(first.seats.argmax()) != seat and lies_before_somebody(first.seats) else None

    @property
    def is_ahead(self) -> bool:
        """Whether what is added now is of the next deal: all cards of this one lie there, one is not known yet."""
        return self.waits() and self._expected.deal != self._book.deal

    @property
    def _expected(self) -> Expectation:
        return expected_now(self._expects(), self._laid.sightings)

    def _check(self, seat: int, cards: Sequence[str], but: Sighting | None = None) -> None:
        """Refuse what can be no play of a seat, or was played already, as far as people have said."""
        state, view = self._book.log.state, self._book.view
        again = "-dealt" if view.phase == "tiebreak" else ""
        deal = self._expected.deal
        played = view.seen if deal == self._book.deal else ()
        waiting = [s for s in self._laid.sightings if s.is_open and s.deal == deal and s is not but]
        state.check_seat(seat)
        for card in cards:
            state.check_card(seat, card)
            if played.count(card) + sum(s.pinned == card for s in waiting) >= state.copies[card]:
                raise state.impossible(reason(f"card-twice{again}", card=state.named(card)), seat, card)
        if again and seat in {*(other for other, _ in view.plays), *(s.pinned_seat for s in waiting)}:
            raise state.impossible(reason("seat-twice-dealt", seat=seat), seat, cards[0])
        state.check_cards(seat, tuple(cards))
