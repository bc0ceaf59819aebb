"""Heads, hats, hands and sleeves that the figures of all decks share. Lengths are millimetres."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from companion.artwork.colours import mix
from companion.artwork.fabrics import weave
from companion.artwork.palette import Palette
from companion.artwork.svg import circle, ellipse, path, place, polygon, rect

LINE = 0.45
"""Width of the outlines in millimetres."""


@dataclass(frozen=True, slots=True)
class Dress:
    """The colours of one figure: three cloths, then what their names say."""

    first: str
    second: str
    third: str
    skin: str
    hair: str
    gold: str
    ink: str
    white: str
    ground: str
    horse: str
    silver: str
    fabrics: tuple[str, str, str] = ("", "", "")

    @classmethod
    def cut(cls, inks: Palette, suit: int, turn: int, fabrics: tuple[str, str, str] = ("", "", "")) -> "Dress":
        """Return the dress of a figure.

        Args:
            inks: The deck's colours.
            suit: Number of the suit in the deck's order, for what differs by suit.
            turn: How far the order of the cloths is turned round.
            fabrics: Names of `fabrics.FABRICS` for the three cloths, empty text for plain cloth.
        """
        cloths = [inks.cloth[(turn + step) % len(inks.cloth)] for step in range(3)]
        if cloths[0] == inks.gold:  # golden ornaments would vanish on a golden coat
            cloths.reverse()
        return cls(
            first=cloths[0],
            second=cloths[1],
            third=cloths[2],
            skin=inks.skin,
            hair=inks.hair[suit],
            gold=inks.gold,
            ink=inks.ink,
            white=inks.paper,
            ground=inks.ground,
            horse=inks.horse[suit],
            silver=inks.silver,
            fabrics=fabrics,
        )

    def woven(self) -> "tuple[Dress, str]":
        """Return the dress with its cloths replaced by their fabrics, and the definitions these need."""
        cloths = [self.first, self.second, self.third]
        definitions = []
        for number, fabric in enumerate(self.fabrics):
            if fabric:
                thread = self.gold if number % 2 else mix(cloths[number], self.ink, 0.45)
                definitions.append(weave(fabric, f"cloth-{number}", cloths[number], thread, 45 * number))
                cloths[number] = f"url(#cloth-{number})"
        first, second, third = cloths
        return replace(self, first=first, second=second, third=third), f"<defs>{''.join(definitions)}</defs>"


def face(d: Dress, *, beard: bool, long_hair: bool) -> str:
    """A head 11 mm high around the origin, without a hat."""
    back = (
        "M-5.6,-2 C-6.4,-7 6.4,-7 5.6,-2 L6.4,5.5 C4,7.4 -4,7.4 -6.4,5.5 Z"
        if long_hair
        else ("M-5.4,-1 C-6,-7 6,-7 5.4,-1 L5,2.5 L-5,2.5 Z")
    )
    face = path(
        "M-4.2,-2.5 C-4.4,3 -2.6,5.6 0,5.6 C2.6,5.6 4.4,3 4.2,-2.5 C3,-4.6 -3,-4.6 -4.2,-2.5 Z", d.skin, d.ink, LINE
    )
    fringe = path("M-4.6,-1.2 C-4.4,-5.6 4.4,-5.6 4.6,-1.2 C2.6,-3.2 -2.6,-3.2 -4.6,-1.2 Z", d.hair, d.ink, 0.25)
    eyes = circle(-1.7, -0.1, 0.5, d.ink) + circle(1.7, -0.1, 0.5, d.ink)
    brows = path("M-2.6,-1.3 Q-1.7,-1.9 -.9,-1.3 M.9,-1.3 Q1.7,-1.9 2.6,-1.3", "none", d.ink, 0.3)
    nose = path("M.2,-.2 L.7,1.6 L-.3,1.7", "none", d.ink, 0.25)
    mouth = path("M-1.1,3.1 Q0,3.8 1.1,3.1", "none", "#a8322a", 0.45)
    whiskers = (
        path(
            "M-4.3,.6 C-3,2.6 -2,2.2 0,2.2 C2,2.2 3,2.6 4.3,.6 C5,6 2.4,10.4 0,11.4 C-2.4,10.4 -5,6 -4.3,.6 Z",
            d.hair,
            d.ink,
            0.3,
        )
        + path("M-1.6,4 L-1.2,9 M0,4.4 L0,10 M1.6,4 L1.2,9", "none", d.ink, 0.18)
        + path("M-1,3.3 Q0,3.9 1,3.3", "none", "#a8322a", 0.45)
        if beard
        else mouth
    )
    return path(back, d.hair, d.ink, LINE) + face + fringe + eyes + brows + nose + whiskers


def _crown(d: Dress) -> str:
    """A crown with three points."""
    points = "M-5.6,-2.6 L-6.6,-9 L-3.4,-6.2 L0,-10.4 L3.4,-6.2 L6.6,-9 L5.6,-2.6 Z"
    balls = "".join(circle(x, y, 0.85, d.gold, d.ink, 0.3) for x, y in ((-6.6, -9.2), (0, -10.8), (6.6, -9.2)))
    return (
        path(points, d.gold, d.ink, LINE)
        + balls
        + path("M-5.4,-3.9 L5.4,-3.9", "none", d.ink, 0.25)
        + "".join(
            path(polygon([(x, -5.4), (x + 0.8, -4.6), (x, -3.9 + 0.1), (x - 0.8, -4.6)]), d.first) for x in (-3, 0, 3)
        )
    )


def _cap(d: Dress) -> str:
    """A flat cap with a feather."""
    feather = "M3,-6 C8,-8 10.5,-12 9.5,-15.5 C6,-14 3.5,-11 2,-6.5 Z"
    return (
        path(feather, d.white, d.ink, 0.35)
        + path("M2.6,-6.4 C5.4,-9 7.6,-12 9.2,-15", "none", d.ink, 0.2)
        + path("M-6.4,-2.8 C-8,-8.6 7.6,-9.4 6.6,-2.8 C3,-4.6 -3,-4.6 -6.4,-2.8 Z", d.first, d.ink, LINE)
        + path("M-6.6,-2.4 C-3,-4.6 3,-4.6 6.8,-2.4 L6.4,-3.9 C3,-5.8 -3,-5.8 -6.2,-3.9 Z", d.gold, d.ink, 0.25)
    )


def _hat(d: Dress) -> str:
    """A wide-brimmed hat with a plume that falls to the back."""
    return (
        path("M-4.4,-3.4 C-4.6,-9.6 4.6,-9.6 4.4,-3.4 Z", d.third, d.ink, LINE)
        + path("M-9,-2.6 C-5,-5.6 5,-5.6 9,-2.6 C5,-1.6 -5,-1.6 -9,-2.6 Z", d.third, d.ink, LINE)
        + path("M-4.4,-4.4 C-2,-5.4 2,-5.4 4.4,-4.4", "none", d.gold, 0.9)
        + path("M2,-6 C5,-11 11,-10 13,-4 C10,-5.6 7,-5.4 3.4,-4.6 Z", d.white, d.ink, 0.35)
    )


def _diadem(d: Dress) -> str:
    """A low crown over a veil."""
    return (
        path(
            "M-5.4,-3 L-6,-7.2 L-3,-5.6 L0,-8.4 L3,-5.6 L6,-7.2 L5.4,-3 C2,-4.4 -2,-4.4 -5.4,-3 Z", d.gold, d.ink, LINE
        )
        + "".join(circle(x, y, 0.8, d.first, d.ink, 0.25) for x, y in ((-6, -7.4), (0, -8.7), (6, -7.4)))
        + path("M-4.6,-4.3 C-2,-5.4 2,-5.4 4.6,-4.3", "none", d.ink, 0.22)
    )


def _helmet(d: Dress) -> str:
    """An open helmet with a crest of feathers."""
    return (
        path("M-1,-8.6 C1,-14 8,-13.6 9.4,-6 C6,-9 3,-8.6 1,-7.4 Z", d.first, d.ink, 0.35)
        + path(
            "M-6.2,1.4 C-7.6,-10.6 7.6,-10.6 6.2,1.4 L4.4,1.4 L4.2,-2.6 C2,-4 -2,-4 -4.2,-2.6 L-4.4,1.4 Z",
            d.silver,
            d.ink,
            LINE,
        )
        + path("M0,-7.4 L0,-3.8", "none", d.ink, 0.35)
        + path("M-5.4,-3.4 C-2,-5.4 2,-5.4 5.4,-3.4", "none", d.gold, 0.9)
    )


def _imperial(d: Dress) -> str:
    """A crown closed by arches, with a ball on top."""
    return (
        path("M-5.8,-3 C-8.4,-10.4 -2,-11.6 0,-8.6 C2,-11.6 8.4,-10.4 5.8,-3 Z", d.first, d.ink, LINE)
        + path("M-4.6,-4 C-6,-8.6 -2.4,-9.6 0,-8.4 C2.4,-9.6 6,-8.6 4.6,-4 M0,-8.6 L0,-4", "none", d.gold, 1.1)
        + path("M-5.8,-2.4 L-6.2,-5 C-2,-6.2 2,-6.2 6.2,-5 L5.8,-2.4 C2,-3.6 -2,-3.6 -5.8,-2.4 Z", d.gold, d.ink, 0.35)
        + circle(0, -10, 1.2, d.gold, d.ink, 0.3)
    )


def _tall_crown(d: Dress) -> str:
    """A high crown with five points."""
    points = (
        "M-5.4,-2.6 L-6.4,-10.6 L-3.8,-7 L-3.2,-11.6 L-1,-7.4 L0,-12.4 L1,-7.4 L3.2,-11.6 L3.8,-7 L6.4,-10.6 "
        "L5.4,-2.6 Z"
    )
    return path(points, d.gold, d.ink, LINE) + rect(-5.4, -5, 10.8, 1.6, d.first, d.ink, 0.25)


def _wreath(d: Dress) -> str:
    """Leaves around the hair."""
    leaves = "".join(place(ellipse(0, -6.6, 0.9, 1.9, d.third, d.ink, 0.2), turn=turn) for turn in range(-75, 76, 25))
    return place(leaves, 0, 1)


HATS: Mapping[str, Callable[[Dress], str]] = MappingProxyType(
    {
        "crown": _crown,
        "tall crown": _tall_crown,
        "imperial crown": _imperial,
        "diadem": _diadem,
        "cap": _cap,
        "hat": _hat,
        "helmet": _helmet,
        "wreath": _wreath,
    }
)
"""What figures wear on their heads."""


def hand(x: float, y: float, d: Dress) -> str:
    """A closed hand."""
    return circle(x, y, 2.1, d.skin, d.ink, LINE)


def limb(d: Dress, cloth: str, joints: str, width: float = 5.6) -> str:
    """An arm in a sleeve along the joints' line."""
    ends = 'stroke-linejoin="round" stroke-linecap="round"'
    return path(joints, "none", d.ink, width + 2 * LINE, ends) + path(joints, "none", cloth, width, ends)
