"""Pictures for the finder: whole scenes with the oriented box of every card."""

from abc import ABC, abstractmethod
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from companion.synth.scene import Scene, SceneCard, Sources, render_scene
from companion.training.chunks import Labels

SCENES_A_CHUNK = 500
WIDTH, HEIGHT = 448, 352
CLASSES = ("face", "back")
LEAST_VISIBLE = 0.12
"""Cards that show less than this are not labelled: nobody could say that they are there."""
_SIZES, _USUAL_SIZES = (0.05, 1.0), (0.1, 0.6)
"""Heights of the cards as parts of the picture's height: all that there are, and what they mostly are."""
_SHARE_USUAL = 0.5
_CROWDED_CHUNKS = 3
"""In one chunk of so many the cards mostly cover each other."""
_LARGER, _LARGE_AND_SMALL, _SHARE_LARGER = (0.14, 0.6), (0.08, 1.0), 0.7
_SHARE_CROWDED = 0.75
"""The same for outliner and spotter: a card in a cut-out of its own is 84 pixels high."""
SHARE_MARKED = 0.3
"""Of pictures on which some program drew rectangles and captions."""
_SHARE_LITTERED = 0.4
"""Of tables on which things lie about that are no cards."""
_EDGE = 0.08
"""How far, as a part of the picture, the middle of a labelled card may lie outside."""


@dataclass(frozen=True)
class SceneChunkMaker(ABC):
    """Renders chunks of scenes; picklable."""

    sources: Sources
    seed: int

    @abstractmethod
    def like(self, rng: np.random.Generator, number: int) -> tuple[tuple[float, float], bool]:
        """Return what sizes the cards of the next scene of a chunk have, and whether they mostly cover each other."""

    def __call__(self, number: int) -> tuple[npt.NDArray[np.uint8], Labels]:
        """Return a whole chunk; see `scenes`."""
        return self.scenes(number, SCENES_A_CHUNK)

    def scenes(self, number: int, count: int) -> tuple[npt.NDArray[np.uint8], Labels]:
        """Return a chunk's first (N, H, W, 3) pictures; of their M cards `corners`, `kind`, `picture` and `visible`.

        Corners are (M, 4, 2) pixels, kinds (M,) indices of CLASSES; what is visible of a card is a part of it.
        """
        cv2.setNumThreads(1)
        sources = self.sources.for_pictures(number)
        images = np.empty((count, HEIGHT, WIDTH, 3), np.uint8)
        corners: list[npt.NDArray[np.float64]] = []
        kinds: list[int] = []
        pictures: list[int] = []
        visible: list[float] = []
        for index in range(count):
            rng = np.random.default_rng([self.seed, number, index])
            sizes, crowded = self.like(rng, number)
            scene = draw_scene(rng, sources, sizes, crowded=crowded)
            images[index] = scene.image
            for card in labelled(scene):
                corners.append(card.corners)
                kinds.append(CLASSES.index("face" if card.face_up else "back"))
                pictures.append(index)
                visible.append(card.visible)
        return images, {
            "corners": np.array(corners, np.float32).reshape(-1, 4, 2),
            "kind": np.array(kinds, np.int64),
            "picture": np.array(pictures, np.int64),
            "visible": np.array(visible, np.float32),
        }


class FinderChunkMaker(SceneChunkMaker):
    """Scenes for the finder and the close look: cards of all sizes, crowded ones in every third chunk."""

    def like(self, rng: np.random.Generator, number: int) -> tuple[tuple[float, float], bool]:
        """See `SceneChunkMaker.like`."""
        return _USUAL_SIZES if rng.random() < _SHARE_USUAL else _SIZES, number % _CROWDED_CHUNKS == 2


class OutlineChunkMaker(SceneChunkMaker):
    """Scenes for outliner and spotter, made for cards that others cover: mostly crowded, hardly any tiny cards."""

    def like(self, rng: np.random.Generator, number: int) -> tuple[tuple[float, float], bool]:  # noqa: ARG002
        """See `SceneChunkMaker.like`."""
        return _LARGER if rng.random() < _SHARE_LARGER else _LARGE_AND_SMALL, rng.random() < _SHARE_CROWDED


def draw_scene(
    rng: np.random.Generator, sources: Sources, sizes: tuple[float, float] = _SIZES, *, crowded: bool = False
) -> Scene:
    """Render a scene as the networks learn from it; see `render_scene`."""
    shares = {"marked": SHARE_MARKED, "littered": _SHARE_LITTERED}
    return render_scene(rng, sources, WIDTH, HEIGHT, sizes, crowded=crowded, **shares)


def labelled(scene: Scene) -> list[SceneCard]:
    """Return the cards that count as visible."""
    height, width = scene.image.shape[:2]
    return [
        card
        for card in scene.cards
        if card.visible >= LEAST_VISIBLE and lies_within(card.corners[None], width, height)[0]
    ]


def lies_within(corners: npt.NDArray[np.floating], width: int, height: int) -> npt.NDArray[np.bool_]:
    """Tell which of N cards (N, 4, 2) have their middle in a picture, or so near to it that they are labelled."""
    middles = corners.mean(axis=1)
    low, high = -_EDGE * np.array([width, height]), (1 + _EDGE) * np.array([width, height])
    return np.asarray(np.all((middles > low) & (middles < high), axis=1))
