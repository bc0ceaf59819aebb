"""Contact sheets show every card at its place."""

import numpy as np

from companion.artwork import deck_art
from companion.artwork.contact import contact_sheet


def test_cards_lie_row_by_row_on_cloth() -> None:
    art = deck_art("french52")
    codes = ("2S", "3S", "4S", "5S", "KD")
    sheet = contact_sheet([(art, code) for code in codes], 100, 3)
    width = art.image("2S", 100).shape[1]
    assert sheet.shape == (2 * 108 + 8, 3 * (width + 8) + 8, 3)
    for index, code in enumerate(codes):
        top, left = 8 + (index // 3) * 108, 8 + (index % 3) * (width + 8)
        middle = (slice(top + 10, top + 90), slice(left + 10, left + width - 10))
        assert np.array_equal(sheet[middle], art.image(code, 100)[10:90, 10:-10, :3])
    assert (sheet[-60:, -width:] == sheet[0, 0]).all()  # no sixth card
