"""Recorded sessions as tables of the play, written records and score sheets, read back."""

import csv
import io
import json
import re
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from companion.language import language
from companion.recording.export import sheet_fonts, sheet_pages
from companion.recording.export.documents import write_document
from companion.recording.export.play import as_csv, as_json
from companion.recording.export.record import record_of
from companion.recording.export.sheet import sheet_of
from companion.recording.export.sheet_pages import as_html, as_pdf
from companion.recording.story import title_of, tricks_of
from companion.rules.facts import CardsPlayed
from companion.rules.games import GAMES
from companion.rules.log import GameLog
from companion.rules.records import read_values, score


def test_the_play_as_a_table(session, table):
    rows = list(csv.DictReader(io.StringIO(as_csv(session))))
    assert [(int(row["seat"]), row["cards"]) for row in rows] == [
        (fact.seat, " ".join(fact.cards)) for fact in table.session.log.facts
    ]
    assert [(row["hand"], row["trick"]) for row in rows] == [("1", "1")] * 3
    whole = json.loads(json.dumps(as_json(session)))
    assert [play["cards"] for play in whole["plays"]] == [list(fact.cards) for fact in table.session.log.facts]
    assert whole["totals"] == list(table.session.log.view.totals)


def test_a_spreadsheet_knows_how_names_with_accents_are_written(session, tmp_path):
    told = replace(session, names=("José", "Zoë", "Łucja"))
    write_document(told, "csv", tmp_path / "play.csv", language("en"))
    # What begins so is UTF-8 for Excel; anything else is what the system there is used to.
    assert (tmp_path / "play.csv").read_bytes().startswith(b"\xef\xbb\xbfhand,")
    with (tmp_path / "play.csv").open(encoding="utf-8-sig") as file:
        assert {row["player"] for row in csv.DictReader(file)} == set(told.names)


def test_a_spreadsheet_takes_no_card_for_a_time_and_no_name_for_a_formula(monkeypatch, request, session):
    with (request.config.rootpath / "tests" / "golden" / "seven_suitors-records.jsonl").open("rb") as file:
        _, value = next(read_values(file))
    with monkeypatch.context() as patch:
        facts = _overheard(patch, GAMES["seven_suitors"])
        scored = score(value)
    played = _session_with(session, GameLog(GAMES["seven_suitors"], scored.state.settings, facts))
    names = ("=1+1", "-Zoë", "@home", "+5", "Ana", "O'Hara", "Li")[: len(played.names)]
    played = replace(played, names=names)
    rows = list(csv.DictReader(io.StringIO(as_csv(played))))
    assert [row["cards"].split() for row in rows] == [
        [code.replace("1/2", "half").replace(":", "_") for code in play["cards"]] for play in as_json(played)["plays"]
    ]
    assert not [cell for row in rows for cell in row.values() if re.fullmatch(r"\d+[:/]\d+", cell)]
    assert {row["player"] for row in rows} == {f"'{name}" if name[0] in "=-@+" else name for name in names}


def test_the_score_sheet_holds_the_suits_that_were_marked_and_the_cards_of_a_tiebreak(monkeypatch, request, session):
    found = {}
    for name, game in (("seven_suitors-records", "seven_suitors"), ("records", "steere_suits")):
        with (request.config.rootpath / "tests" / "golden" / f"{name}.jsonl").open("rb") as file:
            values = [value for _, value in read_values(file) if value["game"] == game]
        for value in values:
            with monkeypatch.context() as patch:
                facts = _overheard(patch, GAMES[game])
                scored = score(value)
            ended = _session_with(session, GameLog(GAMES[game], scored.state.settings, facts))
            sheet = sheet_of(ended, language("es"))
            labels = {row[0]: row[1:] for row in sheet.standing.rows}
            found |= {label: (cells, sheet.outcome) for label, cells in labels.items() if label in _BELOW}
            assert sheet.standing.rows[sheet.standing.strong[0]][0] == "total"
    assert found.keys() == set(_BELOW)
    assert any("1" in cell or "2" in cell for cell in found["marcados"][0])
    assert any("de" in cell for cell in found["desempate"][0])


_BELOW = ("marcados", "desempate")
"""What stands below the totals on a Spanish sheet, where there is any."""


def test_the_record_scores_to_the_same_totals(session):
    written = json.loads(json.dumps(record_of(session)))
    assert score(written).report()["totals"] == list(session.log.view.totals)
    assert score(written).state.winners == session.log.state.winners


@pytest.mark.parametrize("name", ["records", "french-records", "seven_suitors-records"])
def test_records_of_every_game_come_back_from_their_facts(name, monkeypatch, request, session):
    """Written records are played through; the facts they lead to are written down again and score the same."""
    path = request.config.rootpath / "tests" / "golden" / f"{name}.jsonl"
    with path.open("rb") as file:
        values = [value for _, value in read_values(file)]
    seen = 0
    for value in values:
        game = GAMES[value["game"]]
        with monkeypatch.context() as patch:
            facts = _overheard(patch, game)
            scored = score(value)
        log = GameLog(game, scored.state.settings, facts)
        again = score(json.loads(json.dumps(record_of(_session_with(session, log)))))
        assert again.report() == scored.report()
        seen += 1
    assert seen > 5


def test_a_game_whose_end_a_correction_moved_to_before_cards_of_further_hands_scores_the_same(session):
    coins = GAMES["coins"]
    deck = [CardsPlayed((1 + place) % 3, (code,)) for place, code in enumerate(coins.deck.codes)]
    log = GameLog(coins, coins.configure(target=4), [*deck, *deck[:4]])
    assert log.view.phase == "over"
    assert log.state.ended_at[0] == 0
    assert log.state.ended_at[1] < 15
    moved = _session_with(session, log)
    assert [len(hand) for hand in record_of(moved)["record"]["hands"]] == [48, 4]
    assert score(record_of(moved)).state.totals == log.state.totals
    assert [trick.label for trick in tricks_of(moved)] == [
        *(f"1.{number}" for number in range(1, 17)),
        "2.1",
        "2.2",
    ]


def _overheard(patch, game):
    """Return the list of facts that the game's fold takes from now on."""
    facts, apply = [], game.fold.apply

    def noting(state, fact):
        rulings = apply(state, fact)
        facts.append(fact)
        return rulings

    patch.setattr(game.fold, "apply", noting)
    return facts


def _session_with(session, log):
    names = tuple(f"P{seat}" for seat in range(log.state.players))
    return replace(session, game=log.game, settings=log.settings, log=log, names=names, tracks=(None,) * len(log.facts))


@pytest.mark.parametrize("code", ["en", "es", "fr"])
def test_the_score_sheet_as_page_and_pdf(session, code):
    sheet = sheet_of(session, language(code))
    page = as_html(sheet, language(code))
    assert "Ana" in page
    assert "COINS - by Mark Steere" in page
    assert page.count("<tr") >= len(tricks_of(session))
    ElementTree.fromstring(page.split("<body>")[1].split("</body>")[0].join(("<b>", "</b>")))
    assert as_pdf(sheet).startswith(b"%PDF")


def test_the_score_sheet_marks_who_led_and_who_won_each_trick(session):
    (hand,) = sheet_of(session).hands
    assert len(hand.rows) == len(session.log.state.hands[0].tricks)
    for row, trick in zip(hand.rows, session.log.state.hands[0].tricks, strict=True):
        cells = row[1 : 1 + len(session.names)]
        assert [seat for seat, cell in enumerate(cells) if cell.startswith("> ")] == [trick.plays[0][0]]
        assert [seat for seat, cell in enumerate(cells) if cell.endswith(" *")] == [trick.winner]


def test_names_cannot_break_a_page(session):
    page = as_html(sheet_of(replace(session, names=("<b>Ana", "Zoë & Co", "Łukasz"))))
    assert "<b>Ana" not in page
    assert "Łukasz" in page
    assert as_pdf(sheet_of(replace(session, names=("<b>Ana", "Zoë & Co", "Łukasz"))))


def test_a_printed_sheet_has_the_letters_of_every_name_or_says_which_it_lacks(session, monkeypatch):
    foreign = sheet_of(replace(session, names=("Ana", "Győző", "Дмитрий")))
    said = []
    paragraph = sheet_pages.Paragraph
    monkeypatch.setattr(sheet_pages, "Paragraph", lambda words, style: said.append(words) or paragraph(words, style))
    with_letters = any(set("őД") <= sheet_fonts._letters(plain) for plain, _ in sheet_fonts._FONTS)
    assert as_pdf(foreign).startswith(b"%PDF")
    assert any(words.startswith("\N{BULLET} No font") for words in said) is not with_letters
    said.clear()
    monkeypatch.setattr(sheet_fonts, "_FONTS", sheet_fonts._FONTS[:1])
    as_pdf(foreign, language("es"))
    assert "\N{BULLET} Ninguna fuente de aquí tiene todas las letras de esta hoja; la página web las muestra" in [
        "".join(words) for words in said
    ]
    said.clear()
    as_pdf(sheet_of(session))
    assert not any("font" in words for words in said), "all letters are there"


@pytest.fixture
def unfinished(session):
    """Return the session as it stands with one card played."""
    return replace(session, log=GameLog(session.game, session.settings, session.facts[:1]), tracks=session.tracks[:1])


def test_a_hand_of_one_card_is_on_the_score_sheet_and_in_the_record(unfinished):
    assert [row[0] for row in sheet_of(unfinished).standing.rows] == ["hand 1 (unfinished)", "total"]
    assert score(record_of(unfinished)).state.hands[0].plays
    (trick,) = tricks_of(unfinished)
    assert title_of(trick, unfinished.speaker) == "Hand 1, trick 1"


@pytest.mark.parametrize(("code", "why"), [("en", "Trick not finished"), ("fr", "Pli inachevé")])
def test_a_trick_that_is_not_finished_is_on_the_score_sheet_without_a_winner(unfinished, code, why):
    (hand,) = sheet_of(unfinished, language(code)).hands
    ((number, *cells, points, said),) = hand.rows
    assert (number, points, said) == ("1.", "", why)
    (card,) = filter(None, cells)
    assert card.startswith("> ")
    assert not card.endswith("*")
    assert why in as_html(sheet_of(unfinished, language(code)), language(code))


def test_a_trick_that_is_not_finished_is_in_the_table_without_a_winner(unfinished):
    (play,) = as_json(unfinished)["plays"]
    assert (play["hand"], play["trick"], play["winner"], play["points"], play["totals"]) == (1, 1, None, None, [])
    (row,) = csv.DictReader(io.StringIO(as_csv(unfinished)))
    assert (row["cards"], row["winner"], row["points"]) == (play["cards"][0], "", "")
