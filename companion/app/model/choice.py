"""Choosing the right card: the likeliest first, then any card of the deck, found by typing."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.app.model.wording import short_name
from companion.cards import DECKS, card_name
from companion.table.events import Candidates
from companion.table.session import TableSession
from companion.table.snapshot import Snapshot
from companion.vision.rectify import rectify
from companion.vision.types import Image

Command = Callable[[TableSession], object]

MOST_CANDIDATES = 9
"""As many as there are keys for."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What a person wants to set right.

    Attributes:
        fact: Place of the play in the log; None for a card on the table that does not count.
        track: The physical card in the picture; None where it does not lie there any more.
        seat: Who played it; for a card that does not count, who is most likely to have.
        code: What it is taken for; None where that is open.
        cards: All cards of the play; empty where there is no play.
        candidates: What it may be besides, the likeliest first.
        question: The open question about it; None where there is none.
    """

    fact: int | None
    track: int | None
    seat: int | None
    code: str | None
    cards: tuple[str, ...]
    candidates: Candidates
    question: int | None = None


def subject_of_track(snapshot: Snapshot, track: int) -> Subject | None:
    """Return the subject for a card in the picture; None where it is there no more, or is no card's face."""
    card = next((card for card in snapshot.cards if card.track == track), None)
    if card is None or card.role == "back":
        return None
    if card.fact is not None:
        entry = snapshot.history[card.fact]
        return Subject(card.fact, track, entry.seat, card.code or entry.cards[0], entry.cards, card.candidates)
    question = snapshot.question
    if question is not None and card.role == "asked":
        return Subject(None, track, question.seat, None, (), question.candidates, question.question)
    return Subject(None, track, snapshot.view.expected, card.code, (), card.candidates)


def subject_of_fact(snapshot: Snapshot, fact: int) -> Subject | None:
    """Return the subject for a play in the list of plays; None where there is no such play."""
    entry = next((entry for entry in snapshot.history if entry.fact == fact), None)
    if entry is None:
        return None
    card = next((card for card in snapshot.cards if card.fact == fact), None)
    track, candidates = (card.track, card.candidates) if card is not None else (None, ())
    return Subject(fact, track, entry.seat, entry.cards[0], entry.cards, candidates)


def subject_of_question(snapshot: Snapshot) -> Subject | None:
    """Return the subject for the open question; None where nothing is asked."""
    question = snapshot.question
    if question is None:
        return None
    card = next((card for card in snapshot.cards if card.role == "asked"), None)
    track = card.track if card is not None else None
    return Subject(None, track, question.seat, None, (), question.candidates, question.question)


def to_card(subject: Subject, code: str) -> Command:
    """Return the command that makes the subject this card.

    Raises:
        ValueError: The subject does not count and nobody is said to have played it.
    """
    question, fact, seat = subject.question, subject.fact, subject.seat
    if question is not None:
        return lambda session: session.answer(question, code)
    if fact is not None:
        cards = tuple(code if card == subject.code else card for card in subject.cards)
        return lambda session: session.correct(fact, cards)
    if seat is None:
        raise ValueError("a card that does not count needs a player to count for")
    return lambda session: session.insert_play(len(session.snapshot().history), seat, (code,))


def to_nothing(subject: Subject) -> Command | None:
    """Return the command that says the subject is no card that counts; None where it does not count anyway."""
    question, fact = subject.question, subject.fact
    if question is not None:
        return lambda session: session.answer(question, None)
    return None if fact is None else lambda session: session.remove_play(fact)


def ranked(subject: Subject) -> tuple[tuple[str, float], ...]:
    """Return the candidates to offer by key, the likeliest first; what the card is taken for now is not among them."""
    return tuple(pair for pair in subject.candidates if pair[0] != subject.code)[:MOST_CANDIDATES]


def matching(deck: str, text: str) -> tuple[str, ...]:
    """Return the cards that a typed text means: each of its words begins a word of the card's names.

    "12 c" finds the kings of Cups, Coins and Clubs, "kn sw" the Knight of Swords, "qs" the Queen of Spades.
    An empty text finds every card.
    """
    typed = text.lower().split()
    return tuple(
        card.code
        for card in DECKS[deck]
        if all(any(word.startswith(part) for word in _words(deck, card.code)) for part in typed)
    )


def _words(deck: str, code: str) -> set[str]:
    names = f"{code} {short_name(deck, code)} {card_name(DECKS[deck].parse(code))}"
    return set(names.lower().split()) - {"of"}


def crop_of(snapshot: Snapshot, track: int | None) -> Image | None:
    """Return the card as the camera sees it, upright; None where it does not lie on the table."""
    card = next((card for card in snapshot.cards if card.track == track), None)
    if card is None or snapshot.image is None:
        return None
    return rectify(snapshot.image, card.corners)
