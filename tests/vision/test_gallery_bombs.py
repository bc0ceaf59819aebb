"""Taught decks that somebody else made, so that opening one would fill all memory."""

import cv2
import numpy as np
import pytest
from test_gallery import FakeReader, gallery

from companion.errors import UnusableError
from companion.vision import gallery_file
from companion.vision.gallery_file import load_gallery, packed, save_gallery


def _changed(folder, **parts):
    path = save_gallery(gallery(), folder)
    with np.load(path) as stored:
        whole = {**dict(stored), **parts}
    with path.open("wb") as file:
        np.savez_compressed(file, **whole)
    return path


def test_a_small_file_that_unpacks_to_far_more_than_a_deck_is_not_unpacked(tmp_path, monkeypatch):
    path = _changed(tmp_path, more=np.zeros(8 * 2**20, np.uint8))
    assert path.stat().st_size < 2**20
    assert load_gallery("ours", FakeReader(), tmp_path).name == "ours"
    monkeypatch.setattr(gallery_file, "_LARGEST_CONTENT", 4 * 2**20)
    monkeypatch.setattr(np, "load", lambda *_, **__: pytest.fail("it is unpacked"))
    with pytest.raises(UnusableError, match="far too large"):
        load_gallery("ours", FakeReader(), tmp_path)


def test_a_picture_that_is_far_larger_than_a_card_is_not_decoded(tmp_path, monkeypatch):
    looks = gallery().looks
    crops = [np.zeros((3000, 3000, 3), np.uint8), *(look.crop for look in looks[1:])]
    _changed(tmp_path, **packed(crops))
    decode, sizes = cv2.imdecode, []

    def noting(*given):
        sizes.append(decode(*given).shape)
        return decode(*given)

    monkeypatch.setattr(cv2, "imdecode", noting)
    with pytest.raises(UnusableError, match="a card's picture cannot be read"):
        load_gallery("ours", FakeReader(), tmp_path)
    assert (3000, 3000, 3) not in sizes


@pytest.mark.parametrize(
    "picture", [b"", b"\xff\xd8", b"\xff\xd8\xff\xe0\x00", b"\xff\xd8\xff\xe0\x00\x00" * 9, b"x" * 64]
)
def test_what_is_no_picture_says_no_size(picture):
    assert gallery_file._size_said(picture) is None
