"""The reader without pixels: how often and how surely it is wrong."""

import random

import pytest

from companion.cards import DECKS
from companion.simulation.alike import lookalikes
from companion.simulation.misreading import Faults, MisreadingReader

NUMBER_CARD = {"spanish48": "6-cups", "french52": "8H", "seven-suitors": "4:8"}


@pytest.mark.parametrize("deck", DECKS)
def test_near_cards_are_likelier_mistakes(deck) -> None:
    for code, (others, weights) in lookalikes(deck).items():
        assert code not in others
        assert set(others) == set(DECKS[deck].codes) - {code}
        assert list(weights) == sorted(weights)
    code = NUMBER_CARD[deck]
    others, sums = lookalikes(deck)[code]
    suit = DECKS[deck].suit_of[code]
    weights = (total - before for total, before in zip(sums, (0.0, *sums), strict=False))
    same_suit = sum(w for other, w in zip(others, weights, strict=True) if DECKS[deck].suit_of[other] == suit)
    assert same_suit > 0.5 * sums[-1]


@pytest.mark.parametrize("rate", [0.01, 0.05])
def test_looks_are_wrong_about_as_often_as_asked(rate) -> None:
    wrong = looks = 0
    for seed in range(200):
        reader = MisreadingReader("french52", Faults.measured(rate), random.Random(seed))
        for code in DECKS["french52"].codes:
            laid = reader.lay(code)
            for _ in range(2):
                looks += 1
                wrong += reader.read(laid, clear=True)[0][0] != code
    assert 0.65 * rate < wrong / looks < 1.4 * rate


def test_most_misreadings_last_as_long_as_the_card_lies_there() -> None:
    alike = differ = 0
    for seed in range(40):
        reader = MisreadingReader("spanish48", Faults.measured(0.05), random.Random(seed))
        for code in DECKS["spanish48"].codes:
            laid = reader.lay(code)
            first, second = (reader.read(laid, clear=True)[0][0] for _ in range(2))
            if first != code:
                alike += second == first
                differ += second != first
    assert alike > 1.5 * differ > 0


def test_without_faults_every_look_is_right_and_sure() -> None:
    reader = MisreadingReader("seven-suitors", Faults(), random.Random(1))
    for code in DECKS["seven-suitors"].codes:
        (best, sure), *_ = reader.read(reader.lay(code), clear=True)
        assert best == code
        assert sure > 0.95


def test_a_misreading_is_less_sure_than_a_right_reading() -> None:
    right, wrong = [], []
    for seed in range(40):
        reader = MisreadingReader("french52", Faults.measured(0.05), random.Random(seed))
        for code in DECKS["french52"].codes:
            (best, sure), *_ = reader.read(reader.lay(code), clear=True)
            (right if best == code else wrong).append(sure)
    assert sum(right) / len(right) > 0.9 > sum(wrong) / len(wrong) + 0.1
