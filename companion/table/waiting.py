"""Cards that are not known for sure, kept with a game so that it goes on with them where it broke off.

Those that wait until an earlier one is known, those in the book that are asked about all the same, and those that lie
there and do not count.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from companion.rules.facts import CardsPlayed, Fact, TiebreakCard
from companion.rules.log import GameLog
from companion.table.evidence import Codes, Row
from companion.table.play_facts import cards_of
from companion.table.sighting import Deal, Sighting, deal_of, deals_to_come

_LONG = 0.5
"""Seconds that a card is open at least for it, and those behind it, to be kept: others are entered, or seen again."""

_LIES = 6.0
"""Seconds out of sight after which a card that does not count is taken to lie there no more."""

_LEAST = 0.005
"""Chances below this are not kept."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A card that was laid and is not in the book, or is there and may be another.

    Attributes:
        phase: That of the deal it belongs to.
        hand: The hand it belongs to, from 1.
        trick: How many tricks after that of the last play in the book; after the first that waits, where the hand has
            no play yet (or that does not count). Before it, for a card in the book.
        time: When it came to rest, seconds of the source.
        chances: What it may be, the likeliest first.
        seats: How well (logarithm) its place fits each seat; None where no camera saw that.
        pinned: The code that a person said it is.
        pinned_seat: The seat that a person said played it.
        confirmed: Its trick was collected.
        fact: The place of the play that it is in the book as; None for a card that is not there.
        decided: What the book has it as.
        dismissed: It lies there and does not count: people said so, or it turned out to be no play.
        number: That of its sighting in the session that saw it; None where that was not kept.
    """

    phase: str
    hand: int
    trick: int
    time: float
    chances: tuple[tuple[str, float], ...]
    seats: tuple[float, ...] | None
    pinned: str | None
    pinned_seat: int | None
    confirmed: bool
    fact: int | None = None
    decided: str | None = None
    dismissed: bool = False
    number: int | None = None

    @property
    def deal(self) -> Deal:
        """The deal it belongs to."""
        return self.phase, self.hand

    def is_as_before(self, before: "Waiting") -> bool:
        """Whether looks have told nothing new of it that would be worth keeping."""
        if replace(self, chances=before.chances, seats=before.seats) != before:
            return False
        (code, chance), (code_before, chance_before) = self.chances[0], before.chances[0]
        return code == code_before and round(chance, 1) == round(chance_before, 1)

    def sighting(self, number: int, trick: int, codes: Codes) -> Sighting:
        """Return it as a card that was laid.

        Args:
            number: Of the sighting.
            trick: The one that `trick` counts from.
            codes: Of the deck.
        """
        return Sighting(
            number,
            self.deal,
            trick + self.trick,
            self.time,
            codes.row(self.chances),
            None,
            seats=None if self.seats is None else np.array(self.seats),
            pinned=self.pinned,
            pinned_seat=self.pinned_seat,
            confirmed=self.confirmed,
            earlier=True,
            dismissed=self.dismissed,
        )


def waiting_among(
    sightings: Sequence[Sighting], doubted: Sequence[tuple[int, Sighting]], deal: Deal, codes: Codes, now: float
) -> tuple[Waiting, ...]:
    """Return the cards that wait, in order of play, none where all of them came a moment ago; and those in doubt.

    Behind them those that lie there and do not count.

    Args:
        sightings: All that are remembered, in order of play.
        doubted: Those in the book that are asked about, with the places of their facts.
        deal: The present one.
        codes: Of the deck.
        now: Seconds of the source.
    """
    deals = deals_to_come(deal)
    waiting = [s for s in sightings if s.is_open and s.deal in deals and not s.aside and not s.supposed]
    if not any(now - sighting.time > _LONG for sighting in waiting):
        waiting = []
    # What people took out of the book is dismissed at the next look.
    out = [s for s in sightings if s.dismissed and s.decided is None and s.deal == deal and not s.aside]
    out = [s for s in out if s.track is not None and s.seen is not None and now - s.seen < _LIES]
    entered = [s.trick for s in sightings if s.deal == deal and s.decided is not None and not (s.dismissed or s.aside)]
    first = next(iter((*entered[-1:], *(s.trick for s in (*waiting, *out)))), 0)
    return (
        *(_waiting(sighting, sighting.trick - first, codes) for sighting in waiting),
        *(
            replace(_waiting(sighting, sighting.trick - first, codes), fact=fact, decided=sighting.decided)
            for fact, sighting in doubted
        ),
        *(replace(_waiting(sighting, sighting.trick - first, codes), dismissed=True) for sighting in out),
    )


def waited(sighting: Sighting, pinned: str | None, pinned_seat: int | None, row: Row, codes: Codes) -> Waiting:
    """Return how a card waited that is in the book by now.

    Args:
        sighting: The card.
        pinned: The code that a person had said it is.
        pinned_seat: The seat that a person had said played it.
        row: What the looks said it is.
        codes: Of the deck.
    """
    stood = _waiting(sighting, 0, codes, row)
    return replace(stood, pinned=pinned, pinned_seat=pinned_seat, decided=sighting.decided)


def _waiting(sighting: Sighting, trick: int, codes: Codes, row: Row | None = None) -> Waiting:
    row = sighting.row if row is None else row
    likely = [int(place) for place in np.argsort(-row[:-1], kind="stable")]
    kept = [place for at, place in enumerate(likely) if not at or row[place] >= _LEAST]
    seats = sighting.seats
    return Waiting(
        *sighting.deal,
        trick,
        round(sighting.time, 4),
        tuple((codes.codes[place], round(float(row[place]), 4)) for place in kept),
        None if seats is None else tuple(round(float(seat), 3) for seat in seats),
        sighting.pinned,
        sighting.pinned_seat,
        sighting.confirmed,
        number=sighting.number,
    )


def waiting_to_json(card: Waiting) -> dict[str, Any]:
    """Return a card as files hold it."""
    return {name: getattr(card, name) for name in Waiting.__slots__}


def waiting_of(content: Iterable[Mapping[str, Any]], log: GameLog) -> tuple[Waiting, ...]:
    """Read the cards that waited when these facts stood; what may be raised see `waiting_from_json`."""
    deals = deals_to_come(deal_of(log.view))
    waiting = tuple(waiting_from_json(card, log.game.deck.codes, log.state.players) for card in content)
    for card in waiting:
        if card.fact is None and card.deal not in deals:
            raise ValueError("a card of another deal")
        if card.fact is not None and not _is_in(card.decided, log.facts[range(len(log.facts))[card.fact]]):
            raise ValueError("a card of another play")
    return waiting


def _is_in(card: str | None, fact: Fact) -> bool:
    return isinstance(fact, CardsPlayed | TiebreakCard) and card in cards_of(fact)


def waiting_from_json(content: Mapping[str, Any], deck: Sequence[str], players: int) -> Waiting:
    """Read what `waiting_to_json` wrote.

    Args:
        content: As the file holds it.
        deck: The codes of the deck.
        players: Number of seats.

    Raises:
        LookupError: Something of it is missing.
        TypeError: Something of it is of another kind.
        ValueError: Something of it cannot be.
    """
    seats, pinned, pinned_seat, fact = (content[name] for name in ("seats", "pinned", "pinned_seat", "fact"))
    chances = tuple((str(code), float(chance)) for code, chance in content["chances"])
    codes = {code for code, _ in chances} | ({pinned} if pinned is not None else set())
    if not chances or not codes <= set(deck) or (seats is not None and len(seats) != players):
        raise ValueError("a card of another game")
    return Waiting(
        str(content["phase"]),
        int(content["hand"]),
        int(content["trick"]),
        float(content["time"]),
        chances,
        None if seats is None else tuple(float(seat) for seat in seats),
        pinned,
        None if pinned_seat is None else range(players)[pinned_seat],
        bool(content["confirmed"]),
        None if fact is None else int(fact),
        None if content["decided"] is None else str(content["decided"]),
        # Earlier versions wrote neither.
        bool(content.get("dismissed", False)),
        None if content.get("number") is None else int(content["number"]),
    )
