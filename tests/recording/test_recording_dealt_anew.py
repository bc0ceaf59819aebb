"""A hand that is dealt anew while it is recorded: the recording holds what counts, and says what happened."""

import json

from recording_makers import Table, script_of

from companion.app.model.retold import retold
from companion.language import language
from companion.recording.opening import open_session
from companion.table.events import CardPlayed
from companion.table.sentences import Speaker


def test_what_was_played_before_a_hand_was_dealt_anew_is_no_part_of_the_recorded_game(tmp_path) -> None:
    folder, table = tmp_path / "evening", Table(script_of(target=30))
    plays = [event for event in table.script.truth if isinstance(event, CardPlayed)]
    third = plays[8].time + 1.0
    recorder = table.record(folder)
    try:
        table.play(until=third)
        assert len(table.session.log.facts) == 9
        table.session.deal_anew()
        anew = table.session.log.facts
        table.session.undo()
        table.session.redo()
    finally:
        table.end(recorder)
    assert open_session(folder).facts == anew == ()
    lines = [json.loads(line) for line in (folder / "events.jsonl").read_text(encoding="utf-8").splitlines()]
    told = [line for line in lines if line["event"] == "dealt_anew"]
    assert [line["state"] for line in told] == ["dealt", "taken_back", "dealt"]
    spanish = Speaker(table.script.game.deck, table.script.names, language("es"))
    assert retold(told[0], spanish).startswith("La mano 1 se reparte de nuevo.")
