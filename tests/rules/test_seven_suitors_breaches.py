"""Seven Suitors by Chris Wray: breaches, known hands, late choices of the Thief; examples Q20 and Q21."""

import pytest
from rules_play import assert_refused, breaches, of_kind
from suitors_play import THIEF_TRICK, hand, suitors, to_teams, trick, won

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed, HandDealt, ThiefTook, TiebreakCard
from companion.rules.rulings import HandEnded, SuitMarked


def before_q19():
    """Return two hands after which team 0 lacks suit 3 and team 1 lacks suit 5, and three tricks of the next."""
    return [
        *hand(to_teams(zero="124567"), specials_to=0),
        *hand(to_teams(one="123467"), specials_to=0),
        *trick("3:3 3:4 3:9 3:7"),
        *trick("5:5 5:11 5:7 5:6", leader=2),
        *trick("4:4 4:10 4:5 4:6", leader=3),
    ]


Q19 = trick("3:7 thief 3:6 5:7")


def test_q20_a_revoke_and_a_wrong_starter_are_proved_by_later_cards():
    log = suitors([*trick("2:2 3:5 2:3 2:4"), *trick("1:1 1:2 2:6", leader=3)])
    assert breaches(log) == [("wrong-starter", 0, 0, 3), ("revoke", 0, 1, None)]
    assert [ruling.reason.text(["Ann", "Bob", "Cid", "Dan"]) for ruling in log.rulings if hasattr(ruling, "code")] == [
        "Ann started, but Dan held the 1 of Black Spades",
        "Bob played the 6 of Purple Moons in trick 2 after discarding on Purple Moons in trick 1",
    ]
    assert [issue.card for issue in log.state.hand.issues] == ["2:2", "3:5"]


def test_special_cards_are_no_revoke():
    facts = [*trick("2:2 14 2:3 thief"), *trick("2:4 2:5 2:6 3:5", leader=1), *trick("3:3 0 3:4 1/2", leader=3)]
    assert breaches(suitors(facts, special=True)) == []


def test_the_half_follows_nothing_and_proves_nothing():
    facts = [*trick("1/2 2:2 3:5 2:4"), *trick("5:5 5:6 5:7 2:3", leader=3)]
    log = suitors(facts, special=True)
    assert breaches(log) == [("revoke", 0, 2, None)]
    assert log.state.hand.resolutions[0].trump == "2"


@pytest.mark.parametrize(("led", "legal"), [("2:8", ["2:3", "2:7", "thief"]), ("14", ["2:3", "2:7", "5:9", "thief"])])
def test_q21_what_may_be_played(led, legal):
    log = suitors([CardsPlayed(0, (led,))], special=True)
    assert log.state.playable(["2:3", "2:7", "5:9", "thief"]) == legal


def dealt():
    """Return four hands of 14 cards, two neighbours of each suit; seat 0 holds the 1:1."""
    ranks = {suit: [f"{suit}:{rank}" for rank in sorted([*range(suit, suit + 7), 7])] for suit in range(1, 8)}
    return [[card for suit in ranks for card in ranks[suit][2 * seat : 2 * seat + 2]] for seat in range(4)]


def test_a_known_holder_of_the_starting_card_is_expected_to_start():
    hands = dealt()
    log = suitors([HandDealt(0, tuple(hands[0]))])
    view = log.view
    assert (view.expected, view.leader) == (0, 0)
    assert {card for (card,) in view.legal} == set(hands[0])
    change = log.append(CardsPlayed(1, ("1:3",)))
    assert [(ruling.code, ruling.trick, ruling.seat, ruling.expected) for ruling in change.new] == [
        ("wrong-starter", 0, 1, 0)
    ]
    log.append(CardsPlayed(2, ("1:5",)))
    log.append(CardsPlayed(3, ("1:7",)))
    assert log.append(CardsPlayed(0, ("1:1",))).new[0].event == "trick_won", "reported once"


def test_a_hand_typed_in_after_the_start_shows_who_should_have_started():
    log = suitors([CardsPlayed(1, ("1:3",))])
    change = log.append(HandDealt(0, tuple(dealt()[0])))
    assert [(ruling.code, ruling.seat, ruling.expected) for ruling in change.new] == [("wrong-starter", 1, 0)]


def test_a_revoke_is_seen_at_once_where_the_hand_is_known():
    log = suitors([HandDealt(1, tuple(dealt()[1])), CardsPlayed(0, ("2:2",))])
    assert log.view.legal == (("2:4",), ("2:5",))
    change = log.append(CardsPlayed(1, ("3:5",)))
    assert [(ruling.code, ruling.trick, ruling.seat) for ruling in change.new] == [("revoke", 0, 1)]


def test_one_of_two_sevens_may_be_in_a_known_hand_and_the_other_elsewhere_but_no_third():
    log = suitors([HandDealt(2, tuple(dealt()[2])), CardsPlayed(3, ("2:7",))])
    assert_refused(log, CardsPlayed(0, ("2:7",)), "held-by-other")
    assert log.append(CardsPlayed(0, ("2:4",))).withdrawn == ()


@pytest.mark.parametrize(
    ("before", "fact", "code"),
    [
        (trick("5:7 5:8 5:7"), CardsPlayed(3, ("5:7",)), "card-twice"),
        (trick("5:8"), CardsPlayed(1, ("5:8",)), "card-twice"),
        ([], CardsPlayed(0, ("8:8",)), "unknown-card"),
        ([], CardsPlayed(0, ("14",)), "card-not-in-play"),
        ([], CardsPlayed(4, ("1:1",)), "unknown-seat"),
        ([], CardsPlayed(0, ("1:1", "1:2")), "one-card"),
        ([], ThiefTook("none"), "no-thief"),
        ([], TiebreakCard(0, "1:1"), "wrong-kind"),
    ],
)
def test_impossible_facts_are_refused_and_change_nothing(before, fact, code):
    log = suitors(before)
    assert_refused(log, fact, code)


PENDING = trick("5:8 4:7 thief 5:7", leader=3)


@pytest.mark.parametrize(
    ("before", "fact", "code"),
    [
        ([], ThiefTook("5:8"), "thief-choice"),
        ([ThiefTook("none")], ThiefTook("5:7"), "thief-settled"),
        (THIEF_TRICK, ThiefTook("none"), "thief-settled"),
        ([ThiefTook("3:7"), *THIEF_TRICK[:3]], THIEF_TRICK[3], "thief-without"),
        (PENDING, ThiefTook("3:7"), "thief-without"),
        (PENDING, ThiefTook("auto"), "thief-undecided"),
    ],
)
def test_impossible_choices_of_the_thief_are_refused_and_change_nothing(before, fact, code):
    log = suitors(before, special=True)
    assert_refused(log, fact, code)


def test_whose_thief_has_to_choose_is_said():
    log = suitors(PENDING, special=True)
    with pytest.raises(ImpossibleFactError) as caught:
        log.append(ThiefTook("auto"))
    assert (caught.value.seat, caught.value.trick) == (1, 0)


def test_play_goes_on_while_the_thief_has_not_chosen_and_its_choice_counts_as_if_made_at_once():
    later = trick("4:4 4:7 4:8 4:9", leader=2)
    late = suitors([*PENDING, *later], special=True, no_ties=True)
    assert late.view.needs != ()
    assert late.view.captured == ((), ())
    change = late.append(ThiefTook("4:7"))
    early = suitors([*PENDING, ThiefTook("4:7"), *later], special=True, no_ties=True)
    assert late.view == early.view
    assert late.state.hand.marriages == early.state.hand.marriages == ([], [("4", 1)])
    assert of_kind(change.new, SuitMarked) == of_kind(early.rulings, SuitMarked) != []


def test_a_hand_ends_only_when_the_thief_of_its_last_trick_has_chosen():
    swapped = {"0": "6:7", "1/2": "7:7"}
    facts = hand(to_teams(), specials_to=0)
    tricks = [fact.cards[0] for fact in facts]
    for special, seven in swapped.items():
        here, there = tricks.index(special), tricks.index(seven)
        facts[here], facts[there] = CardsPlayed(facts[here].seat, (seven,)), CardsPlayed(facts[there].seat, (special,))
    log = suitors(facts, special=True)
    assert of_kind(log.rulings, HandEnded) == []
    assert (log.view.hand, len(log.view.seen), log.view.needs[0].choices) == (1, 60, ("6:7", "7:7"))
    with pytest.raises(ImpossibleFactError, match="say which one it takes"):
        log.append(CardsPlayed(0, ("1:1",)))
    change = log.append(ThiefTook("none"))
    assert change.new[-1].event == "hand_ended"
    assert log.view.hand == 2


def test_a_late_choice_that_decided_the_game_makes_what_followed_count_for_nothing():
    facts = [*before_q19(), *Q19]
    later = [*trick("6:6 6:8 6:9 6:10"), CardsPlayed(3, ("6:11",))]
    log = suitors([*facts, *later], special=True, no_ties=True)
    change = log.append(ThiefTook("5:7"))
    assert won(log) == (1, "higher suit in the same trick", (2, 3))
    assert [(ruling.code, ruling.trick, ruling.seat) for ruling in change.new if hasattr(ruling, "code")] == [
        ("play-after-end", 4, 0)
    ]
    assert len(log.state.hand.tricks) == 4


def test_breaches_after_the_end_count_for_nothing_where_a_late_choice_decided_the_game():
    facts = [*before_q19(), *Q19]
    # The last card shows that seat 3 could have followed the lead of the deciding trick.
    later = [*trick("6:6 6:8 6:9 0", leader=1), *(CardsPlayed(*play) for play in ((2, ("6:11",)), (3, ("3:8",))))]
    late, early = (
        suitors(told, special=True, no_ties=True)
        for told in ([*facts, *later, ThiefTook("5:7")], [*facts, ThiefTook("5:7"), *later])
    )
    assert [(issue.code, issue.trick, issue.seat) for issue in late.state.hand.issues] == [("play-after-end", 4, 1)]
    assert late.state.hand.issues == early.state.hand.issues
    assert late.state.hand.resolutions == early.state.hand.resolutions
    assert late.view == early.view
