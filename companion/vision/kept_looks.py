"""What an earlier teaching kept of a deck that is taught on, but for looks at cards that have another name now."""

from collections.abc import Callable, Collection, Iterable, Sequence

import numpy as np

from companion.vision.gallery import Look
from companion.vision.shown import Shown, View, shown_elsewhere
from companion.vision.types import Image

BothWays = Callable[[Sequence[Image]], Iterable[tuple[View, View]]]
"""Looks at crops, each as it is and the other way round."""


class KeptLooks:
    """The looks that an earlier teaching kept."""

    def __init__(self, looks: Sequence[Look], both_ways: BothWays) -> None:
        """Take looks over; none is compared before a person names a card.

        Args:
            looks: One or more at each card that was known.
            both_ways: Looks at their crops.
        """
        self._looks = tuple(looks)
        self._both_ways = both_ways
        self._faces: tuple[tuple[View, View], ...] | None = None

    def without(self, codes: Collection[str]) -> "KeptLooks":
        """Return what is left where cards are forgotten."""
        return KeptLooks([look for look in self._looks if look.code not in codes], self._both_ways)

    def beside(self, shown: Iterable[Shown]) -> tuple[tuple[Look, ...], dict[str, str]]:
        """Return the looks but those that surely show a card that a person calls otherwise now.

        A card that is only read otherwise now may be read wrongly, and may have been named by a person before.

        Args:
            shown: The cards that were shown since.

        Returns:
            The looks; and the cards of which all looks are left out, with what those are called now.
        """
        now = self._names_now(shown)
        left = tuple(look for look, name in zip(self._looks, now, strict=True) if name is None)
        codes = {look.code for look in left}
        named = zip(self._looks, now, strict=True)
        return left, {look.code: name for look, name in named if name is not None and look.code not in codes}

    def _names_now(self, shown: Iterable[Shown]) -> list[str | None]:
        names: list[str | None] = [None] * len(self._looks)
        for card in shown:
            if card.said is None or card.foreign or not self._looks:
                continue
            if self._faces is None:
                self._faces = tuple(self._both_ways([look.crop for look in self._looks]))
            for place in np.flatnonzero(shown_elsewhere(card, self._faces)):
                if self._looks[place].code != card.said:
                    names[place] = card.said
        return names
