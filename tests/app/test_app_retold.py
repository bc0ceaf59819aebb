"""What was said in a recorded session is said again in the language of the window."""

import json
from dataclasses import replace

import pytest

from companion.app.model.retold import retold
from companion.cards import deck
from companion.errors import UnusableError
from companion.language import capital, language
from companion.rules.reasons import reason
from companion.table.event_json import to_json
from companion.table.events import (
    CardSeen,
    Correction,
    Desynchronised,
    Irregularity,
    Needed,
    Question,
    RecordingChanged,
)
from companion.table.sentences import Speaker

NAMES = ("Ana", "Ben", "Carla")
SPANISH = Speaker(deck("french52"), NAMES, language("es"))
ENGLISH = Speaker(deck("french52"), NAMES)

QUESTION = Question(time=3.0, question=1, seat=1, player="Ben", candidates=(("7H", 0.6), ("AH", 0.3)), message="?")
BESIDE = Question(time=3.0, question=1, seat=1, player="Ben", candidates=(("7H", 0.6),), message="?", beside=True)
CORRECTION = Correction(time=4.0, was="7H", now="AH", reason="", seat=1, hand=1, withdrawn=(QUESTION,))
_WHY = reason("wrong-first-lead", seat=1, card="french52/7H", proof="french52/2C")
BREACH = Irregularity(
    time=3.0, code="wrong-first-lead", seat=1, card="7H", message=_WHY.text(NAMES), hand=1, trick=0, ruling=_WHY
)
CLEARED = replace(CORRECTION, withdrawn=(BREACH,), cleared=(BREACH,))


def written(event):
    line = to_json(event) | {"text": ENGLISH.sentence(event)}
    return json.loads(json.dumps(line))


_DOUBT = reason("doubt-leader", seat=1, expected=0)
DOUBTED = replace(QUESTION, doubt=_DOUBT)


def need(kind, seat, question, **values):
    player = None if seat is None else NAMES[seat]
    asked = reason(question, **values, **({} if seat is None else {"seat": seat}))
    return Needed(
        time=3.0,
        kind=kind,
        seat=seat,
        player=player,
        count=values.get("count", 1),
        choices=("7H",),
        may_decline=False,
        hand=1,
        message=asked.text(NAMES),
        ruling=asked,
    )


FACE_UP = need("face_up", None, "ask-face-up")
KEPT = need("kept_cards", 2, "ask-kept", count=3)
THIEF = need("thief", 1, "thief-takes")
UNSEEN = Desynchronised(time=3.0, state="lost", message="the trick was taken before one card ...", missing=1)
AGAIN = Desynchronised(time=3.0, state="resumed", message="the cards fit the game again")


@pytest.mark.parametrize(
    "event",
    [
        *(QUESTION, BESIDE, DOUBTED, CORRECTION, CLEARED, UNSEEN, AGAIN),
        *(FACE_UP, KEPT, replace(KEPT, assumed=("7H", "KH")), THIEF),
    ],
)
def test_what_was_said_is_told_in_the_language_of_the_window_and_begins_as_sentences_do(event):
    assert retold(written(event), SPANISH) == capital(SPANISH.sentence(event))
    assert retold(written(event), SPANISH) != capital(ENGLISH.sentence(event))
    assert retold(written(event), ENGLISH) == capital(ENGLISH.sentence(event))


def test_why_a_card_is_asked_about_is_told_in_words_of_the_window():
    assert capital(_DOUBT.text(NAMES, language("es"))) in retold(written(DOUBTED), SPANISH)


def test_which_breach_a_correction_clears_is_told_in_words_of_the_window_alone():
    told = retold(written(CLEARED), SPANISH)
    assert _WHY.text(NAMES, language("es")) in told
    assert _WHY.text(NAMES) not in told


@pytest.mark.parametrize("damage", [{"reason": "no such sentence"}, {"reason": 3}, {"reason": "shot-single"}, [1]])
def test_of_a_breach_that_is_damaged_what_was_said_is_told(damage):
    line = written(CLEARED)
    line["cleared"][0]["ruling"] = damage
    assert retold(line, SPANISH) == line["text"]


def test_what_else_was_said_and_what_was_damaged_is_told_as_it_was_said():
    assert retold({"event": CardSeen.event, "text": "something else"}, SPANISH) == "Something else"
    damaged = written(CORRECTION) | {"now": "99X"}
    assert retold(damaged, SPANISH) == damaged["text"]
    del damaged["seat"]
    assert retold(damaged, SPANISH) == damaged["text"]


_FULL = UnusableError("the disk cannot be asked ({reason})", reason=UnusableError("the disk is full"))


def test_that_not_everything_was_recorded_and_why_is_told_in_the_language_of_the_window():
    troubled = written(RecordingChanged(time=3.0, state="troubled", message="...", folder="/there", problem=_FULL))
    assert retold(troubled, ENGLISH) == "Not everything is recorded: the disk cannot be asked (the disk is full)"
    told = retold(troubled, SPANISH)
    assert told == f"No se graba todo: {_FULL.told(language('es'))}"
    assert "disk" not in told
    resumed = written(RecordingChanged(time=4.0, state="resumed", message="...", folder="/there"))
    assert retold(resumed, SPANISH) == "Se vuelve a grabar todo"


@pytest.mark.parametrize(
    "damage", [None, "full", ["{left} MB left", {}, 1], ["{left} MB", {"other": "3"}], ["{left:9}", {"left": "3"}]]
)
def test_of_a_recording_whose_trouble_cannot_be_read_what_was_said_is_told(damage):
    line = written(RecordingChanged(time=3.0, state="troubled", message="...", folder="/there", problem=_FULL))
    assert retold(line | {"problem": damage}, SPANISH) == line["text"]
    del line["problem"]
    assert retold(line, SPANISH) == line["text"]
