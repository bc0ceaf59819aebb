"""The decks, their codes and the names people hear."""

import pytest

from companion.cards import (
    DECKS,
    FRENCH52,
    SEVEN_SUITORS,
    SPANISH48,
    UnknownCardError,
    card_name,
    deck,
    deck_name,
)
from companion.errors import UnusableError


def test_the_spanish_deck_has_twelve_ranks_in_four_suits():
    assert SPANISH48.suits == ("cups", "coins", "swords", "clubs")
    assert SPANISH48.ranks == tuple(str(rank) for rank in range(1, 13))
    assert SPANISH48.size == len(SPANISH48.codes) == 48


def test_the_french_deck_has_thirteen_ranks_in_four_suits():
    assert FRENCH52.suits == ("S", "H", "D", "C")
    assert FRENCH52.ranks == ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    assert FRENCH52.size == len(FRENCH52.codes) == 52


def test_seven_suitors_has_two_sevens_a_suit_and_four_specials():
    assert SEVEN_SUITORS.size == 60
    assert sum(SEVEN_SUITORS.copies(f"{suit}:7") for suit in range(1, 8)) == 14
    first_suit = [card.code for card in SEVEN_SUITORS if card.suit == "1"]
    assert first_suit == ["1:1", "1:2", "1:3", "1:4", "1:5", "1:6", "1:7"]
    assert [card.code for card in SEVEN_SUITORS if card.suit is None] == ["0", "1/2", "thief", "14"]
    assert SEVEN_SUITORS.copies("7:13") == 1


@pytest.mark.parametrize("name", DECKS)
def test_every_code_parses_to_its_card(name):
    for card in deck(name):
        assert deck(name).parse(card.code) is card
        assert str(card) == card.code
        assert card.code in deck(name)


@pytest.mark.parametrize("name", DECKS)
def test_names_of_cards_are_distinct(name):
    names = [card_name(card) for card in deck(name)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("code", ["0-cups", "13-cups", "01-cups", "1-Cups", "1-cups ", "AS", "", 7, None, ["1-cups"]])
def test_what_is_no_spanish_card_is_named_in_the_error(code):
    with pytest.raises(UnknownCardError, match="is no card of the deck spanish48") as caught:
        SPANISH48.parse(code)
    assert repr(code) in str(caught.value)


def test_an_unknown_deck_is_answered_with_those_there_are():
    with pytest.raises(UnusableError, match=r"'tarot'.*spanish48, french52, seven-suitors"):
        deck("tarot")


@pytest.mark.parametrize(
    ("name", "code", "said"),
    [
        ("spanish48", "3-cups", "3 of Cups"),
        ("spanish48", "1-swords", "Ace of Swords"),
        ("spanish48", "11-coins", "Knight of Coins"),
        ("french52", "10H", "10 of Hearts"),
        ("french52", "QD", "Queen of Diamonds"),
        ("seven-suitors", "2:7", "7 of Purple Moons"),
        ("seven-suitors", "thief", "Thief"),
        ("seven-suitors", "1/2", "Half"),
    ],
)
def test_cards_are_called_what_people_call_them(name, code, said):
    assert card_name(deck(name).parse(code)) == said


def test_decks_have_names():
    assert [deck_name(name) for name in DECKS] == ["Spanish deck", "French deck", "Seven Suitors deck"]
