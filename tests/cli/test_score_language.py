"""`companion score --language`: score sheets in other languages."""

import json

import pytest

from companion.cli.main import main

RECORD = {"game": "coins", "record": {"target": 1, "hands": [[[1, "2-coins"], [2, "9-coins"], [0, "10-coins"]]]}}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Seat 0 won: reached the target of 1 with 3."),
        (["--language", "es"], "Puesto 0 ganó: llegó al objetivo de 1 con 3."),
        (["--language", "fr"], "Place 0 a gagné\N{NO-BREAK SPACE}: objectif de 1 atteint avec 3."),
    ],
)
def test_a_sheet_in_a_language(tmp_path, capsys, arguments, said):
    path = tmp_path / "record.json"
    path.write_text(json.dumps(RECORD), encoding="utf-8")
    assert main(["score", str(path), *arguments]) == 0
    assert said in capsys.readouterr().out.splitlines()


def test_a_language_there_is_not(tmp_path, capsys):
    path = tmp_path / "record.json"
    path.write_text(json.dumps(RECORD), encoding="utf-8")
    assert main(["score", str(path), "--language", "de"]) == 2
    assert "there is no language 'de'; the languages are en, es, fr" in capsys.readouterr().err
