"""Picking cards of the deck for a purpose: to set a play right, to add one, to say what no camera sees."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.app.model.choice import Codes, Subject, ranked
from companion.app.model.moment import Moment
from companion.cards import DECKS, Deck, card_noun
from companion.language import Language, capital
from companion.rules.facts import CardsKept, FaceUpCard, Fact, ThiefTook
from companion.rules.reasons import reason
from companion.rules.view import Need, View
from companion.table.events import Candidates, Question
from companion.table.thieving import Taking, taking_of

_STRAIGHTS = ("forum_suits",)
"""The games in which several cards may be played at once."""

_FEW = 6
"""Choices that are offered by key at once, without the deck."""


@dataclass(frozen=True, slots=True)
class Picking:
    """What is picked, and how.

    Attributes:
        title: What is asked.
        hint: How several cards are picked; empty where one is.
        seat: Whose card it is; None where that does not matter or is open.
        asks_seat: Whether the seat can be chosen, too.
        chosen: What is taken for it now.
        present: The card of these that is set right, in a straight one of several.
        candidates: What is likely, the likeliest first.
        fewest: How many cards must be picked.
        most: How many can be.
        allowed: The cards to choose from; None for the whole deck.
        removable: Whether it can be said to be no card that counts.
        can_precede: Whether a missed play can be added before it.
        corrects: Whether a card that is there already is set right.
        can_retake: Whether what the Thief took in its trick can be said anew.
    """

    title: str
    hint: str = ""
    seat: int | None = None
    asks_seat: bool = False
    chosen: Codes = ()
    present: str | None = None
    candidates: Candidates = ()
    fewest: int = 1
    most: int = 1
    allowed: frozenset[str] | None = None
    removable: bool = False
    can_precede: bool = False
    corrects: bool = False
    can_retake: bool = False

    def with_code(self, code: str) -> Codes:
        """Return the cards of the play with another in the place of the one that is set right."""
        return tuple(code if card == self.present else card for card in self.chosen) or (code,)


class Told(NamedTuple):
    """What a change would do, in words.

    Attributes:
        text: The words; empty where that is open.
        possible: Whether it can be.
        changes: Whether the score or a trick is another then.
    """

    text: str = ""
    possible: bool = True
    changes: bool = False


_OPEN = Told()


@dataclass(frozen=True, slots=True)
class Effects:
    """What each thing that can be picked would do to the game.

    Attributes:
        of_cards: If it were these cards.
        of_seat: If this seat had played it.
        of_nothing: If it were no card that counts.
    """

    of_cards: Callable[[Codes], Told] = lambda _: _OPEN
    of_seat: Callable[[int], Told] = lambda _: _OPEN
    of_nothing: Told = _OPEN


@dataclass(frozen=True, slots=True)
class Ask:
    """Something that only people know.

    Attributes:
        need: What the rules ask.
        question: In words.
        choices: The cards to choose from where they are few; empty where the deck has to be shown.
    """

    need: Need
    question: str
    choices: Codes


def ask_of(moment: Moment) -> Ask | None:
    """Return the most pressing thing that people have to say; None where there is none."""
    needs = moment.snapshot.view.needs
    if not needs:
        return None
    need = needs[0]
    question = need.question.text(moment.names, moment.language)
    few = need.count == 1 and len(need.choices) <= _FEW
    return Ask(need, capital(question), need.choices if few else ())


def short_question(question: Question, view: View, language: Language) -> str:
    """Return what stands before the candidates for a card that the referee asks about: whose, and of an earlier trick.

    Args:
        question: Of the referee.
        view: The game.
        language: In which it is asked.
    """
    if question.beside:
        return _face_up(language)
    if question.hand != view.hand:
        text = language.text("{name}'s card, hand {hand}, trick {trick}:")
    elif question.trick != view.trick:
        text = language.text("{name}'s card, trick {trick}:")
    else:
        text = language.text("{name}'s card:")
    return text.format(name=question.player, hand=question.hand, trick=question.trick + 1)


def doubted_together(question: Question, names: Sequence[str], deck: Deck, language: Language) -> str:
    """Return who played which of the cards that a question doubts together: "Ana: 7 of swords; Ben: 4 of coins"."""
    cards = ((names[seat], card_noun(deck.parse(code), language).plain) for seat, code in question.together)
    return "; ".join(language.text("{name}: {reason}").format(name=name, reason=card) for name, card in cards)


def answer(need: Need, codes: Codes) -> Fact:
    """Return the fact that answers a need; no cards where it may be declined."""
    match need.kind:
        case "face_up":
            return FaceUpCard(codes[0])
        case "kept_cards":
            assert need.seat is not None
            return CardsKept(need.seat, codes)
        case "thief":
            return ThiefTook(codes[0] if codes else "none")


def picking_of_subject(moment: Moment, subject: Subject) -> Picking:
    """Return how a play is set right or added."""
    straights = moment.game.id in _STRAIGHTS and subject.question is None and moment.state.phase == "play"
    hint = moment.language.text("Ctrl and click, or Space, for the cards of a straight") if straights else ""
    return Picking(
        title=_title(moment, subject),
        hint=hint,
        seat=subject.seat,
        asks_seat=subject.question is None,
        chosen=_chosen(subject),
        present=subject.code,
        candidates=ranked(subject),
        most=len(moment.state.copies) if straights else 1,
        removable=not subject.is_new,
        can_precede=subject.fact is not None and subject.question is None,
        corrects=not subject.is_new,
        can_retake=subject.question is None and taking_now(moment, subject.fact) is not None,
    )


def taking_now(moment: Moment, fact: int | None) -> Taking | None:
    """Return what the Thief took in the trick of a play; None where it took part in none, or that is asked now."""
    taking = None if fact is None else taking_of(moment.log, fact)
    is_asked = taking is not None and taking.said is None and any(n.kind == "thief" for n in moment.snapshot.view.needs)
    return None if is_asked else taking


def picking_of_taking(moment: Moment, taking: Taking) -> Picking:
    """Return how it is said anew what the Thief took."""
    question = reason("thief-takes", seat=taking.seat).text(moment.names, moment.language)
    return Picking(
        title=capital(question),
        seat=taking.seat,
        chosen=() if taking.taken is None else (taking.taken,),
        allowed=frozenset(taking.choices),
        removable=taking.taken is not None,
    )


def _chosen(subject: Subject) -> Codes:
    """Return what a subject is taken for now; nothing where just that is asked."""
    if subject.fact is not None and subject.question is None:
        return subject.cards
    return () if subject.code is None else (subject.code,)


def picking_of_need(moment: Moment, ask: Ask) -> Picking:
    """Return how something that only people know is said."""
    need = ask.need
    cards = (code for code in need.choices if code in moment.game.deck)
    return Picking(
        title=ask.question,
        hint=moment.language.text("Click each card; then Enter") if need.count > 1 else "",
        seat=need.seat,
        fewest=need.count,
        most=need.count,
        allowed=frozenset(cards) or None,
        removable=need.may_decline,
    )


def _title(moment: Moment, subject: Subject) -> str:
    say = moment.language.text
    who = moment.names[subject.seat] if subject.seat is not None else say("somebody")
    if subject.before is not None and subject.track is None:
        last = subject.before >= len(moment.log.facts)
        return say("Add the next play") if last else say("Add a play that was missed")
    if subject.is_new:
        return say("A card that does not count yet")
    if subject.question is not None and subject.seat is None:
        return _face_up(moment.language)
    if subject.code is None:
        return say("Which card did {name} play?").format(name=who)
    card = card_noun(DECKS[moment.game.deck.id].parse(subject.code), moment.language)
    return say("{name} played {card.the}").format(name=who, card=card)


def _face_up(language: Language) -> str:
    return capital(reason("ask-face-up").text(language=language))
