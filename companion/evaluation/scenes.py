"""Rendered scenes with exact labels, and pictures without any card."""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np

from companion.cards import DECKS, FRENCH52, SEVEN_SUITORS, SPANISH48
from companion.errors import UnusableError
from companion.evaluation.apart import TABLE_CARDS, table_picture
from companion.evaluation.labels import LabelledCard, LabelledPicture, PictureSet
from companion.simulation.lamp import Sensor
from companion.simulation.lights import LIGHTS
from companion.synth.closeup import READABLE_INDEX, READABLE_WHOLE
from companion.synth.designs import Design, DesignFolder, find_designs
from companion.synth.drawn import ProductDesign, RandomDesign
from companion.synth.icons import ICONS, IconFolder
from companion.synth.scene import DesignSource, Scene, SceneCard, Sources, render_scene
from companion.synth.surfaces import list_pictures
from companion.vision.finder import shrink
from companion.vision.sources.pictures import read_picture
from companion.vision.types import FloatArray

WIDTH, HEIGHT = 1920, 1080
"""Of the rendered scenes: what the camera over the table hands out."""
LEAST_WANTED = 0.4
"""A card of which less is visible may be found or not, unless its index is in view."""
LEAST_INDEXED = 0.12
"""A card that shows its index has to be found from here on."""
READABLE_DECKS = (SPANISH48.id, FRENCH52.id, SEVEN_SUITORS.id)
_UNSEEN = 9_000_000
"""First number of the random styles that no training uses."""
_STYLES = 3
_FEWER = 3
"""Cards that lie apart are six, five and four by turns."""
_BY_LOT = 9_800_000
"""First number of the styles of decks by lot that lie apart."""
_PRINTED = 9_700_000
"""First number of the styles of decks with small pictures that lie apart."""
_COUNTED = 9_600_000
"""First number of the styles of decks without indices that lie apart."""
_SMALL, _SMALL_SIZES = (640, 360), (0.16, 0.4)
"""Width and height of pictures that a program drew on, and heights of their cards as parts of the picture's."""
_LITTERED_SIZES, _LITTERED_EMPTY = (0.07, 0.3), 1 / 3
"""Heights of cards on tables on which things lie about, as parts of the picture's; and how many have no card."""
_ITALIAN, _ITALIAN_NUMBERS = "italian40", 7
_SEED = 20_240
_RenderScene = Callable[[int, Sources], Scene]
"""Renders the scene of a number with the only design of its sources."""
_HEIGHT_CLASSES = (
    (80.0, "height up to 80 pixels"),
    (160.0, "height 80 to 160 pixels"),
    (np.inf, "height over 160 pixels"),
)


def rendered_sets(art: Path | None, backgrounds: Path | None, part: str, count: int) -> list[PictureSet]:
    """Return rendered scenes, one set for every deck of ours, and tables with cards apart; the designs take turns.

    The `fit` part has tables with decks by lot as well, which models may be chosen by: in styles of the kind that is
    learned from, of which no training has seen one, with symbols and courts borrowed from the designs of `art`. And it
    has tables with the number cards of Italian designs, which no reader learns from, as those of a Spanish deck, and
    with decks by lot whose suits and courts are small pictures of sets that no training has seen. Small pictures of
    tables on which some program drew rectangles and captions are there as well, and tables on which things lie about
    that are no cards, a third of them without any card. Tables with decks by lot are there a second time, half as large
    and as a camera in a dark room takes them.

    Args:
        art: Folder `<group>/<part>/<design>/<card code>.webp`; None takes the project's own decks, plain and in styles
            made up by lot: the models were trained on the plain ones, and on other styles of the same kind.
        backgrounds: Pictures to lay cards on; None draws all surfaces.
        part: `fit` or `check`; the project's own decks are `fit`.
        count: Scenes a deck.

    Raises:
        UnusableError: There are no designs.
    """
    if art is None:
        return [_own_set(deck, backgrounds, count) for deck in READABLE_DECKS]
    found = find_designs(art, part)
    sets = [
        _set("rendered", part, deck, designs, backgrounds, count) for deck, designs in found.items() if deck in DECKS
    ]
    # Nobody but the project draws this one.
    sets.append(_own_set(SEVEN_SUITORS.id, backgrounds, count))
    apart = [_apart(part, deck, designs, backgrounds, count) for deck, designs in found.items() if deck in DECKS]
    by_lot = [_by_lot(deck, found, backgrounds, count) for deck in READABLE_DECKS] if part == "fit" else []
    if part == "fit":
        by_lot += [_in_the_dark(tables) for tables in by_lot]
        by_lot += [
            _set(source, part, deck, designs, backgrounds, count, render)
            for source, render in (("rendered-drawn-over", _scene_drawn_over), ("rendered-littered", _scene_littered))
            for deck, designs in found.items()
            if deck in DECKS
        ]
    italian = [_NumberCards(folder) for folder in found.get(_ITALIAN, ())] if part == "fit" else []
    if italian:
        tables = partial(_lay_apart, italian, backgrounds, count)
        by_lot.append(PictureSet("rendered-italian", part, SPANISH48.id, count, tables))
    pictures = art / ICONS / "check"
    if part == "fit" and pictures.is_dir():
        icons = partial(_lay_apart, _with_pictures(pictures, count), backgrounds, count, named=False)
        by_lot.append(PictureSet("rendered-icons", part, SPANISH48.id, count, icons))
        counted = partial(_lay_counted, pictures, tuple(found.get(SPANISH48.id, ())), backgrounds, count)
        by_lot.append(PictureSet("rendered-counted", part, SPANISH48.id, count, counted))
    return [*sets, *apart, *by_lot]


@dataclass(frozen=True)
class _NumberCards:
    """An Italian design's cards from 1 to 7: their suits are the Spanish ones, and so are their ranks."""

    folder: DesignFolder

    def load(self) -> Design:
        design = self.folder.load()
        numbers = {code: face for code, face in design.faces.items() if int(code.split("-")[0]) <= _ITALIAN_NUMBERS}
        return replace(design, faces=numbers, deck=SPANISH48.id)


def _own_set(deck: str, backgrounds: Path | None, count: int) -> PictureSet:
    styles = [RandomDesign(deck, _UNSEEN + number) for number in range(_STYLES)]
    return _set("rendered-own", "fit", deck, [ProductDesign(deck), *styles], backgrounds, count)


def _set(
    source: str,
    part: str,
    deck: str,
    designs: Sequence[DesignSource],
    backgrounds: Path | None,
    count: int,
    render: _RenderScene | None = None,
) -> PictureSet:
    scenes = partial(_render, deck, designs, backgrounds, count, render or _plain_scene)
    return PictureSet(source, part, deck, count, scenes)


def _apart(part: str, deck: str, designs: Sequence[DesignSource], backgrounds: Path | None, count: int) -> PictureSet:
    return PictureSet("rendered-apart", part, deck, count, partial(_lay_apart, designs, backgrounds, count))


def _by_lot(deck: str, found: Mapping[str, Sequence[DesignFolder]], backgrounds: Path | None, count: int) -> PictureSet:
    """Return tables with decks by lot: one deck for every three tables."""
    lenders = tuple(found.get(deck, ()))
    decks = [RandomDesign(deck, _BY_LOT + number, lenders=lenders) for number in range(-(-count // _FEWER))]
    return PictureSet(
        "rendered-by-lot", "fit", deck, count, partial(_lay_apart, decks, backgrounds, count, named=False)
    )


def _in_the_dark(tables: PictureSet) -> PictureSet:
    """Return tables half as large, as a camera in a dark room takes them."""
    return replace(tables, source="rendered-dark", pictures=partial(_take_in_the_dark, tables))


def _take_in_the_dark(tables: PictureSet) -> Iterator[LabelledPicture]:
    width, height = WIDTH // 2, HEIGHT // 2
    sensor = Sensor(np.random.default_rng([_SEED, 3]), width, height, LIGHTS["dusk"])
    for number, picture in enumerate(tables.pictures()):
        cards = tuple(replace(card, outline=_halved(card.outline)) for card in picture.cards)
        yield replace(
            picture, image=sensor.expose(shrink(picture.image, width, height), number / tables.count), cards=cards
        )


def _halved(outline: FloatArray | None) -> FloatArray | None:
    # Middles of pixels are whole numbers; what is scaled is the picture from edge to edge.
    return None if outline is None else np.asarray((outline + 0.5) / 2 - 0.5, np.float32)


def _with_pictures(folder: Path, count: int) -> list[DesignSource]:
    """Return decks by lot with small pictures: one deck for every three tables."""
    return [
        RandomDesign(SPANISH48.id, _PRINTED + number, icons=IconFolder(folder, share=1.0))
        for number in range(-(-count // _FEWER))
    ]


def _lay_counted(
    pictures: Path, lenders: tuple[DesignFolder, ...], backgrounds: Path | None, count: int
) -> Iterator[LabelledPicture]:
    """Yield tables with decks by lot that have symbols to count and no index to read: one deck for every three."""
    designs = (
        RandomDesign(
            SPANISH48.id,
            _COUNTED + number,
            lenders=lenders,
            icons=IconFolder(pictures, share=float(number % 2)),
            faint=True,
        )
        for number in itertools.count()
    )
    countable = (design for design in designs if design.load().countable)
    yield from _lay_apart(list(itertools.islice(countable, -(-count // _FEWER))), backgrounds, count, named=False)


def _lay_apart(
    designs: Sequence[DesignSource], backgrounds: Path | None, count: int, *, named: bool = True
) -> Iterator[LabelledPicture]:
    """Yield tables; `named` cards are counted by their design, too."""
    for number in range(count):
        cards_here = TABLE_CARDS - number % _FEWER
        design = designs[number // _FEWER % len(designs)].load()
        picture = table_picture(np.random.default_rng([_SEED, number]), design, backgrounds, cards_here)
        traits = (f"design {design.name}",) if named else ()
        cards = tuple(replace(card, traits=traits) for card in picture.cards)
        yield replace(picture, name=f"table {number}", cards=cards)


def _render(
    deck: str,
    designs: Sequence[DesignSource],
    backgrounds: Path | None,
    count: int,
    render: _RenderScene,
) -> Iterator[LabelledPicture]:
    for number in range(count):
        design = designs[number % len(designs)]
        scene = render(number, Sources({deck: [design]}, {deck: 1.0}, backgrounds))
        yield label_scene(scene, f"scene {number}", deck, design.load().name)


def _plain_scene(number: int, sources: Sources) -> Scene:
    return render_scene(np.random.default_rng([_SEED, number]), sources, WIDTH, HEIGHT)


def _scene_drawn_over(number: int, sources: Sources) -> Scene:
    rng = np.random.default_rng([_SEED, 1, number])
    return render_scene(rng, sources, *_SMALL, _SMALL_SIZES, 0.0, marked=1.0)


def _scene_littered(number: int, sources: Sources) -> Scene:
    rng = np.random.default_rng([_SEED, 2, number])
    return render_scene(rng, sources, WIDTH, HEIGHT, _LITTERED_SIZES, _LITTERED_EMPTY, littered=1.0)


def label_scene(scene: Scene, name: str, deck: str, design: str) -> LabelledPicture:
    """Turn a rendered scene's exact labels into those that are scored."""
    cards = tuple(_label(card, design) for card in scene.cards)
    return LabelledPicture(name, scene.image, deck, cards, outlines="oriented", corners_exact=True)


def _label(card: SceneCard, design: str) -> LabelledCard:
    indexed = card.index_visible >= READABLE_INDEX and card.visible >= LEAST_INDEXED
    height = float(np.linalg.norm(card.corners[3] - card.corners[0]))
    return LabelledCard(
        name=card.code,
        outline=card.corners.astype(np.float32),
        face_up=card.face_up,
        wanted=card.visible >= LEAST_WANTED or (card.face_up and indexed),
        readable=card.face_up and (card.visible >= READABLE_WHOLE or indexed),
        shows_top=card.face_up and not card.symmetric,
        traits=(f"design {design}", next(text for most, text in _HEIGHT_CLASSES if height <= most)),
    )


def background_set(folder: Path) -> PictureSet:
    """Return the pictures of a folder, and of those inside it, as pictures in which there is no card to find.

    A picture's kind is the folder inside the given one that it lies in.

    Raises:
        UnusableError: There are no pictures.
    """
    paths = list_pictures(folder)
    if not paths:
        raise UnusableError(f"{folder}: no pictures found")
    return PictureSet("backgrounds", "", "", len(paths), partial(_without_cards, folder, paths))


def _without_cards(folder: Path, paths: tuple[Path, ...]) -> Iterator[LabelledPicture]:
    for path in paths:
        place = path.relative_to(folder)
        yield LabelledPicture(
            place.as_posix(),
            read_picture(path),
            SPANISH48.id,
            (),
            named_by=None,
            outlines="oriented",
            kind=place.parts[0] if len(place.parts) > 1 else "",
        )
