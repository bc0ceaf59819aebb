"""Changes taken back one after the other, past the ends of tricks, hands and games, and made again."""

from functools import partial

import pytest
from scripted import ScriptedTable, reading

from companion.rules.facts import CardsPlayed, Fact
from companion.rules.games import game
from companion.simulation.observations import ideal_observations
from companion.simulation.staging import stage_game
from companion.table.session import TableSession

SIZE = (1280, 720)

FEW = {
    "coins": {"target": 6},
    "steere_suits": {"hands": 1},
    "hearts_pp": {"losing": 1},
    "seven_suitors": {"special": True, "short": True},
    "forum_suits": {"players": 3, "rounds": 1},
}


@pytest.fixture
def table():
    """Return a table from which the first trick of COINS was taken, and on which the next lead lies."""
    laid = ScriptedTable(game("coins"), seed=4)
    for code, seat in (("1-coins", 1), ("2-cups", 2), ("1-swords", 0)):
        laid.lay(code, seat)
    laid.sweep()
    laid.lay("5-clubs", 2)
    return laid


def cards(session):
    return [entry.cards[0] for entry in session.snapshot().history]


def take_all_back(session, look=lambda: None) -> int:
    """Take everything back; return how many changes that were."""
    count = 0
    while session.snapshot().can_undo:
        session.undo()
        look()
        count += 1
    return count


@pytest.mark.parametrize("left", [2, 1])
def test_cards_of_a_trick_that_was_taken_stay_played_when_it_is_opened_again(table, left) -> None:
    before = cards(table.session)
    for _ in range(4 - left):
        table.session.undo()
        table.look(3.0)
    assert cards(table.session) == before[:left]
    for _ in range(4 - left):
        table.session.redo()
    assert cards(table.session) == before
    assert not table.session.snapshot().can_redo


def test_cards_of_the_last_trick_stay_played_when_the_game_is_opened_again(table) -> None:
    table = ScriptedTable(game("coins"), game("coins").configure(target=1), seed=4)
    for code, seat in (("1-coins", 1), ("2-cups", 2), ("1-swords", 0)):
        table.lay(code, seat)
    assert table.session.view.phase == "over"
    table.sweep(4.0)
    for _ in range(2):
        table.session.undo()
        table.look(3.0)
    assert cards(table.session) == ["1-coins"]
    for _ in range(2):
        table.session.redo()
    assert table.session.view.phase == "over"


def test_what_the_camera_read_is_no_word_of_people_when_it_is_made_again() -> None:
    table = ScriptedTable(game("coins"), seed=4)
    table.lay("1-coins", 1, read=reading("2-coins", 0.98, ["1-coins"]))
    table.session.undo()
    table.session.redo()
    # Another card surely is what the first was taken for: it is the first that is asked about.
    table.lay("2-coins", 2, 3.0, read=reading("2-coins", 0.9999, ["1-coins"]))
    question = table.session.snapshot().question
    assert question is not None
    assert (question.seat, question.candidates[0][0]) == (1, "1-coins")
    assert table.session.snapshot().asked == (0, "2-coins")


@pytest.mark.parametrize("name", FEW)
def test_a_game_taken_back_to_its_beginning_and_made_again_goes_on_as_if_nothing_had_been(name) -> None:
    script = stage_game(game(name), game(name).configure(**FEW[name]), 1)
    said = [said.what for said in script.said if isinstance(said.what, Fact)]
    session = TableSession(script.game, script.settings, names=script.names)
    looks = list(ideal_observations(script))
    moments = {len(looks) * part // 5 for part in (1, 3)}
    for number, (time, seen) in enumerate(looks):
        session.notice(seen, time, SIZE)
        while session.view.needs and said:
            session.say(said.pop(0))
        if number in moments:
            facts = session.snapshot().facts
            count = take_all_back(session, partial(session.notice, seen, time, SIZE))
            assert not session.snapshot().facts
            for _ in range(count):
                session.redo()
            assert session.snapshot().facts == facts
    played = [(play.seat, play.cards) for play in session.snapshot().facts if isinstance(play, CardsPlayed)]
    assert played == [(event.seat, event.cards) for event in script.truth if event.event == "card_played"]
