"""`companion watch FILM --resume`: what was refereed of a film is not refereed again."""

import json
import re
import shutil

import cv2
import numpy as np
import pytest

from companion.cli.main import main
from companion.recording.opening import open_session
from companion.recording.same_film import about_film

pytestmark = pytest.mark.usefixtures("no_cards")

PICTURES = 30


@pytest.fixture
def film(tmp_path):
    """Return a folder of pictures of an empty table, one a second."""
    folder = tmp_path / "film"
    folder.mkdir()
    for number in range(PICTURES):
        cv2.imwrite(str(folder / f"{number}.png"), np.full((90, 160, 3), (60, 90, 40), np.uint8))
    return folder


@pytest.fixture
def unfinished(recorded, film, tmp_path):
    """Return the folder of a game that was recorded from the film until the recording broke off."""
    folder = tmp_path / "evening"
    shutil.copytree(recorded, folder)
    describe(folder, state="running", settings={"target": 5}, source=str(film), **about_film(film))
    return folder


def describe(folder, **changes):
    about = json.loads((folder / "session.json").read_text("utf-8")) | changes
    kept = {key: value for key, value in about.items() if value is not None}
    (folder / "session.json").write_text(json.dumps(kept), "utf-8")


def frames_of(told):
    return int(re.search(r"\((\d+) frames", told)[1])


def test_the_film_that_was_recorded_goes_on_behind_the_last_card_that_was_announced_as_often_as_that_breaks_off(
    capsys, unfinished, film
):
    last = max(line["time"] for line in open_session(unfinished).lines if line["event"] == "facts")
    assert 5 < last < 25
    seen = []
    for _ in range(3):
        assert main(["watch", str(film), "--resume", str(unfinished), "--json"]) == 0
        out, told = capsys.readouterr()
        assert f"{film}: was recorded before; it goes on at 0:{last:04.1f}, behind the last card" in told
        assert frames_of(told) == sum(number > last for number in range(PICTURES))
        seen.append([json.loads(line)["time"] for line in out.splitlines()])
        describe(unfinished, state="running")
    # The session's time goes on all the same.
    assert seen[0][0] > last
    assert seen[1][0] > seen[0][-1]
    assert seen[2][0] > seen[1][-1]


def test_the_film_is_known_again_wherever_it_lies_and_whatever_was_watched_between(capsys, unfinished, film, tmp_path):
    other = tmp_path / "other"
    shutil.copytree(film, other)
    cv2.imwrite(str(other / "0.png"), np.full((90, 160, 3), 90, np.uint8))
    assert main(["watch", str(other), "--resume", str(unfinished)]) == 0
    told = capsys.readouterr().err
    assert f"{other}: is not what was recorded before; it is watched from its beginning" in told
    assert frames_of(told) == PICTURES
    moved = film.rename(tmp_path / "moved")
    assert main(["watch", str(moved), "--resume", str(unfinished)]) == 0
    told = capsys.readouterr().err
    assert f"{moved}: was recorded before" in told
    assert frames_of(told) < PICTURES


@pytest.mark.parametrize("changes", [{"source_film": None}, {"source_begins": "early"}])
def test_a_film_of_which_nobody_knows_how_far_it_was_refereed_is_refused(capsys, unfinished, film, changes):
    describe(unfinished, **changes)
    log = (unfinished / "events.jsonl").read_bytes()
    assert main(["watch", str(film), "--resume", str(unfinished)]) == 2
    told = capsys.readouterr().err
    assert "may have been recorded from it, but does not say how far" in told
    assert "give the rest under another name" in told
    assert (unfinished / "events.jsonl").read_bytes() == log


def test_where_a_damaged_description_hides_how_far_a_film_was_refereed_it_is_refused(capsys, film, tmp_path):
    folder = tmp_path / "evening"
    assert main(["record", str(film), str(folder), "--game", "coins"]) == 0
    (folder / "session.json").write_text("{", "utf-8")
    capsys.readouterr()
    assert main(["watch", str(film), "--resume", str(folder)]) == 2
    assert "does not say how far" in capsys.readouterr().err
