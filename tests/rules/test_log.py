"""The log of facts: append, undo, redo and corrections, and the law that all of them equal playing it right at once."""

import pytest
from fold_law import LAW_SETTINGS, FoldLaw
from rules_play import of_kind, plays, random_facts, start

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed
from companion.rules.log import Change
from companion.rules.rulings import TrickWon


def test_a_correction_says_what_no_longer_holds_and_what_does():
    log = start("coins", plays("1:1-coins 2:2-cups 0:1-swords / 2:2-coins 0:9-coins 1:10-coins"))
    change = log.replace(1, CardsPlayed(2, ("3-clubs",)))
    assert [(ruling.trick, ruling.seat) for ruling in of_kind(change.withdrawn, TrickWon)] == [(0, 2), (1, 1)]
    assert [(ruling.trick, ruling.seat, ruling.totals) for ruling in of_kind(change.new, TrickWon)] == [
        (0, 1, (0, 1, 0)),
        (1, 1, (0, 4, 0)),
    ]


def test_a_correction_without_consequences_changes_no_ruling():
    log = start("coins", plays("1:1-swords 2:2-cups 0:1-cups / 0:2-coins 1:9-coins 2:10-coins"))
    assert log.replace(1, CardsPlayed(2, ("3-cups",))) == Change()
    assert log.facts[1].cards == ("3-cups",)


def test_a_correction_that_later_facts_contradict_is_refused_with_the_place():
    log = start("coins", plays("1:1-swords 2:2-cups 0:1-cups / 0:2-coins"))
    facts, rulings = log.facts, log.rulings
    with pytest.raises(ImpossibleFactError, match="2 of Coins was already played") as caught:
        log.replace(1, CardsPlayed(2, ("2-coins",)))
    assert caught.value.index == 3
    assert (log.facts, log.rulings) == (facts, rulings)


def test_two_cards_taken_for_each_other_are_corrected_together():
    log = start("coins", plays("1:1-swords 2:2-cups 0:1-cups / 0:2-coins"))
    log.replace_all({1: CardsPlayed(2, ("2-coins",)), 3: CardsPlayed(0, ("2-cups",))})
    assert [fact.cards[0] for fact in log.facts] == ["1-swords", "2-coins", "1-cups", "2-cups"]
    log.undo()
    assert [fact.cards[0] for fact in log.facts] == ["1-swords", "2-cups", "1-cups", "2-coins"]


def test_a_missed_card_is_put_in_and_a_false_one_taken_out():
    right = plays("1:1-swords 2:2-cups 0:1-cups / 0:2-coins")
    log = start("coins", [right[0], right[2]])
    log.insert(1, right[1])
    log.append(right[3])
    assert log.facts == tuple(right)
    log.append(CardsPlayed(1, ("9-clubs",)))
    log.remove(4)
    assert log.view == start("coins", right).view


def test_a_fact_added_after_undo_forgets_what_was_undone():
    log = start("coins", plays("1:1-swords 2:2-cups"))
    log.undo()
    log.append(CardsPlayed(2, ("3-cups",)))
    assert not log.can_redo
    assert log.redo() == Change()


def test_undo_of_nothing_does_nothing():
    log = start("coins")
    assert not log.can_undo
    assert log.undo() == Change()
    assert log.view == start("coins").view


def test_each_fact_knows_its_rulings():
    log = start("coins", plays("1:1-swords 2:2-cups 0:1-cups / 1:2-coins"))
    assert [len(log.rulings_of(index)) for index in range(4)] == [0, 0, 1, 1]


class SteereLaw(FoldLaw):
    def tell(self, seed):
        game, chosen = (("coins", {"target": 4}), ("steere_suits", {"hands": 1}))[seed % 2]
        return game, chosen, random_facts(game, seed, **chosen)


TestFoldLaw = SteereLaw.TestCase
TestFoldLaw.settings = LAW_SETTINGS
