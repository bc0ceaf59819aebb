"""What the networks learn from."""

import pytest

from companion.synth.drawn import RandomDesign
from companion.training.mixtures import kept_out, sources_for


def seeds(sources):
    return {
        (design.deck, design.seed)
        for designs in sources.designs.values()
        for design in designs
        if isinstance(design, RandomDesign)
    }


@pytest.mark.parametrize("kind", ["finder", "reader", "counter", "magnifier"])
def test_models_are_compared_on_decks_by_lot_that_none_of_them_learned_from(kind):
    sources = sources_for(kind, None, None)
    apart = kept_out(sources)
    assert seeds(apart) == seeds(apart.for_pictures(0))
    assert len(seeds(apart)) == len(seeds(sources)) > 0
    learned = set().union(*(seeds(sources.for_pictures(number)) for number in range(1000)))
    assert not seeds(apart) & learned


def test_the_counter_meets_new_decks_in_every_chunk_with_ranks_astray():
    sources = sources_for("counter", None, None)
    assert not seeds(sources.for_pictures(0)) & seeds(sources.for_pictures(1))
    assert all(design.astray for designs in sources.designs.values() for design in designs if hasattr(design, "astray"))
    reader = sources_for("reader", None, None)
    assert seeds(reader.for_pictures(0)) == seeds(reader.for_pictures(1)) != seeds(reader.for_pictures(4))


@pytest.mark.parametrize("kind", ["finder", "reader", "counter", "magnifier"])
def test_no_training_however_long_comes_to_the_decks_by_lot_that_are_measured_on(kind):
    sources = sources_for(kind, None, None)
    for number in (3599, 3600, 899, 900, 980, 3920, 4000):
        assert not {seed for _, seed in seeds(sources.for_pictures(number)) if 9_000_000 <= seed < 10_000_000}
    assert seeds(sources.for_pictures(3596)).isdisjoint(seeds(sources.for_pictures(3600)))
