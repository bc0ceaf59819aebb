"""What every card in a recording's frames is, as well as that is known: by a person, by the play, or by a reading."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from companion.recording.annotations import Overlay, read_annotations
from companion.recording.looks import Look
from companion.recording.opening import Session
from companion.rules.facts import CardsPlayed, TiebreakCard
from companion.vision.types import FloatArray, SeenCard

Origin = Literal["person", "play", "reading", ""]

_SURE = 0.97
"""How likely a reading must be to name a card that nobody played or named."""


@dataclass(frozen=True, slots=True, eq=False)
class Label:
    """One card in one frame.

    Attributes:
        corners: (4, 2) float32 pixels, clockwise from the card's own top left.
        face_up: Which side shows.
        code: Which card it is; None for a back, and where it is not known.
        origin: Who says so: a person, the play (a fact of the game), or a sure reading; empty for nobody.
        track: Number of the physical card in the session; None where it was found twice.
        found: The finder's confidence, 0..1.
    """

    corners: FloatArray
    face_up: bool
    code: str | None
    origin: Origin
    track: int | None
    found: float


@dataclass(frozen=True, slots=True)
class LabelledLook:
    """One frame with its cards.

    Attributes:
        time: Seconds of the session.
        size: Width and height, pixels.
        labels: Its cards, in the order in which they came to the table.
    """

    time: float
    size: tuple[int, int]
    labels: tuple[Label, ...]


class Labeller:
    """Names the cards of a session's looks; what is no card of its deck, in files that were changed, names none."""

    def __init__(self, session: Session) -> None:
        self._deck = session.game.deck
        self._overlay = Overlay(read_annotations(session.folder))
        self._played: dict[int, tuple[str, Origin]] = {}
        for fact, track in zip(session.facts, session.tracks, strict=True):
            cards = (
                fact.cards if isinstance(fact, CardsPlayed) else (fact.card,) if isinstance(fact, TiebreakCard) else ()
            )
            # A straight is several cards and one fact: which track is which card is not known.
            if track is not None and len(cards) == 1:
                self._played[track] = (cards[0], "person" if fact.source == "person" else "play")

    def label(self, look: Look) -> LabelledLook:
        """Return a look with its cards named."""
        seen = self._overlay.over(look)
        cards = zip(seen.look.cards, seen.look.tracks, seen.named, strict=True)
        labels = [self._label(card, track, said) for card, track, said in cards]
        labels.sort(key=lambda label: (label.track is None, label.track or 0))
        return LabelledLook(look.time, look.size, tuple(labels))

    def _label(self, card: SeenCard, track: int | None, said: str | None) -> Label:
        code: str | None = None
        origin: Origin = ""
        if card.face_up:
            if said is not None and said in self._deck:
                code, origin = said, "person"
            elif track in self._played:
                code, origin = self._played[track]
            elif card.best is not None and card.best[1] >= _SURE and card.best[0] in self._deck:
                code, origin = card.best[0], "reading"
        return Label(card.corners, card.face_up, code, origin, track, card.found)


def labelled_every(session: Session, seconds: float) -> Iterator[LabelledLook]:
    """Yield looks that are at least so far apart, with their cards named."""
    labeller = Labeller(session)
    looks = session.looks
    due = float("-inf")
    for index, time in enumerate(looks.times):
        if time < due:
            continue
        look = looks.number(index)
        if look is not None:
            due = time + seconds
            yield labeller.label(look)
