"""Catalogues: complete, without leftovers, compiled from what is edited; and how a language is chosen."""

import gettext
import json
import re
from pathlib import Path

import pytest
from catalogue_messages import messages_in_sources
from stumbles import filled, stumble

import companion
from companion.cards import DECKS, card_name, card_noun, deck_name, rank_name, suit_name
from companion.errors import UnusableError
from companion.language import ENGLISH, LANGUAGES, Language, language, mark, shown
from companion.rules.agreed import messages as messages_of
from companion.rules.blanks import Count, Filling, seat_number
from companion.rules.games import GAMES
from companion.rules.reasons import SENTENCES
from companion.rules.sheet import score_sheet

LOCALE = Path(companion.__file__).parent / "locale"
OTHERS = [code for code in LANGUAGES if code != "en"]


def entries(code):
    """Return the entries of a catalogue as it is edited: context, message, plural, translations."""
    text = (LOCALE / code / "LC_MESSAGES" / "companion.po").read_text(encoding="utf-8")
    found = []
    for block in text.split("\n\n")[1:]:
        fields = {
            key: json.loads(value) for key, value in re.findall(r'^([a-z_\[\]0-9]+) (".*")$', block, re.MULTILINE)
        }
        translations = [value for key, value in fields.items() if key.startswith("msgstr")]
        found.append((fields.get("msgctxt"), fields["msgid"], fields.get("msgid_plural"), translations))
    return found


class Recording(gettext.NullTranslations):
    """Speaks English and notes what it is asked for."""

    def __init__(self):
        super().__init__()
        self.asked = set()

    def gettext(self, message):
        self.asked.add((None, message))
        return message

    def pgettext(self, context, message):
        self.asked.add((context, message))
        return message

    def ngettext(self, msgid1, msgid2, n):
        self.asked.add((None, msgid1))
        return super().ngettext(msgid1, msgid2, n)


@pytest.fixture(scope="module")
def messages():
    """Return every message that the program has, with its context."""
    catalogue = Recording()
    speech = Language("xx", "Recorded", catalogue)
    for deck in DECKS.values():
        deck_name(deck.id, speech)
        for card in deck:
            card_noun(card, speech)
    for sentence in SENTENCES.values():
        speech.text(sentence)
    seat_number(0, speech)
    filling = Filling(speech)
    for where in ("1@1/4", "1@2/4", "1@3/4", "1@2/5", "1@3/5"):
        filling.fill("where", where)
    _ = Count(2, speech).cards, Count(2, speech).points
    speech.listed(["Ann", "Bob"])
    speech.listed(["Ann", "Inés"])
    for message in SHEET:
        speech.term("sheet", message)
    for setting in (setting for game in GAMES.values() for setting in game.settings):
        for message in messages_of(setting):
            speech.term("agreed", message)
        speech.text(setting.help)
    speech.plural("{sides} won: {reason}.", "{sides} won: {reason}.", 1)
    return catalogue.asked | messages_in_sources()


SHEET = (
    "hand {number}",
    "total",
    "marked",
    "tiebreak",
    "unfinished",
    "trick {number}: {reason}",
    "trick not finished",
    "laid after the end; counts for nothing",
    "{sides} share the lead; a tiebreak decides.",
    "The game goes on.",
)


@pytest.mark.parametrize("code", OTHERS)
def test_every_message_is_translated_and_no_other(code, messages):
    catalogued = {(context, message) for context, message, _, _ in entries(code)}
    assert sorted(messages - catalogued, key=str) == []
    assert sorted(catalogued - messages, key=str) == []
    assert all(translation for *_, translations in entries(code) for translation in translations)


@pytest.mark.parametrize("code", OTHERS)
def test_the_compiled_catalogue_is_the_edited_one(code):
    catalogue = language(code).catalogue
    for context, message, plural, translations in entries(code):
        if plural is not None:
            assert [catalogue.ngettext(message, plural, count) for count in (1, 2)] == translations
        elif context is not None:
            assert [catalogue.pgettext(context, message)] == translations
        else:
            assert [catalogue.gettext(message)] == translations


@pytest.mark.parametrize("code", OTHERS)
def test_translations_fill_the_same_blanks(code):
    def blanks(text):
        return {blank.split(".")[0] for blank in re.findall(r"{([^}]*)}", text)}

    for _, message, _, translations in entries(code):
        for translation in translations:
            assert blanks(translation) <= blanks(message), message
            assert blanks(message) - blanks(translation) <= {"count"}, message


@pytest.mark.parametrize("code", OTHERS)
def test_no_message_stumbles(code):
    for *_, translations in entries(code):
        for translation in translations:
            sentence = filled(translation, code)
            assert not stumble(sentence, code), sentence


@pytest.mark.parametrize("code", OTHERS)
def test_no_page_stumbles(code):
    pages = sorted((LOCALE / code / "pages").glob("*.md"))
    assert pages
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert not stumble(text, code), f"{page.name}: {stumble(text, code)!r}"


def test_the_sheet_asks_for_what_the_test_of_completeness_knows():
    catalogue = Recording()
    speech = Language("xx", "Recorded", catalogue)
    score_sheet(GAMES["coins"].start(), hands=1, language=speech)
    assert {message for context, message in catalogue.asked if context == "sheet"} <= set(SHEET)


def test_english_needs_no_catalogue():
    assert language("en") is ENGLISH
    assert LANGUAGES["en"] == "English"


def test_a_language_there_is_not():
    with pytest.raises(UnusableError, match="there is no language 'de'; the languages are en, es, fr"):
        language("de")


def test_languages_do_not_get_into_each_other():
    card = DECKS["spanish48"].parse("10-cups")
    assert [card_name(card, language(code)) for code in ("es", "en", "fr", "es")] == [
        "Sota de copas",
        "Jack of Cups",
        "Valet de coupe",
        "Sota de copas",
    ]
    assert card_name(card) == "Jack of Cups"


@pytest.mark.parametrize(
    ("deck", "code", "spanish", "french"),
    [
        ("spanish48", "1-swords", "As de espadas", "As d'épée"),
        ("spanish48", "3-coins", "3 de oros", "3 de denier"),
        ("spanish48", "11-clubs", "Caballo de bastos", "Cavalier de bâton"),
        ("french52", "QH", "Reina de corazones", "Dame de cœur"),
        ("french52", "JS", "Jota de picas", "Valet de pique"),
        ("seven-suitors", "5:7", "7 de estrellas amarillas", "7 d'étoile jaune"),
        ("seven-suitors", "thief", "Ladrón", "Voleur"),
    ],
)
def test_names_of_cards(deck, code, spanish, french):
    card = DECKS[deck].parse(code)
    assert (card_name(card, language("es")), card_name(card, language("fr"))) == (spanish, french)


@pytest.mark.parametrize(
    ("deck", "code", "spanish", "french"),
    [
        ("spanish48", "1-swords", "el as de espadas", "l'as d'épée"),
        ("spanish48", "10-cups", "la sota de copas", "le valet de coupe"),
        ("french52", "QD", "la reina de diamantes", "la dame de carreau"),
        ("french52", "8S", "el 8 de picas", "le 8 de pique"),
        ("seven-suitors", "1/2", "el medio", "le demi"),
    ],
)
def test_articles_have_the_gender_of_the_rank(deck, code, spanish, french):
    card = DECKS[deck].parse(code)
    assert (card_noun(card, language("es")).the, card_noun(card, language("fr")).the) == (spanish, french)


def test_names_of_suits_ranks_decks_and_seats():
    french = language("fr")
    assert suit_name("spanish48", "swords", french) == "Épées"
    assert suit_name("seven-suitors", "6", french) == "Pyramides orange"
    assert rank_name("french52", "K", french) == "Roi"
    assert rank_name("french52", "9", french) == "9"
    assert deck_name("spanish48", french) == "Jeu espagnol"
    assert seat_number(2, language("es")) == "puesto 2"


@pytest.mark.parametrize(
    ("names", "spanish"),
    [
        (["Ana"], "Ana"),
        (["Ana", "Blas", "Carla"], "Ana, Blas y Carla"),
        (["Ana", "Inés"], "Ana e Inés"),
        (["Ana", "Hilario"], "Ana e Hilario"),
        (["Ana", "Ian"], "Ana y Ian"),
        (["Inés", "Ana"], "Inés y Ana"),
    ],
)
def test_enumerations(names, spanish):
    assert language("es").listed(names) == spanish


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", ["0 cards", "1 card", "2 cards"]),
        ("es", ["0 cartas", "1 carta", "2 cartas"]),
        ("fr", ["0 carte", "1 carte", "2 cartes"]),
    ],
)
def test_plurals(code, said):
    assert [Count(number, language(code)).cards for number in range(3)] == said


@pytest.mark.parametrize(
    ("code", "choice", "aloud"),
    [
        ("en", "Ann, Bob or Cid", "Ann minus 9, Bob 3"),
        ("es", "Ann, Bob o Cid", "Ann menos 9, Bob 3"),
        ("fr", "Ann, Bob ou Cid", "Ann moins 9, Bob 3"),
    ],
)
def test_choices_and_numbers_below_zero(code, choice, aloud):
    assert language(code).either(["Ann", "Bob", "Cid"]) == choice
    assert language(code).aloud(f"Ann {shown(-9)}, Bob {shown(3)}") == aloud


def test_failures_are_told_in_the_language_of_the_window() -> None:
    error = UnusableError(mark("{name}: is empty; copy or record it again"), name="table.mp4")
    assert str(error) == "table.mp4: is empty; copy or record it again"
    assert error.told(language("es")) == "table.mp4: está vacío; cópielo o grábelo de nuevo"
    assert UnusableError("it says {nothing}").told(language("fr")) == "it says {nothing}"
