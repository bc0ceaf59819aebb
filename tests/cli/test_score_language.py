"""`companion score --language`: score sheets in other languages."""

import json

import pytest

from companion.cli.main import main

RECORD = {"game": "coins", "record": {"target": 1, "hands": [[[1, "2-coins"], [2, "9-coins"], [0, "10-coins"]]]}}


@pytest.mark.parametrize(
    ("arguments", "dealer", "said"),
    [
        ([], "first dealer seat 0", "Seat 0 won: reached the target of 1 with 3."),
        (["--language", "es"], "reparte primero: puesto 0", "Puesto 0 ganó: llegó al objetivo de 1 con 3."),
        (
            ["--language", "fr"],
            "premier donneur\N{NO-BREAK SPACE}: place 0",
            "Place 0 a gagné\N{NO-BREAK SPACE}: objectif de 1 atteint avec 3.",
        ),
    ],
)
def test_a_sheet_in_a_language(tmp_path, capsys, arguments, dealer, said):
    path = tmp_path / "record.json"
    path.write_text(json.dumps(RECORD), encoding="utf-8")
    assert main(["score", str(path), *arguments]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert said in lines
    assert lines[1].endswith(dealer)


def test_a_language_there_is_not(tmp_path, capsys):
    path = tmp_path / "record.json"
    path.write_text(json.dumps(RECORD), encoding="utf-8")
    assert main(["score", str(path), "--language", "de"]) == 2
    assert "there is no language 'de'; the languages are en, es, fr" in capsys.readouterr().err


@pytest.mark.parametrize("arguments", [["--language", "en"], ["--language", ""], ["--tricks"]])
def test_what_is_for_the_sheet_does_not_go_with_json(tmp_path, capsys, arguments):
    path = tmp_path / "record.json"
    path.write_text(json.dumps(RECORD), encoding="utf-8")
    assert main(["score", str(path), "--json", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"companion: {arguments[0]}: is for the score sheet")
