"""Cards won that lie open before who won them: what counts for the score.

In Seven Suitors captured sevens stay visible by the rules (section 4.1); coins are kept so by people who count along.
"""

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from companion.rules.game import Game
from companion.rules.games.seven_suitors_trick import SEVENS
from companion.simulation.acts import Collect
from companion.simulation.moves import Lying, Moves
from companion.simulation.places import Place

Rng = np.random.Generator

_BY_THE_RULES: Mapping[str, Callable[[str], bool]] = {"seven_suitors": SEVENS.__contains__}
_BY_HABIT: Mapping[str, Callable[[str], bool]] = {"coins": lambda code: code.endswith("-coins")}
"""Which cards lie open once they are won, by game."""

_IN_A_ROW = 8
"""So many lie beside each other before a second row is begun on them."""
_FIRST_MM, _ROW_MM, _MARGIN_MM = 15.0, 25.0, 50.0
"""How far left of its player's middle the row begins, how far outside it the next begins, and how far from the edge of
the picture both end."""
_APART = 1.08
"""Widths of a card from one to the next, at most."""
_SCATTER_MM = 4.0


class Booty:
    """Knows what lies open before each player.

    Args:
        moves: Move cards and hands.
        game: What is played.
        span_mm: Width of the table that the camera shows.
        rng: Source of chance.
    """

    def __init__(self, moves: Moves, game: Game, span_mm: float, rng: Rng) -> None:
        by_habit = _BY_HABIT if moves.habits.counts_open else {}
        self._counts = _BY_THE_RULES.get(game.id) or by_habit.get(game.id)
        self._moves = moves
        self._half = np.array([span_mm, span_mm * 9 / 16]) / 2 - _MARGIN_MM
        self._rng = rng
        self._rows: list[list[Lying]] = [[] for _ in moves.places]

    def sort(self, cards: Sequence[Lying]) -> tuple[list[Lying], list[Lying]]:
        """Return the cards of a trick that lie open once it is taken, and the others."""
        if self._counts is None:
            return [], [*cards]
        counted = [card for card in cards if self._counts(card.code)]
        return counted, [card for card in cards if card not in counted]

    def lay_out(self, cards: Sequence[Lying], act: Collect) -> None:
        """Lay cards of a trick before who won them."""
        stolen = next((card for card in cards if act.stolen is not None and card.code == act.stolen[1]), None)
        for card in cards:
            seat = act.stolen[0] if act.stolen is not None and card is stolen else act.seat
            place, row = self._moves.places[seat], self._rows[seat]
            self._moves.lay_out(place, card, self._spot(place, len(row)))
            row.append(card)

    def take(self) -> list[list[Lying]]:
        """Return what lies before each, which is taken from the table."""
        rows, self._rows = self._rows, [[] for _ in self._rows]
        return rows

    def _spot(self, place: Place, number: int) -> npt.NDArray[np.float64]:
        begin = place.pile - place.right * (float(place.pile @ place.right) + _FIRST_MM)
        along = -place.right
        room = min(
            (reach - np.sign(part) * at) / max(abs(part), 1e-9)
            for reach, part, at in zip(self._half, along, begin, strict=True)
        )
        step = min(room / _IN_A_ROW, self._moves.card_size[0] * _APART)
        rows, column = divmod(number, _IN_A_ROW)
        scatter = self._rng.normal(0, _SCATTER_MM, 2)
        spot: npt.NDArray[np.float64] = begin + along * step * column + place.outward * _ROW_MM * rows + scatter
        return spot
