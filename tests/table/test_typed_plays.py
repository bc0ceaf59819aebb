"""Plays that people add while an earlier card is asked about wait for it, as those do that the camera saw."""

import pytest
from forum_tables import forum
from scripted import ScriptedTable, asking_about_the_lead, facts, random_game, reading, told

from companion.app.model.choice import subject_of_track, to_cards
from companion.app.model.editing import Editor
from companion.app.model.moment import Moment
from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed, TiebreakCard
from companion.rules.games import game
from companion.table.events import CardSeen, Correction, Desynchronised, Event, Irregularity, Question, TrickWon


@pytest.fixture
def table():
    return asking_about_the_lead()


def answer(table, card="1-coins"):
    table.session.answer(table.session.snapshot().question.question, card)
    table.look(1.0)


def clean(table):
    return not (told(table, Irregularity) + told(table, Correction) + told(table, Desynchronised))


def add_typed(table, seat, code):
    return table.session.insert_play(len(table.log.facts), seat, (code,))


def add_said(table, seat, code):
    return table.session.say(CardsPlayed(seat, (code,), source="person"))


@pytest.mark.parametrize("add", [add_typed, add_said])
def test_nothing_is_told_of_it_but_that_it_was_played_until_the_question_is_answered(table, add):
    add(table, 2, "2-cups")
    table.look(1.0)
    assert not table.log.facts
    assert [(event.seat, event.cards) for event in told(table, CardSeen)] == [(2, ("2-cups",))]
    add(table, 0, "1-swords")
    answer(table)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups"), (0, "1-swords")]
    assert [event.seat for event in told(table, TrickWon)] == [2]
    assert clean(table)


def test_a_whole_trick_and_the_next_lead_may_be_added_behind_the_card_that_is_asked_about(table):
    for seat, code in ((2, "2-cups"), (0, "1-swords"), (2, "5-clubs")):
        add_typed(table, seat, code)
    answer(table)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups"), (0, "1-swords"), (2, "5-clubs")]
    assert clean(table)


def test_who_typed_a_wrong_card_types_the_right_one_or_takes_it_back(table):
    add_typed(table, 2, "2-cups")
    add_typed(table, 2, "3-cups")
    add_typed(table, 2, "4-cups")
    add_typed(table, 0, "1-swords")
    for _ in range(2):
        assert table.session.snapshot().can_undo
        table.session.undo()
    assert table.session.snapshot().can_undo
    answer(table)
    assert facts(table) == [(1, "1-coins"), (2, "3-cups")]
    assert clean(table)


def test_what_was_played_before_stays_when_it_is_taken_back():
    table = ScriptedTable(game("coins"), seed=4)
    table.lay("1-coins", 1)
    table.lay("2-cups", 2, 2.0, read=reading("2-cups", 0.5, ["3-cups"]))
    add_typed(table, 0, "1-swords")
    table.session.undo()
    assert facts(table) == [(1, "1-coins")]
    answer(table, "2-cups")
    assert facts(table) == [(1, "1-coins"), (2, "2-cups")]
    table.session.undo()
    assert facts(table) == [(1, "1-coins")]


@pytest.mark.parametrize(("seat", "code"), [(0, "2-cups"), (3, "3-cups"), (2, "4-cups")])
def test_what_cannot_be_is_refused_at_once(seat, code):
    table = ScriptedTable(game("coins"), seed=4)
    table.session.insert_play(0, 1, ("2-cups",))
    table.lay("5-cups", 2, 2.0, read=reading("5-cups", 0.5, ["6-cups"]))
    add_typed(table, 0, "4-cups")
    with pytest.raises(ImpossibleFactError):
        add_typed(table, seat, code)
    answer(table, "5-cups")
    assert facts(table) == [(1, "2-cups"), (2, "5-cups"), (0, "4-cups")]


def test_a_card_that_waits_is_set_right_by_a_click_on_it(table):
    table.lay("2-cups", 2, 2.0)
    snapshot = table.session.snapshot()
    card = next(card for card in snapshot.cards if card.role == "new")
    subject = subject_of_track(snapshot, card.track)
    assert subject.seat == 2
    to_cards(subject, ("3-cups",))(table.session)
    table.look(1.0)
    after = table.session.snapshot()
    assert after.question is not None, "nothing was said of the card that is asked about"
    assert subject_of_track(after, card.track).code == "3-cups"
    answer(table)
    assert facts(table) == [(1, "1-coins"), (2, "3-cups")]
    assert clean(table)


def test_what_was_said_of_a_card_that_waits_is_taken_back_and_not_the_play_before():
    table = ScriptedTable(game("coins"), seed=4)
    table.lay("1-coins", 1)
    table.lay("2-cups", 2, 2.0, read=reading("2-cups", 0.5, ["3-cups"]))
    table.lay("1-swords", 0, 1.0)
    snapshot = table.session.snapshot()
    track = next(card.track for card in snapshot.cards if card.seat == 0)
    to_cards(subject_of_track(snapshot, track), ("2-swords",))(table.session)
    table.look(1.0)
    table.session.undo()
    table.look(1.0)
    assert facts(table) == [(1, "1-coins")]
    answer(table, "2-cups")
    assert facts(table) == [(1, "1-coins"), (2, "2-cups"), (0, "1-swords")]


def test_a_card_of_a_trick_that_waits_is_set_right_by_a_click_although_the_next_lead_was_added(table):
    table.lay("2-cups", 2, 1.0)
    table.lay("1-swords", 0, 1.0)
    add_typed(table, 2, "5-clubs")
    snapshot = table.session.snapshot()
    track = next(card.track for card in snapshot.cards if card.seat == 2)
    to_cards(subject_of_track(snapshot, track), ("3-cups",))(table.session)
    answer(table)
    assert facts(table) == [(1, "1-coins"), (2, "3-cups"), (0, "1-swords"), (2, "5-clubs")]
    assert clean(table)


def test_the_card_of_a_player_whose_card_waits_is_that_card(table):
    table.lay("2-cups", 2, 2.0)
    add_typed(table, 2, "3-cups")
    table.lay("1-swords", 0, 1.0)
    answer(table)
    assert facts(table) == [(1, "1-coins"), (2, "3-cups"), (0, "1-swords")]


def test_a_card_that_is_told_as_a_fact_and_then_laid_counts_once():
    table = ScriptedTable(game("coins"), seed=4)
    table.session.say(CardsPlayed(1, ("1-coins",), source="person"))
    table.lay("1-coins", 1, 1.0)
    table.lay("2-cups", 2, 3.0)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups")]
    assert not told(table, Question)


def test_a_card_of_a_tiebreak_that_is_told_as_a_fact_where_none_is_dealt_is_refused_and_no_play():
    table = ScriptedTable(game("steere_suits"), seed=4)
    with pytest.raises(ImpossibleFactError, match="no tiebreak is being dealt"):
        table.session.say(TiebreakCard(1, "1-coins"))
    assert not table.log.facts


def test_a_straight_that_is_added_stays_one_play():
    table = forum()
    table.lay("3H", 1, 2.0, read=reading("3H", 0.5, ["3D"]))
    before = len(told(table, Event))
    table.session.insert_play(0, 2, ("6H", "7H"))
    table.session.insert_play(0, 0, ("9H",))
    table.look(1.0)
    assert {type(event) for event in told(table, Event)[before:]} <= {CardSeen}
    answer(table, "3H")
    assert [(fact.seat, fact.cards) for fact in table.log.facts[-3:]] == [(1, ("3H",)), (2, ("6H", "7H")), (0, ("9H",))]


def test_of_a_play_that_will_wait_no_breach_is_foretold_but_what_cannot_be_is(table):
    table.lay("2-cups", 2, 2.0)
    snapshot = table.session.snapshot()
    editor = Editor(None, Moment(table.log, snapshot))
    assert editor.open_track(next(card.track for card in snapshot.cards if card.role == "new"))
    assert editor.effects.of_cards(("3-cups",)) == ("", True, False)
    editor.make_seat(1)
    assert editor.effects.of_cards(("3-cups",)).text == "The score stays as it is"
    editor.make_seat(7)
    assert not editor.effects.of_cards(("3-cups",)).possible


TRICK = (("1-coins", 1), ("2-cups", 2), ("1-swords", 0))


def test_the_last_card_of_a_trick_of_which_the_others_were_added_by_hand_is_no_lead():
    table = ScriptedTable(game("coins"), seed=4)
    table.look(1.0)
    for code, seat in TRICK[:2]:
        add_typed(table, seat, code)
    table.lay(*TRICK[2], 1.0)
    assert facts(table) == [(seat, code) for code, seat in TRICK]
    assert [event.seat for event in told(table, TrickWon)] == [2]
    assert clean(table)
    assert not told(table, Question)


def test_where_its_last_card_was_never_seen_the_next_lead_has_it_asked_about():
    table = ScriptedTable(game("coins"), seed=4)
    table.look(1.0)
    for code, seat in TRICK[:2]:
        add_typed(table, seat, code)
    table.lay("5-clubs", 2, 4.0)
    asked = table.session.snapshot().question
    assert (asked.seat, asked.trick) == (0, 0)
    table.session.answer(asked.question, TRICK[2][0])
    table.look(1.0)
    assert facts(table) == [*((seat, code) for code, seat in TRICK), (2, "5-clubs")]


@pytest.fixture
def tiebreak():
    """Return a table of SUITS whose tiebreak is to be dealt, and the cards of that."""
    suits = game("steere_suits")
    truth = next(log for seed in range(99) if (log := tied(suits, seed)) is not None)
    table = ScriptedTable(suits, suits.configure(hands=1), seed=4, facts=truth.facts[:48])
    table.look(1.0)
    return table, truth.facts[48:]


def test_the_last_card_of_a_tiebreak_of_which_the_others_were_added_by_hand_decides_it(tiebreak):
    table, dealt = tiebreak
    for fact in dealt[:2]:
        add_typed(table, fact.seat, fact.card)
    table.lay(dealt[2].card, dealt[2].seat, 2.0)
    assert [fact.card for fact in table.log.facts[48:]] == [fact.card for fact in dealt]
    assert table.log.view.phase == "over"


def test_cards_of_a_tiebreak_may_be_added_behind_one_that_is_asked_about_once_each(tiebreak):
    table, dealt = tiebreak
    first, second, third = dealt
    doubtful = next(code for code in table.game.deck.codes if code not in [fact.card for fact in dealt])
    table.lay(first.card, first.seat, 2.0, read=reading(first.card, 0.5, [doubtful]))
    add_typed(table, second.seat, second.card)
    with pytest.raises(ImpossibleFactError, match="already dealt in this tiebreak"):
        add_typed(table, third.seat, second.card)
    add_typed(table, third.seat, third.card)
    answer(table, first.card)
    assert [(fact.seat, fact.card) for fact in table.log.facts[48:]] == [(fact.seat, fact.card) for fact in dealt]
    assert table.log.view.phase == "over"


def tied(suits, seed):
    log = random_game(suits, suits.configure(hands=1), seed)
    return log if len(log.facts) == 51 else None


def test_what_was_taken_back_of_cards_that_wait_is_made_again(table):
    add_typed(table, 2, "2-cups")
    add_typed(table, 2, "3-cups")
    add_typed(table, 0, "1-swords")
    for _ in range(3):
        table.session.undo()
    for _ in range(3):
        assert table.session.snapshot().can_redo
        table.session.redo()
    assert not table.session.snapshot().can_redo
    answer(table)
    assert facts(table) == [(1, "1-coins"), (2, "3-cups"), (0, "1-swords")]
    assert clean(table)


def test_once_something_else_is_said_it_is_not_made_again(table):
    add_typed(table, 2, "2-cups")
    table.session.undo()
    add_typed(table, 2, "3-cups")
    assert not table.session.snapshot().can_redo
    table.session.redo()
    answer(table)
    assert facts(table) == [(1, "1-coins"), (2, "3-cups")]


def test_that_a_card_does_not_count_is_taken_back_and_said_again(table):
    asked = table.session.snapshot().question
    table.session.answer(asked.question, None)
    table.session.undo()
    table.look(1.0)
    assert table.session.snapshot().question is not None
    table.session.redo()
    table.look(1.0)
    assert table.session.snapshot().question is None
    assert not table.log.facts
    table.session.undo()
    table.look(1.0)
    answer(table)
    assert facts(table) == [(1, "1-coins")]


def test_a_lead_that_was_added_is_the_card_that_is_seen_then_and_misread():
    table = ScriptedTable(game("coins"), seed=4)
    add_typed(table, 1, "1-coins")
    table.lay("1-coins", 1, 4.0, read=reading("3-cups", 0.97, ["9-clubs"]))
    table.lay("2-cups", 2, 1.0)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups")]
    assert clean(table)


@pytest.mark.parametrize("asked_about", [False, True])
def test_a_card_that_was_added_is_no_other_players_where_it_is_seen_then_and_misread(asked_about):
    table = asking_about_the_lead() if asked_about else ScriptedTable(game("coins"), seed=4)
    if not asked_about:
        table.lay("1-coins", 1)
    add_typed(table, 2, "2-cups")
    table.lay("2-cups", 2, 4.0, read=reading("3-cups", 0.97, ["9-clubs"]))
    table.lay("1-swords", 0, 1.0)
    if asked_about:
        answer(table)
    assert facts(table) == [(1, "1-coins"), (2, "2-cups"), (0, "1-swords")]
    assert clean(table)


@pytest.mark.parametrize(
    ("laid", "read"),
    [(("1-swords", 0), "2-swords"), (("5-clubs", 2), "5-clubs")],
    ids=["the card itself, misread", "the next lead"],
)
def test_beside_a_whole_trick_one_that_was_added_last_is_told_from_the_next_lead(laid, read):
    table = ScriptedTable(game("coins"), seed=4)
    table.lay(*TRICK[0])
    table.lay(*TRICK[1])
    add_typed(table, 0, "1-swords")
    table.lay(*laid, 4.0, read=reading(read, 0.97, ["9-clubs"]))
    led = [(2, "5-clubs")] if laid[0] == "5-clubs" else []
    assert facts(table) == [*((seat, code) for code, seat in TRICK), *led]
    assert clean(table)


def test_the_winner_who_played_last_leads_although_their_card_was_added_and_never_seen():
    table = ScriptedTable(game("coins"), seed=4)
    table.lay("1-coins", 1)
    table.lay("3-cups", 2)
    add_typed(table, 0, "5-cups")
    table.lay("5-clubs", 0, 2.0)
    assert facts(table) == [(1, "1-coins"), (2, "3-cups"), (0, "5-cups"), (0, "5-clubs")]
    assert clean(table)


def test_redo_makes_again_what_was_undone_last_and_not_what_was_taken_back_before_something_new(table):
    add_typed(table, 2, "2-cups")
    table.session.undo()
    answer(table)
    table.session.undo()
    table.session.redo()
    assert facts(table) == [(1, "1-coins")]
    assert not table.session.snapshot().can_redo


@pytest.fixture(params=[0.5, 6.0], ids=["at once", "once it is asked about"])
def swept_early(request):
    """Return a table whose first trick was swept off before one card of it was seen; the next is being played."""
    table = ScriptedTable(game("coins"), seed=4)
    for code, seat in (("4-swords", 1), ("2-swords", 0)):
        table.lay(code, seat)
    table.sweep(1.0)
    for code, seat in (("3-coins", 1), ("10-coins", 2)):
        table.lay(code, seat)
    table.look(request.param)
    return table


WHOLE = [(1, "4-swords"), (2, "8-clubs"), (0, "2-swords"), (1, "3-coins"), (2, "10-coins")]


def test_the_card_missed_in_a_trick_that_was_swept_off_early_is_that_and_none_that_lies_there_now(swept_early):
    add_typed(swept_early, 2, "8-clubs")
    swept_early.look(1.0)
    assert facts(swept_early) == WHOLE
    assert swept_early.session.snapshot().state == "watching"


def test_what_lies_there_now_may_be_added_although_a_card_of_the_trick_before_was_missed(swept_early):
    add_typed(swept_early, 2, "10-coins")
    add_typed(swept_early, 2, "8-clubs")
    swept_early.look(1.0)
    assert facts(swept_early) == WHOLE
