"""What the Thief took in a trick of Seven Suitors (rules 4), so that people can say it anew once nothing is asked."""

from dataclasses import dataclass

from companion.rules.facts import CardsPlayed, ThiefTook
from companion.rules.games.seven_suitors_trick import SEVENS, THIEF
from companion.rules.log import GameLog
from companion.table.play_facts import cards_of, seat_of

_NONE = "none"


@dataclass(frozen=True, slots=True)
class Taking:
    """What the Thief took in a whole trick.

    Attributes:
        seat: Who played the Thief.
        choices: The sevens it could take, each once, ascending.
        taken: The seven that it took; None where it took none, or has not chosen yet.
        said: Place of the fact that says so; None where nobody had to: all sevens of the trick are alike.
        last: Place of the last play of the trick.
    """

    seat: int
    choices: tuple[str, ...]
    taken: str | None
    said: int | None
    last: int


def taking_of(log: GameLog, fact: int) -> Taking | None:
    """Return what the Thief took in the trick of a play; None where that trick is not whole or holds no such choice.

    Args:
        log: The game.
        fact: Place of the play.
    """
    facts, players = log.facts, log.state.players
    plays = [place for place, told in enumerate(facts) if isinstance(told, CardsPlayed)]
    if fact not in plays or THIEF not in log.state.copies:
        return None
    first = plays.index(fact) // players * players
    trick = plays[first : first + players]
    cards = {cards_of(facts[place])[0]: seat_of(facts[place]) for place in trick}
    choices = tuple(sorted(SEVENS & cards.keys()))
    if len(trick) < players or THIEF not in cards or not choices:
        return None
    hand = _hand_of(log, fact)
    told = [place for place, said in enumerate(facts) if isinstance(said, ThiefTook) and _hand_of(log, place) == hand]
    said = told[-1] if told else None
    choice = facts[said] if said is not None else None
    if isinstance(choice, ThiefTook) and choice.card in (*choices, _NONE):
        taken = choice.card if choice.card in choices else None
    else:
        taken = choices[0] if len(choices) == 1 else None
    return Taking(cards[THIEF], choices, taken, said, trick[-1])


def said_anew(taking: Taking, card: str | None, time: float) -> tuple[int, ThiefTook]:
    """Return the fact that says what the Thief took, and its place: where that was said, else before the last play.

    Args:
        taking: What it was taken to be.
        card: The seven; None for none.
        time: Seconds of the source.
    """
    told = ThiefTook(card or _NONE, source="person", time=time, confidence=1.0)
    return (taking.last if taking.said is None else taking.said), told


def _hand_of(log: GameLog, place: int) -> int:
    """Return the number of the hand in which a fact was told."""
    return log.before(place).hand.number
