"""What was said in a recorded session is said again in the language of the window."""

import json

import pytest

from companion.app.model.retold import retold
from companion.cards import deck
from companion.language import language
from companion.table.event_json import to_json
from companion.table.events import CardSeen, Correction, Question
from companion.table.sentences import Speaker

NAMES = ("Ana", "Ben", "Carla")
SPANISH = Speaker(deck("french52"), NAMES, language("es"))
ENGLISH = Speaker(deck("french52"), NAMES)

QUESTION = Question(time=3.0, question=1, seat=1, player="Ben", candidates=(("7H", 0.6), ("AH", 0.3)), message="?")
BESIDE = Question(time=3.0, question=1, seat=1, player="Ben", candidates=(("7H", 0.6),), message="?", beside=True)
CORRECTION = Correction(time=4.0, was="7H", now="AH", reason="", seat=1, hand=1, withdrawn=(QUESTION,))


def written(event):
    line = to_json(event) | {"text": ENGLISH.sentence(event)}
    return json.loads(json.dumps(line))


@pytest.mark.parametrize("event", [QUESTION, BESIDE, CORRECTION], ids=["question", "beside", "correction"])
def test_questions_and_corrections_are_told_in_the_language_of_the_window(event):
    assert retold(written(event), SPANISH) == SPANISH.sentence(event)
    assert retold(written(event), SPANISH) != ENGLISH.sentence(event)
    assert retold(written(event), ENGLISH) == ENGLISH.sentence(event)


def test_what_else_was_said_and_what_was_damaged_is_told_as_it_was_said():
    assert retold({"event": CardSeen.event, "text": "something else"}, SPANISH) == "something else"
    damaged = written(CORRECTION) | {"now": "99X"}
    assert retold(damaged, SPANISH) == damaged["text"]
    del damaged["seat"]
    assert retold(damaged, SPANISH) == damaged["text"]
