"""Court cards by lot."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import numpy as np

from companion.artwork.busts import THINGS
from companion.artwork.colours import mix
from companion.artwork.courts import APART
from companion.artwork.fabrics import FABRICS
from companion.artwork.palette import Palette
from companion.artwork.portraits import PORTRAITS
from companion.artwork.style import CourtStyle
from companion.artwork.styles.lots import Chances, between, chance, pick

_HATS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "knave": ("cap", "hat", "wreath"),
        "knight": ("hat", "helmet", "cap"),
        "queen": ("diadem", "tall crown", "crown"),
        "king": ("crown", "tall crown", "imperial crown"),
    }
)


def _cast(rng: np.random.Generator, roles: Sequence[str]) -> Mapping[str, str]:
    """Return who is shown for whom: anybody for everybody, so that only the index tells."""
    return {role: str(rng.choice(roles)) for role in roles}


def random_courts(
    rng: np.random.Generator,
    kinds: Chances,
    inks: Palette,
    field: tuple[float, float],
    roles: Sequence[str] = (),
) -> CourtStyle:
    """Return how court cards look.

    Args:
        rng: Source of chance.
        kinds: Names of `courts.COURTS` with their chances.
        inks: The deck's colours.
        field: Left and upper edge of the picture.
        roles: Of the deck's courts, where the index tells them, so that the pictures may be anybody's, animals' too.
    """
    kind = pick(rng, kinds)
    fabrics = [pick(rng, {"": 0.6, **{name: 0.4 / len(FABRICS) for name in FABRICS}}) for _ in range(3)]
    things = list(THINGS)
    portraits = rng.choice(list(PORTRAITS), len(roles), replace=chance(rng, 0.3))
    apart = kind == "portrait" or (kind == "figure" and bool(roles) and chance(rng, 0.2))
    return CourtStyle(
        kind=kind,
        field=field,
        framed=chance(rng, 0.6 if kind == "bust" else 0.2),
        fill=mix(inks.paper, inks.cloth[int(rng.integers(4))], between(rng, 0.08, 0.4)) if chance(rng, 0.15) else None,
        mirrored=chance(rng, 0.4),
        symbols={"bust": pick(rng, {"two": 0.85, "none": 0.15}), "figure": "one"}.get(kind, "none"),
        symbol=between(rng, 6.0, 11.0),
        hats={role: str(rng.choice(names)) for role, names in _HATS.items()},
        things={role: str(rng.choice(things)) for role in _HATS} if chance(rng, 0.7) else {},
        fabrics=(fabrics[0], fabrics[1], fabrics[2]),
        cast=_cast(rng, roles) if roles and chance(rng, 0.3) else {},
        sash=pick(rng, {"falling": 0.4, "rising": 0.2, "level": 0.2, "line": 0.2}),
        portraits={role: str(name) for role, name in zip(roles, portraits, strict=True)},
        apart=str(rng.choice(list(APART))) if apart else "",
    )
