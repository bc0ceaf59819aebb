"""A reader that needs no network: the middle of a crop is its embedding, and how it is painted its reading."""

# ruff: noqa: ARG002 (fakes take what the real ones take)

import numpy as np
from finders import MissesNothing

from companion.cards import deck as deck_by_id
from companion.vision.reader import Perceived, Reader, cut_out
from companion.vision.rectify import CROP_HEIGHT, CROP_WIDTH
from companion.vision.types import Detections, Readings

DECK = "french52"
CODES = deck_by_id(DECK).codes
_RNG = np.random.default_rng(3)
LOOKS = _RNG.integers(30, 225, (len(CODES), 5, 4, 3)).astype(np.uint8)
"""Coarse patterns, one a card."""


def crop_of(code, light=0):
    """Return the crop of a card; the same card in other light is brighter throughout."""
    pattern = LOOKS[CODES.index(code)].astype(np.int16) + light
    return np.kron(np.clip(pattern, 0, 255), np.ones((CROP_HEIGHT // 5, CROP_WIDTH // 4, 1))).astype(np.uint8)


def picture_of(*codes, light=0):
    """Return a picture of cards in a row, and where they lie."""
    image = np.full((CROP_HEIGHT + 40, (CROP_WIDTH + 30) * len(codes) + 30, 3), 90, np.uint8)
    corners = []
    for place, code in enumerate(codes):
        x, y = 30 + place * (CROP_WIDTH + 30), 20
        image[y : y + CROP_HEIGHT, x : x + CROP_WIDTH] = crop_of(code, light)
        corners.append([[x, y], [x + CROP_WIDTH, y], [x + CROP_WIDTH, y + CROP_HEIGHT], [x, y + CROP_HEIGHT]])
    return image, np.array(corners, np.float32).reshape(-1, 4, 2)


class FakeReader:
    """Reads what it is told to; embeds crops by their coarse pattern."""

    decks = (DECK,)

    def __init__(self, readings=None, fingerprint="one", embeds=True):
        self.told = readings or {}
        self.fingerprint = fingerprint
        self.embeds = embeds

    def perceive(self, crops):
        coarse = np.array([crop[16::32, 14::28].reshape(-1) for crop in crops], np.float32).reshape(
            len(crops), LOOKS[0].size
        )
        middle = coarse - coarse.mean(axis=1, keepdims=True) if len(crops) else coarse
        return Perceived(coarse, middle if self.embeds else middle[:, :0])

    def readings(self, perceived, deck):
        """Name the nearest pattern, or what the reader was told to take it for."""
        chances = np.full((len(perceived.chances), len(CODES)), 1e-6, np.float32)
        turned = np.zeros(len(chances), np.float32)
        for row, coarse in enumerate(perceived.chances):
            upright = np.abs(LOOKS.reshape(len(CODES), -1) - coarse).mean(axis=1)
            over = np.abs(LOOKS[:, ::-1, ::-1].reshape(len(CODES), -1) - coarse).mean(axis=1)
            turned[row] = float(over.min() < upright.min())
            code = CODES[int(np.minimum(upright, over).argmin())]
            for taken, chance in self.told.get(code, {code: 0.995}).items():
                chances[row, CODES.index(taken)] = chance
        return Readings(CODES, chances, turned, np.zeros(len(chances), np.float32))

    def certainty(self, chances):
        readings = self.readings(Perceived(chances, chances[:, :0]), DECK)
        return readings.probabilities.max(axis=1)

    perceive_again = Reader.perceive_again
    _count = Reader._count
    _counter = None
    _magnifier = None
    _other_way_round = np.arange(LOOKS[0].size)[::-1]

    def read(self, image, corners, deck, newcomers=None):
        return self.readings(self.perceive(cut_out(image, corners)), deck)


class FakeFinder(MissesNothing):
    """Finds the cards where the test has put them."""

    def __init__(self):
        self.corners = np.zeros((0, 4, 2), np.float32)

    def find(self, image, card_height=None, threshold=None):
        count = len(self.corners)
        return Detections(self.corners, np.full(count, 0.9, np.float32), np.ones(count, np.bool_))
