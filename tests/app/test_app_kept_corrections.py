"""Who corrected a card, closed the window and opened it again takes the correction back with undo."""

import json

import pytest
from app_kept import PATIENCE, change_kept, held, kept_files, offered_in, opens, play, taken_up_in

from companion.app.model.keeping import read_kept
from companion.errors import UnusableError
from companion.table.session import TableSession

pytestmark = pytest.mark.usefixtures("kept_soon")


@pytest.fixture
def corrected(make_window, qtbot, tmp_path):
    """Return the folder of a game in which a card was corrected before its window was closed, and its facts before."""
    folder = tmp_path / "games"
    window = make_window(games=folder)
    facts = play(window, qtbot, held(), folder)
    session = window.live.watch.session
    played = {card for fact in facts for card in fact.cards}
    session.correct(0, (next(card for card in session.log.game.deck.codes if card not in played),))
    qtbot.waitUntil(lambda: bool(read_kept(kept_files(folder)[0]).past.changes), timeout=PATIENCE)
    window.close()
    return folder, facts


def test_undo_takes_back_the_correction(make_window, qtbot, monkeypatch, corrected) -> None:
    folder, facts = corrected
    opened = opens(monkeypatch)
    taken_up_in(make_window, folder, qtbot)
    ((plan, beginning),) = opened
    assert beginning.facts != facts
    again = TableSession(plan.game, plan.settings, facts=beginning.facts, past=beginning.past)
    again.undo()
    assert again.log.facts == facts


def test_a_game_whose_past_is_damaged_is_not_gone_on_with_as_if_it_had_none(make_window, corrected) -> None:
    folder, _ = corrected
    change_kept(folder, past={"origins": [], "changes": [{"at": 0}]})
    with pytest.raises(UnusableError, match="damaged"):
        read_kept(kept_files(folder)[0])
    _, offer = offered_in(make_window, folder)
    assert offer is None


def test_a_game_that_an_earlier_version_kept_is_gone_on_with(corrected) -> None:
    folder, _ = corrected
    path = kept_files(folder)[0]
    content = json.loads(path.read_text("utf-8"))
    del content["past"]
    path.write_text(json.dumps(content), "utf-8")
    assert not read_kept(path).past.changes
