"""What only people know: it is asked, and nothing waits for the answer."""

from forum_tables import NAMES, fan, forum, plays
from scripted import ScriptedTable, told

from companion.rules.facts import CardsKept, FaceUpCard, ThiefTook
from companion.rules.games import game
from companion.table.events import Correction, Needed


def test_what_only_people_know_is_asked_once():
    table = forum(players=3)
    table.look(3.0)
    needs = told(table, Needed)
    assert [(need.kind, need.assumed) for need in needs] == [("face_up", ())]
    assert "face up" in needs[0].message
    table.session.say(FaceUpCard("2C"))
    assert not table.session.view.needs


def play_hand_but_for_the_kept_cards(table):
    """Play until seat 1 of two is the only one with cards."""
    table.lay("2C", 1)
    fan(table, 0, "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "10D", "JD", "QD", "KD", "AD", gap=0.2, wait=2.0)
    table.sweep(2.0)


def test_a_question_nobody_answers_does_not_stop_the_table_and_can_be_answered_later():
    table = forum(players=2)
    play_hand_but_for_the_kept_cards(table)
    assert [need.kind for need in table.session.view.needs] == ["kept_cards"]
    table.lay("4C", 0)
    table.lay("5C", 1)
    table.sweep(1.0)
    assert table.session.view.hand == 2
    assert plays(table)[-2:] == [(0, ("4C",)), (1, ("5C",))]
    assumed = [need for need in told(table, Needed) if need.assumed]
    assert len(assumed) == 1
    kept = ("2S", "3S", "4S", "5S", "6S", "7S", "8S", "9S", "10S", "JS", "QS", "KS")
    table.session.say(CardsKept(1, kept))
    assert [fact.cards for fact in table.log.facts if isinstance(fact, CardsKept)] == [kept]
    assert table.session.view.hand == 2


def test_the_thief_takes_nothing_where_nobody_says_otherwise():
    suitors = game("seven_suitors")
    table = ScriptedTable(suitors, suitors.configure(special=True), seed=4, names=NAMES[:4])
    for seat, code in enumerate(("1:1", "thief", "1:7", "2:7")):
        table.lay(code, seat)
    assert [need.kind for need in told(table, Needed)] == ["thief"]
    table.sweep()
    table.session.say(ThiefTook("2:7"))
    assert not table.session.view.needs
    assert not told(table, Correction)
