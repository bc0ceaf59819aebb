"""What a deck looks like, as values: the plain decks and the random ones are the same drawing with other values.

Lengths are millimetres of the card unless said otherwise.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from companion.artwork.glyphs import Face
from companion.artwork.palette import Palette, SuitColours

Spot = tuple[float, float, float]
"""Where a symbol stands: x, y (millimetres, or parts of a field), turn in degrees."""


@dataclass(frozen=True, slots=True)
class IndexStyle:
    """The rank (and suit) in the corners.

    Attributes:
        face: Typeface.
        height: Height of the letters; 0 leaves the indices out.
        width: Room for the letters; wider ones are squeezed.
        suit: Height of the suit's symbol, 0 for none.
        beside: The symbol stands beside the rank instead of below it.
        place: Name of one of `indices.PLACES`.
        inset: Distance from the card's left and upper edges.
        at_edge: Ranks start at the index's left edge instead of standing in its middle.
        in_ink: Written in the colour of outlines instead of the suit's.
        plate: A piece of paper lies under the index, so that it shows on top of a picture.
    """

    face: Face
    height: float
    width: float
    suit: float = 0.0
    beside: bool = False
    place: str = "two"
    inset: tuple[float, float] = (4.0, 4.0)
    at_edge: bool = False
    in_ink: bool = False
    plate: bool = False


@dataclass(frozen=True, slots=True)
class FrameStyle:
    """The line around a card's picture.

    Attributes:
        margin: Distance from the card's left and upper edges.
        line: Width of the line, 0 for none.
        second: Distance to a second line inside, 0 for none.
        broken: Spanish cards only: the level lines are broken as the suit demands.
        radius: Radius of the corners (of unbroken frames).
        fill: Colour inside, None for the paper's.
    """

    margin: tuple[float, float] = (4.0, 4.0)
    line: float = 0.0
    second: float = 0.0
    broken: bool = False
    radius: float = 0.0
    fill: str | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that fills a card's middle.

    Attributes:
        motif: Name of one of `pictures.PICTURES`.
        colours: Four of them.
        lots: Six numbers between 0 and 1 that make each picture its own.
    """

    motif: str
    colours: tuple[str, str, str, str]
    lots: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Clipping:
    """A piece of a picture that is printed in place of a drawing.

    Attributes:
        data: The picture (PNG), in base 64.
        aspect: Its width divided by its height.
        height: Its height against that of the drawing whose place it takes.
    """

    data: str
    aspect: float
    height: float = 1.0


@dataclass(frozen=True, slots=True)
class Layout:
    """The symbols of one Spanish number card.

    Attributes:
        size: Height of a symbol on the plain deck's card.
        spots: Where they stand, in parts of the field.
    """

    size: float
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class PipStyle:
    """The symbols of the number cards.

    Attributes:
        shapes: Number of each suit's shape in `pips.PIPS`, in the deck's order of suits.
        size: French: height of a symbol. Spanish: size against the plain deck's.
        field: Left and upper edge of the field that the symbols are spread over.
        layout: ``pips``, ``one`` (one large symbol) or ``giant`` (one large rank with its symbol).
        stretch: Width of a symbol against its plain width.
        turned: French: the lower half stands on its head.
        ace: Height of the ace's symbol against the plain deck's.
        ornate: French: the aces' symbols carry ornaments.
        mixed: More colours for a suit's symbols on one card, taken in turn.
        leaning: Spanish: the four outer swords and clubs lean towards the middle.
        layouts: Spanish: by suit and rank, the layout where it is not the usual one (`spanish_layouts`, `scattered`).
        sizes: Spanish: by suit and rank, factors on the size of a card's symbols, where they are not the layout's.
        pointing: Spanish: where swords and clubs point: ``in`` to the middle, ``out`` from it, ``up``, or ``by turns``.
        tilt: Spanish: swords and clubs are turned so far, degrees.
        capsized: Spanish: cups and coins of the lower half stand on their head.
        jewels: Spanish: by suit, how its symbols are set with stones: a name of `jewels.JEWELS`.
        pictures: By card code, what fills the middle of the card in place of symbols and courts; empty in most decks.
        clippings: By suit, pieces of pictures that stand for its symbols, taken in turn on one card; drawn where there
            are none.
    """

    shapes: tuple[int, ...] = (0, 0, 0, 0)
    size: float = 1.0
    field: tuple[float, float] = (12.4, 8.0)
    layout: str = "pips"
    stretch: float = 1.0
    turned: bool = True
    ace: float = 1.0
    ornate: bool = False
    mixed: Mapping[str, tuple[SuitColours, ...]] = dataclasses.field(default_factory=dict)
    leaning: bool = False
    layouts: Mapping[tuple[str, str], Layout] = dataclasses.field(default_factory=dict)
    sizes: Mapping[tuple[str, str], float] = dataclasses.field(default_factory=dict)
    pointing: str = "in"
    tilt: float = 0.0
    capsized: bool = False
    jewels: Mapping[str, str] = dataclasses.field(default_factory=dict)
    pictures: Mapping[str, Picture] = dataclasses.field(default_factory=dict)
    clippings: Mapping[str, tuple[Clipping, ...]] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CourtStyle:
    """The court cards.

    Attributes:
        kind: Name of one of `courts.COURTS`.
        field: Left and upper edge of the picture.
        framed: A line around the picture.
        fill: Colour behind the picture, None for the paper's.
        mirrored: The picture's left and right are exchanged.
        symbols: Suit symbols in the picture's corners: ``none``, ``one`` or ``two`` (the second turned round).
        symbol: Height of these symbols.
        hats: By role, names of `heads.HATS` that replace the usual ones.
        things: By role, names of `busts.THINGS` that replace the usual ones.
        fabrics: Names of `fabrics.FABRICS` for the three cloths, empty text for plain cloth.
        sash: The band between the two halves: ``falling``, ``rising``, ``level`` or ``line``.
        cast: By role, who is shown instead: decks have beardless kings, women as jacks and horsemen as kings.
        portraits: By role, a name of `portraits.PORTRAITS`; for courts that are portraits.
        apart: Name of one of `courts.APART`: where the suit's symbols stand beside portraits, and beside figures that
            do not hold one; empty text for figures that do.
        clippings: By suit and rank, pieces of pictures that stand for the court; drawn where there is none.
    """

    kind: str = "bust"
    field: tuple[float, float] = (11.5, 9.0)
    framed: bool = False
    fill: str | None = None
    mirrored: bool = False
    symbols: str = "two"
    symbol: float = 8.4
    hats: Mapping[str, str] = dataclasses.field(default_factory=dict)
    things: Mapping[str, str] = dataclasses.field(default_factory=dict)
    fabrics: tuple[str, str, str] = ("", "", "")
    sash: str = "falling"
    cast: Mapping[str, str] = dataclasses.field(default_factory=dict)
    portraits: Mapping[str, str] = dataclasses.field(default_factory=dict)
    apart: str = ""
    clippings: Mapping[tuple[str, str], Clipping] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class GroundStyle:
    """What is printed pale behind everything else.

    Attributes:
        kind: Name of one of `grounds.GROUNDS`.
        colour: Of the print.
        letters: What is written, where it is letters; where it is not, their number makes more tips or rays.
        face: Typeface of the letters.
        size: Width and height, as parts of the card's.
        line: Width of its lines, as a part of its own width.
        turn: Degrees clockwise.
    """

    kind: str
    colour: str
    letters: str
    face: Face
    size: tuple[float, float]
    line: float
    turn: float


@dataclass(frozen=True, slots=True)
class Ornament:
    """What stands between the symbols of a number card.

    Attributes:
        kind: Name of one of `ornaments.ORNAMENTS`, or a ribbon.
        colours: Its own, that of outlines and a light one.
        letters: What is written, where something is.
        face: Typeface of the letters.
        size: Part of the room that it takes.
        turn: Degrees clockwise.
    """

    kind: str
    colours: tuple[str, str, str]
    letters: str
    face: Face
    size: float
    turn: float


@dataclass(frozen=True, slots=True)
class DeckStyle:
    """Everything about the faces of one deck.

    Attributes:
        size_mm: Width and height of a card.
        corner: Radius of the card's corners.
        inks: Colours.
        index: Corner indices.
        frame: Line around the picture.
        pips: Number cards.
        courts: Court cards.
        labels: What is written for a rank, where it is not the rank itself.
        ground: What is printed behind everything else, None for plain paper.
        ornaments: Spanish: by suit and rank, what stands between the symbols.
    """

    size_mm: tuple[float, float]
    corner: float
    inks: Palette
    index: IndexStyle
    frame: FrameStyle
    pips: PipStyle
    courts: CourtStyle
    labels: Mapping[str, str] = dataclasses.field(default_factory=dict)
    ground: GroundStyle | None = None
    ornaments: Mapping[tuple[str, str], Ornament] = dataclasses.field(default_factory=dict)

    def label(self, rank: str) -> str:
        """Return what is written for a rank."""
        return self.labels.get(rank, rank)
