"""Reasons and score sheets in Spanish and French: grammar that a person would not stumble over."""

import pytest
from rules_play import plays, start
from stumbles import stumble
from suitors_play import hand, suitors, to_teams, trick

from companion.language import language
from companion.rules.blanks import called
from companion.rules.reasons import SENTENCES, Reason, reason
from companion.rules.records import score
from companion.rules.sheet import score_sheet

NAMES = ["Ana", "Blas", "Odette", "Inés"]

NUMBERS = (
    "count",
    "size",
    "points",
    "award",
    "trick",
    "later",
    "losing",
    "target",
    "before",
    "amount",
    "after",
    "last",
    "more",
    "fewer",
)

VALUES = [
    {
        "suit": f"{deck}/{suit}",
        "beaten": f"{deck}/{suit}",
        "suits": f"{deck}/{suit},{suit}",
        "card": f"{deck}/{card}",
        "proof": f"{deck}/{card}",
        "led": f"{deck}/{card}",
        "cards": f"{deck}/{card},{card}",
        "seat": seat,
        "expected": seat,
        "team": seat % 2,
        "where": "2@1/4 1@2/4",
        "text": "'x'",
        "deck_id": deck,
        **dict.fromkeys(NUMBERS, number),
    }
    for deck, suit, card, seat, number in (
        ("spanish48", "swords", "1-swords", 0, 1),
        ("spanish48", "cups", "10-cups", 2, 2),
        ("french52", "H", "QH", 1, 0),
        ("seven-suitors", "5", "thief", 3, 11),
        ("seven-suitors", "5", "5:11", 3, 11),
    )
]


@pytest.mark.parametrize("code", ["es", "fr"])
@pytest.mark.parametrize("key", SENTENCES)
@pytest.mark.parametrize("names", [NAMES, None])
def test_no_sentence_stumbles(code, key, names):
    for values in VALUES:
        sentence = Reason(key, tuple(values.items())).text(names, language(code))
        assert not stumble(sentence, code), sentence


@pytest.mark.parametrize(
    ("facts", "spanish", "french"),
    [
        (
            "1:1-cups 2:1-coins 0:1-swords",
            "Las copas contienen los oros",
            "Les coupes contiennent les deniers",
        ),
        ("1:1-cups 2:2-cups 0:1-swords", "la pareja de copas gana a la carta suelta", None),
        ("1:1-swords 2:2-swords 0:3-swords", "la carta más alta de espadas", "la plus haute carte d'épée"),
    ],
)
def test_why_a_card_won(facts, spanish, french):
    (ruling,) = start("steere_suits", plays(facts)).rulings
    assert spanish == ruling.reason.text(None, language("es"))
    assert french in (None, ruling.reason.text(None, language("fr")))


def test_an_irregularity_names_the_players():
    log = suitors([*trick("2:2 3:5 2:3 2:4"), *trick("1:1 1:2 2:6", leader=3)])
    revoke = log.rulings[-1]
    assert (
        revoke.message == "Seat 1 played the 6 of Purple Moons in trick 2 after discarding on Purple Moons in trick 1"
    )
    assert revoke.reason.text(NAMES, language("es")) == (
        "Blas no sirvió lunas moradas en la baza 1 y jugó el 6 de lunas moradas en la 2"
    )
    assert revoke.reason.text(NAMES, language("fr")) == (
        "Blas n'a pas fourni de lune violette au pli 1, puis a joué le 6 de lune violette au pli 2"
    )


def test_teams_and_numbers():
    married = reason("married", team=1, suit="seven-suitors/1", trick=3)
    assert married.text(NAMES, language("es")) == "Blas e Inés casaron las picas negras en la baza 3"
    none = reason("no-trick", seat=0, points=1)
    assert none.text(NAMES, language("es")) == "Ana no ganó ninguna baza: 1 punto"


def test_a_score_sheet_in_spanish():
    facts = [[1, "2-coins"], [2, "9-coins"], [0, "10-coins"]]
    record = {"game": "coins", "record": {"target": 3, "hands": [facts]}}
    sheet = score_sheet(score(record).state, hands=1, tricks=True, names=NAMES[:3], language=language("es"))
    assert "> 2 de oros" in sheet
    assert "Sota de oros *" in sheet
    assert "mano 1" in sheet
    assert "sin terminar" in sheet
    assert sheet.endswith("Ana ganó: llegó al objetivo de 3 con 3.\n")


def test_a_trick_that_is_not_finished_shows_its_cards_on_the_score_sheet():
    record = {"game": "coins", "record": {"target": 3, "hands": [[[1, "2-coins"], [2, "9-coins"]]]}}
    sheet = score_sheet(score(record).state, hands=1, tricks=True, names=NAMES[:3])
    (row,) = [line for line in sheet.splitlines() if "Trick not finished" in line]
    assert "> 2 of Coins" in row
    assert "9 of Coins" in row
    assert "*" not in row


def test_a_team_that_won_is_several_people():
    """English cannot tell them apart."""
    log = suitors(hand(to_teams(zero="1234")), short=True)
    sheet = score_sheet(log.state, hands=1, names=NAMES, language=language("es"))
    assert sheet.endswith("Ana & Odette ganaron: cuatro palos.\n")


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("Ana\n\n00:01.000 --> 00:09.000\nBen", "Ana 00:01.000 --> 00:09.000 Ben"),
        ("\x1b[2JAna\u2028\t", "[2JAna"),
        ("Ana\u202e", "Ana"),
        ("\u202e \u2067", "Player 1"),
        ("مها", "مها"),
        ("👩\u200d👩\u200d👧", "👩\u200d👩\u200d👧"),
        ("O’Neill, Zoë", "O’Neill, Zoë"),
    ],
)
def test_names_stand_in_one_line_and_turn_round_nothing_that_follows(given, shown):
    assert called([given], 1) == (shown,)
