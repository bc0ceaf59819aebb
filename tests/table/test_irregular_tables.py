"""Cards that are no plays, knocked cameras, questions nobody answers, and what the rules of play say about readings."""

import numpy as np
import pytest
from scripted import CARD, FIRST, Lying, ScriptedTable, act_out, facts, play, random_game, reading, told

from companion.cards import UnknownCardError
from companion.errors import WrongInputError
from companion.rules.facts import CardsPlayed
from companion.rules.games import game
from companion.rules.log import GameLog
from companion.table.dictation import Dictation, parse_line
from companion.table.events import CardPlayed, Correction, Desynchronised, HandEnded, Irregularity, Question, TrickWon
from companion.table.following import Following
from companion.table.revoking import Revoking


@pytest.fixture
def table():
    return ScriptedTable(game("coins"), seed=4)


def take(table, *codes):
    table.cards = [card for card in table.cards if card.code not in codes]


# Cards that are no plays


def test_a_card_dropped_before_somebody_who_has_played_is_not_counted(table):
    play(table, ("1-coins", 1), ("2-cups", 2))
    table.lay("4-cups", 1, 1.5)
    take(table, "4-cups")
    table.look(1.0)
    table.lay("1-swords", 0, 1.5)
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert not told(table, Correction)


def test_a_second_card_that_stays_is_told_of(table):
    play(table, ("1-coins", 1))
    table.lay("4-cups", 1, 5.0)
    first = told(table, Irregularity)[0]
    assert (first.code, first.seat, first.card) == ("seat-twice", 1, "4-cups")


def test_a_card_taken_back_for_another_gives_way_to_it(table):
    play(table, ("1-coins", 1))
    table.lay("9-cups", 2, 1.0)
    take(table, "9-cups")
    table.look(0.8)
    table.lay("2-cups", 2, 1.0)
    table.lay("1-swords", 0, 1.5)
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert [(event.was, event.now) for event in told(table, Correction)] == [("9-cups", None)]


def test_a_card_taken_back_and_not_replaced_is_taken_out(table):
    play(table, ("1-coins", 1))
    table.lay("9-cups", 2, 1.0)
    take(table, "9-cups")
    table.look(4.0)
    assert facts(table) == [(1, "1-coins")]


def test_a_card_of_a_won_trick_resting_in_the_hand_that_takes_it_is_no_lead(table):
    play(table, *FIRST)
    table.cards = [Lying("2-cups", 650, 350, 0.2, table.read("2-cups"))]
    table.look(0.5)
    table.cards.clear()
    table.look(2.0)
    table.lay("5-clubs", 2, 1.0)
    assert facts(table)[3:] == [(2, "5-clubs")]


def test_a_card_of_another_deck_is_told_of_once(table):
    table.cards.append(Lying("", 640, 440, 0.0, (("1-cups", 0.03), ("2-cups", 0.02))))
    table.look(6.0)
    assert [event.code for event in told(table, Irregularity)] == ["unknown-card"]
    assert facts(table) == []


def test_a_card_that_lies_there_twice_is_told_of_and_asked_about(table):
    play(table, *FIRST)
    table.sweep()
    table.lay("1-coins", 2, 1.5, read=reading("1-coins", 0.999, ["9-cups"]))
    table.lay("9-coins", 0, 1.5)
    (irregularity,), (question,) = told(table, Irregularity), told(table, Question)
    assert irregularity.code == "card-twice"
    assert (irregularity.hand, irregularity.trick, irregularity.seat) == (question.hand, question.trick, question.seat)


# The camera


@pytest.mark.parametrize(("dx", "dy", "turn"), [(14, 5, 0.0), (-30, 12, 0.03), (40, 30, -0.05)])
def test_a_knock_against_the_camera_is_no_play_and_seats_stay(table, dx, dy, turn):
    play(table, *FIRST)
    middle = np.array([640, 360])
    c, s = np.cos(turn), np.sin(turn)

    def knocked(card):
        x, y = np.array([[c, -s], [s, c]]) @ (np.array([card.x, card.y]) - middle) + middle + (dx, dy)
        card.x, card.y, card.angle = x, y, card.angle + turn

    for card in table.cards:
        knocked(card)
    table.look(1.0)
    assert len(table.events) == 4
    table.sweep()
    for code, seat in (("3-clubs", 2), ("4-clubs", 0), ("5-clubs", 1)):
        table.lay(code, seat, 0.0)
        knocked(table.cards[-1])
        table.look(0.6)
    assert facts(table)[3:] == [(2, "3-clubs"), (0, "4-clubs"), (1, "5-clubs")]
    assert not told(table, Correction)


def test_a_pushed_fan_of_two_cards_is_no_knock(table):
    play(table, ("1-coins", 1), ("2-cups", 2))
    before = table.session._standpoint.tabletop((1280, 720)).homography.copy()
    table.cards[0].x += 0.8 * CARD
    table.cards[1].x += 0.8 * CARD
    table.look(1.0)
    assert np.array_equal(before, table.session._standpoint.tabletop((1280, 720)).homography)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups")]


# Questions nobody answers


def test_a_card_nobody_names_holds_nothing_up_and_is_still_asked_about():
    coins = game("coins")
    truth = random_game(coins, coins.configure(target=30), 3)
    codes = [fact.cards[0] for fact in truth.facts]
    unsure = reading(codes[4], 0.55, [codes[40]])
    table = ScriptedTable(coins, truth.settings, seed=3)
    sure = table.read
    table.read = lambda code: unsure if code == codes[4] else sure(code)
    for _ in act_out(table, truth):
        pass
    assert facts(table) == [(fact.seat, fact.cards[0]) for fact in truth.facts]
    assert told(table, Question)


def test_a_card_entered_without_an_answer_is_still_asked_about_and_can_be_put_right(table):
    table.lay("1-coins", 1, 2.0, read=reading("1-coins", 0.8, ["4-clubs"]))
    play(table, ("2-cups", 2), ("1-swords", 0))
    table.sweep()
    play(table, ("3-clubs", 2), ("5-clubs", 0), ("6-clubs", 1))
    table.sweep()
    play(table, ("7-clubs", 1))
    assert facts(table)[0] == (1, "1-coins")
    shown = table.session.snapshot().question
    assert shown is not None
    table.session.answer(shown.question, "4-clubs")
    assert facts(table)[0] == (1, "4-clubs")
    assert table.session.snapshot().question is None


def test_a_lost_table_says_what_it_saw_and_whom_it_waits_for(table):
    play(table, ("1-coins", 1), ("2-cups", 2))
    table.sweep(2.0)
    table.lay("3-clubs", 2, 2.0)
    lost = told(table, Desynchronised)[0]
    assert (lost.state, lost.missing, lost.seen, lost.expected) == ("lost", 1, ("1-coins", "2-cups"), (0,))


# What the rules say about readings


def test_a_doubtful_card_is_no_revoke_until_it_is_sure():
    hearts = game("hearts_pp")
    table = ScriptedTable(hearts, hearts.configure(players=4), seed=2, names=("Ana", "Ben", "Carla", "David"))
    for code, seat in (("5S", 1), ("7S", 2), ("9S", 3), ("JS", 0)):
        table.lay(code, seat, read=reading("7C", 0.7, ["7S"]) if code == "7S" else None)
    table.sweep()
    play(table, ("2S", 0), ("3S", 1), ("4S", 2), ("6S", 3), wait=1.0)
    table.look(3.0)
    assert not [event for event in told(table, Irregularity) if event.code == "revoke"]
    assert told(table, Question)


def answer_all(table, truth):
    """Answer every question by what a seat really played in a trick; return what made the referee doubt."""
    doubts = []
    while (question := table.session.snapshot().question) is not None:
        doubts.append(question.doubt.key if question.doubt is not None else None)
        table.session.answer(question.question, truth[(question.trick, question.seat)])
        table.look(0.5)
    return doubts


def revoking_table():
    """Return a table where Carla plays spades after a club on spades, and is doubted."""
    hearts = game("hearts_pp")
    table = ScriptedTable(hearts, hearts.configure(players=4), seed=2, names=("Ana", "Ben", "Carla", "David"))
    play(table, ("5S", 1), ("7C", 2), ("9S", 3), ("JS", 0), wait=0.8)
    table.sweep()
    play(table, ("2S", 0), ("3S", 1), ("4S", 2), wait=2.0)
    return table


def test_a_revoke_is_asked_about_before_it_is_told():
    table = revoking_table()
    assert not told(table, Irregularity)
    doubts = answer_all(table, {(0, 1): "5S", (0, 2): "7C", (0, 3): "9S", (1, 2): "4S"})
    assert "doubt-revoke" in doubts
    assert [(event.code, event.seat, event.card) for event in told(table, Irregularity)] == [("revoke", 2, "7C")]
    assert not told(table, Correction)


def test_a_revoke_is_confirmed_in_one_answer():
    table = revoking_table()
    shown = table.session.snapshot().question
    assert sorted(shown.together) == [(1, "5S"), (2, "4S"), (2, "7C")]
    assert "the 7 of Clubs on the 5 of Spades, and now the 4 of Spades" in shown.message
    table.session.confirm(shown.question)
    table.look(2.0)
    assert [(event.code, event.seat, event.card) for event in told(table, Irregularity)] == [("revoke", 2, "7C")]
    assert len(told(table, Question)) == 1
    assert table.session.snapshot().question is None
    assert table.session.confirm(shown.question) == ()


def test_a_program_that_drives_the_table_confirms_a_revoke_in_one_line():
    table = revoking_table()
    line = parse_line(f'{{"confirm": {table.session.snapshot().question.question}}}', "line 1")
    assert Dictation([line]).tell(table.session, table.time) == []
    table.look(2.0)
    assert [(event.code, event.seat, event.card) for event in told(table, Irregularity)] == [("revoke", 2, "7C")]
    assert table.session.snapshot().question is None


@pytest.mark.parametrize("in_the_middle", [False, True])
def test_a_revoke_of_cards_that_are_sure_is_told_at_once_where_the_last_is_clearly_its_player_s(
    monkeypatch, in_the_middle
):
    monkeypatch.setattr(Revoking, "weakest", lambda *_: None)
    monkeypatch.setattr(Following, "consider", lambda *_: None)
    hearts = game("hearts_pp")
    table = ScriptedTable(hearts, hearts.configure(players=4), seed=2, names=("Ana", "Ben", "Carla", "David"))
    play(table, ("5S", 1), ("7C", 2), ("9S", 3), ("JS", 0), wait=0.8)
    table.sweep()
    play(table, ("2S", 0), ("3S", 1), wait=1.5)
    x, y = (640, 350) if in_the_middle else table.place(2, spread=4.0)
    table.cards.append(Lying("4S", x, y, 0.0, reading("4S", 0.995, ["4C", "KD", "9H"])))
    table.look(0.8)
    assert bool(told(table, Irregularity)) is not in_the_middle
    table.look(2.0)
    assert [(event.code, event.seat, event.card) for event in told(table, Irregularity)] == [("revoke", 2, "7C")]


def test_what_was_confirmed_can_still_be_corrected():
    table = revoking_table()
    table.session.confirm(table.session.snapshot().question.question)
    table.look(2.0)
    table.session.correct(1, ["7S"])
    table.look(1.0)
    assert facts(table)[1] == (2, "7S")
    assert table.session.snapshot().question is None
    assert told(table, Correction)[-1].withdrawn[-1].code == "revoke"


def test_a_revoke_that_a_misread_card_made_is_never_told():
    hearts = game("hearts_pp")
    table = ScriptedTable(hearts, hearts.configure(players=4), seed=2, names=("Ana", "Ben", "Carla", "David"))
    play(table, ("5S", 1))
    table.lay("7S", 2, read=reading("7C", 0.985, ["7S"]))
    play(table, ("9S", 3), ("JS", 0))
    table.sweep()
    play(table, ("2S", 0), ("3S", 1), ("4S", 2), wait=2.0)
    assert answer_all(table, {(0, 1): "5S", (0, 2): "7S", (1, 2): "4S"})
    assert not told(table, Irregularity)
    assert facts(table)[1] == (2, "7S")


def test_nobody_answers_about_a_revoke_and_play_goes_on():
    hearts = game("hearts_pp")
    table = ScriptedTable(hearts, hearts.configure(players=4), seed=2, names=("Ana", "Ben", "Carla", "David"))
    play(table, ("5S", 1), ("7C", 2), ("9S", 3), ("JS", 0))
    table.sweep()
    play(table, ("2S", 0), ("3S", 1), ("4S", 2), ("6S", 3))
    table.sweep()
    play(table, ("2D", 3), ("3D", 0), ("4D", 1), ("6D", 2))
    table.sweep()
    play(table, ("8D", 2), ("9D", 3))
    assert len(facts(table)) >= 8
    assert "revoke" in [event.code for event in told(table, Irregularity)]


# Commands


def test_wrong_commands_say_what_is_wrong_and_change_nothing(table):
    play(table, *FIRST)
    before = facts(table)
    for wrong in (
        lambda: table.session.correct(0, ["13-cups"]),
        lambda: table.session.insert_play(1, 0, ["x"]),
        lambda: table.session.answer(1, "x"),
    ):
        with pytest.raises(UnknownCardError):
            wrong()
    for wrong in (
        lambda: table.session.correct(7, ["3-cups"]),
        lambda: table.session.correct(-1, ["3-cups"]),
        lambda: table.session.correct(0, []),
        lambda: table.session.change_seat(9, 0),
        lambda: table.session.remove_play(3),
    ):
        with pytest.raises(WrongInputError):
            wrong()
    assert facts(table) == before


def test_notes_of_a_hand_are_in_its_event():
    hearts = game("hearts_pp")
    log = GameLog(hearts, hearts.configure(players=3))
    table = ScriptedTable(hearts, log.settings, seed=1)
    rng = np.random.default_rng(1)
    deck = rng.permutation(list(log.state.copies)).tolist()
    held = [deck[seat * 17 : (seat + 1) * 17] for seat in range(3)]
    while log.view.hand == 1:
        seat = log.view.expected
        legal = log.state.legal_plays(held[seat])
        (card,) = legal[int(rng.integers(len(legal)))]
        held[seat].remove(card)
        fact = CardsPlayed(seat, (card,))
        log.append(fact)
        table.session.say(fact)
    ended = told(table, HandEnded)[0]
    notes = next(ruling for ruling in log.rulings if ruling.event == "hand_ended").notes
    assert ended.notes == tuple(note.text(table.names) for note in notes)
    assert len(told(table, TrickWon)) == 17
    assert len(told(table, CardPlayed)) == 51


def test_a_back_that_is_taken_for_a_face_once_in_a_while_is_no_play(table):
    pile = Lying("", 700, 300, 0.1, (), face_up=False)
    table.cards.append(pile)
    for code in ("4-cups", "9-swords", "4-cups"):
        table.look(0.8)
        pile.face_up, pile.reading = True, reading(code, 0.95, ["1-cups"])
        table.look(0.1)
        pile.face_up = False
    table.look(1.0)
    assert table.events == []


def test_a_face_that_is_taken_for_a_back_once_stays_known(table):
    play(table, ("1-coins", 1))
    table.cards[0].face_up = False
    table.look(0.1)
    table.cards[0].face_up = True
    table.look(1.0)
    play(table, ("2-cups", 2), ("1-swords", 0))
    assert facts(table) == [(seat, code) for code, seat in FIRST]
    assert not told(table, Question)


@pytest.mark.parametrize("hidden", [0.5, 0.8])
def test_nobody_is_accused_of_a_revoke_by_the_card_of_another_while_a_hand_hides_theirs(hidden):
    hearts = game("hearts_pp")
    table = ScriptedTable(hearts, hearts.configure(players=4), seed=2, names=("Ana", "Ben", "Carla", "David"))
    table.misread = lambda code, _: reading(code, 0.9995, ["AC"])
    play(table, ("5S", 1), ("7S", 2), ("JS", 3), ("9S", 0))
    table.sweep()
    play(table, ("2D", 3), ("5D", 0), ("7C", 1), ("4D", 2))
    table.sweep()
    table.lay("9C", 0)
    # Both cards come to lie in the middle, before nobody.
    bens = Lying("3C", 490, 365, 0.3, table.read("3C"))
    table.cards.append(bens)
    table.look(0.1)
    bens.x = 580
    table.look(0.1)
    bens.x, bens.hidden = 632, True
    table.look(0.2)
    table.cards.append(Lying("6D", 654, 325, 0.1, table.read("6D")))
    table.look(hidden)
    bens.hidden = False
    table.look(2.5)
    table.lay("8C", 3)
    assert facts(table)[8:] == [(0, "9C"), (1, "3C"), (2, "6D"), (3, "8C")]
    assert not told(table, Irregularity)
