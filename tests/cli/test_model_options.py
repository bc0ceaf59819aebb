"""Which models a command looks with."""

import argparse
import shutil

import pytest

from companion.cli.model_options import chosen_models
from companion.errors import UnusableError
from companion.resources import models_directory


def options(**given):
    unset = dict.fromkeys(("finder", "refiner", "outliner", "spotter", "reader", "counter", "magnifier"))
    return argparse.Namespace(**(unset | given))


def test_covered_cards_are_looked_at_with_what_lies_around_unless_told_otherwise():
    assert chosen_models(options(), 1)[0].outliner is not None
    assert chosen_models(options(no_outliner=True), 1)[0].outliner is None


def test_somebody_looks_around_for_missed_cards_unless_told_otherwise():
    assert chosen_models(options(), 1)[0].spotter is not None
    assert chosen_models(options(no_spotter=True), 1)[0].spotter is None


def test_cards_in_doubt_are_counted_unless_told_otherwise():
    assert chosen_models(options(), 1)[1].counts
    assert not chosen_models(options(no_counter=True), 1)[1].counts


def test_nobody_looks_closer_at_corners_where_that_is_asked_for():
    assert chosen_models(options(), 1)[1].looks_closer
    assert not chosen_models(options(no_magnifier=True), 1)[1].looks_closer


@pytest.mark.parametrize("kind", ["counter", "spotter"])
def test_a_model_that_is_missing_is_named(tmp_path, kind):
    with pytest.raises(UnusableError, match=rf"--{kind} .*nobody\.onnx: cannot be read \(there is no such file"):
        chosen_models(options(**{kind: tmp_path / "nobody.onnx"}), 1)


@pytest.mark.parametrize("kind", ["counter", "spotter"])
def test_a_model_that_was_not_installed_is_named(tmp_path, monkeypatch, kind):
    shutil.copytree(models_directory(), tmp_path / "models")
    (tmp_path / "models" / f"{kind}.onnx").unlink()
    monkeypatch.setattr("companion.resources.models_directory", lambda: tmp_path / "models")
    with pytest.raises(UnusableError, match=rf"{kind}\.onnx: the {kind} model is missing; install the companion again"):
        chosen_models(options(), 1)
