"""Why a play that can be read is not entered at once: more may belong to it, or something about it is doubtful."""

from collections.abc import Sequence

import numpy as np

from companion.rules.errors import ImpossibleFactError
from companion.rules.reasons import reason
from companion.table.asking import Questions
from companion.table.between import AddBetween, Between
from companion.table.book import Book
from companion.table.events import Event
from companion.table.evidence import Codes
from companion.table.irregular import table_irregularity
from companion.table.leading import Doubt, Leading
from companion.table.lineup import (
    expected_seat,
    lies_elsewhere,
    next_seat,
    seat_cards,
    seats_of_play,
    seats_of_trick,
)
from companion.table.next_play import NextPlay
from companion.table.patience import Patience
from companion.table.play_facts import seat_of, with_seat
from companion.table.revoking import Revoking
from companion.table.sighting import Sighting
from companion.table.straights import Straights
from companion.table.turns import laid_at_once

_SURE_SEAT = 0.8
"""How sure it must be who played a card for it not to wait for the next one."""

_SEAT_HOLD = 1.2
"""Seconds that it waits at most."""

_STRAIGHT_HOLD = 0.4
"""Seconds that a play to which another card may belong waits for it, unless the next seat plays before."""

_GAP_HOLD = 1.5
"""The same where a card between those that were seen is missing."""

_SLOW_HOLD = 2.5
"""The same where its player would keep the rest of the hand, for whoever has nobody to wait for lays a straight slowly;
and where it is only the card that lies face up, which is played with another."""

_PERHAPS_OTHERS = 0.1
"""How likely others made plays of the last trick for who seems to lead out of turn to wait for the next card."""

_ELSEWHERE = 4.0
"""How much better (logarithm) a card's place must fit another seat than its player for it to be no ordinary play."""

_ELSEWHERE_HOLD = 3.5
"""Seconds after which it counts all the same, if it still lies there."""

_OUT_OF_SIGHT, _TAKEN_HOLD = 0.35, 7.0
"""Seconds after which such a card that is not seen may have been taken back, and after which it counts even so."""


class Holding:
    """Holds plays back."""

    def __init__(
        self, book: Book, codes: Codes, questions: Questions, leading: Leading, add_between: AddBetween
    ) -> None:
        """Set up.

        Args:
            book: The game.
            codes: Of the deck.
            questions: That are open; others are added.
            leading: Weighs who leads.
            add_between: Adds a card to a straight.
        """
        self._book = book
        self._codes = codes
        self._questions = questions
        self._leading = leading
        self._revoking = Revoking(book, codes)
        self._between = Between(book, codes, questions, add_between)
        self._straights = Straights(codes)
        self._patience = Patience(book)
        self._told: set[int] = set()

    def hold(self, play: NextPlay) -> list[Event] | None:
        """Return what to say, or nothing yet, where a play is held back; None where it is not."""
        if not play.before and self._may_grow(play):
            return []
        held = self._for_straight(play)
        if held is None and not play.before:
            held = self._for_seat(play)
        return self._for_revoke(play) if held is None else held

    def seems_revoke(self, play: NextPlay) -> Doubt | None:
        """Return the cards that make a revoke together unless one of them was misread; None where none do."""
        if self._book.view.phase != "play":
            return None
        seat = expected_seat(self._book, play.known, play.waiting)
        return self._revoking.doubt(play.cards, seat, play.known, play.rows, self._questions.numbers)

    def _may_grow(self, play: NextPlay) -> bool:
        """Whether a play should wait for another card of the same straight."""
        state = self._book.log.state
        cards = play.cards
        if not state.has_straights or cards[-1].confirmed:
            return False
        if play.lies_for <= _GAP_HOLD and any(sighting.joined for sighting in cards):
            return True
        whole = self._straights.is_whole(cards, state)
        if play.lies_for > (self._straight_hold(play) if whole else _GAP_HOLD):
            return False
        elsewhere = any(not self._straights.lie_together(cards, later[0]) for later in play.behind)
        return not whole or (not elsewhere and self._straights.may_grow(cards, state))

    def _straight_hold(self, play: NextPlay) -> float:
        """Return how many seconds a whole play waits for another card."""
        if _is_out_of_sight(play):
            return _STRAIGHT_HOLD
        state = self._book.log.state
        seat = expected_seat(self._book, play.known, play.waiting)
        lacks_own = state.turned_up is not None and self._likeliest(play) == [state.turned_up]
        return _SLOW_HOLD if lacks_own or state.keeps_cards(seat, len(play.cards)) else _STRAIGHT_HOLD

    def _likeliest(self, play: NextPlay) -> list[str]:
        """Return what the cards of a play are, those in the book before the others."""
        cards = [*play.before, *play.cards]
        return [card.decided or self._codes.likeliest(play.row(card)) for card in cards]

    def _for_straight(self, play: NextPlay) -> list[Event] | None:
        """Return what to ask where cards laid together do not follow each other; None where they do, or surely not."""
        cards = [*play.before, *play.cards]
        codes = self._likeliest(play)
        state = self._book.log.state
        if len(cards) == 1 or state.one_play(codes) is not None or self._goes_on(play):
            return None
        seats = [card.seat for card in play.before if card.seat is not None]
        seat = seats[0] if seats else expected_seat(self._book, play.known, play.waiting)
        # However sure it is: nobody lays cards that do not follow each other, but two misreadings at once do come.
        weakest = play.weakest
        if weakest is None:
            return [*self._between.ask(play, seat, cards, codes)] or None
        doubt = Doubt(weakest, play.row(weakest), reason("doubt-straight", seat=seat), cards, seat)
        return [] if self._questions.is_open_about(cards) else self._ask(play, doubt, play.before)

    def _for_seat(self, play: NextPlay) -> list[Event] | None:
        """Return what to say, or nothing yet, where it is doubtful who played a card; None where it is not."""
        view = self._book.view
        if view.phase != "play":
            return [] if self._is_second_dealt(play) else None
        seats, sure = next_seat(self._book, play.known, play.waiting)
        if sure < _SURE_SEAT and play.lies_for < _SEAT_HOLD:
            return []
        if not play.cards[-1].confirmed and lies_elsewhere(play.cards, seats[-1]) > _ELSEWHERE:
            # Before somebody who has played already: most likely a card that is shown, or dropped and taken back.
            hold = _SEAT_HOLD if play.behind else _TAKEN_HOLD if _is_out_of_sight(play) else _ELSEWHERE_HOLD
            if play.lies_for < hold:
                return []
            events = [] if play.behind else self._note_second_card(play)
            if events:
                return events
        is_wrong = view.expected not in (None, seats[-1])
        if is_wrong and self._may_be_taken_back(play):
            return []
        if is_wrong and self._may_lack_card(play):
            return []
        if is_wrong and play.lies_for < laid_at_once(self._book.log.state):
            return []
        is_early = is_wrong and play.lies_for < _SEAT_HOLD
        if is_early and (not play.behind or self._lies_before_one_who_has_played(play)):
            # A card that was laid before this one may not have been found yet, or it is somebody's second card.
            return []
        expected = self._book.log.state.hand.next_leader
        if view.trick == 0 or expected is None or self._goes_on(play):
            return None
        if seats[0] == expected:
            # Somebody else seemed to lead before, and took that back: what it said of the last trick no longer holds.
            if self._leading.has_weighed:
                self._leading.weigh(play.waiting, play.known)
            return None
        shared_out = self._share_out(seats, play)
        if shared_out is not None:
            return shared_out
        if self._leading.weigh(play.waiting, play.known):
            # What the cards of the last trick are is worked out anew before the next look.
            return []
        doubt = self._leading.doubt((seats[0], expected), play.known, play.rows)
        # With the lead in the book it has been told that it was somebody else's.
        is_told = bool(view.plays) and view.plays[0][0] == seats[0]
        return None if doubt is None or is_told else self._ask(play, doubt)

    def _share_out(self, seats: Sequence[int], play: NextPlay) -> list[Event] | None:
        """Return what to say, or nothing yet, where others made plays of the last trick, which the one who leads won.

        None where they did not, most likely.

        Args:
            seats: Of the plays of the new trick in the book, and of the play.
            play: The play.
        """
        changes, sure = self._leading.share_out(seats[0], play.waiting, play.known, play.rows)
        waits = play.lies_for < _SEAT_HOLD
        if sure > (_SURE_SEAT if waits else 0.5):
            facts = self._book.facts
            led = {
                i: with_seat(facts[i], s, facts[i].source) for i, s in zip(self._book.unfinished, seats, strict=False)
            }
            changes = {**changes, **{i: fact for i, fact in led.items() if fact != facts[i]}}
            try:
                events = self._book.revise(changes, play.now, "camera", "the places of the cards show it")
            except ImpossibleFactError:
                # Whoever would have led has no cards left.
                return None
            made_by = {index: seat_of(fact) for index, fact in changes.items()}
            seat_cards(self._book, play.known.values(), made_by)
            return events
        return [] if waits and sure > _PERHAPS_OTHERS else None

    def _may_lack_card(self, play: NextPlay) -> bool:
        """Whether a play is to the last trick of a hand, of which whoever's turn it was may have no card.

        Once the trick is whole, or was taken, that is known, and all other cards of the deck are.
        """
        state, view = self._book.log.state, self._book.view
        if state.has_straights or any(card.pinned_seat is not None for card in play.cards):
            return False
        return state.is_last_trick and len(view.plays) + len(play.waiting) < len(seats_of_trick(state))

    def _may_be_taken_back(self, play: NextPlay) -> bool:
        """Whether a card out of turn is out of sight while its trick lies there: most likely it was only shown."""
        return not play.cards[-1].confirmed and _is_out_of_sight(play) and play.lies_for < _TAKEN_HOLD

    def _is_second_dealt(self, play: NextPlay) -> bool:
        """Whether a card of a tiebreak lies before somebody who has one, so that another is not given it at once."""
        seat = expected_seat(self._book, play.known, play.waiting)
        hold = _SEAT_HOLD if play.behind else _ELSEWHERE_HOLD
        is_second = self._lies_before_one_who_has_played(play) and lies_elsewhere(play.cards, seat) > _ELSEWHERE
        return is_second and play.lies_for < hold and not play.cards[-1].confirmed

    def _lies_before_one_who_has_played(self, play: NextPlay) -> bool:
        seats = play.cards[0].seats
        return seats is not None and int(seats.argmax()) in {seat for seat, _ in self._book.view.plays}

    def _for_revoke(self, play: NextPlay) -> list[Event] | None:
        """Return what to ask, or nothing yet, where a misread card would make a revoke; None where it does not."""
        if self._goes_on(play) or not self._proves_revoke(play):
            return None
        doubt = self.seems_revoke(play)
        if play.lies_for < _SEAT_HOLD and (doubt is not None or not self._lies_before_its_player(play)):
            # Another look, another card of a straight, or one that was laid before may show that there is no revoke.
            return []
        return None if doubt is None else self._ask(play, doubt)

    def _lies_before_its_player(self, play: NextPlay) -> bool:
        """Whether a play is clearly that of the player before whom it lies, whatever was laid before it."""
        seat = expected_seat(self._book, play.known, play.waiting)
        places = seats_of_play(play.cards, self._book.log.state.players)
        return not isinstance(places, int) and float(places[seat] - np.delete(places, seat).max()) > _ELSEWHERE

    def _proves_revoke(self, play: NextPlay) -> bool:
        """Whether a play means that its player has revoked, as far as its cards, and whose it is, are known."""
        if self._book.view.phase != "play" or not self._book.log.state.hand.discards:
            return False
        seat = expected_seat(self._book, play.known, play.waiting)
        return self._revoking.is_proved(play.cards, seat, play.rows)

    def _goes_on(self, play: NextPlay) -> bool:
        return self._patience.goes_on(play.cards[0], play.later)

    def _ask(self, play: NextPlay, doubt: Doubt, before: Sequence[Sighting] = ()) -> list[Event]:
        return [*self._questions.ask_together(doubt, play.rows, play.known, play.now, before, play.cards)]

    def _note_second_card(self, play: NextPlay) -> list[Event]:
        """Tell once that a second card of somebody's lies in the trick."""
        first = play.cards[0]
        self._told &= play.known.keys()
        if first.number in self._told or first.seats is None:
            return []
        self._told.add(first.number)
        seat = int(np.argmax(first.seats))
        if all(seat != played for played, _ in self._book.view.plays):
            return []
        code = self._codes.likeliest(play.row(first))
        return [table_irregularity("seat-twice", self._book, seat, code, play.now)]


def _is_out_of_sight(play: NextPlay) -> bool:
    return any(card.seen is not None and play.now - card.seen > _OUT_OF_SIGHT for card in play.cards)
