"""Events in the words of a person at the table."""

from dataclasses import replace

import pytest

from companion.cards import SPANISH48
from companion.language import language
from companion.rules.reasons import reason
from companion.table import events as said
from companion.table.sentences import Speaker

SPEAKER = Speaker(SPANISH48, ("Ana", "Ben", "Carla"))
WON = said.TrickWon(
    time=1,
    seat=0,
    player="Ana",
    card="12-cups",
    trick=0,
    hand=1,
    points=1,
    totals=(3, 1, 0),
    reason="Cups contain Coins",
)
CORRECTED = said.Correction(time=1, was="2-cups", now="3-cups", reason="later cards show it", seat=1, hand=1)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (WON, "Ana wins the trick with the King of Cups – Cups contain Coins. Ana 3, Ben 1, Carla 0"),
        (replace(WON, points=0, scored=False), "Ana wins the trick with the King of Cups – Cups contain Coins"),
        (
            replace(WON, points=13, scored=False),
            "Ana wins the trick with the King of Cups – Cups contain Coins. 13 points",
        ),
        (
            replace(WON, points=-1, scored=False),
            "Ana wins the trick with the King of Cups – Cups contain Coins. −1 point",
        ),
        (
            replace(WON, points=0, scored=False, corrected=True),
            "Corrected: Ana wins the trick with the King of Cups – Cups contain Coins. Ana 3, Ben 1, Carla 0",
        ),
        (
            said.CardPlayed(time=1, seat=1, player="Ben", cards=("1-swords",), confidence=1, hand=1, trick=0),
            "Ben plays the Ace of Swords",
        ),
        (
            said.HandEnded(time=1, hand=1, scores=(5, 6, 5), totals=(9, 8, 7), next_dealer=2, next_leader=0),
            "Hand 1 is over: Ana 5, Ben 6, Carla 5. In all Ana 9, Ben 8, Carla 7. Carla deals next, Ana leads",
        ),
        (
            said.TiebreakNeeded(time=1, tied=(0, 2), dealer=1, order=(2, 0, 1)),
            "Ana and Carla are tied. Ben deals one card face up to each: Carla, Ana, Ben",
        ),
        (
            said.TiebreakCardDealt(time=1, seat=2, player="Carla", card="3-coins"),
            "Carla gets the 3 of Coins",
        ),
        (
            said.GameWon(time=1, winners=(1,), totals=(9, 12, 3), reason="12 points reach the target of 10"),
            "Ben wins the game – 12 points reach the target of 10. Ana 9, Ben 12, Carla 3",
        ),
        (
            said.GameWon(time=1, winners=(0, 1), totals=(9, 9, 3), reason="most tricks"),
            "Ana and Ben win the game – most tricks. Ana 9, Ben 9, Carla 3",
        ),
        (
            said.Question(
                time=1,
                question=1,
                seat=0,
                player="Ana",
                candidates=(("10-clubs", 0.62), ("11-clubs", 0.3)),
                message="Which card did Ana play?",
            ),
            "Which card did Ana play? Is it the Jack of Clubs or the Knight of Clubs?",
        ),
        (CORRECTED, "Corrected: Ben played the 3 of Cups, not the 2 of Cups – later cards show it"),
        (
            said.Correction(time=1, was=None, now="3-cups", reason="added by hand", seat=1, hand=1),
            "Corrected: Ben also played the 3 of Cups – added by hand",
        ),
        (
            said.Correction(time=1, was="3-cups", now=None, reason="taken back", seat=1, hand=1),
            "Corrected: Ben did not play the 3 of Cups – taken back",
        ),
        (
            said.Correction(time=1, was="3-cups", now="3-cups", reason="", seat=1, was_seat=2, hand=1),
            "Corrected: the 3 of Cups came from Ben, not Carla",
        ),
        (said.SourceChanged(time=1, state="lost", message="camera 0: unplugged"), "No picture: camera 0: unplugged"),
    ],
)
def test_one_sentence_an_event(event, sentence):
    assert SPEAKER.sentence(event) == sentence


def test_what_the_first_hand_brought_is_said_once():
    ended = said.HandEnded(time=1, hand=1, scores=(5, 6, 5), totals=(5, 6, 5), next_dealer=2, next_leader=0)
    assert SPEAKER.sentence(ended) == "Hand 1 is over: Ana 5, Ben 6, Carla 5. Carla deals next, Ana leads"
    assert "In all Ana 5" in SPEAKER.sentence(replace(ended, hand=2))


def _ended(*notes, **more):
    given = {"hand": 3, "scores": (0, 80, 80), "totals": (30, 180, 120), "next_dealer": None, "next_leader": None}
    return said.HandEnded(time=1, **{**given, **more}, rulings=notes)


def test_what_made_the_scores_of_a_hand_is_said_between_them_and_the_standing():
    ended = _ended(
        reason("shot-double", seat=0, suits="french52/S,H", award=80),
        reason("relief-seat", seat=1, before=299, amount=119, after=180),
    )
    assert SPEAKER.sentence(ended) == (
        "Hand 3 is over: Ana 0, Ben 80, Carla 80. Ana shot twice, in Spades and Hearts: 80 to the others. "
        "Ben stood at 299; 119 are taken off, 180 are left. In all Ana 30, Ben 180, Carla 120"
    )
    assert "Ben tenía 299; se descuentan 119 y quedan 180. En total Ana 30" in _spoken("es", ended)


def test_an_extra_hand_is_announced():
    ended = _ended(reason("extra-hand"), scores=(2, 3), totals=(7, 7), next_dealer=1)
    told = SPEAKER.sentence(ended)
    assert told.endswith(". Extra hand: the first marriage wins. In all Ana and Carla 7, Ben 7. Ben deals next")


def test_marriages_and_kept_cards_are_not_read_out_when_the_hand_ends():
    married = reason("married", team=0, suit="seven-suitors/3", trick=4)
    kept = reason("keeps", seat=0, cards="french52/8C,9C")
    assert SPEAKER.sentence(_ended(married, kept)) == SPEAKER.sentence(_ended())


def test_numbers_below_zero_have_a_sign_of_their_own():
    assert SPEAKER.totals((-9, 3, 6)) == "Ana −9, Ben 3, Carla 6"


def test_partners_share_a_score():
    french = Speaker(SPANISH48, ("Ana", "Ben", "Carla", "David"))
    assert french.totals((7, 4)) == "Ana and Carla 7, Ben and David 4"


def _spoken(code, event):
    return Speaker(SPANISH48, ("Ana", "Ben", "Carla"), language(code)).sentence(event)


def test_rulings_are_said_in_the_language_of_the_speaker():
    ruling = reason("contain", suit="spanish48/cups", beaten="spanish48/coins")
    won = replace(WON, ruling=ruling)
    assert (
        _spoken("es", won)
        == "Ana gana la baza con el rey de copas – las copas contienen los oros. Ana 3, Ben 1, Carla 0"
    )
    assert (
        _spoken("fr", won)
        == "Ana remporte le pli avec le roi de coupe – les coupes contiennent les deniers. Ana 3, Ben 1, Carla 0"
    )
    assert _spoken("es", CORRECTED) == (
        "Corrección: Ben jugó el 3 de copas, no el 2 de copas – lo muestran cartas posteriores"
    )


def test_what_makes_the_referee_ask_is_said_before_the_question():
    question = said.Question(
        time=1, question=1, seat=0, player="Ana", candidates=(), message="", doubt=reason("doubt-later")
    )
    assert SPEAKER.sentence(question) == "A later card seems to be the same. Which card did Ana play?"
    assert "¿Qué carta jugó Ana?" in _spoken("es", question)


def test_missing_cards_are_counted():
    lost = said.Desynchronised(time=1, state="lost", message="", missing=2)
    assert "before 2 cards of it could be seen" in SPEAKER.sentence(lost)
    found = said.Desynchronised(time=1, state="resumed", message="the cards fit the game again")
    assert _spoken("fr", found) == "les cartes correspondent de nouveau à la partie"


def test_cards_as_unlikely_as_any_other_are_not_named():
    def asked(*chances):
        candidates = tuple(zip(("10-clubs", "11-clubs", "1-cups"), chances, strict=False))
        question = said.Question(
            time=1, question=1, seat=0, player="Ana", candidates=candidates, message="Which card did Ana play?"
        )
        return SPEAKER.sentence(question)

    assert asked(0.03, 0.03, 0.03) == "Which card did Ana play?"
    assert asked(0.53, 0.01, 0.01) == "Which card did Ana play? Is it the Jack of Clubs?"
