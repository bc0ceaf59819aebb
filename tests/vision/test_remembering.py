"""Cards that have not moved are not read again."""

import numpy as np
from gallery_fakes import DECK, FakeReader, picture_of

from companion.vision.remembering import RememberingReader


class Counting(FakeReader):
    """Counts the cards that it is given to read."""

    read_so_far = 0

    def read(self, image, corners, deck, newcomers=None):  # noqa: ARG002
        self.read_so_far += len(corners)
        return super().read(image, corners, deck)


def names(readings):
    return [readings.ranked(row)[0][0] for row in range(len(readings))]


def noisy(image, seed):
    rng = np.random.default_rng(seed)
    return np.clip(image + rng.normal(0, 3, image.shape), 0, 255).astype(np.uint8)


def test_a_card_that_lies_still_is_read_once():
    inner = Counting()
    reader = RememberingReader(inner)
    image, corners = picture_of("AS", "KH", "7D")
    first = reader.read(noisy(image, 1), corners, DECK)
    second = reader.read(noisy(image, 2), corners + 0.5, DECK)
    assert inner.read_so_far == 3
    assert names(second) == names(first) == ["AS", "KH", "7D"]
    assert (second.turned == first.turned).all()


def test_only_what_is_new_is_read():
    inner = Counting()
    reader = RememberingReader(inner)
    image, corners = picture_of("AS", "KH")
    reader.read(image, corners[:1], DECK)
    assert names(reader.read(image, corners[::-1], DECK)) == ["KH", "AS"]
    assert inner.read_so_far == 2


def test_what_is_read_is_told_what_of_it_has_just_come():
    class Told(FakeReader):
        def read(self, image, corners, deck, newcomers=None):
            self.come = None if newcomers is None else newcomers.tolist()
            return super().read(image, corners, deck, newcomers)

    inner = Told()
    reader = RememberingReader(inner)
    image, corners = picture_of("AS", "KH", "7D")
    reader.read(image, corners[:1], DECK)
    assert inner.come is None
    reader.read(image, corners, DECK, np.array([False, True, False]))
    assert inner.come == [True, False]


def test_another_card_in_the_same_place_is_read():
    reader = RememberingReader(FakeReader())
    image, corners = picture_of("AS", "KH")
    reader.read(image, corners, DECK)
    other, _ = picture_of("AS", "2C")
    assert names(reader.read(other, corners, DECK)) == ["AS", "2C"]


def test_a_card_of_which_a_corner_is_covered_is_read_again():
    inner = Counting()
    reader = RememberingReader(inner)
    image, corners = picture_of("AS")
    reader.read(image, corners, DECK)
    image[20:50, 30:60] = 0
    reader.read(image, corners, DECK)
    assert inner.read_so_far == 2


def test_a_doubtful_reading_is_made_anew():
    inner = Counting({"AS": {"AS": 0.9}})
    reader = RememberingReader(inner)
    image, corners = picture_of("AS")
    reader.read(image, corners, DECK)
    reader.read(image, corners, DECK)
    assert inner.read_so_far == 2


def test_even_a_still_card_is_looked_at_again_in_the_end():
    inner = Counting({"AS": {"AS": 0.995}})
    reader = RememberingReader(inner)
    image, corners = picture_of("AS")
    for _ in range(50):
        reader.read(image, corners, DECK)
    assert 2 <= inner.read_so_far <= 5


def test_nothing_to_read():
    image, corners = picture_of()
    assert len(RememberingReader(FakeReader()).read(image, corners, DECK)) == 0


def test_a_card_in_another_ones_place_is_read_in_near_darkness_too():
    reader = RememberingReader(FakeReader())
    image, corners = picture_of("AS", "KH")
    other, _ = picture_of("AS", "2C")
    shade = 0.1
    reader.read((image * shade).astype(np.uint8), corners, DECK)
    dark = (other * shade).astype(np.uint8)
    inner = Counting()
    reader._reader = inner
    reader.read(dark, corners, DECK)
    assert inner.read_so_far == 1


def test_two_boxes_of_one_remembered_card_are_both_read():
    reader = RememberingReader(FakeReader())
    image, corners = picture_of("AS")
    twice = np.concatenate([corners + 1, corners - 1])
    for _ in range(60):
        assert names(reader.read(image, twice, DECK)) == ["AS", "AS"]
