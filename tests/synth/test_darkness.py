"""Pictures to learn from are seen in little light, too."""

import numpy as np

from companion.synth.darkness import in_the_dark

GREY = np.full((60, 80, 3), 160, np.uint8)


def test_a_picture_seen_in_the_dark_is_dimmer_and_full_of_noise_that_differs_from_look_to_look():
    looks = [in_the_dark(np.random.default_rng(seed), GREY) for seed in range(40)]
    assert {look.shape for look in looks} == {GREY.shape}
    assert {look.dtype for look in looks} == {np.dtype(np.uint8)}
    light, noise = [look.mean() for look in looks], [look.std() for look in looks]
    assert max(light) < 165
    assert min(light) < 80
    assert max(noise) > 12
    assert not np.array_equal(looks[0], looks[1])


def test_grains_of_noise_are_often_wider_than_a_pixel():
    looks = [in_the_dark(np.random.default_rng(seed), GREY).astype(float).mean(axis=2) for seed in range(40)]
    alike = [np.corrcoef(look[:, :-1].ravel(), look[:, 1:].ravel())[0, 1] for look in looks if look.std() > 4]
    assert max(alike) > 0.4
    assert min(alike) < 0.2


def test_the_same_chance_gives_the_same_picture():
    assert np.array_equal(*(in_the_dark(np.random.default_rng(7), GREY) for _ in range(2)))
