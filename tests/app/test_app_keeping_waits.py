"""Cards that were laid behind one that is asked about are kept with the game that breaks off."""

from dataclasses import replace
from types import SimpleNamespace

import pytest
from app_tables import plan_of

from companion.app.model.keeping import Keeper, read_kept
from companion.errors import UnusableError
from companion.plain_json import loads
from companion.recording.layout import write_json
from companion.table.session import TableSession
from companion.table.waiting import Waiting

CARDS = (
    Waiting("play", 1, 0, 3.5, (("5-cups", 0.5), ("6-cups", 0.45)), (0.0, -0.5, -2.0), None, None, False),
    Waiting("play", 1, 0, 5.0, (("7-cups", 1.0),), None, "7-cups", 2, False),
)


@pytest.fixture
def kept(tmp_path):
    """The file of a game of which nothing is entered yet, for its first card is asked about."""
    plan = replace(plan_of(), kind="camera", source="2")
    session = TableSession(plan.game, plan.settings, names=plan.names)
    snapshot = replace(session.snapshot(), waiting=CARDS)
    watch = SimpleNamespace(snapshot=lambda seen: (1, snapshot) if seen < 1 else None)
    path = tmp_path / "game.json"
    Keeper(path, plan, watch, lambda: None).close(keep=True)
    return path


def test_they_are_read_again(kept):
    game = read_kept(kept)
    assert game.waiting == CARDS
    assert not game.facts


def test_a_file_with_a_card_of_another_deck_is_damaged(kept):
    content = loads(kept.read_bytes())
    content["waiting"][0]["chances"] = [["10H", 1.0]]
    write_json(kept, content)
    with pytest.raises(UnusableError, match="damaged"):
        read_kept(kept)
