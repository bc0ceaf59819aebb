"""One physical card on the table, as it is followed from look to look."""

from dataclasses import dataclass, field, fields

from companion.table.evidence import Evidence
from companion.table.geometry import Box
from companion.vision.types import SeenCard

REST = 0.12
"""Seconds a card must lie still to be at rest."""


@dataclass(eq=False, slots=True)
class Track:
    """One physical card.

    Attributes:
        number: Its own, never used again.
        box: Where it was seen last.
        whole: Where it lies as a whole, when all of it was seen last.
        face_up: Which side shows.
        evidence: What it reads as.
        first_seen: When, in seconds of the source.
        last_seen: When it was seen last.
        rest_since: Since when it lies still.
        arrival: Where it lay when it came near its place.
        arrived: When that was.
        looks_at_rest: How often it was seen since.
        covered: Whether a later card lies on it.
        doubts: The last looks, as far as they read as another card.
        untouched: It did not move at all at these looks.
        elsewhere: Since it was seen last, a card that reads the same was seen away from where it lay.
        missed_since: When it was missed first since it was seen last; None while it is seen.
        unwatched: Seconds for which nobody looked as it left its place; 0 where it lies still, or was seen to leave it.
    """

    number: int
    box: Box
    whole: Box
    face_up: bool
    evidence: Evidence
    first_seen: float
    last_seen: float
    rest_since: float
    arrival: Box
    arrived: float
    looks_at_rest: int = 1
    covered: bool = False
    doubts: list[SeenCard] = field(default_factory=list)
    untouched: bool = True
    elsewhere: bool = False
    missed_since: float | None = None
    unwatched: float = 0.0

    def exchange(self, other: "Track") -> None:
        """Have each of two be the card that the other was; which came to the table first stays as it was."""
        for name in _OF_CARD:
            mine, theirs = getattr(self, name), getattr(other, name)
            setattr(self, name, theirs)
            setattr(other, name, mine)

    def at_rest(self, now: float) -> bool:
        """Whether it lies still."""
        return self.looks_at_rest >= 2 and now - self.rest_since >= REST

    def hidden_for(self, now: float) -> float:
        """Seconds since it was seen."""
        return now - self.last_seen

    def missed_for(self, now: float) -> float:
        """Seconds since it was missed first: those in which nobody looked do not count."""
        return 0.0 if self.missed_since is None else now - self.missed_since


_OF_CARD = tuple(field.name for field in fields(Track) if field.name not in ("number", "first_seen", "covered"))
"""What belongs to the card, not to its place among the others."""
