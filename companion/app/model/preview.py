"""What a source shows before a game: the live picture, and what is read in it, without a table or rules."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from companion.app.model.looking import Opener, SourceLook
from companion.app.model.opening import EyesMaker, kept_calibration, unused_calibration
from companion.cards import DECKS, card_name
from companion.errors import UnusableError
from companion.language import ENGLISH, Language
from companion.vision.capture import Capture, open_capture
from companion.vision.eyes import Eyes, ModelEyes
from companion.vision.mirror import TrueEyes
from companion.vision.tabletop.check import CameraCheck, Grade, Report
from companion.vision.types import Frame, SeenCard

_PAUSE = 0.4
"""Seconds between two looks for cards: enough for a person who lays one down, and light work for the machine."""

_SURE = 0.85
"""A card read with such a chance is named without a doubt."""

_SMALL_CARD = 80.0
"""Pixels of a card's height below which its index is hard to read."""


@dataclass(frozen=True, slots=True)
class ReadCard:
    """One card in the picture.

    Attributes:
        corners: Four pixels of the frame, clockwise.
        code: What it is taken for; None for a back and for a face that cannot be read.
        face_up: Whether its face shows.
        sure: Whether it is read without a doubt.
        height: Pixels of its longer side.
        number: What names the card to whoever looks; None where nothing can be asked about it.
    """

    corners: tuple[tuple[float, float], ...]
    code: str | None
    face_up: bool
    sure: bool
    height: float
    number: int | None = None


class Preview(SourceLook):
    """A source in which cards are read.

    Attributes:
        cards: What was last seen; None before the first look.
        report: What the camera check makes of the last looks; None before the first.
        mirrored: Whether the camera was found to mirror; its pictures are turned round then.
        unused: Why the calibration that is kept for the camera is not used; None where it is, or there is none.
    """

    def __init__(
        self, source: str, deck: str, eyes: EyesMaker = ModelEyes.shipped, opener: Opener | None = None
    ) -> None:
        """Begin to open the source.

        Args:
            source: Camera number, path or address.
            deck: Id of the deck that cards are read as.
            eyes: Loads what finds and reads the cards.
            opener: Opens the source; turned as its calibration says where None.
        """
        self.mirrored = False
        self.unused: UnusableError | None = None
        self.cards: tuple[ReadCard, ...] | None = None
        self.report: Report | None = None
        self._deck, self._make_eyes = deck, eyes
        self._check = CameraCheck()
        self._eyes: Eyes | None = None
        super().__init__(source, opener or _open_as_calibrated)

    def _prepare(self) -> None:
        eyes = self._make_eyes()
        # Who calibrated the camera has said whether it mirrors.
        if isinstance(eyes, ModelEyes) and kept_calibration(self.source) is None:
            eyes = TrueEyes(eyes, eyes.reader, self._put_right)
        self._eyes = eyes

    def _put_right(self) -> None:
        self.mirrored = True
        self._turn_round()

    def _see(self, frame: Frame) -> float:
        assert self._eyes is not None
        if self.cards is None:
            height, width = frame.image.shape[:2]
            self.unused = unused_calibration(self.source, width, height)
        seen = self._eyes.look(frame.image, self._deck)
        self._check.look(frame.image, [card.corners for card in seen if card.face_up])
        self.report = self._check.report()
        self.cards = tuple(read_card(card) for card in seen)
        return _PAUSE


def _open_as_calibrated(source: str) -> Capture:
    calibration = kept_calibration(source)
    return open_capture(source, orientation=calibration.orientation if calibration is not None else None)


def preview_of(source: str, deck: str, taught: str) -> Preview:
    """Begin to look at a source with eyes that know a taught deck, by its name; empty for the usual designs."""
    return Preview(source, deck, lambda: ModelEyes.shipped(taught or None, deck))


def read_card(card: SeenCard) -> ReadCard:
    """Return a seen card as a preview shows it."""
    sides = np.linalg.norm(card.corners - np.roll(card.corners, -1, axis=0), axis=1)
    best = card.best
    return ReadCard(
        corners=tuple((float(x), float(y)) for x, y in card.corners),
        code=best[0] if best is not None else None,
        face_up=card.face_up,
        sure=best is not None and best[1] >= _SURE,
        height=float(sides.max()),
    )


_SIGNS: Mapping[Grade, str] = {"good": "✓", "fair": "–", "poor": "✗"}


def checked(
    report: Report | None, language: Language = ENGLISH, *, mirrored: bool = False, unused: UnusableError | None = None
) -> str:
    """Return what the camera check found, a line each: what is well, and what to change; empty without cards.

    Args:
        report: What was found; None without cards.
        language: The language to say it in.
        mirrored: Whether the camera was found to mirror.
        unused: Why its calibration is not used; None where it is, or there is none.
    """
    lines = [
        f"{_SIGNS[finding.grade]}  {language.text(finding.check.title)}"
        + ("" if finding.grade == "good" else f": {language.text(finding.check.advice)}")
        for finding in (report.findings if report is not None else ())
    ]
    if mirrored:
        told = language.text("The camera mirrors its picture: left and right are put right.")
        lines.insert(0, f"{_SIGNS['good']}  {told}")
    if unused is not None:
        told = language.text("The calibration of this camera is not used: {reason}")
        lines.insert(0, f"{_SIGNS['poor']}  {told.format(reason=unused.told(language))}")
    return "\n".join(lines)


def verdict(cards: tuple[ReadCard, ...] | None, deck: str, language: Language = ENGLISH) -> tuple[str, bool]:
    """Return what a person is told about the cards seen, and whether all is well.

    Args:
        cards: What was seen; None before the first look.
        deck: Id of the deck.
        language: The language to say it in.
    """
    say = language.text
    if cards is None:
        return say("Looking for cards …"), True
    faces = [card for card in cards if card.face_up]
    if not cards:
        return say("Lay one card face up on the table to test."), True
    if not faces:
        return say("A card lies face down. Turn it over to test."), True
    if max(card.height for card in faces) < _SMALL_CARD:
        return say(
            "The card is small in the picture. Bring the camera nearer, so that it sees little but the table."
        ), False
    named = [card for card in faces if card.code is not None]
    doubtful = not named or not all(card.sure for card in named)
    if not named or (len(faces) == 1 and doubtful):
        return say("A card lies there and cannot be read surely. More light, or a camera straight above, helps."), False
    names = language.listed(card_name(DECKS[deck].parse(card.code or ""), language) for card in named)
    return say("I see: {cards}").format(cards=names), not doubtful
