"""Court cards: figures, portraits, double-ended busts, emblems, letters or large symbols in a field of the card."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from companion.artwork.busts import BUSTS, FIELD, THINGS, double_ended
from companion.artwork.emblems import EMBLEMS
from companion.artwork.figures import FIGURES
from companion.artwork.glyphs import write_at
from companion.artwork.heads import Dress
from companion.artwork.numbers import clipping_svg
from companion.artwork.portraits import PORTRAITS
from companion.artwork.spanish_layouts import LONG
from companion.artwork.style import DeckStyle
from companion.artwork.svg import place, rect

_FIGURE_HEIGHT, _FIGURE_WIDTH = 84.0, 44.0
_CLIPPING = "clipping"

APART: Mapping[str, tuple[tuple[float, float, float], ...]] = MappingProxyType(
    {
        "sides": ((0.11, 0.55, 0.0), (0.89, 0.55, 180.0)),
        "above": ((0.14, 0.17, 0.0), (0.86, 0.17, 0.0)),
        "below": ((0.13, 0.82, 0.0), (0.87, 0.82, 0.0)),
        "corner": ((0.84, 0.8, 0.0),),
        "chest": ((0.5, 0.72, 25.0),),
        "shoulder": ((0.83, 0.28, 0.0),),
    }
)
"""Where symbols stand that nobody holds: parts of the field's width and height, turn in degrees."""


@dataclass(frozen=True, slots=True)
class Court:
    """One court card to be drawn.

    Attributes:
        style: The deck's style.
        rank: The card's rank.
        role: Who it shows by the rules, a key of `figures.FIGURES`.
        dress: The figure's colours.
        symbol: The suit's symbol, 1 high around the origin.
        held: The suit's symbol as a standing figure holds it, in the figure's frame.
        colour: The suit's colour.
        suit: The suit, for symbols that stand by themselves.
    """

    style: DeckStyle
    rank: str
    role: str
    dress: Dress
    symbol: str
    held: str
    colour: str
    suit: str

    @property
    def shown(self) -> str:
        """The role that the picture shows."""
        return self.style.courts.cast.get(self.role, self.role)

    @property
    def kind(self) -> str:
        """The way in which it is shown, a key of `COURTS`: the deck's, but where there is a clipping of this court."""
        courts = self.style.courts
        return _CLIPPING if (self.suit, self.rank) in courts.clippings else courts.kind

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the picture's field."""
        (width, height), (left, top) = self.style.size_mm, self.style.courts.field
        return left, top, width - 2 * left, height - 2 * top


def _in_box(court: Court, picture: str, width: float, height: float) -> str:
    """Stretch a picture over the field, its width by a fifth at most."""
    left, top, across, down = court.box
    scale_y = down / height
    scale_x = min(max(across / width, 0.8 * scale_y), 1.2 * scale_y)
    x = left + (across - width * scale_x) / 2
    return f'<g transform="translate({x:.3f} {top:.3f}) scale({scale_x:.4f} {scale_y:.4f})">{picture}</g>'


def _bust(court: Court) -> str:
    draw, hat, thing = BUSTS[court.shown]
    look = court.style.courts
    dress, definitions = court.dress.woven()
    half = draw(dress, look.hats.get(court.shown, hat), THINGS[look.things.get(court.shown, thing)](dress))
    return _in_box(court, definitions + double_ended(half, look.sash, dress), *FIELD)


def _figure(court: Court) -> str:
    draw, hat = FIGURES[court.shown]
    dress, definitions = court.dress.woven()
    look = court.style.courts
    drawn = draw(dress, look.hats.get(court.shown, hat), "" if look.apart else court.held)
    left, top, across, down = court.box
    scale = min(down / _FIGURE_HEIGHT, across / _FIGURE_WIDTH)
    shift = 0.4 if court.shown == "king" else 1.5
    return definitions + place(drawn, left + across / 2 + shift * scale, top + down - 2.2 * scale, scale)


def _portrait(court: Court) -> str:
    left, top, across, down = court.box
    drawn = PORTRAITS[court.style.courts.portraits[court.role]](court.dress)
    return place(drawn, left + across / 2, top + down * 0.46, min(across, down / 1.3) * 0.92)


def _beside(court: Court) -> str:
    """Return the symbols that stand by themselves, long ones twice as high as the others."""
    look, (left, top, across, down) = court.style.courts, court.box
    size = max(look.symbol, 8.0) * (2.2 if court.suit in LONG else 1.3)
    return "".join(
        place(court.symbol, left + x * across, top + y * down, size, turn if court.suit in LONG else 0.0)
        for x, y, turn in APART[look.apart]
    )


def _emblem(court: Court) -> str:
    left, top, across, down = court.box
    x, y, size = left + across / 2, top + down / 2, min(across, down / 2) * 0.72
    inks = court.style.inks
    drawn = EMBLEMS[court.role](court.colour, inks.ink, inks.gold)
    return place(drawn, x, y - size * 0.55, size) + place(court.symbol, x, y + size * 0.6, size * 0.8)


def _letter(court: Court) -> str:
    left, top, across, down = court.box
    x, y, size = left + across / 2, top + down / 2, min(across * 0.8, down * 0.42)
    label = court.style.label(court.rank)
    written = write_at(court.style.index.face, label, court.colour, x, y - size * 1.08, size, widest=across * 0.8)
    return written + place(court.symbol, x, y + size * 0.6, size * 0.9)


def _large_symbol(court: Court) -> str:
    left, top, across, down = court.box
    return place(court.symbol, left + across / 2, top + down / 2, min(across * 0.85, down * 0.6))


def _clipped(court: Court) -> str:
    piece = court.style.courts.clippings[court.suit, court.rank]
    left, top, across, down = court.box
    size = min(down, across / piece.aspect)
    return place(clipping_svg(piece), left + across / 2, top + down / 2, size)


COURTS: Mapping[str, Callable[[Court], str]] = MappingProxyType(
    {
        "bust": _bust,
        "figure": _figure,
        "portrait": _portrait,
        "emblem": _emblem,
        "letter": _letter,
        "symbol": _large_symbol,
        _CLIPPING: _clipped,
    }
)
"""Ways to show a court; `bust` looks the same upside down."""


def court_svg(court: Court) -> str:
    """Return the picture of a court card with its frame and its suit's symbols."""
    look, (width, height) = court.style.courts, court.style.size_mm
    left, top, across, down = court.box
    ink = court.style.inks.ink
    parts = [rect(left, top, across, down, look.fill, radius=0.8)] if look.fill else []
    picture = COURTS[court.kind](court)
    mirrored = look.mirrored and court.kind in ("bust", "figure", "portrait", _CLIPPING)
    parts.append(f'<g transform="translate({width} 0) scale(-1 1)">{picture}</g>' if mirrored else picture)
    if look.apart and court.kind in ("figure", "portrait"):
        parts.append(_beside(court))
    if look.symbols != "none" and court.kind != _CLIPPING:
        inset = look.symbol * 0.68
        corner = place(court.symbol, left + inset, top + inset * 1.1, look.symbol)
        parts.append(corner)
        if look.symbols == "two":
            parts.append(place(corner, width, height, turn=180))
    if look.framed:
        parts.append(rect(left, top, across, down, stroke=ink, width=0.5, radius=0.8))
    return "".join(parts)
