"""What the game expects of the table at a moment."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.rules.state import State
from companion.table.book import Book
from companion.table.events import Question
from companion.table.lineup import seats_of_trick
from companion.table.sighting import Deal, Sighting


@dataclass(frozen=True, slots=True)
class Expectation:
    """What the game expects of the table.

    Attributes:
        deal: What a card can occur in only once.
        state: The game.
        seats: Who plays to the trick, clockwise from its leader.
        cards: How many cards the deal has until its end.
        leader: Who was to lead the trick; None where that is not known.
        is_played_out: Whether no further card of the deal is to come, although not all were seen.
        turns_up: Whether a card is turned up beside the deal, and nobody has said or seen which.
        face_up: The card that lies face up beside the deal, as long as nobody has played it.
        asked: Numbers of the questions that are open.
    """

    deal: Deal
    state: State
    seats: tuple[int, ...]
    cards: int
    leader: int | None = None
    is_played_out: bool = False
    turns_up: bool = False
    face_up: str | None = None
    asked: frozenset[int] = frozenset()


def cards_in_deal(state: State) -> int:
    """Return how many cards come to the table in a hand at most.

    A single one that nobody was dealt lies face up and may be drawn into play; several lie face down.
    """
    deck, dealt = sum(state.copies.values()), state.players * state.hand_size()
    return deck if deck - dealt == 1 else dealt


def expectation(book: Book, questions: Sequence[Question], cards: int) -> Expectation:
    """Return what is expected now.

    Args:
        book: The game.
        questions: That are open.
        cards: How many cards are in play.
    """
    state = book.log.state
    hand = state.hand
    kinds = {need.kind for need in book.view.needs}
    return Expectation(
        book.deal,
        state,
        seats_of_trick(state),
        cards,
        hand.next_leader,
        # The last player keeps the rest: what comes to the table now is of the next hand.
        is_played_out="kept_cards" in kinds,
        turns_up="face_up" in kinds,
        face_up=state.turned_up,
        asked=frozenset(question.question for question in questions),
    )


def before_last_trick(expected: Expectation) -> Expectation:
    """Return what was expected before the last trick in the book."""
    hand = expected.state.hand
    due = hand.tricks[-2].winner if len(hand.tricks) > 1 else hand.leader
    played, players = [seat for seat, _ in hand.tricks[-1].plays], expected.state.players
    leader = played[0] if due is None else due
    round_table = ((leader + step) % players for step in range(players))
    return replace(expected, leader=leader, seats=tuple(seat for seat in round_table if seat in played))


def is_whole_in_book(trick: Sequence[Sighting], expected: Expectation) -> bool:
    """Whether the book has a trick as a whole one, so that what is expected now is the next."""
    hand = expected.state.hand
    return bool(trick and hand.tricks) and not hand.plays and all(card.decided is not None for card in trick)


def expected_of(trick: Sequence[Sighting], expected: Expectation) -> Expectation:
    """Return what was expected of a trick."""
    return before_last_trick(expected) if is_whole_in_book(trick, expected) else expected
