"""Random styles: repeatable, readable as far as a program can tell, and truly different from each other."""

import pickle
from itertools import combinations

import cv2
import numpy as np
import pytest

from companion.artwork import BACK, DeckArt
from companion.artwork.styles import random_back, random_style
from companion.artwork.styles.french_styles import random_french
from companion.artwork.styles.spanish_styles import random_spanish
from companion.cards import FRENCH52
from companion.errors import UnusableError

DECKS = ("french52", "spanish48", "seven-suitors")


def _style(deck_id: str, seed: int) -> DeckArt:
    return random_style(deck_id, np.random.default_rng(seed))


@pytest.mark.parametrize("deck_id", DECKS)
def test_same_seed_gives_the_same_deck(deck_id: str) -> None:
    one, other = _style(deck_id, 5), _style(deck_id, 5)
    for code in (*one.codes, BACK):
        assert one.svg(code) == other.svg(code)
    assert np.array_equal(one.image(one.codes[7], 200), other.image(one.codes[7], 200))


@pytest.mark.parametrize("deck_id", DECKS)
def test_seeds_give_different_decks(deck_id: str) -> None:
    documents = {_style(deck_id, seed).svg(_style(deck_id, seed).codes[3]) for seed in range(20)}
    assert len(documents) == 20


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("deck_id", DECKS)
def test_no_two_cards_of_a_deck_look_alike(deck_id: str, seed: int) -> None:
    art = _style(deck_id, seed)
    pictures = {code: np.ascontiguousarray(art.image(code, 200)[..., :3]) for code in art.codes}
    for (one, picture), (other, beside) in combinations(pictures.items(), 2):
        same = cv2.inRange(cv2.absdiff(picture, beside), (0, 0, 0), (45, 45, 45))
        assert (same == 0).mean() > 0.002, f"{one} and {other} look alike"


@pytest.mark.parametrize("deck_id", DECKS)
def test_many_decks_render_every_card(deck_id: str) -> None:
    for seed in range(100, 120):
        art = _style(deck_id, seed)
        code = art.codes[seed % len(art.codes)]
        for name in (code, art.codes[-1], BACK):
            picture = art.image(name, 120)
            assert picture.shape == (120, round(120 * art.size_mm[0] / art.size_mm[1]), 4)
            assert picture[0, 0, 3] < 12  # next to nothing of a corner pixel is card
            assert picture[60, picture.shape[1] // 2, 3] == 255


@pytest.mark.parametrize("deck_id", DECKS)
def test_ranks_stand_out_from_the_paper(deck_id: str) -> None:
    for seed in range(40):
        art = _style(deck_id, seed)
        grey = cv2.cvtColor(art.image(art.codes[1], 300)[..., :3], cv2.COLOR_BGR2GRAY)[12:-12, 12:-12]
        paper = np.median(grey)
        assert np.abs(grey.astype(int) - paper).max() > 70, f"seed {seed}: nothing to read"


def test_backs_look_the_same_upside_down() -> None:
    for seed in range(40):
        art = DeckArt(FRENCH52, (60.0, 90.0), str, random_back(np.random.default_rng(seed), (60.0, 90.0)))
        picture = art.image(BACK, 270).astype(int)
        assert np.abs(picture - picture[::-1, ::-1]).mean() < 4, f"seed {seed}"


@pytest.mark.parametrize("deck_id", DECKS)
def test_decks_can_be_sent_to_other_processes(deck_id: str) -> None:
    art = _style(deck_id, 3)
    copy = pickle.loads(pickle.dumps(art))
    assert np.array_equal(copy.image(art.codes[-1], 150), art.image(art.codes[-1], 150))


def test_unknown_decks_are_named() -> None:
    with pytest.raises(UnusableError, match="tarot"):
        _style("tarot", 1)


@pytest.mark.parametrize(
    ("deck_id", "courts"), [("french52", ("JS", "QS", "KS")), ("spanish48", ("10-cups", "12-cups"))]
)
def test_anybody_may_be_shown_on_the_courts_of_some_decks_and_the_index_tells_them_apart(
    deck_id: str, courts: tuple[str, ...]
) -> None:
    make = random_french if deck_id == "french52" else random_spanish
    styles = {seed: make(np.random.default_rng(seed)) for seed in range(60)}
    cast = [seed for seed, style in styles.items() if style.courts.cast and style.courts.kind in ("bust", "figure")]
    assert 0 < len(cast) < 30
    for seed in cast[:3]:
        pictures = [_style(deck_id, seed).image(code, 300)[..., :3].astype(int) for code in courts]
        assert np.abs(pictures[0] - pictures[-1]).max() > 70
