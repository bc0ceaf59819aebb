import json
import time
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from companion.errors import UnusableError
from companion.resources import models_directory
from companion.synth.drawn import ProductDesign
from companion.synth.scene import Sources
from companion.training import chunks, finder_data, reader_data
from companion.training.chunks import ChunkFolder, note_recipe, render_chunks

SOURCES = Sources({"french52": [ProductDesign("french52")]}, {"french52": 1.0}, None)


def make(number: int):
    return np.full((3, 2, 2, 3), number, np.uint8), {"kind": np.arange(3) + number}


def test_chunks_are_rendered_once_and_read_back(tmp_path):
    folder = ChunkFolder(tmp_path)
    lines: list[str] = []
    render_chunks(folder, make, 3, 0, lines.append)
    assert folder.numbers() == [0, 1, 2]
    assert folder.load(2).labels["kind"].tolist() == [2, 3, 4]
    assert folder.load(1).images.max() == 1
    render_chunks(folder, make, 4, 0, lines.append)
    assert len(lines) == 4, "only the missing chunk was made the second time"


def test_a_chunk_whose_writing_broke_off_is_made_again(tmp_path):
    folder = ChunkFolder(tmp_path)
    render_chunks(folder, make, 1, 0, lambda _: None)
    (tmp_path / "chunk-0000.npz").unlink()
    assert folder.numbers() == []
    render_chunks(folder, make, 1, 0, lambda _: None)
    assert folder.numbers() == [0]


def test_other_processes_render_the_same(tmp_path):
    here, there = ChunkFolder(tmp_path / "here"), ChunkFolder(tmp_path / "there")
    render_chunks(here, make, 2, 0, lambda _: None)
    render_chunks(there, make, 2, 1, lambda _: None)
    assert np.array_equal(here.load(1).images, there.load(1).images)
    assert chunks.ChunkFolder(tmp_path / "there").numbers() == [0, 1]


@pytest.mark.parametrize(
    ("sources", "seed", "told"),
    [
        (SOURCES, 1, False),
        (SOURCES, 2, True),
        (Sources({"french52": [ProductDesign("french52")] * 2}, {"french52": 1.0}, None), 1, True),
        (replace(SOURCES, textures=Path("surfaces")), 1, True),
    ],
)
def test_pictures_of_an_earlier_run_that_were_rendered_otherwise_are_told_of(tmp_path, sources, seed, told):
    folder = ChunkFolder(tmp_path)
    lines: list[str] = []
    note_recipe(folder, SOURCES, 1, lines.append)
    note_recipe(folder, sources, seed, lines.append)
    note_recipe(folder, SOURCES, 1, lines.append)
    assert lines == [], "nothing is rendered yet"
    render_chunks(folder, make, 1, 0, lambda _: None)
    for _ in range(2):
        lines.clear()
        note_recipe(folder, sources, seed, lines.append)
        assert bool(lines) == told, "as often as it is so"


def test_pictures_that_an_earlier_version_rendered_are_told_of(tmp_path):
    folder, lines = ChunkFolder(tmp_path), list[str]()
    note_recipe(folder, SOURCES, 1, lines.append)
    render_chunks(folder, make, 1, 0, lambda _: None)
    noted = json.loads((tmp_path / "recipe.json").read_text())
    del noted["rendering"]
    (tmp_path / "recipe.json").write_text(json.dumps(noted, indent=2, sort_keys=True) + "\n")
    note_recipe(folder, SOURCES, 1, lines.append)
    assert len(lines) == 1
    assert "an earlier version" in lines[0]


def make_large(seen, number: int):
    (seen / str(number)).touch()
    time.sleep(0.05)
    return np.zeros((3, 100, 100, 3), np.uint8), {"kind": np.arange(3)}


@pytest.mark.parametrize("workers", [0, 1])
def test_a_full_disk_ends_the_rendering_and_names_the_file(tmp_path, full_disk, workers):
    seen, folder = tmp_path / "seen", ChunkFolder(tmp_path / "chunks")
    seen.mkdir()
    with pytest.raises(UnusableError, match=r"chunk-0000\.npy: cannot be written .*the same command goes on"):
        render_chunks(folder, partial(make_large, seen), 40, workers, lambda _: None)
    assert len(list(seen.iterdir())) < 40, "the others are not rendered for nothing"
    assert list(folder.path.iterdir()) == []


def test_the_finder_learns_cards_that_can_be_seen(monkeypatch):
    monkeypatch.setattr(finder_data, "SCENES_A_CHUNK", 6)
    images, labels = finder_data.FinderChunkMaker(SOURCES, 1)(0)
    assert images.shape == (6, finder_data.HEIGHT, finder_data.WIDTH, 3)
    assert len(labels["corners"]) == len(labels["kind"]) == len(labels["picture"]) > 0
    assert set(labels["kind"].tolist()) <= {0, 1}


def test_the_reader_learns_every_card_both_ways_up_and_nothing(monkeypatch):
    names = reader_data.class_names()
    assert len(names) == len(set(names)) == 2 * (48 + 52 + 53) + 1
    monkeypatch.setattr(reader_data, "CROPS_A_CHUNK", 8)
    images, labels = reader_data.ReaderChunkMaker(SOURCES, 1)(0)
    assert len(images) == 8
    assert all(names[kind].startswith(("french52", "nothing")) for kind in labels["kind"])


def test_training_without_its_packages_says_what_to_install(monkeypatch, capsys):
    import importlib.util

    from companion.cli.main import main

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert main(["train", "reader"]) == 2
    assert 'pip install ".[train]"' in capsys.readouterr().err


def test_training_from_a_missing_artwork_folder_is_one_clear_line(tmp_path, capsys):
    pytest.importorskip("ultralytics", reason="needs the train extra")
    from companion.cli.main import main

    status = main(["train", "finder", "--art", str(tmp_path / "none"), "--run", str(tmp_path / "run")])
    assert status == 2
    assert "no designs found" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("--seed", "-1"),
        ("--workers", "-2"),
        ("--chunks", "0"),
        ("--threads", "0"),
        ("--minutes", "-1"),
        ("--minutes", "nan"),
        ("--backgrounds", "nowhere"),
        ("--photos", "nowhere"),
    ],
)
def test_what_could_only_fail_after_rendering_is_told_at_once(capsys, option, value):
    from companion.cli.main import main

    assert main(["train", "counter", option, value]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"companion: {option} {value}: ")
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(("option", "value"), [("--freeze", "-1"), ("--freeze", "10"), ("--average", "1")])
def test_options_that_would_leave_nothing_to_learn_are_one_clear_line(capsys, option, value):
    pytest.importorskip("ultralytics", reason="needs the train extra")
    from companion.cli.main import main

    assert main(["train", "reader", option, value]) == 2
    said = capsys.readouterr().err
    assert f"{option} {value}: must be" in said
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(("kind", "why"), [("index", "learns as a whole"), ("reader", "give --init FILE")])
def test_freezing_what_cannot_stay_as_it_is_is_one_clear_line(tmp_path, capsys, kind, why):
    pytest.importorskip("ultralytics", reason="needs the train extra")
    from companion.cli.main import main

    assert main(["train", kind, "--freeze", "3", "--run", str(tmp_path / "run")]) == 2
    said = capsys.readouterr().err
    assert said.startswith("companion: --freeze: ")
    assert why in said


@pytest.mark.parametrize(
    ("kind", "more", "why"),
    [
        ("index", [], "is for the refiner"),
        ("refiner", [], "give --init "),
        ("refiner", ["--init", "other.pt"], "give --init "),
        ("refiner", ["--init", str(models_directory() / "refiner.pt"), "--no-int8"], "leave --no-int8 out"),
    ],
)
def test_learning_kinds_only_where_that_cannot_be_is_one_clear_line(tmp_path, monkeypatch, capsys, kind, more, why):
    pytest.importorskip("ultralytics", reason="needs the train extra")
    from companion.cli.main import main

    (tmp_path / "other.pt").write_bytes(b"")
    monkeypatch.chdir(tmp_path)
    assert main(["train", kind, "--kinds-only", *more, "--run", str(tmp_path / "run")]) == 2
    said = capsys.readouterr().err
    assert said.startswith("companion: --kinds-only: ")
    assert why in said
