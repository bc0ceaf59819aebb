"""Packages with decks that anyone can fetch, and how each lays its cards out.

Only free licences; what could not be told from a package's own copyright file is left out. Of every family of decks
the same designs are kept for checking as in the artwork that the shipped models were trained on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

SUITS = "CDHS"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
BACK = "back"
CODES = tuple(f"{rank}{suit}" for suit in SUITS for rank in RANKS)
"""Codes of `french52` in the order of the grids: clubs, diamonds, hearts, spades; ace to king."""

_NUMBERS = tuple(str(number) for number in range(1, 14))
_WORDS = ("ace", *RANKS[1:10], "jack", "queen", "king")
_SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")


@dataclass(frozen=True)
class CardFiles:
    """A file a card.

    Attributes:
        name: Of the design in the artwork folder.
        paths: Path in the package by card code, `BACK` among them where there is one; SVG or a bitmap.
        bare: They hold what is printed alone, and are to be laid on white paper.
    """

    name: str
    paths: Mapping[str, str]
    bare: bool = False


@dataclass(frozen=True)
class CardGrid:
    """One SVG with 13 columns, ace to king, and 5 rows: clubs, diamonds, hearts, spades; jokers and the back."""

    name: str
    path: str


@dataclass(frozen=True)
class CardElements:
    """One SVG with an element a card, wherever it lies; the back's is called `back`.

    Attributes:
        name: Of the design in the artwork folder.
        path: In the package.
        pattern: What a card's element is called by `rank` (`1` to `10`, `jack`, `queen`, `king`) and `suit` (`club`).
    """

    name: str
    path: str
    pattern: str = "{rank}_{suit}"


Layout = CardFiles | CardGrid | CardElements


@dataclass(frozen=True)
class Package:
    """A package of a registry.

    Attributes:
        manager: Program that fetches it: "apt", "npm" or "pip".
        name: As the registry writes it.
        version: The one that the designs were looked at in.
        licence: Of the pictures.
        designs: What of it is used.
    """

    manager: str
    name: str
    version: str
    licence: str
    designs: Sequence[Layout]

    @property
    def command(self) -> str:
        """How to fetch the archive into the folder one stands in."""
        return {
            "apt": f"apt-get download {self.name}={self.version}",
            "npm": f"npm pack {self.name}@{self.version}",
            "pip": f"pip download --no-deps {self.name}=={self.version}",
        }[self.manager]

    @property
    def patterns(self) -> tuple[str, ...]:
        """Names of its archive or unpacked folder: with the version that was looked at, then with any other."""
        if self.manager == "apt":
            version = self.version.replace(":", "%3a")
            return f"{self.name}_{version}_*.deb", f"{self.name}_*.deb", self.name
        if self.manager == "npm":
            stem = self.name.removeprefix("@").replace("/", "-")
            return f"{stem}-{self.version}.tgz", f"{stem}-[0-9]*.tgz", stem
        stem = self.name.replace("-", "_")
        return f"{stem}-{self.version}-*.whl", f"{stem}-[0-9]*.whl", stem


def find_package(package: Package, downloads: Path) -> Path | None:
    """Return where a package was fetched to; None where it is not there."""
    return next((path for pattern in package.patterns for path in sorted(downloads.glob(pattern))), None)


def _files(name: str, pattern: str, ranks: Sequence[str], suits: Sequence[str], back: str | None = None) -> CardFiles:
    """Return the layout of files that are called by rank and suit (in the order of `RANKS` and `SUITS`)."""
    words = [(rank, suit) for suit in suits for rank in ranks]
    paths = {code: pattern.format(rank=rank, suit=suit) for code, (rank, suit) in zip(CODES, words, strict=True)}
    return CardFiles(name, paths if back is None else {**paths, BACK: back})


_AISLERIOT = "usr/share/aisleriot/cards"
_AISLERIOT_DECKS = (
    "ancient_french", "anglo", "anglo_modern", "anglo_modern_4_color", "anglo_poker", "atlasnye", "bellot", "berlin",
    "dondorf", "gnomangelo", "guyenne-classic", "lattmann", "neoclassical", "neoclassical_4_color", "orell",
    "ornamental", "paris", "plastic", "rheinland", "simplistic", "slavic_costumes", "tango", "tango_nuevo",
)  # fmt: skip
_CARDDECKS = "usr/share/carddecks"
_CARDDECKS_DECKS = {
    "ancient-egyptians": "Ancient_Egyptians", "dondorf": "dondorf", "gm-paris": "paris", "jolly-royal": "jolly-royal",
    "konqi-modern": "konqi", "nicu-ornamental": "ornamental", "nicu-white": "white", "oxygen": "oxygen",
    "oxygen-air": "oxygen-air", "oxygen-white": "oxygen-white", "penguins": "penguins", "standard": "standard",
    "tigullio-international": "tigullio-international", "xskat-french": "french",
}  # fmt: skip
_OPENCLIPART = "usr/share/openclipart/svg/recreation/games/cards"
_LOWER = tuple(rank.lower() for rank in RANKS)
_TEN_IS_T = tuple("T" if rank == "10" else rank for rank in RANKS)
_KENNARD = "package/src/images"
_CASINO = "package/dist/assets/png/cards"
_ARCADE = "arcade/resources/assets/images/cards"

_PLAIN_COURTS = _files(
    "pypi-ultimate-card-deck-simplecourts", "Ultimate_Card_Deck/deck/{rank}_of_{suit}.png", _WORDS, _SUIT_WORDS,
    "Ultimate_Card_Deck/deck/card_back.PNG",
)  # fmt: skip

PACKAGES: Sequence[Package] = (
    Package(
        "apt", "gnome-cards-data", "1:3.22.23-1", "GPL-3.0-or-later",
        [
            *(CardGrid(f"gnomedeb-{deck.replace('_', '-')}", f"{_AISLERIOT}/{deck}.svgz") for deck in _AISLERIOT_DECKS),
            # Its grid does not fill the drawing.
            CardElements("gnomedeb-tigullio", f"{_AISLERIOT}/tigullio.svgz", "{suit}_{rank}"),
        ],
    ),
    Package(
        "apt", "kdegames-card-data-kf5", "4:22.12.3-1", "GPL-2.0-or-later, LGPL",
        [
            CardElements(f"kdedeb-{deck}", f"{_CARDDECKS}/svg-{deck}/{stem}.svgz")
            for deck, stem in _CARDDECKS_DECKS.items()
        ],
    ),
    Package(
        "apt", "openclipart-svg", "1:0.18+dfsg-19", "public domain",
        [
            _files(f"deb-openclipart-{deck}", f"{_OPENCLIPART}/{deck}/{deck}_{{suit}}_{{rank}}.svg", _LOWER, "cdhs")
            for deck in ("bordered", "ornamental", "simple", "white")
        ],
    ),
    Package(
        "apt", "racket-common", "8.7+dfsg1-1", "LGPL-2.1-or-later",
        [
            _files(
                "deb-racket", "usr/share/racket/pkgs/games/cards/hicolor/card-{rank}-{suit}@2x.png",
                tuple(str(number) for number in range(13)), "0123",
                "usr/share/racket/pkgs/games/cards/hicolor/card-back@2x.png",
            )
        ],
    ),
    Package(
        "npm", "@heruka_urgyen/react-playing-cards", "0.5.0", "CC0-1.0",
        [
            _files(f"npm-kennard-{name}", f"{_KENNARD}/{folder}/{{rank}}{{suit}}.svg", _TEN_IS_T, SUITS,
                   f"{_KENNARD}/back.svg")
            for name, folder in (
                ("2color", "2color"), ("2color-bigface", "2color-bf"),
                ("4color", "4color"), ("4color-bigface", "4color-bf"),
            )
        ],
    ),
    Package(
        "npm", "cardsJS", "1.1.1", "LGPL-3.0",
        [_files("npm-cardsjs-aguilar", "package/cards/{rank}{suit}.svg", RANKS, SUITS, "package/cards/Red_Back.svg")],
    ),
    Package(
        "npm", "deck-of-cards", "0.1.8", "MIT",
        [replace(_files("npm-deck-of-cards", "package/example/faces/{suit}_{rank}.svg", _NUMBERS, "2310",
                        "package/example/faces/back.png"), bare=True)],
    ),
    Package(
        "npm", "@andrewcreated/deck-of-cards.js", "1.0.0", "Unlicense",
        [_files("npm-andrewcreated", "package/dist/CardImages/ {rank}_of_{suit}.svg", _WORDS, _SUIT_WORDS,
                "package/dist/CardImages/card_back.svg")],
    ),
    Package(
        "npm", "react-casino", "0.2.6", "MIT",
        [_files("npm-react-casino", f"{_CASINO}/{{rank}}{{suit}}.png", _TEN_IS_T, SUITS, f"{_CASINO}/BACK.png")],
    ),
    Package(
        "npm", "svg-cards", "4.0.2", "LGPL-2.1",
        [_files("npm-svg-cards-bellot", "package/png/2x/{suit}_{rank}.png", ("1", *_WORDS[1:]),
                ("club", "diamond", "heart", "spade"), "package/png/2x/back.png")],
    ),
    Package(
        "npm", "@younestouati/playing-cards-standard-deck", "3.0.0", "LGPL-3.0",
        [_files("npm-younestouati", "package/cards/{rank}{suit}.svg", _NUMBERS, "cdhs")],
    ),
    Package(
        "pip", "arcade", "3.3.3", "CC0-1.0",
        [_files("pypi-arcade-kenney", f"{_ARCADE}/card{{suit}}{{rank}}.png", RANKS,
                ("Clubs", "Diamonds", "Hearts", "Spades"), f"{_ARCADE}/cardBack_blue3.png")],
    ),
    Package(
        "pip", "Ultimate-Card-Deck", "0.0.5", "public domain",
        [_PLAIN_COURTS, replace(_PLAIN_COURTS, name="pypi-ultimate-card-deck", paths={
            code: path.replace(".png", "2.png") if code[0] in "JQK" else path
            for code, path in _PLAIN_COURTS.paths.items()
        })],
    ),
)  # fmt: skip

CHECK = frozenset({"gnomedeb-rheinland", "npm-kennard-4color-bigface", "npm-react-casino"})
"""Designs for checking only; all others are for training."""
