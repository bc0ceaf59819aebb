"""The suit symbols of all decks, each in several shapes and 1 high around the origin."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.artwork.french_pips import FRENCH_PIPS, Pip
from companion.artwork.spanish_pips import SPANISH_PIPS
from companion.artwork.suitor_pips import SUITOR_PIPS

PIPS: Mapping[str, tuple[Pip, ...]] = MappingProxyType({**FRENCH_PIPS, **SPANISH_PIPS, **SUITOR_PIPS})
"""The shapes of each suit, by the suit's code; the first is the plain deck's."""
