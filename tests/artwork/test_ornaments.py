"""What stands between the symbols of Spanish number cards and must not be counted."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from companion.artwork import DeckArt
from companion.artwork.ornaments import ORNAMENTS, RIBBON
from companion.artwork.spanish import PLAIN, face_svg
from companion.artwork.style import Ornament
from companion.artwork.styles.ornamented import ornamented
from companion.cards import SPANISH48

CODES = ("1-cups", "2-cups", "4-coins", "3-clubs", "5-swords")


def picture(style, code):
    art = DeckArt(SPANISH48, style.size_mm, lambda card: face_svg(style, card), "")
    return art.image(code, 240)[..., :3].astype(int)


@pytest.mark.parametrize("kind", [*sorted(ORNAMENTS), RIBBON])
def test_ornaments_show_and_leave_symbols_and_indices_as_they_are(kind):
    ornament = Ornament(kind, ("#7a1fa2", "#202020", "#ffd75e"), "FABRICA", PLAIN.index.face, 0.9, 0.0)
    ranks = {(code.split("-")[1], code.split("-")[0]): ornament for code in CODES}
    style = replace(PLAIN, ornaments=ranks)
    shown = 0
    for code in CODES:
        before, after = picture(PLAIN, code), picture(style, code)
        changed = np.abs(before - after).max(axis=2) > 40
        printed = np.abs(before - before[30, 4]).max(axis=2) > 60
        assert (changed & printed).sum() < 0.03 * printed.sum(), code
        shown += changed.mean() > 0.001
    assert shown == len(CODES)
    assert (picture(PLAIN, "6-cups") == picture(style, "6-cups")).all(), "of other cards nothing changes"


def test_half_of_the_decks_have_some_and_suits_of_coins_none_that_could_be_a_coin():
    styles = [ornamented(np.random.default_rng(seed), PLAIN) for seed in range(200)]
    assert 70 < sum(bool(style.ornaments) for style in styles) < 130
    chosen = [(suit, rank, ornament.kind) for style in styles for (suit, rank), ornament in style.ornaments.items()]
    assert {kind for _, _, kind in chosen} == {*ORNAMENTS, RIBBON}
    assert not {("coins", "flower"), ("coins", "medal")} & {(suit, kind) for suit, _, kind in chosen}
    ranks = Counter(int(rank) for _, rank, _ in chosen)
    assert set(ranks) == set(range(1, 10)), "courts have none"
    assert ranks[3] > 2 * ranks[8]
