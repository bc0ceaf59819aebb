"""Choosing the right card: the likeliest first, then any card of the deck, found by typing."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from companion.app.model.shifting import gap_now, place_now
from companion.app.model.trial import Change, Insert, Recard, Remove
from companion.app.model.wording import short_name
from companion.cards import DECKS, card_name
from companion.language import ENGLISH, Language
from companion.rules.facts import Fact
from companion.table.events import Candidates, Question
from companion.table.sentences import LIKELY
from companion.table.session import TableSession
from companion.table.snapshot import HistoryEntry, Snapshot
from companion.vision.rectify import rectify
from companion.vision.types import Image

Command = Callable[[TableSession], object]

Codes = tuple[str, ...]

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
        asked: The card of the play that the question is about; None where it is in no play yet.
        before: Place in the log before which a missed play is added; None where none is.
    """

    fact: int | None
    track: int | None
    seat: int | None
    code: str | None
    cards: Codes
    candidates: Candidates
    question: int | None = None
    asked: str | None = None
    before: int | None = None

    @property
    def is_new(self) -> bool:
        """Whether there is no play yet, and one is to be added."""
        return self.fact is None and self.question is None

    def with_codes(self, codes: Codes) -> Codes:
        """Return all cards of the play where it is made these; an answer names only the one that is asked about."""
        if self.asked is None or len(codes) != 1:
            return codes
        return tuple(codes[0] if card == self.asked else card for card in self.cards)


def subject_of_track(snapshot: Snapshot, track: int) -> Subject | None:
    """Return the subject for a card in the picture; None where it is there no more, or is no card's face."""
    card = next((card for card in snapshot.cards if card.track == track), None)
    if card is None or card.role == "back":
        return None
    if card.fact is not None:
        subject = subject_of_fact(snapshot, card.fact)
        if subject is not None:
            return replace(subject, track=track, code=card.code or subject.code, candidates=card.candidates)
    question = snapshot.question
    if question is not None and card.question == question.question:
        return _asked(snapshot, question, track)
    subject = next_play(snapshot)
    # While another card is asked about, the next play is that one's.
    seat = subject.seat if card.seat is None and not _holds_back(snapshot) else card.seat
    return replace(subject, seat=seat, track=track, code=card.code, candidates=card.candidates)


def waits(subject: Subject, snapshot: Snapshot) -> bool:
    """Whether a play that is added waits for the card that is asked about: what it leads to is not known yet."""
    question = snapshot.question
    is_next = subject.is_new and subject.before == len(snapshot.facts)
    if not is_next or not _holds_back(snapshot) or question is None:
        return False
    return snapshot.is_ahead or subject.seat != question.seat


def _holds_back(snapshot: Snapshot) -> bool:
    """Whether the next play is the one that is asked about."""
    question = snapshot.question
    return question is not None and snapshot.asked is None and not question.beside


def subject_of_fact(snapshot: Snapshot, fact: int) -> Subject | None:
    """Return the subject for a play in the list of plays; None where there is no such play."""
    entry = _entry(snapshot, fact)
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
    return _asked(snapshot, question, track)


def subject_now(subject: Subject, before: Sequence[Fact], snapshot: Snapshot) -> Subject | None:
    """Return a subject as it stands now; None where its play is there no more.

    Args:
        subject: As it stood.
        before: The facts then.
        snapshot: The table now.
    """
    after = snapshot.facts
    if subject.question is not None:
        again = subject_of_question(snapshot)
        return again if again is not None and again.question == subject.question else _without_play(subject)
    if subject.fact is not None:
        place = place_now(subject.fact, before, after)
        now = subject_of_fact(snapshot, place) if place is not None else None
        if now is None or subject.code not in now.cards:
            return now
        return replace(now, code=subject.code)
    if subject.is_new and subject.track is not None:
        now = subject_of_track(snapshot, subject.track)
        if now is not None and now.fact is not None:
            return now  # It has come to count.
    if subject.before is None:
        return subject
    return replace(subject, before=gap_now(subject.before, before, after))


def _without_play(subject: Subject) -> Subject:
    """Return the subject of a question that is settled: the table knows which card it was about."""
    return replace(subject, fact=None, cards=(), asked=None)


def _asked(snapshot: Snapshot, question: Question, track: int | None) -> Subject:
    seat = None if question.beside else question.seat
    subject = Subject(None, track, seat, None, (), question.candidates, question.question)
    entry = _entry(snapshot, snapshot.asked[0]) if snapshot.asked is not None else None
    if entry is None or snapshot.asked is None:
        return subject
    return replace(subject, fact=entry.fact, seat=entry.seat, cards=entry.cards, asked=snapshot.asked[1])


def _entry(snapshot: Snapshot, fact: int) -> HistoryEntry | None:
    return next((entry for entry in snapshot.history if entry.fact == fact), None)


_LINKS = frozenset({"of", "de", "d"})
"""Words between a rank and a suit, which nobody has to type."""

_PIECES = re.compile(r"\d+|[^\d\s]+")
"""Rank and suit typed without a space between them."""


def next_play(snapshot: Snapshot) -> Subject:
    """Return the subject for a play that was missed and is to be added behind all others."""
    seat = snapshot.view.expected
    return Subject(None, None, seat, None, (), _lying(snapshot, seat), before=len(snapshot.facts))


def play_before(snapshot: Snapshot, fact: int) -> Subject | None:
    """Return the subject for a play that was missed before another; None where there is no such play."""
    entry = _entry(snapshot, fact)
    if entry is None:
        return None
    trick = [other for other in snapshot.history if (other.hand, other.trick) == (entry.hand, entry.trick)]
    missing = [seat for seat in range(len(snapshot.names)) if all(seat != other.seat for other in trick)]
    seat = missing[0] if missing else (entry.seat - 1) % len(snapshot.names)
    return Subject(None, None, seat, None, (), _lying(snapshot, seat if missing else None), before=fact)


def played_by(subject: Subject, seat: int, snapshot: Snapshot) -> Subject:
    """Return a subject as another seat's: what is added may be the cards that lie before that one then."""
    is_added = subject.is_new and subject.track is None
    return replace(subject, seat=seat, candidates=_lying(snapshot, seat) if is_added else subject.candidates)


def _lying(snapshot: Snapshot, seat: int | None) -> Candidates:
    """Return what the cards may be that lie on the table and count for nothing: one of them may be what a seat played.

    Those that lie before another seat are not, nor those of a trick that waits for the one that the game is at. A seat
    of None is not known.
    """
    lying = [card for card in snapshot.cards if card.role in ("new", "asked", "ignored")]
    others = set[str]()
    if not snapshot.is_ahead:  # Else what is added is of the next deal, and whose turn it is there is not known.
        lying = [card for card in lying if seat is None or card.seat in (None, seat)]
        others = {*snapshot.view.seen, *_of_later_tricks(snapshot)}
    likeliest = (pair for card in lying for pair in card.candidates[:1] if pair[0] not in others)
    return tuple(sorted(dict(likeliest).items(), key=lambda pair: -pair[1]))


def _of_later_tricks(snapshot: Snapshot) -> Iterator[str]:
    """Yield what the cards read as that wait behind the trick that the game is at."""
    waiting = [
        ((card.hand, card.phase == "tiebreak", card.trick), card)
        for card in snapshot.waiting
        if card.fact is None and not card.dismissed
    ]
    now = min((when for when, _ in waiting), default=None)
    return (card.chances[0][0] for when, card in waiting if when != now)


def change_to(subject: Subject, codes: Codes, facts: int) -> Change | None:
    """Return what making the subject these cards does to the facts; None where nobody is said to have played them.

    Args:
        subject: What is set right.
        codes: All cards of the play.
        facts: How many facts there are.
    """
    if subject.fact is not None:
        return Recard(subject.fact, subject.with_codes(codes))
    if subject.seat is None:
        return None
    return Insert(facts if subject.before is None else subject.before, subject.seat, codes)


def change_to_nothing(subject: Subject) -> Change | None:
    """Return what taking the subject out does to the facts; None where it is in none."""
    if subject.fact is None:
        return None
    left = tuple(card for card in subject.cards if card != subject.asked)
    return Recard(subject.fact, left) if subject.asked is not None and left else Remove(subject.fact)


def to_cards(subject: Subject, codes: Codes) -> Command:
    """Return the command that makes the subject these cards.

    Raises:
        ValueError: The subject does not count and nobody is said to have played it.
    """
    question, fact, seat, before = subject.question, subject.fact, subject.seat, subject.before
    if question is not None and len(codes) == 1:
        return lambda session: session.answer(question, codes[0])
    if fact is not None:
        return lambda session: session.correct(fact, codes)
    if seat is None:
        raise ValueError("a card that does not count needs a player to count for")
    track = subject.track
    return lambda session: session.insert_play(
        len(session.snapshot().facts) if before is None else before, seat, codes, track
    )


def to_nothing(subject: Subject) -> Command | None:
    """Return the command that says the subject is no card that counts; None where it does not count anyway."""
    question, fact = subject.question, subject.fact
    if question is not None:
        return lambda session: session.answer(question, None)
    return None if fact is None else lambda session: session.remove_play(fact)


def ranked(subject: Subject) -> tuple[tuple[str, float], ...]:
    """Return the candidates to offer by key, the likeliest first; what the card is taken for now is not among them.

    What is as unlikely as any other card is not offered either.
    """
    likely = (pair for pair in subject.candidates if not 0 < pair[1] < LIKELY)
    return tuple(pair for pair in likely if pair[0] != subject.code)[:MOST_CANDIDATES]


def matching(deck: str, text: str, language: Language = ENGLISH) -> Codes:
    """Return the cards that a typed text means: each of its words begins a word of the card's names.

    "12 c" finds the kings of Cups, Coins and Clubs, "kn sw" the Knight of Swords, "qs" the Queen of Spades, "s7" and
    "7s" the 7 of Swords. An empty text finds every card.
    """
    typed = [word for word in _plain(text).split() if word not in _LINKS]
    return tuple(
        card.code for card in DECKS[deck] if all(_means(part, _words(deck, card.code, language)) for part in typed)
    )


def _means(part: str, words: set[str]) -> bool:
    pieces = _PIECES.findall(part)
    together = any(word.startswith(part) for word in words)
    return together or (len(pieces) > 1 and all(any(word.startswith(piece) for word in words) for piece in pieces))


@cache
def _words(deck: str, code: str, language: Language) -> set[str]:
    named = card_name(DECKS[deck].parse(code), language)
    return set(_plain(f"{code} {short_name(deck, code, language)} {named}").split()) - _LINKS


def _plain(text: str) -> str:
    """Return a text in small letters without accents and apostrophes, as people type it in a hurry."""
    split = unicodedata.normalize("NFKD", text.casefold().replace("'", " ").replace("\u2019", " "))
    return "".join(letter for letter in split if not unicodedata.combining(letter))


def crop_of(snapshot: Snapshot, track: int | None) -> Image | None:
    """Return the card as the camera sees it, upright; None where it does not lie on the table."""
    card = next((card for card in snapshot.cards if card.track == track), None)
    if card is None or snapshot.image is None:
        return None
    return rectify(snapshot.image, card.corners)
