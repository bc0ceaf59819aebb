"""Rendered scenes and pictures without cards."""

import cv2
import numpy as np
import pytest

from companion.errors import UnusableError
from companion.evaluation.scenes import HEIGHT, WIDTH, background_set, label_scene, rendered_sets
from companion.synth.markings import random_markings
from companion.synth.scene import Scene, SceneCard

CORNERS = np.array([[10, 10], [80, 10], [80, 110], [10, 110]], np.float64)


def labelled(scale=1.0, **card):
    shown = {"code": "AS", "face_up": True, "symmetric": False, "visible": 1.0, "index_visible": 1.0, **card}
    scene = Scene(
        np.zeros((200, 200, 3), np.uint8), (SceneCard(deck="french52", corners=CORNERS * scale, **shown),), "x"
    )
    return label_scene(scene, "scene", "french52", "some design").cards[0]


@pytest.mark.parametrize(
    ("visible", "index", "wanted", "readable"),
    [
        (1.0, 1.0, True, True),
        (0.65, 0.0, True, True),
        (0.5, 0.5, True, False),
        (0.2, 0.9, True, True),
        (0.2, 0.5, False, False),
        (0.05, 0.9, False, False),
    ],
)
def test_what_must_be_found_and_read(visible, index, wanted, readable):
    card = labelled(visible=visible, index_visible=index)
    assert (card.wanted, card.readable) == (wanted, readable)


def test_backs_are_found_and_not_read():
    card = labelled(code=None, face_up=False)
    assert (card.name, card.face_up, card.wanted, card.readable, card.shows_top) == (None, False, True, False, False)
    assert labelled(code=None, face_up=False, visible=0.2).wanted is False


def test_a_card_alike_both_ways_shows_no_top():
    assert labelled().shows_top
    assert not labelled(symmetric=True).shows_top


@pytest.mark.parametrize(("scale", "trait"), [(0.5, "up to 80"), (1.0, "80 to 160"), (3.0, "over 160")])
def test_traits_are_the_design_and_how_large_the_card_appears(scale, trait):
    assert labelled(scale).traits == ("design some design", f"height {trait} pixels")


def test_scenes_are_the_same_every_time():
    for pictures in rendered_sets(None, None, "check", 1):
        (once,), (again,) = pictures.pictures(), pictures.pictures()
        assert once.image.shape == (HEIGHT, WIDTH, 3)
        assert (once.image == again.image).all()
        assert [card.name for card in once.cards] == [card.name for card in again.cards]
        assert (once.deck, once.corners_exact) == (pictures.deck, True)


def test_without_artwork_the_projects_own_decks_are_taken():
    sets = rendered_sets(None, None, "check", 7)
    assert [(s.source, s.part, s.deck, s.count) for s in sets] == [
        ("rendered-own", "fit", "spanish48", 7),
        ("rendered-own", "fit", "french52", 7),
        ("rendered-own", "fit", "seven-suitors", 7),
    ]


def test_artwork_of_the_part_takes_turns(tmp_path):
    for design in ("one", "two"):
        for group, code, part in (
            ("spanish", "1-cups", "check"),
            ("french", "AS", "fit"),
            ("italian", "1-cups", "check"),
        ):
            folder = tmp_path / group / part / design
            folder.mkdir(parents=True)
            cv2.imwrite(str(folder / f"{code}.png"), np.full((120, 80, 3), 200, np.uint8))
    pictures, own, apart = rendered_sets(tmp_path, None, "check", 40)
    assert (apart.source, apart.part, apart.deck) == ("rendered-apart", "check", "spanish48")
    assert (own.source, own.deck) == ("rendered-own", "seven-suitors")
    assert (pictures.source, pictures.part, pictures.deck) == ("rendered", "check", "spanish48")
    traits = []
    for picture in pictures.pictures():
        traits.append({card.traits[0] for card in picture.cards})
        if len(traits) == 4:
            break
    assert all(seen <= {f"design {('one', 'two')[number % 2]}"} for number, seen in enumerate(traits))
    assert set().union(*traits) == {"design one", "design two"}


def test_decks_by_lot_lie_apart_in_the_part_that_models_may_be_chosen_by(tmp_path):
    folder = tmp_path / "french" / "fit" / "one"
    folder.mkdir(parents=True)
    cv2.imwrite(str(folder / "AS.png"), np.full((120, 80, 3), 200, np.uint8))
    by_lot = [found for found in rendered_sets(tmp_path, None, "fit", 4) if found.source == "rendered-by-lot"]
    assert [(found.part, found.deck, found.count) for found in by_lot] == [
        ("fit", "spanish48", 4),
        ("fit", "french52", 4),
        ("fit", "seven-suitors", 4),
    ]
    tables = list(by_lot[1].pictures())
    assert [len(table.cards) for table in tables] == [6, 5, 4, 6]
    assert all(card.traits == () for table in tables for card in table.cards)
    again = next(iter(by_lot[1].pictures()))
    assert np.array_equal(again.image, tables[0].image)


def test_number_cards_of_italian_designs_lie_apart_as_spanish_ones_in_the_part_that_models_may_be_chosen_by(tmp_path):
    for part in ("fit", "check"):
        folder = tmp_path / "italian" / part / "one"
        folder.mkdir(parents=True)
        for code in ("1-cups", "7-swords", "10-coins"):
            cv2.imwrite(str(folder / f"{code}.png"), np.full((120, 60, 3), 200, np.uint8))
    found = {each.source: each for each in rendered_sets(tmp_path, None, "fit", 2)}
    tables = list(found["rendered-italian"].pictures())
    assert [table.deck for table in tables] == ["spanish48"] * 2
    assert all({card.name for card in table.cards} == {"1-cups", "7-swords"} for table in tables)
    assert {card.traits for table in tables for card in table.cards} == {("design one",)}
    assert "rendered-italian" not in {each.source for each in rendered_sets(tmp_path, None, "check", 2)}


def test_decks_with_small_pictures_and_without_indices_lie_apart_in_the_part_that_models_may_be_chosen_by(tmp_path):
    for name, shape in {
        "french/fit/one/AS": (120, 80, 3),
        "french/check/one/AS": (120, 80, 3),
        "icons/check/cups/set-mug": (60, 60, 4),
        "icons/check/12/set-king": (90, 60, 4),
    }.items():
        (tmp_path / name).parent.mkdir(parents=True)
        cv2.imwrite(str(tmp_path / f"{name}.png"), np.full(shape, (200, 20, 90, 255)[: shape[2]], np.uint8))
    found = {each.source: each for each in rendered_sets(tmp_path, None, "fit", 3)}
    for source in ("rendered-icons", "rendered-counted"):
        tables = list(found[source].pictures())
        assert [len(table.cards) for table in tables] == [6, 5, 4]
        assert found[source].deck == "spanish48"
        again = next(iter(found[source].pictures()))
        assert np.array_equal(again.image, tables[0].image)
    assert not {each.source for each in rendered_sets(tmp_path, None, "check", 2)} & {
        "rendered-icons",
        "rendered-counted",
    }


def keep_two_cards(folder):
    """Keep a French design of two plain cards as artwork, in both parts."""
    for part in ("fit", "check"):
        (folder / f"french/{part}/one").mkdir(parents=True)
        for code in ("AS", "KD"):
            cv2.imwrite(str(folder / f"french/{part}/one/{code}.png"), np.full((120, 80, 3), 200, np.uint8))


def test_tables_that_a_program_drew_on_are_in_the_part_that_models_may_be_chosen_by(tmp_path, monkeypatch):
    drawn = []

    def noted(rng, quads, width, height):
        drawn.append((width, height))
        return random_markings(rng, quads, width, height)

    monkeypatch.setattr("companion.synth.scene.random_markings", noted)
    keep_two_cards(tmp_path)
    found = {each.source: each for each in rendered_sets(tmp_path, None, "fit", 4)}
    tables = list(found["rendered-drawn-over"].pictures())
    assert [table.deck for table in tables] == ["french52"] * 4
    assert all(table.corners_exact and table.cards for table in tables)
    assert drawn == [(640, 360)] * 4
    assert "rendered-drawn-over" not in {each.source for each in rendered_sets(tmp_path, None, "check", 2)}


def test_tables_on_which_things_lie_about_are_in_the_part_that_models_may_be_chosen_by(tmp_path):
    keep_two_cards(tmp_path)
    found = {each.source: each for each in rendered_sets(tmp_path, None, "fit", 9)}
    tables = list(found["rendered-littered"].pictures())
    assert 1 <= sum(not table.cards for table in tables) <= 6, "a third of them without a card"
    again = next(iter(found["rendered-littered"].pictures()))
    assert np.array_equal(again.image, tables[0].image)
    assert "rendered-littered" not in {each.source for each in rendered_sets(tmp_path, None, "check", 2)}


def test_tables_in_a_dark_room_are_those_with_decks_by_lot_half_as_large(tmp_path):
    keep_two_cards(tmp_path)
    found = rendered_sets(tmp_path, None, "fit", 2)
    bright, dark = (
        [table for each in found if (each.source, each.deck) == (source, "french52") for table in each.pictures()]
        for source in ("rendered-by-lot", "rendered-dark")
    )
    assert len(dark) == len(bright) == 2
    for lit, dim in zip(bright, dark, strict=True):
        assert dim.image.shape == (540, 960, 3)
        assert dim.image.mean() < 0.6 * lit.image.mean()
        assert [card.name for card in dim.cards] == [card.name for card in lit.cards]
        assert np.allclose(dim.cards[0].outline[1] + 0.5, (lit.cards[0].outline[1] + 0.5) / 2, atol=1e-3)
    assert "rendered-dark" not in {each.source for each in rendered_sets(tmp_path, None, "check", 2)}


def test_a_folder_without_artwork_is_named(tmp_path):
    with pytest.raises(UnusableError, match="no designs found"):
        rendered_sets(tmp_path, None, "check", 1)


def test_pictures_without_cards(tmp_path):
    (tmp_path / "wood").mkdir()
    for name in ("wood/b.png", "a.jpg"):
        cv2.imwrite(str(tmp_path / name), np.full((30, 40, 3), 9, np.uint8))
    pictures = background_set(tmp_path)
    assert (pictures.source, pictures.count) == ("backgrounds", 2)
    assert [(picture.name, picture.kind, picture.cards) for picture in pictures.pictures()] == [
        ("a.jpg", "", ()),
        ("wood/b.png", "wood", ()),
    ]


def test_a_folder_without_pictures_is_named(tmp_path):
    with pytest.raises(UnusableError, match="no pictures found"):
        background_set(tmp_path)
