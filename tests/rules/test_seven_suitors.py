"""Seven Suitors by Chris Wray: the Thief, marriages and the end, examples Q11 to Q19, the view, and section 4.4."""

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rules_play import breaches, of_kind, winners
from suitors_play import GAME, THIEF_TRICK, hand, random_facts, suitors, to_teams, trick, won

from companion.rules.facts import ThiefTook
from companion.rules.games.seven_suitors_marks import highest_suit
from companion.rules.reasons import reason
from companion.rules.rulings import GameWon, HandEnded, SuitMarked, TrickWon


def play(*hands, **chosen):
    """Return the log of a game of these hands; cards after the end of the game are left out."""
    log = suitors(**chosen)
    for fact in itertools.chain(*hands):
        if log.view.phase == "play":
            log.append(fact)
    return log


def marked(log):
    return log.state.marks.marked


def test_the_author_is_credited_and_the_house_rules_are_those_of_the_rules():
    assert GAME.title == "Seven Suitors - by Chris Wray"
    assert dict(GAME.configure()) == {
        "special": False,
        "no_ties": False,
        "short": False,
        "short_end": "immediate",
        "first_dealer": 0,
    }


@pytest.mark.parametrize(
    ("said", "captured"),
    [
        ([], ((), ("5:7",))),
        ([ThiefTook("auto")], ((), ("5:7",))),
        ([ThiefTook("5:7")], ((), ("5:7",))),
        ([ThiefTook("none")], (("5:7",), ())),
    ],
)
def test_q11_the_thief_takes_a_seven_for_its_team(said, captured):
    log = suitors([*said, *THIEF_TRICK], special=True)
    assert winners(log) == [2]
    assert log.view.captured == captured
    assert log.view.needs == ()


def test_q11_with_two_different_sevens_the_table_is_asked():
    log = suitors(trick("5:8 4:7 thief 5:7", leader=3), special=True)
    (need,) = log.view.needs
    assert (need.kind, need.seat, need.choices, need.may_decline) == ("thief", 1, ("4:7", "5:7"), True)
    assert need.question.text(["Ann", "Bob", "Cid", "Dan"]) == "which seven does Bob take with the Thief?"
    assert log.view.captured == ((), ())
    log.append(ThiefTook("4:7"))
    assert log.view.captured == ((), ("4:7", "5:7")), "the trick was won by the Thief's partner"
    assert log.view.needs == ()


def test_q12_marriages_of_a_hand():
    log = play(hand(to_teams(zero="12", one="46")))
    assert log.state.marks.marriages == [2, 2]
    assert marked(log) == (("1", "2"), ("4", "6"))
    assert log.view.totals == (2, 2)


def test_marks_of_the_base_game_are_made_after_the_hand():
    facts = hand(to_teams(zero="12", one="46"))
    log = suitors(facts[:-1])
    assert marked(log) == ((), ())
    assert log.state.marks.marriages == [2, 2]
    assert of_kind(log.rulings, SuitMarked) == []
    change = log.append(facts[-1])
    assert [type(ruling) for ruling in change.new] == [TrickWon, *[SuitMarked] * 4, HandEnded]
    assert [(ruling.trick, ruling.team, ruling.suit, ruling.marked) for ruling in of_kind(change.new, SuitMarked)] == [
        (1, 0, "1", ("1",)),
        (3, 0, "2", ("1", "2")),
        (7, 1, "4", ("4",)),
        (11, 1, "6", ("4", "6")),
    ]
    ended = change.new[-1]
    assert (ended.scores, ended.totals, ended.next_dealer, ended.next_leader) == ((2, 2), (2, 2), 1, None)
    assert ended.notes[0].text(["Ann", "Bob", "Cid", "Dan"]) == "Ann and Cid married the Black Spades in trick 2"


def test_suits_are_marked_in_the_order_of_their_tricks():
    marks = of_kind(play(hand(to_teams(zero="26", one="14"))).rulings, SuitMarked)
    expected = [(1, 1, "1"), (3, 0, "2"), (7, 1, "4"), (11, 0, "6")]
    assert [(mark.trick, mark.team, mark.suit) for mark in marks] == expected


def test_q13_single_sevens_do_not_carry_over():
    one = hand(to_teams(zero="123456"))
    log = play(one, one)
    assert marked(log) == (("1", "2", "3", "4", "5", "6"), ())
    assert log.state.marks.marriages == [12, 0]
    assert (log.view.phase, log.view.hand) == ("play", 3)
    assert [ruling.scores for ruling in of_kind(log.rulings, HandEnded)] == [(6, 0), (0, 0)]


def test_q14_all_seven_suits():
    first = hand(to_teams(zero="12345"))
    second = hand([(6, 0), (6, 0), (7, 0), (7, 0), *to_teams()[:10]])
    assert won(play(first, second)) == (0, "all seven suits", (1, 13))
    assert won(play(first, second, no_ties=True)) == (0, "all seven suits", (1, 3))


def test_q15_both_complete_after_the_same_hand():
    hands = [hand(to_teams(zero="123456")), hand(to_teams(zero="6", one="123457")), hand(to_teams(zero="7", one="6"))]
    log = play(*hands)
    assert log.state.marks.marriages == [8, 7]
    assert won(log) == (0, "more marriages in the whole game, 8 to 7", (2, 13))
    assert won(play(*hands, no_ties=True)) == (1, "all seven suits", (2, 11))


def test_q15_with_the_teams_exchanged():
    hands = [hand(to_teams(one="123456")), hand(to_teams(one="6", zero="123457")), hand(to_teams(one="7", zero="6"))]
    log = play(*hands)
    assert log.state.marks.marriages == [7, 8]
    assert won(log) == (1, "more marriages in the whole game, 8 to 7", (2, 13))
    assert {note.key for note in of_kind(log.rulings, HandEnded)[-1].notes} == {"married"}, "no extra hand follows"


def test_of_several_suits_in_one_trick_the_highest_of_each_team_is_compared():
    """The winner may get both missing halves of a trick, the Thief's team a third one (reading 4.p)."""
    all_suits, higher = reason("all-suits"), reason("higher-suit")
    assert highest_suit([("2", "6"), ("4",)], all_suits) == (0, higher)
    assert highest_suit([("5",), ("1", "7")], all_suits) == (1, higher)
    assert highest_suit([("5",), ()], all_suits) == (0, all_suits)
    assert highest_suit([(), ()], all_suits) is None


def test_q16_extra_hands_go_on_to_the_first_marriage():
    log = play(hand(to_teams(zero="1234", one="567")), hand(to_teams(zero="567", one="1234")))
    assert log.state.marks.marriages == [7, 7]
    assert (log.view.phase, log.state.extra_hand) == ("play", True)
    assert [str(note) for note in log.view.notes] == ["extra hand: the first marriage wins"]
    for fact in hand(to_teams()):
        log.append(fact)
    assert (log.view.hand, log.view.phase, log.state.extra_hand) == (4, "play", True)
    decisive = hand([(2, 0), (4, 1), (2, 1), (4, 1), *(given for given in to_teams() if given[0] not in (2, 4))])
    for fact in decisive[:16]:
        change = log.append(fact)
    assert [type(ruling) for ruling in change.new] == [TrickWon, GameWon]
    assert won(log) == (1, "first marriage of the extra hand", (3, 3))
    assert log.state.marks.marriages == [7, 8]
    assert log.view.notes == ()


def test_q17_short_a_suit_belongs_to_the_first_team_that_marries_it():
    hands = [hand(to_teams(zero="123", one="456")), hand(to_teams(zero="456", one="17"))]
    log = play(*hands, short=True)
    assert won(log) == (1, "four suits", (1, 13))
    assert marked(log) == (("1", "2", "3"), ("4", "5", "6", "7"))
    assert log.state.marks.marriages == [6, 5]


@pytest.mark.parametrize(("short_end", "ended_at"), [("immediate", (0, 7)), ("hand", (0, 13))])
def test_q18_short_is_over_at_the_fourth_mark_or_after_its_hand(short_end, ended_at):
    log = play(hand(to_teams(zero="1234")), short=True, short_end=short_end)
    assert won(log) == (0, "four suits", ended_at)


def test_no_ties_ends_the_short_game_at_the_fourth_mark_in_any_case():
    log = play(hand(to_teams(zero="1234")), short=True, short_end="hand", no_ties=True)
    assert won(log) == (0, "four suits", (0, 7))


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


@pytest.mark.parametrize(
    ("choice", "result"),
    [("5:7", (1, "higher suit in the same trick", (2, 3))), ("none", (0, "all seven suits", (2, 3)))],
)
@pytest.mark.parametrize("ahead", [True, False])
def test_q19_the_thief_lets_both_teams_complete_in_one_trick(choice, result, ahead):
    took = [ThiefTook(choice)]
    log = suitors([*before_q19(), *(took + Q19 if ahead else Q19 + took)], special=True, no_ties=True)
    assert won(log) == result


def test_q19_the_other_seven_completes_nobody():
    log = suitors([*before_q19(), *Q19, ThiefTook("3:7")], special=True, no_ties=True)
    assert log.view.phase == "play"
    assert log.view.captured == (("3:7", "5:7"), ("3:7", "5:7"))


def test_an_extra_hand_in_which_both_teams_marry_in_one_trick_goes_to_the_higher_suit():
    tie = [hand(to_teams(zero="1234", one="567"), specials_to=0), hand(to_teams(zero="567", one="1234"), specials_to=0)]
    log = play(*tie, before_q19()[-12:], Q19, [ThiefTook("5:7")], special=True)
    assert won(log) == (1, "higher suit in the same trick", (2, 3))


def test_before_a_hand_the_view_tells_everybody_what_to_do():
    view = suitors().view
    assert (view.expected, view.leader, view.trump, view.goal) == (None, None, None, 7)
    assert view.passing == (((1, 1), (2, 1), (3, 1)),)
    assert view.instructions != ()
    assert suitors(trick("2:2")).view.instructions == ()


def test_trump_shows_as_soon_as_a_suit_is_led():
    assert suitors(trick("14"), special=True).view.trump is None
    assert suitors(trick("14 3:4"), special=True).view.trump == "3"
    assert suitors(trick("3:4 14 0 3:5"), special=True).view.trump is None


def test_the_view_says_what_each_team_still_needs():
    log = play(hand(to_teams(zero="12", one="46")))
    ours, theirs = log.view.standings
    assert (ours.side, ours.seats, ours.total, ours.can_win) == (0, (0, 2), 2, True)
    assert (ours.marked, ours.missing) == (("1", "2"), ("3", "4", "5", "6", "7"))
    assert theirs.missing == ("1", "2", "3", "5", "7")
    short = play(hand(to_teams(zero="12", one="46")), short=True)
    assert [standing.missing for standing in short.view.standings] == [("3", "5", "7")] * 2


def test_cards_after_the_end_are_reported_once():
    log = suitors(hand(to_teams(zero="1234")), short=True)
    assert breaches(log) == [("play-after-end", 8, 0, None)]
    assert len(log.state.hand.tricks) == 8


variants = st.fixed_dictionaries(
    {
        "special": st.booleans(),
        "no_ties": st.booleans(),
        "short": st.booleans(),
        "short_end": st.sampled_from(["immediate", "hand"]),
    }
)


@settings(max_examples=300)
@given(st.integers(0, 2**32), variants)
def test_random_games(seed, chosen):
    """Section 4.4, in every combination of the variants."""
    log = suitors(random_facts(seed, **chosen), **chosen)
    state = log.state
    goal = 4 if chosen["short"] else 7
    assert breaches(log) == []
    (over,) = of_kind(log.rulings, GameWon)
    (winner,) = over.winners
    assert over.totals[winner] >= goal
    assert state.marks.marriages[winner] >= goal
    if chosen["short"]:
        assert not set(marked(log)[0]) & set(marked(log)[1])
        assert over.totals[1 - winner] < 4
    for present in state.hands:
        check_hand(present, chosen)
    seen = [set(), set()]
    for mark in of_kind(log.rulings, SuitMarked):
        assert mark.suit not in seen[mark.team]
        seen[mark.team].add(mark.suit)
        assert mark.marked == tuple(sorted(seen[mark.team]))
    assert [len(suits) for suits in seen] == list(over.totals)
    assert all(tally >= total for tally, total in zip(state.marks.marriages, over.totals, strict=True))


def check_hand(present, chosen):
    """Check one hand against section 4.4."""
    married = [{suit for suit, _ in made} for made in present.marriages]
    assert not married[0] & married[1]
    for before, after in itertools.pairwise(present.resolutions):
        assert after.trump == before.next_trump
    changes = [place for place, result in enumerate(present.resolutions) if place and result.next_trump != result.trump]
    for place in changes:
        assert any("0" in cards for _, cards in present.tricks[place].plays)
    if not present.complete:
        return
    assert len(present.tricks) == (15 if chosen["special"] else 14)
    assert sum(map(len, present.captured)) == 14
    split = {seven for seven in present.captured[0] if seven in present.captured[1]}
    assert len(married[0]) + len(married[1]) + len(split) == 7
