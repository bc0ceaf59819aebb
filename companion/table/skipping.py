"""A card that people add whose player was passed over: where it comes, before the one that the camera saw too early."""

from companion.rules.facts import CardsPlayed
from companion.rules.log import GameLog
from companion.table.play_facts import seat_of
from companion.table.seating import Places, SeatChances
from companion.table.withdrawing import lies_before_somebody


def skipped(log: GameLog, seat: int, places: Places) -> int | None:
    """Return the place of the fact before which a play of this seat was missed, None where none seems to be.

    With it everybody has played in turn to the trick, and the card behind it is one that the camera saw before its
    player, and of which nobody has said whose it is. Not where straights are played.

    Args:
        log: The game.
        seat: Whose play is added.
        places: Where the plays lie.
    """
    state = log.state
    hand = state.hand
    due = hand.tricks[-1].winner if hand.tricks else hand.leader
    if state.phase != "play" or state.has_straights or due is None or not hand.plays:
        return None
    plays = [index for index, fact in enumerate(log.facts) if isinstance(fact, CardsPlayed)][-len(hand.plays) :]
    played = [seat_of(log.facts[index]) for index in plays]
    turns = list(state.seats_of_trick(due))[: len(plays) + 1]
    step = next((step for step, turn in enumerate(turns[:-1]) if played[step] != turn), None)
    if step is None or [*played[:step], seat, *played[step:]] != turns:
        return None
    return plays[step] if _lies_before(played[step], places.get(plays[step])) else None


def _lies_before(seat: int, fits: SeatChances | int | None) -> bool:
    """Whether a card was seen to lie clearly before a seat."""
    if fits is None or isinstance(fits, int):
        return False
    return int(fits.argmax()) == seat and lies_before_somebody(fits)
