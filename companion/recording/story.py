"""A recorded game trick by trick: when each began and ended, and what the rules said."""

from dataclasses import dataclass

from companion.recording.opening import Session
from companion.rules.facts import CardsPlayed, TiebreakCard
from companion.rules.rulings import TrickWon
from companion.rules.state import State
from companion.table.sentences import Speaker

Place = tuple[int, int | None]
"""The hand (from 1) and the trick (from 0; None for a tiebreak) that a card lies in."""

_BEFORE = 1.5
"""Seconds before a card lies still at which its play begins."""


@dataclass(frozen=True, slots=True)
class Trick:
    """One trick, or the deal of a tiebreak.

    Attributes:
        hand: From 1.
        trick: From 0; None for a tiebreak.
        facts: Places of its plays in the log.
        start: When the first card was being laid, seconds.
        end: When the last card lay, seconds.
        won: The ruling; None for an unfinished trick and for a tiebreak.
    """

    hand: int
    trick: int | None
    facts: tuple[int, ...]
    start: float
    end: float
    won: TrickWon | None

    @property
    def label(self) -> str:
        """What it is called in short: `2.13` for the 13th trick of the second hand, `2.tiebreak`."""
        return f"{self.hand}.{'tiebreak' if self.trick is None else self.trick + 1}"


def tricks_of(session: Session) -> tuple[Trick, ...]:
    """Return the tricks of a session in order."""
    state = session.game.start(session.settings)
    groups: dict[Place, list[int]] = {}
    for index, fact in enumerate(session.facts):
        if isinstance(fact, CardsPlayed | TiebreakCard):
            groups.setdefault(place_in(state, fact), []).append(index)
        state.apply(fact)
    return tuple(_trick(session, hand, trick, places) for (hand, trick), places in groups.items())


def place_in(state: State, fact: CardsPlayed | TiebreakCard) -> Place:
    """Return where a card lies that is laid in this state of a game."""
    hand, trick = state.place_of(fact)
    return hand, None if isinstance(fact, TiebreakCard) else trick


def _trick(session: Session, hand: int, trick: int | None, places: list[int]) -> Trick:
    times = [session.facts[place].time for place in places]
    rulings = (ruling for place in places for ruling in session.log.rulings_of(place))
    won = next((ruling for ruling in rulings if isinstance(ruling, TrickWon)), None)
    return Trick(hand, trick, tuple(places), max(0.0, min(times) - _BEFORE), max(times), won)


def title_of(trick: Trick, speaker: Speaker) -> str:
    """Return a trick in words: "Hand 1, trick 3: Ana with the 3 of Cups"."""
    if trick.trick is None:
        return speaker.say("Hand {hand}, tiebreak", hand=trick.hand)
    if trick.won is None:
        return speaker.say("Hand {hand}, trick {trick}", hand=trick.hand, trick=trick.trick + 1)
    return speaker.say(
        "Hand {hand}, trick {trick}: {player} with {card.the}",
        hand=trick.hand,
        trick=trick.trick + 1,
        player=speaker.names[trick.won.seat],
        card=speaker.card(trick.won.card),
    )
