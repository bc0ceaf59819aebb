"""Spanish suit symbols, each in several shapes.

A symbol is drawn 1 unit high around the origin (a coin is 1 across); a sword points down, as in the upper half of
Spanish cards; a club stands with its thick end up.
"""

import math
from collections.abc import Mapping
from types import MappingProxyType

from companion.artwork.french_pips import Pip
from companion.artwork.palette import SuitColours
from companion.artwork.svg import circle, ellipse, num, path, place, polygon, rect

# --- Spanish coins ------------------------------------------------------------------------------------------------


def _petals(count: int, reach: float, width: float) -> str:
    """Return the path of a flower with pointed petals around the origin."""
    petals = []
    for index in range(count):
        angle = 2 * math.pi * index / count
        tip = (reach * math.sin(angle), -reach * math.cos(angle))
        sides = [
            (0.6 * reach * math.sin(angle + turn), -0.6 * reach * math.cos(angle + turn)) for turn in (-width, width)
        ]
        (lx, ly), (rx, ry) = sides
        petals.append(f"M0,0 Q{num(lx)},{num(ly)} {num(tip[0])},{num(tip[1])} Q{num(rx)},{num(ry)} 0,0 Z")
    return " ".join(petals)


def _beads(radius: float, count: int, size: float, fill: str) -> str:
    return "".join(
        circle(radius * math.cos(2 * math.pi * i / count), radius * math.sin(2 * math.pi * i / count), size, fill)
        for i in range(count)
    )


def _coin_flower(c: SuitColours, ink: str) -> str:
    return (
        circle(0, 0, 0.485, c.main, ink, 0.03)
        + _beads(0.425, 24, 0.022, c.dark)
        + circle(0, 0, 0.365, c.light, c.dark, 0.025)
        + path(_petals(8, 0.34, 0.42), c.trim, c.dark, 0.012)
        + circle(0, 0, 0.09, c.main, c.dark, 0.02)
    )


def _coin_rings(c: SuitColours, ink: str) -> str:
    return (
        circle(0, 0, 0.48, c.main, ink, 0.04)
        + circle(0, 0, 0.34, c.trim, ink, 0.03)
        + circle(0, 0, 0.24, c.light, ink, 0.03)
        + circle(0, 0, 0.1, c.trim, ink, 0.02)
    )


def _coin_plain(c: SuitColours, _ink: str) -> str:
    return circle(0, 0, 0.47, c.main, c.dark, 0.06) + circle(0, 0, 0.33, "none", c.dark, 0.035)


def _coin_sun(c: SuitColours, ink: str) -> str:
    teeth = polygon(
        (r * math.sin(math.pi * i / 16), -r * math.cos(math.pi * i / 16))
        for i in range(32)
        for r in [0.5 if i % 2 else 0.42]
    )
    smile = path("M-.1,.08 Q0,.18 .1,.08 M-.03,-.03 L0,.04 L.03,.04", "none", ink, 0.022)
    eyes = circle(-0.1, -0.07, 0.025, ink) + circle(0.1, -0.07, 0.025, ink)
    return path(teeth, c.main, ink, 0.025) + circle(0, 0, 0.34, c.light, c.dark, 0.03) + eyes + smile


def _coin_profile(c: SuitColours, ink: str) -> str:
    head = (
        "M.02,-.24 C.14,-.24 .2,-.14 .18,-.02 C.17,.06 .12,.09 .12,.2 L-.1,.24 C-.06,.16 -.08,.12 -.14,.12 "
        "C-.17,.1 -.14,.06 -.16,.03 L-.21,0 C-.18,-.06 -.16,-.08 -.15,-.12 C-.12,-.2 -.06,-.24 .02,-.24 Z"
    )
    return (
        circle(0, 0, 0.48, c.main, ink, 0.035)
        + _beads(0.43, 36, 0.016, ink)
        + circle(0, 0, 0.37, c.light, c.dark, 0.02)
        + path(head, c.main, c.dark, 0.025)
        + path("M-.13,-.13 Q.02,-.2 .17,-.08", "none", c.trim, 0.045)
    )


def _coin_cross(c: SuitColours, ink: str) -> str:
    return (
        circle(0, 0, 0.48, c.main, ink, 0.035)
        + circle(0, 0, 0.38, "none", c.trim, 0.06)
        + path(_petals(4, 0.33, 0.6), c.trim, ink, 0.015)
        + path(_petals(4, 0.24, 0.5), c.dark, extra='transform="rotate(45)"')
    )


def _coin_written(c: SuitColours, ink: str) -> str:
    """A coin with two lines of writing, one of them on its head."""
    return (
        circle(0, 0, 0.48, c.main, c.dark, 0.03)
        + circle(0, 0, 0.38, c.light, c.dark, 0.025)
        + path("M-.25,-.11 L.25,-.11 M-.25,.13 L.25,.13", "none", ink, 0.12, 'stroke-dasharray=".05 .035"')
    )


def _coin_holed(c: SuitColours, ink: str) -> str:
    """A coin with a square hole."""
    return (
        circle(0, 0, 0.48, c.main, ink, 0.03)
        + circle(0, 0, 0.4, "none", c.dark, 0.03)
        + rect(-0.14, -0.14, 0.28, 0.28, c.light, ink, 0.03)
        + "".join(place(rect(-0.03, -0.34, 0.06, 0.13, c.trim), turn=turn) for turn in (0, 90, 180, 270))
    )


# --- Spanish cups -------------------------------------------------------------------------------------------------


def _cup_chalice(c: SuitColours, ink: str) -> str:
    bowl = "M-.36,-.4 C-.38,-.1 -.24,.06 -.08,.09 L.08,.09 C.24,.06 .38,-.1 .36,-.4 Z"
    foot = "M-.05,.22 C-.06,.34 -.14,.38 -.3,.42 L-.3,.49 L.3,.49 L.3,.42 C.14,.38 .06,.34 .05,.22 Z"
    return (
        path(foot, c.trim, ink, 0.025)
        + path("M-.07,.08 L.07,.08 L.05,.24 L-.05,.24 Z", c.main, ink, 0.025)
        + ellipse(0, 0.17, 0.12, 0.06, c.trim, ink, 0.025)
        + path(bowl, c.main, ink, 0.03)
        + path("M-.28,-.3 C-.28,-.12 -.2,-.02 -.12,.02 C-.17,-.1 -.19,-.2 -.19,-.3 Z", c.light)
        + path("M-.34,-.2 C-.15,-.12 .15,-.12 .34,-.2 L.31,-.1 C.15,-.03 -.15,-.03 -.31,-.1 Z", c.trim, ink, 0.018)
        + ellipse(0, -0.41, 0.36, 0.075, c.trim, ink, 0.025)
        + ellipse(0, -0.41, 0.28, 0.045, c.dark)
    )


def _cup_covered(c: SuitColours, ink: str) -> str:
    lid = "M-.4,-.2 C-.34,-.36 -.2,-.4 0,-.41 C.2,-.4 .34,-.36 .4,-.2 Z"
    bowl = "M-.32,-.16 L.32,-.16 C.32,.06 .2,.18 .07,.2 L-.07,.2 C-.2,.18 -.32,.06 -.32,-.16 Z"
    foot = "M-.06,.2 L.06,.2 L.06,.32 C.1,.38 .26,.38 .26,.44 L.26,.49 L-.26,.49 L-.26,.44 C-.26,.38 -.1,.38 -.06,.32 Z"
    return (
        path(foot, c.trim, ink, 0.025)
        + path(bowl, c.main, ink, 0.028)
        + path("M0,-.1 L.07,0 L0,.1 L-.07,0 Z", c.trim, ink, 0.015)
        + circle(-0.19, -0.04, 0.035, c.trim)
        + circle(0.19, -0.04, 0.035, c.trim)
        + path(lid, c.main, ink, 0.028)
        + rect(-0.42, -0.22, 0.84, 0.075, c.trim, ink, 0.022, 0.03)
        + circle(0, -0.44, 0.055, c.trim, ink, 0.02)
        + path("M-.26,-.27 Q-.2,-.34 -.1,-.36", "none", c.light, 0.035)
    )


def _cup_flat(c: SuitColours, _ink: str) -> str:
    shape = (
        "M-.36,-.5 L.36,-.5 C.36,-.14 .26,.02 .07,.06 L.06,.34 C.12,.4 .28,.42 .28,.5 L-.28,.5 "
        "C-.28,.42 -.12,.4 -.06,.34 L-.07,.06 C-.26,.02 -.36,-.14 -.36,-.5 Z"
    )
    return path(shape, c.main)


def _cup_pot(c: SuitColours, ink: str) -> str:
    bowl = (
        "M-.3,-.44 L.3,-.44 L.2,-.32 C.42,-.22 .4,.1 .1,.16 L.1,.26 L.3,.4 L.3,.49 L-.3,.49 L-.3,.4 L-.1,.26 "
        "L-.1,.16 C-.4,.1 -.42,-.22 -.2,-.32 Z"
    )
    return (
        path(bowl, c.main, ink, 0.03)
        + path("M-.31,-.08 C-.1,0 .1,0 .31,-.08", "none", c.trim, 0.07)
        + path("M-.29,.445 L.29,.445", "none", c.trim, 0.06)
        + ellipse(0, -0.44, 0.3, 0.055, c.light, ink, 0.025)
        + path("M-.24,-.2 Q-.28,-.1 -.24,-.02", "none", c.light, 0.04)
    )


def _cup_glass(c: SuitColours, ink: str) -> str:
    """A wine glass with drops of glass on bowl and stem."""
    return (
        path("M-.035,.06 L.035,.06 L.03,.44 L-.03,.44 Z", c.main, c.dark, 0.02)
        + ellipse(0, 0.46, 0.2, 0.04, c.main, c.dark, 0.02)
        + path("M-.26,-.5 L.26,-.5 C.34,-.2 .22,.08 0,.1 C-.22,.08 -.34,-.2 -.26,-.5 Z", c.main, c.dark, 0.025)
        + path("M-.25,-.46 L.25,-.46 L.265,-.36 L-.265,-.36 Z", c.light)
        + "".join(circle(x, -0.16, 0.075, c.light, c.dark, 0.02) for x in (-0.26, 0, 0.26))
        + "".join(circle(0, y, 0.055, c.light, ink, 0.016) for y in (0.18, 0.3))
    )


def _cup_trophy(c: SuitColours, ink: str) -> str:
    """A cup with two handles on a plinth."""
    handle = "M{0},-.36 C{1},-.38 {1},-.06 {2},-.04"
    handles = handle.format(-0.26, -0.56, -0.18) + " " + handle.format(0.26, 0.56, 0.18)
    return (
        path(handles, "none", ink, 0.085)
        + path(handles, "none", c.trim, 0.05)
        + path(
            "M-.3,-.46 L.3,-.46 C.3,-.1 .16,.1 .05,.12 L.05,.28 L-.05,.28 L-.05,.12 C-.16,.1 -.3,-.1 -.3,-.46 Z",
            c.main,
            ink,
            0.028,
        )
        + path("M-.2,-.38 C-.2,-.16 -.14,-.06 -.08,0", "none", c.light, 0.045)
        + rect(-0.16, 0.28, 0.32, 0.08, c.trim, ink, 0.022)
        + rect(-0.25, 0.36, 0.5, 0.13, c.dark, ink, 0.022)
    )


def _cup_beaker(c: SuitColours, ink: str) -> str:
    """A beaker without a foot, wider above."""
    return (
        path("M-.34,-.44 L.34,-.44 L.22,.48 L-.22,.48 Z", c.main, ink, 0.03)
        + path("M-.3,-.2 L.3,-.2 L.275,0 L-.275,0 Z", c.trim, ink, 0.02)
        + path("M-.2,.06 L-.16,.42", "none", c.light, 0.05)
        + ellipse(0, -0.44, 0.34, 0.06, c.light, ink, 0.025)
    )


# --- Spanish swords, point down -----------------------------------------------------------------------------------


def _hilt(c: SuitColours, ink: str, guard: str) -> str:
    return (
        rect(-0.028, -0.42, 0.056, 0.17, c.trim, ink, 0.014)
        + path("M-.028,-.38 L.028,-.36 M-.028,-.34 L.028,-.32 M-.028,-.3 L.028,-.28", "none", ink, 0.008)
        + circle(0, -0.45, 0.042, c.trim, ink, 0.014)
        + path(guard, c.trim, ink, 0.014)
    )


def _sword_straight(c: SuitColours, ink: str) -> str:
    blade = "M-.05,-.24 L.05,-.24 L.04,.38 L0,.5 L-.04,.38 Z"
    guard = (
        "M-.14,-.3 C-.08,-.27 .08,-.27 .14,-.3 C.17,-.26 .15,-.22 .12,-.23 C.07,-.21 -.07,-.21 -.12,-.23 "
        "C-.15,-.22 -.17,-.26 -.14,-.3 Z"
    )
    return (
        path(blade, c.main, ink, 0.014)
        + path("M0,-.22 L.05,-.22 L.04,.38 L0,.5 Z", c.light)
        + path("M0,-.22 L0,.46", "none", c.dark, 0.01)
        + _hilt(c, ink, guard)
    )


def _sword_dagger(c: SuitColours, ink: str) -> str:
    blade = "M-.085,-.22 L.085,-.22 C.07,.06 .04,.3 0,.5 C-.04,.3 -.07,.06 -.085,-.22 Z"
    guard = "M-.17,-.26 L.17,-.26 L.17,-.2 L-.17,-.2 Z"
    return (
        path(blade, c.main, ink, 0.016)
        + path("M-.05,-.18 C-.04,.06 -.02,.22 0,.4 L0,-.18 Z", c.light)
        + circle(-0.18, -0.23, 0.035, c.trim, ink, 0.012)
        + circle(0.18, -0.23, 0.035, c.trim, ink, 0.012)
        + _hilt(c, ink, guard)
    )


def _sword_sabre(c: SuitColours, ink: str) -> str:
    blade = "M-.05,-.24 L.05,-.24 C.1,.05 .08,.3 -.08,.5 C-.02,.25 0,0 -.05,-.24 Z"
    guard = "M-.13,-.24 C-.06,-.28 .06,-.28 .12,-.22 C.17,-.3 .14,-.42 .03,-.47 C.1,-.4 .1,-.33 .05,-.28 L-.13,-.29 Z"
    return (
        path(blade, c.main, ink, 0.016)
        + path("M0,-.2 C.04,.05 .04,.2 -.02,.36", "none", c.light, 0.025)
        + _hilt(c, ink, guard)
    )


def _sword_flat(c: SuitColours, _ink: str) -> str:
    shape = (
        "M-.055,-.2 L-.2,-.2 L-.2,-.28 L-.045,-.28 L-.045,-.5 L.045,-.5 L.045,-.28 L.2,-.28 L.2,-.2 L.055,-.2 "
        "L.055,.36 L0,.5 L-.055,.36 Z"
    )
    return path(shape, c.dark)


def _sword_broad(c: SuitColours, ink: str) -> str:
    """A short sword whose blade grows wider towards its point."""
    return (
        path("M-.05,-.24 L.05,-.24 L.11,.28 L0,.5 L-.11,.28 Z", c.main, ink, 0.016)
        + path("M0,-.2 L0,.44", "none", c.dark, 0.02)
        + rect(-0.16, -0.28, 0.32, 0.05, c.dark, ink, 0.014)
        + rect(-0.03, -0.44, 0.06, 0.16, c.dark, ink, 0.012)
        + circle(0, -0.46, 0.04, c.main, ink, 0.014)
    )


def _sword_rapier(c: SuitColours, ink: str) -> str:
    """A thin blade under a basket for the hand."""
    return (
        path("M-.025,-.26 L.025,-.26 L.008,.5 L-.008,.5 Z", c.main, ink, 0.014)
        + path("M-.11,-.36 C-.11,-.22 .11,-.22 .11,-.36 Z", c.trim, ink, 0.014)
        + path("M-.11,-.34 C-.16,-.42 -.1,-.48 0,-.47", "none", c.trim, 0.024)
        + rect(-0.02, -0.46, 0.04, 0.12, c.dark, ink, 0.01)
        + circle(0, -0.47, 0.03, c.trim, ink, 0.012)
    )


# --- Spanish clubs, thick end up ----------------------------------------------------------------------------------

_CUDGEL = (
    "M-.11,-.46 C-.04,-.53 .06,-.52 .12,-.44 C.17,-.36 .13,-.3 .15,-.2 C.17,-.1 .1,-.04 .1,.08 C.1,.2 .06,.26 .07,.44 "
    "L.05,.5 L-.05,.48 L-.04,.3 C-.06,.2 -.1,.16 -.1,.04 C-.1,-.06 -.16,-.1 -.14,-.22 C-.12,-.32 -.17,-.4 -.11,-.46 Z"
)


def _club_knotted(c: SuitColours, ink: str) -> str:
    knots = "".join(
        ellipse(x, y, 0.032, 0.024, c.trim, c.dark, 0.014)
        for x, y in ((-0.07, -0.35), (0.07, -0.24), (-0.05, -0.1), (0.05, 0.04), (-0.03, 0.18))
    )
    return (
        path(_CUDGEL, c.main, ink, 0.02)
        + path(
            "M-.06,-.44 C-.1,-.36 -.06,-.28 -.08,-.18 C-.1,-.06 -.05,0 -.04,.1 C-.01,-.02 -.02,-.3 -.06,-.44 Z", c.light
        )
        + knots
        + ellipse(0.002, 0.487, 0.048, 0.018, c.trim, ink, 0.012)
    )


def _club_branch(c: SuitColours, ink: str) -> str:
    shape = (
        "M-.08,-.5 L.08,-.48 L.09,-.3 L.2,-.36 L.21,-.29 L.1,-.2 L.09,.02 L.19,.08 L.16,.14 L.07,.12 L.05,.5 L-.05,.49 "
        "L-.07,.2 L-.18,.14 L-.17,.07 L-.08,.08 L-.1,-.14 L-.22,-.22 L-.19,-.29 L-.09,-.25 Z"
    )
    return (
        path(shape, c.main, ink, 0.02)
        + path("M-.03,-.46 L-.03,.42", "none", c.light, 0.03)
        + ellipse(0, -0.49, 0.08, 0.025, c.trim, ink, 0.015)
    )


def _club_flat(c: SuitColours, _ink: str) -> str:
    shape = (
        "M0,-.5 C.13,-.5 .18,-.4 .17,-.28 C.16,-.1 .08,.1 .06,.46 L0,.5 L-.06,.44 C-.08,.1 -.16,-.1 -.17,-.28 "
        "C-.18,-.4 -.13,-.5 0,-.5 Z"
    )
    return path(shape, c.main)


def _club_bound(c: SuitColours, ink: str) -> str:
    body = "M-.1,-.48 L.1,-.48 C.17,-.3 .12,-.1 .09,.1 L.06,.49 L-.06,.49 L-.09,.1 C-.12,-.1 -.17,-.3 -.1,-.48 Z"
    bands = "".join(
        path(f"M{-w},{y} Q0,{y + 0.05} {w},{y}", "none", c.trim, 0.04)
        for y, w in ((-0.36, 0.13), (-0.1, 0.115), (0.16, 0.08))
    )
    return (
        path(body, c.main, ink, 0.022)
        + path("M-.05,-.44 C-.09,-.3 -.06,-.1 -.04,.1 L-.02,.4", "none", c.light, 0.03)
        + bands
    )


def _club_smooth(c: SuitColours, ink: str) -> str:
    """A smooth bent club with two stumps."""
    return (
        path(
            "M.02,-.14 L.17,-.22 L.19,-.13 L.06,-.04 Z M-.04,.06 L-.17,.04 L-.16,.13 L-.04,.16 Z", c.main, c.dark, 0.02
        )
        + path(
            "M-.13,-.42 C-.1,-.52 .05,-.53 .09,-.42 C.12,-.26 .08,-.08 .1,.06 C.12,.22 .16,.34 .15,.47 L.06,.5 "
            "C.03,.36 -.02,.26 -.05,.12 C-.08,-.06 -.17,-.26 -.13,-.42 Z",
            c.main,
            ink,
            0.02,
        )
        + path("M-.07,-.4 C-.09,-.28 -.03,-.1 -.01,.04", "none", c.light, 0.04)
    )


def _club_log(c: SuitColours, ink: str) -> str:
    """A straight log, cut at both ends."""
    return (
        rect(-0.13, -0.42, 0.26, 0.84, c.main, ink, 0.022)
        + ellipse(0, 0.42, 0.13, 0.05, c.main, ink, 0.022)
        + ellipse(0, -0.42, 0.13, 0.06, c.trim, ink, 0.022)
        + ellipse(0, -0.42, 0.07, 0.03, "none", c.dark, 0.014)
        + path("M-.06,-.3 L-.06,-.02 M.05,-.22 L.05,.12 M-.03,.1 L-.03,.36", "none", c.dark, 0.02)
    )


SPANISH_PIPS: Mapping[str, tuple[Pip, ...]] = MappingProxyType(
    {
        "coins": (
            _coin_flower,
            _coin_rings,
            _coin_sun,
            _coin_profile,
            _coin_cross,
            _coin_written,
            _coin_holed,
            _coin_plain,
        ),
        "cups": (_cup_chalice, _cup_covered, _cup_pot, _cup_glass, _cup_trophy, _cup_beaker, _cup_flat),
        "swords": (_sword_straight, _sword_dagger, _sword_sabre, _sword_broad, _sword_rapier, _sword_flat),
        "clubs": (_club_knotted, _club_branch, _club_bound, _club_smooth, _club_log, _club_flat),
    }
)
"""The shapes of each suit, by the suit's name; the last is a plain silhouette."""
