"""What changes in a recording where a play is set right: told before it is done where another play gives way to it."""

from companion.app.model.moment import Moment
from companion.app.model.trial import corrected, difference
from companion.language import Language, mark
from companion.recording.opening import Session
from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed, Fact, TiebreakCard
from companion.rules.log import GameLog
from companion.table.play_facts import cards_of, seat_of
from companion.table.sentences import Speaker
from companion.table.session import TableSession

_SWAPPED = mark("{player} then played {now.the}, not {was.the}, for the two were taken for each other")
_RESEATED = mark("{player} then played {card.the}, not {before}")


def exchange_told(session: Session, fact: int, told: Fact, language: Language) -> str:
    """Return what setting a play right does to other plays and to the game; empty where no other one changes.

    Args:
        session: The recording as it is.
        fact: Place of the play.
        told: What it really was.
        language: To tell it in.
    """
    facts = session.facts
    try:
        after = corrected(session.log, fact, told, {})
    except ImpossibleFactError:
        return ""  # It is refused, and that is said then.
    others = [place for place, was in enumerate(facts) if place != fact and after.facts[place] != was]
    others = [place for place in others if isinstance(facts[place], CardsPlayed | TiebreakCard)]
    if not others:
        return ""
    speaker = Speaker(session.game.deck, session.names, language)
    lines = [_gives_way(speaker, facts[place], after.facts[place]) for place in others]
    return ". ".join([*lines, change_told(session, after, language)])


def change_told(session: Session, after: GameLog, language: Language) -> str:
    """Return which tricks and scores of a recording are others in another fold of its game."""
    table = TableSession(session.game, session.settings, names=session.names, facts=session.facts)
    return difference(Moment(session.log, table.snapshot(), language), after).text(language)


def _gives_way(speaker: Speaker, was: Fact, now: Fact) -> str:
    player = speaker.names[seat_of(now)]
    if seat_of(was) != seat_of(now):
        card, before = speaker.cards(cards_of(now)), speaker.names[seat_of(was)]
        return speaker.say(_RESEATED, player=player, card=card, before=before)
    return speaker.say(_SWAPPED, player=player, now=speaker.cards(cards_of(now)), was=speaker.cards(cards_of(was)))
