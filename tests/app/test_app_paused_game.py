"""A game that breaks off while nothing counts goes on so: cards that people show lie there still."""

from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from app_kept import PATIENCE, held, kept_files, opens, play, taken_up_in
from app_tables import plan_of

from companion.app.model.keeping import read_kept
from companion.app.model.opening import Beginning, open_watch

pytestmark = pytest.mark.usefixtures("kept_soon")


@pytest.mark.parametrize("paused", [False, True])
def test_a_game_is_paused_where_it_was_when_the_window_was_closed(
    make_window, qtbot, tmp_path, monkeypatch, paused
) -> None:
    folder = tmp_path / "games"
    first = make_window(games=folder)
    play(first, qtbot, held(), folder)
    first.live.editor.pause(True)
    qtbot.waitUntil(lambda: read_kept(kept_files(folder)[0]).paused, timeout=PATIENCE)
    first.live.editor.pause(paused)
    first.close()

    opened = opens(monkeypatch)
    taken_up_in(make_window, folder, qtbot)
    assert [beginning.paused for _, beginning in opened] == [paused]


@pytest.mark.parametrize("paused", [False, True])
def test_nothing_counts_where_a_game_is_opened_that_was_paused(tmp_path, paused) -> None:
    cv2.imwrite(str(tmp_path / "0.png"), np.zeros((90, 160, 3), np.uint8))
    plan = replace(plan_of(), kind="file", source=str(tmp_path))
    watch = open_watch(plan, lambda: SimpleNamespace(look=lambda *_: []), beginning=Beginning(paused=paused))
    state = watch.session.snapshot().state
    watch.close()
    assert (state == "paused") is paused
