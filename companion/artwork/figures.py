"""Court figures shown whole, put together from simple parts.

A figure stands on the origin and is 80 mm high (y is negative above the ground); its raised hand, with the suit's
symbol, is to the left of the picture.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from companion.artwork.colours import darker
from companion.artwork.heads import HATS, LINE, Dress, face, hand, limb
from companion.artwork.svg import circle, ellipse, path, place, polygon, rect


def _ground(d: Dress, reach: float) -> str:
    blades = f"M{-reach + 3},-.6 l-1.4,-2 M{-reach + 5},-.4 l.4,-2.4 M{reach - 4},-.4 l1.4,-2.2 M{reach - 6},0 l.2,-2.2"
    return ellipse(0, 0.2, reach, 1.9, d.ground) + path(blades, "none", d.ground, 0.7)


def knave(d: Dress, hat: str, symbol: str) -> str:
    """A young man on foot; `symbol` is drawn before his raised hand."""
    hose = (
        path("M-6.4,-34 L-1,-34 C-.6,-22 -2,-12 -2.4,-3 L-6.4,-3 C-7.6,-14 -7.4,-24 -6.4,-34 Z", d.second, d.ink, LINE)
        + path("M1,-34 L6.4,-34 C7.4,-24 7.6,-14 6.4,-3 L2.4,-3 C2,-12 .6,-22 1,-34 Z", d.third, d.ink, LINE)
        + path("M-6.6,-4.6 L-2.2,-4.6 L-2.2,-.4 L-10.4,-.4 C-10.4,-2.4 -7.8,-2.2 -6.6,-4.6 Z", d.first, d.ink, LINE)
        + path("M6.6,-4.6 L2.2,-4.6 L2.2,-.4 L10.4,-.4 C10.4,-2.4 7.8,-2.2 6.6,-4.6 Z", d.first, d.ink, LINE)
    )
    cape = path("M-7,-58 C-3,-60 3,-60 8,-58 C13,-48 14,-36 13,-25 C8,-22 0,-22 -6,-25 Z", d.third, d.ink, LINE)
    tunic = (
        path(
            "M-8.4,-57.6 C-4,-59.6 4,-59.6 8.4,-57.6 L6.8,-43.6 L11.4,-29.6 C5,-27 -5,-27 -11.4,-29.6 L-6.8,-43.6 Z",
            d.first,
            d.ink,
            LINE,
        )
        + path("M-3.6,-42 L-5.4,-28.4 M0,-42 L0,-27.8 M3.6,-42 L5.4,-28.4", "none", d.ink, 0.3)
        + path("M-11.2,-30.6 C-5,-28 5,-28 11.2,-30.6", "none", d.gold, 1.1)
        + path("M-3,-58.6 L0,-46 L3,-58.6 Z", d.white, d.ink, 0.3)
        + rect(-7.2, -45, 14.4, 2.6, d.gold, d.ink, LINE, 0.6)
    )
    arm_on_hip = limb(d, d.second, "M6,-54.4 L13.4,-48.6 L8.4,-44")
    raised = limb(d, d.second, "M-6,-54.4 L-13.2,-49.8 L-15.2,-56.6")
    collar = path("M-4.6,-58 L0,-55.4 L4.6,-58 L3,-60.4 L-3,-60.4 Z", d.white, d.ink, LINE)
    head = place(face(d, beard=False, long_hair=True) + HATS[hat](d), 0, -65.4)
    return _ground(d, 15) + cape + hose + tunic + arm_on_hip + head + collar + symbol + raised + hand(-15.4, -58.8, d)


def king(d: Dress, hat: str, symbol: str) -> str:
    """A bearded king in a long robe and a cloak lined with ermine."""
    cloak = path(
        "M-8,-58.6 C-3,-61 3,-61 8,-58.6 C14,-50 15.4,-24 15.6,-2.4 C8,.4 -8,.4 -15.6,-2.4 C-15.4,-24 "
        "-14,-50 -8,-58.6 Z",
        d.first,
        d.ink,
        LINE,
    )
    ermine = path(
        "M-5.4,-58 C-9,-40 -11.8,-20 -12.4,-1.2 L-8.6,-.6 C-8,-20 -5.6,-40 -2.4,-56 Z M5.4,-58 C9,-40 "
        "11.8,-20 12.4,-1.2 L8.6,-.6 C8,-20 5.6,-40 2.4,-56 Z",
        d.white,
        d.ink,
        0.3,
    )
    spots = "".join(
        path(f"M{side * (4.9 + i * 0.93):.2f},{-51 + i * 7.6:.2f} l.5,2 l-1,0 Z", d.ink)
        for i in range(7)
        for side in (-1, 1)
    )
    robe = path("M-4,-57 L4,-57 C7,-40 9,-20 9.2,-2 L-9.2,-2 C-9,-20 -7,-40 -4,-57 Z", d.second, d.ink, LINE)
    panel = path("M-2.2,-38 L2.2,-38 L3.4,-5 L-3.4,-5 Z", d.third, d.ink, 0.3)
    pattern = "".join(
        path(polygon([(0, y - 2.6), (1.6, y), (0, y + 2.6), (-1.6, y)]), d.gold, d.ink, 0.2)
        for y in (-32, -25, -18, -11)
    )
    hem = path("M-9.2,-5 L9.2,-5 L9.2,-2 L-9.2,-2 Z", d.gold, d.ink, 0.3)
    shoes = ellipse(-4.4, -1, 3.4, 1.4, d.third, d.ink, LINE) + ellipse(4.4, -1, 3.4, 1.4, d.third, d.ink, LINE)
    belt = rect(-6.6, -41.4, 13.2, 2.8, d.gold, d.ink, LINE, 0.6) + circle(0, -40, 1.7, d.third, d.ink, 0.3)
    sleeve = limb(d, d.first, "M6.8,-54.6 L13.2,-48.6 L8.4,-43.8", 7.2)
    raised = limb(d, d.first, "M-6.8,-54.6 L-13,-50 L-15.4,-55.6", 7.2)
    cuff = limb(d, d.gold, "M-17.4,-57.4 L-14.2,-58.4", 2.6)
    mantle = path("M-9.4,-57.6 C-6,-62 6,-62 9.4,-57.6 C6,-52.4 -6,-52.4 -9.4,-57.6 Z", d.white, d.ink, LINE)
    mantle_spots = "".join(
        path(f"M{x},{y} l.5,2 l-1,0 Z", d.ink) for x, y in ((-6.4, -57.4), (6.4, -57.4), (-4, -55.6), (4, -55.6))
    )
    head = place(face(d, beard=True, long_hair=True) + HATS[hat](d), 0, -66)
    return (
        _ground(d, 15.5)
        + cloak
        + robe
        + shoes
        + panel
        + pattern
        + hem
        + ermine
        + spots
        + belt
        + sleeve
        + hand(6, -43.4, d)
        + mantle
        + mantle_spots
        + head
        + symbol
        + raised
        + cuff
        + hand(-15.6, -58.8, d)
    )


def _horse(d: Dress, dark: str) -> str:
    """A horse that walks to the left, its back at a height of 38 mm."""
    hooves = ((-19.2, -9.6), (-10, -2), (2.6, -2), (9.8, -2))
    far_legs = path("M-9.6,-23 L-9.4,-12 L-10,-2 L-6.6,-2 L-5.8,-12 L-5,-22 Z", dark, d.ink, LINE) + path(
        "M6,-23 C5.4,-17 7.4,-13 5.8,-9.4 L2.8,-2 L6.4,-2 L9.6,-9.4 C12,-14 13,-20 12,-25 Z", dark, d.ink, LINE
    )
    near_legs = path(
        "M-12.6,-26 C-14.4,-21.6 -18.4,-20.4 -20.4,-17.6 L-19,-9.6 L-15.8,-9.8 L-16.2,-15.6 C-12,-16.4 "
        "-7.6,-18 -6.4,-22 Z",
        d.horse,
        d.ink,
        LINE,
    ) + path(
        "M7.4,-25 C8.4,-16 13.4,-14 12,-10 L10,-2 L13.6,-2 L15.8,-10 C16.4,-16 18,-20 17.2,-30 Z", d.horse, d.ink, LINE
    )
    body = path(
        "M-9.6,-53.4 C-13,-51.4 -17.4,-46.4 -20.6,-42.4 C-22,-40 -19.6,-37.6 -17,-38.4 C-14.8,-39 -13,-41.6 -10.4,-42 "
        "C-11,-38 -13.6,-34 -13.4,-28.6 C-13.2,-23.6 -10.4,-20.6 -7.4,-20 C-2,-18.6 4,-18.4 9,-19.4 "
        "C14,-20.4 17.6,-24.4 17.6,-30 "
        "C17.6,-35.6 13.4,-38 8,-37.4 C3,-36.8 0,-36.4 -3,-38 C-4.6,-43 -6,-49.4 -9.6,-53.4 Z",
        d.horse,
        d.ink,
        LINE,
    )
    ears = path("M-10.6,-52.6 L-11.4,-56.4 L-8.2,-53.2 Z", d.horse, d.ink, LINE)
    mane = path(
        "M-9.4,-54.4 C-3.8,-52.6 -.4,-45 -.8,-37.6 L-3.4,-38.4 C-4,-40 -5,-40 -5,-42 C-6.4,-42.4 -5.6,-44 "
        "-6.4,-46 C-8,-46.6 -7,-48.4 -8.4,-50 C-9.8,-50.6 -9.4,-52 -9.4,-54.4 Z",
        dark,
        d.ink,
        0.3,
    )
    tail = path("M15.8,-36 C23.6,-37.4 23.4,-24 21.4,-11 C19.4,-14 19.6,-24 16.8,-29.6 Z", dark, d.ink, LINE)
    feet = "".join(path(polygon([(x, y), (x + 3.6, y), (x + 3.9, y + 2), (x - 0.7, y + 2)]), d.ink) for x, y in hooves)
    eye = circle(-13.4, -47, 0.75, d.ink) + circle(-19.4, -40.8, 0.5, d.ink)
    bridle = path("M-17.4,-45.8 L-14.6,-39.6 M-15.8,-42.6 L-9.6,-47.4", "none", d.first, 0.9)
    return tail + far_legs + near_legs + feet + body + ears + mane + eye + bridle


def knight(d: Dress, hat: str, symbol: str) -> str:
    """A rider on a horse that walks to the left."""
    dark = darker(d.horse)
    cloth = path(
        "M-3.6,-38.4 C0,-36.8 5,-37 9.4,-38 C11,-32 11,-26 10.4,-20 C5,-18.6 0,-18.6 -4.6,-19.8 C-5.4,-26 "
        "-5,-32 -3.6,-38.4 Z",
        d.second,
        d.ink,
        LINE,
    ) + path("M-4.6,-22 C0,-20.8 5,-20.8 10.4,-22.2", "none", d.gold, 1.5)
    strap = path("M-4.6,-30 C-8,-29 -11,-29 -13.2,-30 M10.6,-29 C13,-28 15.6,-28.4 17.4,-29.6", "none", d.second, 1.8)
    leg = (
        path(
            "M6.6,-42 C3,-41 -2.6,-37 -4,-32.6 L-4.2,-22 L-.2,-22 L.4,-30.4 C3.4,-32.4 8,-33 9.4,-37 Z",
            d.third,
            d.ink,
            LINE,
        )
        + path("M-4.6,-24.4 L.2,-24.4 L0,-17 L-7.6,-16.6 C-7.8,-19 -5.4,-19 -4.6,-20.4 Z", d.first, d.ink, LINE)
        + path("M-8.4,-15.8 L1.4,-15.8", "none", d.gold, 0.9)
    )
    cape = path(
        "M3,-58.6 C12,-58 16,-50 21,-42 C16,-40.6 14.4,-37 9,-35.6 C7,-42 4,-50 3,-58.6 Z", d.first, d.ink, LINE
    )
    body = (
        path(
            "M-5,-57.8 C-1,-59.6 5,-59.6 9,-57.8 L8.6,-44 L10.6,-36.4 C6,-34.8 -1,-35 -4.6,-36.8 L-3.4,-44 Z",
            d.third,
            d.ink,
            LINE,
        )
        + path("M-.4,-58.6 L2,-46 L4.4,-58.6 Z", d.white, d.ink, 0.3)
        + rect(-3.8, -45.4, 12.6, 2.4, d.gold, d.ink, LINE, 0.6)
    )
    reins = path("M-15,-40 C-10,-38 -6,-41 -2.4,-43.6", "none", d.first, 0.8)
    near_arm = limb(d, d.second, "M6.6,-54.6 L8.6,-47.6 L.2,-44.2")
    raised = limb(d, d.second, "M-2,-54.8 L-9,-53 L-12.6,-57")
    head = place(face(d, beard=False, long_hair=False) + HATS[hat](d), 2, -65)
    collar = path("M-2,-58.4 L2,-55.8 L6,-58.4 L4.6,-60.4 L-.6,-60.4 Z", d.white, d.ink, LINE)
    return (
        _ground(d, 17.5)
        + cape
        + _horse(d, dark)
        + strap
        + cloth
        + leg
        + body
        + reins
        + head
        + collar
        + symbol
        + raised
        + hand(-13.8, -58.6, d)
        + near_arm
        + hand(-2.4, -44.2, d)
    )


def queen(d: Dress, hat: str, symbol: str) -> str:
    """A queen in a wide gown."""
    veil = path(
        "M-6,-66 C-8,-74 8,-74 6,-66 C9,-56 11,-44 12,-32 L-12,-32 C-11,-44 -9,-56 -6,-66 Z", d.third, d.ink, LINE
    )
    gown = path(
        "M-7,-57.6 L7,-57.6 L5.4,-43 C12,-30 16,-14 17,-1.6 C8,.6 -8,.6 -17,-1.6 C-16,-14 -12,-30 -5.4,-43 Z",
        d.first,
        d.ink,
        LINE,
    )
    apron = path("M-3.6,-43 L3.6,-43 C6,-28 7,-12 7.2,-.6 L-7.2,-.6 C-7,-12 -6,-28 -3.6,-43 Z", d.second, d.ink, 0.3)
    dots = "".join(circle(x * y / -14, y, 0.8, d.gold, d.ink, 0.2) for y in (-36, -28, -20, -12) for x in (-1, 1))
    hem = path("M-16.8,-4.4 C-8,-2 8,-2 16.8,-4.4", "none", d.gold, 1.6)
    belt = rect(-5.8, -44.2, 11.6, 2.4, d.gold, d.ink, LINE, 0.6)
    neck = path("M-2.4,-62 L2.4,-62 L3.8,-57.6 C2.4,-52.6 -2.4,-52.6 -3.8,-57.6 Z", d.skin, d.ink, 0.3)
    sleeve = limb(d, d.first, "M6,-54.6 L12.6,-48.6 L6.6,-45")
    raised = limb(d, d.first, "M-6,-54.6 L-13,-50 L-15.2,-56.6")
    head = place(face(d, beard=False, long_hair=True) + HATS[hat](d), 0, -66)
    return (
        _ground(d, 17)
        + veil
        + gown
        + apron
        + dots
        + hem
        + belt
        + neck
        + sleeve
        + hand(5, -45.2, d)
        + head
        + symbol
        + raised
        + hand(-15.4, -58.8, d)
    )


FIGURES: Mapping[str, tuple[Callable[[Dress, str, str], str], str]] = MappingProxyType(
    {"knave": (knave, "cap"), "knight": (knight, "hat"), "queen": (queen, "diadem"), "king": (king, "crown")}
)
"""By role: the figure, and the hat it wears unless told otherwise."""
