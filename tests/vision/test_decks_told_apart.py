"""Which deck lies on the table, decided from photographs by the shipped models."""

import json
from pathlib import Path

import pytest

from companion.synth.drawn import ProductDesign
from companion.vision.eyes import ModelEyes
from companion.vision.reader import Reader
from companion.vision.refined_finder import RefinedFinder
from companion.vision.sources.pictures import read_picture

PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "photos" / "french-table"


@pytest.fixture(scope="module")
def eyes():
    return ModelEyes(RefinedFinder.shipped(), Reader.shipped())


@pytest.mark.parametrize("number", [0, 60, 120])
def test_photographs_of_a_french_deck(eyes, number):
    labels = PHOTOS / "labels.json"
    if not labels.is_file():
        pytest.skip("the photographs are not beside the checkout (../shared/photos)")
    item = json.loads(labels.read_text(encoding="utf-8"))["fit"][number]
    beside, inside = PHOTOS / item["file"], PHOTOS / "fit" / item["file"]
    image = read_picture(beside if beside.is_file() else inside)
    assert eyes.look_for_deck(image)[0] == "french52"


@pytest.mark.parametrize("deck", ["spanish48", "french52"])
def test_the_projects_own_decks_laid_in_rows(eyes, deck):
    import numpy as np

    from companion.evaluation.apart import rows_picture

    design = ProductDesign(deck).load()
    picture = rows_picture(np.random.default_rng(3), design, list(design.faces)[4:12], None)
    assert eyes.look_for_deck(picture.image)[0] == deck


@pytest.mark.parametrize("deck", ["spanish48", "french52"])
def test_a_card_that_a_low_camera_sees_wider_than_high(eyes, deck):
    import cv2
    import numpy as np

    from companion.evaluation.apart import rows_picture

    design = ProductDesign(deck).load()
    picture = rows_picture(np.random.default_rng(3), design, list(design.faces)[4:5], None)
    low = cv2.resize(picture.image, None, fx=1.0, fy=0.5, interpolation=cv2.INTER_AREA)
    assert eyes.look_for_deck(low)[0] == deck


def test_an_empty_table_shows_no_deck(eyes):
    import numpy as np

    assert eyes.look_for_deck(np.full((480, 640, 3), (60, 90, 40), np.uint8)) == (None, [])
