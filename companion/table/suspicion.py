"""Doubts about earlier cards that later play raises: who leads shows who won, unless somebody led out of turn."""

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import Fact
from companion.rules.rulings import TrickWon
from companion.table.book import Book, cards_of, with_cards
from companion.table.evidence import Codes, Row
from companion.table.seating import SeatChances
from companion.table.sighting import Sighting

_WRONG_LEADER = 0.008
"""Chance that a trick is led by somebody who did not win the last one."""

_WORTH_TRYING = 2e-4
"""Codes less likely than this are not tried as explanations."""


def leader_chances(places: list[SeatChances], players: int) -> npt.NDArray[np.float64]:
    """Return how well the places of a trick's first cards fit each seat as its leader; the best is 1."""
    fits = np.array(
        [
            sum(float(chances[(leader + step) % players]) for step, chances in enumerate(places))
            for leader in range(players)
        ]
    )
    return np.asarray(np.exp(fits - fits.max()), np.float64)


def explain_leader(
    book: Book, sightings: Mapping[int, Sighting], codes: Codes, led: npt.NDArray[np.float64]
) -> dict[int, Row]:
    """Return how much more or less likely each code of the last trick's cards is in the light of who leads now.

    Args:
        book: The game; its last complete trick is the one in doubt.
        sightings: By number.
        codes: Of the deck.
        led: (players,) how well what was seen fits each seat as the leader.

    Returns:
        Factors for each code, by the sighting's number; nothing for cards that a person has named.
    """
    end = min(book.unfinished, default=len(book.facts))
    if not end:
        return {}
    start = end - 1
    while start and book.place_of(start - 1) == book.place_of(end - 1):
        start -= 1
    before = book.facts[:start]
    trick = list(book.facts[start:end])
    players = book.log.state.players

    def factor(facts: list[Fact]) -> float | None:
        try:
            state = book.log.game.play([*before, *facts[:-1]], book.log.settings)
            winner = next((ruling.seat for ruling in state.apply(facts[-1]) if isinstance(ruling, TrickWon)), None)
        except ImpossibleFactError:
            return None
        if winner is None:
            return None
        others = _WRONG_LEADER / (players - 1)
        return float(sum(led[seat] * (1 - _WRONG_LEADER if seat == winner else others) for seat in range(players)))

    contexts: dict[int, Row] = {}
    for step, fact in enumerate(trick):
        sighting = sightings.get(book.origins[start + step] or 0)
        if sighting is None or sighting.pinned is not None:
            continue
        usual = factor(trick)
        context = np.full(len(codes) + 1, usual if usual is not None else 1.0)
        for place, code in enumerate(codes.codes):
            if sighting.row[place] < _WORTH_TRYING or cards_of(fact) == (code,):
                continue
            tried = factor([*trick[:step], with_cards(fact, (code,), "camera", 1.0), *trick[step + 1 :]])
            if tried is not None:
                context[place] = tried
        contexts[sighting.number] = context
    return contexts
