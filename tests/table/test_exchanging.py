"""In a hand in which the whole deck was played every card can still be set right: two were taken for each other."""

import random
from itertools import permutations

import pytest
from scripted import ScriptedTable, reading

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed, KittyNamed, ThiefTook, TiebreakCard
from companion.rules.games import GAMES
from companion.rules.log import GameLog
from companion.table.session import TableSession


def whole_hand(game, seed=0, **settings) -> GameLog:
    """A hand in which every card of the deck is played that is dealt, in an order drawn by lot."""
    log = GameLog(game, game.configure(**settings))
    cards = [card for card, copies in log.state.copies.items() for _ in range(copies)]
    random.Random(seed).shuffle(cards)
    while log.view.hand == 1 and log.view.phase == "play":
        log.append(CardsPlayed(log.view.expected or 0, (cards.pop(),), source="camera"))
    return log


@pytest.fixture(params=sorted(GAMES))
def table(request) -> TableSession:
    game = GAMES[request.param]
    return TableSession(game, facts=whole_hand(game).facts)


def cards_of(table: TableSession) -> list[str]:
    return [fact.cards[0] for fact in table.log.facts]


def test_any_two_cards_of_a_whole_hand_are_exchanged_and_one_undo_puts_them_back(table) -> None:
    before = table.log.facts
    played = cards_of(table)
    assert len(played) > 40
    once = [place for place, card in enumerate(played) if played.count(card) == 1]
    for one, other in random.Random(5).sample(list(permutations(once, 2)), 60):
        events = table.correct(one, (played[other],))
        expected = played.copy()
        expected[one], expected[other] = played[other], played[one]
        assert cards_of(table) == expected
        said = {(event.was, event.now) for event in events if event.event == "correction"}
        assert said == {(played[one], played[other]), (played[other], played[one])}
        table.undo()
        assert table.log.facts == before


def test_what_a_person_said_is_theirs_and_what_follows_is_not(table) -> None:
    first, second = cards_of(table)[:2]
    table.correct(1, (first,))
    (implied, said) = table.log.facts[:2]
    assert (said.source, said.confidence, said.cards) == ("person", 1.0, (first,))
    assert (implied.source, implied.cards) == ("camera", (second,))
    assert implied.confidence < 1


def test_two_players_whose_cards_were_taken_for_each_others_are_exchanged(table) -> None:
    seats = [fact.seat for fact in table.log.facts]
    table.change_seat(0, seats[1])
    assert [fact.seat for fact in table.log.facts] == [seats[1], seats[0], *seats[2:]]
    table.undo()
    assert [fact.seat for fact in table.log.facts] == seats


def test_cards_of_a_tiebreak_are_exchanged() -> None:
    game = GAMES["steere_suits"]
    tied = next(log for seed in range(100) if (log := whole_hand(game, seed, hands=1)).view.phase == "tiebreak")
    one, other = "5-cups", "7-coins"
    for card in (one, other):
        assert tied.view.expected is not None
        tied.append(TiebreakCard(tied.view.expected, card, source="camera"))
    table = TableSession(game, game.configure(hands=1), facts=tied.facts)
    table.correct(len(tied.facts) - 2, (other,))
    assert [fact.card for fact in table.log.facts[-2:]] == [other, one]


def test_a_card_gives_way_to_no_card_of_the_kitty_that_is_known() -> None:
    hearts = GAMES["hearts_pp"]
    names = ("Ana", "Ben", "Carla", "David", "Eva")
    table = ScriptedTable(hearts, hearts.configure(players=5, five_deck="kitty"), seed=1, names=names)
    table.session.say(KittyNamed(("2S", "9C")))
    table.lay("AS", 1, 1.0, reading("AS", 0.99, ["2S"]))
    table.lay("5S", 2, 1.0)
    table.session.correct(2, ("AS",))
    assert [fact.cards for fact in table.log.facts[1:]] == [("5S",), ("AS",)]


@pytest.mark.parametrize(
    ("place", "really", "stolen"), [(3, "3:7", "3:7"), (1, "4:9", "5:7")], ids=["the stolen one", "another one"]
)
def test_a_card_that_was_misread_as_a_seven_in_the_trick_of_the_thief_is_set_right_after_it_took(
    place, really, stolen
) -> None:
    suitors = GAMES["seven_suitors"]
    trick = [CardsPlayed(seat, (code,)) for seat, code in enumerate(("5:8", "4:7", "thief", "5:7"))]
    taken = [*trick, ThiefTook("5:7"), CardsPlayed(3, ("6:6",))]
    table = TableSession(suitors, suitors.configure(special=True), facts=taken)
    table.correct(place, (really,))
    assert table.log.facts[place].cards == (really,)
    assert stolen in table.view.captured[0]
    assert table.view.needs == ()
    table.undo()
    assert table.log.facts == tuple(taken)


def test_a_seat_that_plays_no_part_is_still_refused(table) -> None:
    before = table.log.facts
    with pytest.raises(ImpossibleFactError):
        table.change_seat(0, 9)
    assert table.log.facts == before
