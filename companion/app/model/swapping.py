"""What else changes in a recording where a play is named as a card that another play was: told before it is done."""

from companion.app.model.moment import Moment
from companion.app.model.trial import corrected, difference
from companion.language import Language, mark
from companion.recording.opening import Session
from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed, TiebreakCard
from companion.table.play_facts import cards_of, seat_of, with_cards
from companion.table.sentences import Speaker
from companion.table.session import TableSession

_SWAPPED = mark("{player} then played {now.the}, not {was.the}, for the two were taken for each other")
_AGAIN = mark("Pick the card once more to have it so.")


def swap_told(session: Session, fact: int, cards: tuple[str, ...], language: Language) -> str:
    """Return what naming the cards of a play does to other plays and to the game; empty where no other one changes.

    Args:
        session: The recording as it is.
        fact: Place of the play.
        cards: What it is to be named.
        language: To tell it in.
    """
    facts = session.facts
    try:
        after = corrected(session.log, fact, with_cards(facts[fact], cards, "person", 1.0), {})
    except ImpossibleFactError:
        return ""  # It is refused, and that is said then.
    others = [place for place, was in enumerate(facts) if place != fact and after.facts[place] != was]
    others = [place for place in others if isinstance(facts[place], CardsPlayed | TiebreakCard)]
    if not others:
        return ""
    speaker = Speaker(session.game.deck, session.names, language)
    told = [
        speaker.say(
            _SWAPPED,
            player=session.names[seat_of(facts[place])],
            now=speaker.cards(cards_of(after.facts[place])),
            was=speaker.cards(cards_of(facts[place])),
        )
        for place in others
    ]
    table = TableSession(session.game, session.settings, names=session.names, facts=facts)
    effect = difference(Moment(session.log, table.snapshot(), language), after).text(language)
    return ". ".join([*told, effect, language.text(_AGAIN)])
