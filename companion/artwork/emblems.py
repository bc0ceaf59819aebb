"""Signs that stand for the courts where a deck draws no figures. Each is about 1 high around the origin."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.artwork.svg import circle, path, rect


def _crown(colour: str, ink: str, gold: str) -> str:
    return (
        path("M-.42,.22 L-.5,-.3 L-.24,-.06 L0,-.42 L.24,-.06 L.5,-.3 L.42,.22 Z", gold, ink, 0.03)
        + "".join(circle(x, y, 0.055, colour, ink, 0.025) for x, y in ((-0.5, -0.33), (0, -0.45), (0.5, -0.33)))
        + rect(-0.43, 0.22, 0.86, 0.18, colour, ink, 0.03, 0.03)
    )


def _diadem(colour: str, ink: str, gold: str) -> str:
    return (
        path("M-.45,.3 C-.4,-.2 .4,-.2 .45,.3 L.3,.3 C.25,0 -.25,0 -.3,.3 Z", gold, ink, 0.03)
        + path(
            "M0,-.45 L.14,-.2 L0,.06 L-.14,-.2 Z M-.3,-.26 L-.22,-.08 L-.3,.1 L-.38,-.08 Z M.3,-.26 "
            "L.38,-.08 L.3,.1 L.22,-.08 Z",
            colour,
            ink,
            0.025,
        )
        + path("M-.46,.34 L.46,.34", "none", ink, 0.05)
    )


def _feather_cap(colour: str, ink: str, gold: str) -> str:
    return (
        path("M.1,-.05 C.4,-.2 .52,-.4 .46,-.5 C.25,-.44 .08,-.26 .02,-.05 Z", gold, ink, 0.025)
        + path("M-.42,.24 C-.5,-.2 .46,-.26 .42,.24 Z", colour, ink, 0.03)
        + path("M-.5,.24 C-.2,.12 .2,.12 .5,.24 L.46,.38 C.2,.28 -.2,.28 -.46,.38 Z", gold, ink, 0.03)
    )


def _horse_head(colour: str, ink: str, gold: str) -> str:
    return (
        path(
            "M-.02,-.44 L.04,-.54 L.14,-.42 C.34,-.28 .42,.1 .38,.48 L-.2,.48 C-.16,.3 -.1,.2 -.12,.08 "
            "C-.24,.16 -.4,.14 -.44,.04 C-.36,-.16 -.22,-.34 -.02,-.44 Z",
            colour,
            ink,
            0.03,
        )
        + path("M.1,-.44 C.34,-.3 .46,.1 .44,.48 L.3,.48 C.34,.1 .24,-.2 .1,-.34 Z", gold, ink, 0.02)
        + circle(-0.1, -0.2, 0.035, ink)
    )


EMBLEMS: Mapping[str, Callable[[str, str, str], str]] = MappingProxyType(
    {"knave": _feather_cap, "knight": _horse_head, "queen": _diadem, "king": _crown}
)
"""By role: functions of the emblem's colour, the outline's and the ornaments'."""
