"""Invariants of sections 3.4 and 5.4 in random games of every number of players and every option."""

from collections import Counter

import pytest
from french_play import random_facts
from hypothesis import given, settings
from hypothesis import strategies as st
from rules_play import breaches, of_kind, start

from companion.rules.facts import CardsKept, CardsPlayed, HandDealt
from companion.rules.games.forum_suits_play import VALUE
from companion.rules.games.hearts_pp_scoring import POINTS
from companion.rules.rulings import HandEnded, TrickWon

SEEDS = st.integers(0, 2**32)
TABLES = [*(("hearts_pp", players) for players in (3, 4, 5)), *(("forum_suits", players) for players in (2, 3, 4, 5))]

HEARTS = st.one_of(
    st.fixed_dictionaries({"players": st.sampled_from([3, 4])}),
    st.fixed_dictionaries(
        {"players": st.just(5), "five_deck": st.sampled_from(["remove", "kitty"]),
         "kitty_to": st.sampled_from(["first", "last"])}
    ),
    st.fixed_dictionaries(
        {"players": st.just(4), "teams": st.just(True), "team_shoot": st.sampled_from(["halved", "once", "each"]),
         "team_zero": st.booleans()}
    ),
)  # fmt: skip
HEARTS_OPTIONS = st.fixed_dictionaries(
    {
        "first_lead": st.sampled_from(["dealer_left", "low_club", "low_club_free"]),
        "relief": st.booleans(),
        "near_cap": st.sampled_from([None, 0, 1, 3]),
        "tie": st.sampled_from(["shared", "extra_hand"]),
        "losing": st.sampled_from([None, 60, 120]),
        "first_dealer": st.integers(0, 2),
    }
)
FORUM = st.one_of(
    st.fixed_dictionaries({"players": st.sampled_from([2, 4, 5])}),
    st.fixed_dictionaries({"players": st.just(3), "faceup_to": st.sampled_from(["last_trick", "last_player"])}),
    st.fixed_dictionaries(
        {"players": st.just(4), "teams": st.just(True), "team_fourth": st.sampled_from(["all", "opponents"])}
    ),
)
FORUM_OPTIONS = st.fixed_dictionaries(
    {
        "first_lead": st.sampled_from(["dealer_left", "two_of_clubs"]),
        "ace_low": st.booleans(),
        "rounds": st.sampled_from([None, 1, 3]),
        "tie": st.sampled_from(["shared", "extra_hand"]),
        "first_dealer": st.integers(0, 1),
    }
)


def barred(hand, players):
    """Return who is barred in which suits, as section 3.1 puts it."""
    result = [set() for _ in range(players)]
    broken = set()
    for number, trick in enumerate(hand.tricks):
        leader, (card,) = trick.plays[0]
        if card[-1] not in broken:
            later = [played for t in hand.tricks[number:] for seat, (played,) in t.plays if seat == leader]
            if any(played[-1] in broken for played in later):
                result[leader].add(card[-1])
        broken |= {played[-1] for _, (played,) in trick.plays}
    return result


def hearts_scores(hand, state):
    """Score a hand again, as section 3.1 puts it."""
    players, teams = state.players, state.sides == 2
    won = [[] for _ in range(players)]
    for trick in hand.tricks:
        won[trick.winner] += [card for _, (card,) in trick.plays]
    empty = [not cards for cards in won]
    kitty_to = hand.tricks[0 if state.settings.choice("kitty_to") == "first" else -1].winner
    won[kitty_to] += hand.kitty
    points = [sum(POINTS[card] for card in cards) for cards in won]
    tens = [sum(card.startswith("10") for card in cards) for cards in won]
    bars = barred(hand, players)
    awards = [0] * players
    for seat in range(players):
        ok = sorted(
            (sum(POINTS[card] for card in state.copies if card[-1] == suit)
            for suit in "SHDC"
            if suit not in bars[seat] and all(card in won[seat] for card in state.copies if card[-1] == suit)),
            reverse=True,
        )  # fmt: skip
        if len(ok) >= 2 and tens[seat] == 4:
            awards[seat] = ok[0] + ok[1] + 20
        elif ok and tens[seat] >= 2:
            awards[seat] = ok[0] + 10
    base = [0 if awards[seat] or tens[seat] == 4 else points[seat] for seat in range(players)]
    if not any(awards):
        base = [score + (10 if teams else 20) * none for score, none in zip(base, empty, strict=True)]
    if not teams:
        return tuple(base[seat] + sum(awards) - awards[seat] for seat in range(players))
    share = {"halved": 0.5, "once": 1, "each": 2}[state.settings.choice("team_shoot")]
    if state.settings.flag("team_zero"):
        base = [0 if awards[seat] or awards[(seat + 2) % 4] else base[seat] for seat in range(4)]
    return tuple(base[team] + base[team + 2] + int(share * (awards[1 - team] + awards[3 - team])) for team in range(2))


@settings(max_examples=60)
@given(SEEDS, HEARTS, HEARTS_OPTIONS, st.booleans(), st.sampled_from([0.0, 0.0, 0.2]))
def test_hearts_pp(seed, table, options, skew, careless):
    chosen = {**table, **options}
    facts = random_facts("hearts_pp", seed, skew=skew, careless=careless, hands_limit=5, **chosen)
    log = start("hearts_pp", facts, **chosen)
    state = log.state
    players, teams = state.players, state.sides == 2
    deck = sum(POINTS[code] for code in state.copies)
    ledger = [[] for _ in range(state.sides)]
    ended = of_kind(log.rulings, HandEnded)
    for hand, ruling in zip([hand for hand in state.hands if hand.complete], ended, strict=True):
        assert sum(hand.taken.points) == deck
        assert len(hand.tricks) == state.hand_size()
        assert hand.seen.keys() | set(hand.kitty) == state.copies.keys()
        assert [set(suits) for suits in hand.barred] == barred(hand, players)
        assert all(len(seats) <= 1 for seats in by_suit(hand).values())
        assert hand.tricks[0].plays[0][1][0][-1] not in hand.barred[hand.tricks[0].plays[0][0]] or careless
        assert ruling.scores == hearts_scores(hand, state)
        score = hand.score
        assert len(score.shoots) <= 2
        assert len(score.communion) <= 1
        if len(score.shoots) == 2:
            assert [shoot.kind for shoot in score.shoots] == ["single", "single"]
            assert [hand.taken.tens[shoot.seat] for shoot in score.shoots] == [2, 2]
        for shoot in score.shoots:
            assert hand.taken.points[shoot.seat] >= shoot.award - (10 if shoot.kind == "single" else 20)
        if not teams:
            assert all(0 <= points <= deck for points in ruling.scores)
            shooters = sum(hand.taken.points[shoot.seat] for shoot in score.shoots)
            awards = sum(shoot.award for shoot in score.shoots)
            spared = sum(hand.taken.points[seat] for seat in score.communion)
            without = deck - shooters + (players - 1) * awards if score.shoots else deck - spared
            assert sum(ruling.scores) == without + (0 if score.shoots else 20 * len(score.no_trick))
        for side, points in enumerate(ruling.scores):
            ledger[side].append(points)
        for cut in hand.deductions:
            assert cut.before == sum(ledger[cut.unit])
            assert sorted(ledger[cut.unit], reverse=True)[cut.n] == cut.amount
            assert cut.n == state.losing - cut.before
            ledger[cut.unit].remove(cut.amount)
        assert ruling.totals == tuple(map(sum, ledger))
        over = any(total > state.losing for total in ruling.totals)
        assert over or ruling.next_dealer is not None
    if not careless:
        assert breaches(log) == []
    if state.phase == "over":
        best = max(state.totals) if min(state.totals) > state.losing else min(state.totals)
        assert [total == best for total in state.totals] == [side in state.winners for side in range(state.sides)]


def by_suit(hand):
    return {suit: [seat for seat, suits in enumerate(hand.barred) if suit in suits] for suit in "SHDC"}


def forum_scores(hand, state):
    """Score a hand again, as section 5.1 puts it."""
    won = [[] for _ in range(state.players)]
    for trick in hand.tricks:
        won[trick.winner] += [card for _, cards in trick.plays for card in cards]
    if hand.solo is not None:
        won[hand.solo] += hand.kept
    if state.players == 3 and hand.face_up not in hand.seen:
        to = hand.solo if state.settings.choice("faceup_to") == "last_player" else None
        won[hand.tricks[-1].winner if to is None else to].append(hand.face_up)
    raw = [sum(VALUE[card] for card in cards) for cards in won]
    seats = [
        abs(score) if all(card[-1] in "HD" for card in cards) else score for score, cards in zip(raw, won, strict=True)
    ]
    return won, raw, tuple(sum(seats[side :: state.sides]) for side in range(state.sides))


@settings(max_examples=60)
@given(SEEDS, FORUM, FORUM_OPTIONS, st.booleans(), st.sampled_from([0.0, 0.0, 0.2]))
def test_forum_suits(seed, table, options, straights, careless):
    chosen = {**table, **options}
    facts = random_facts("forum_suits", seed, straights=straights, careless=careless, hands_limit=6, **chosen)
    log = start("forum_suits", facts, **chosen)
    state = log.state
    players = state.players
    ended = of_kind(log.rulings, HandEnded)
    totals = [0] * state.sides
    for hand, ruling in zip([hand for hand in state.hands if hand.complete], ended, strict=True):
        won, raw, scores = forum_scores(hand, state)
        assert ruling.scores == scores
        totals = [total + score for total, score in zip(totals, scores, strict=True)]
        assert list(ruling.totals) == totals
        assert sum(map(len, won)) == {2: 26, 3: 52, 4: 52, 5: 50}[players]
        assert all(-36 <= points <= 36 for points in hand.seat_scores)
        assert len(hand.tricks) <= state.hand_size()
        red = sum(-raw[seat] for seat in hand.all_red)
        if players in (3, 4):
            assert sum(raw) == 0
            assert sum(hand.seat_scores) == 2 * red
        if players == 5:
            out = [card for card in state.copies if card not in {card for cards in won for card in cards}]
            assert sum(raw) == -sum(VALUE[card] for card in out)
        assert [seat for seat in range(players) if hand.left[seat]] == ([] if hand.solo is None else [hand.solo])
        if not straights and not careless:
            assert len(hand.tricks) == state.hand_size()
            assert all(len(trick.plays) == players for trick in hand.tricks)
            assert hand.solo is None
    if not careless:
        assert breaches(log) == []
    if state.phase == "over":
        assert state.winners == tuple(side for side, total in enumerate(totals) if total == max(totals))
        assert len(state.winners) == 1 or chosen["tie"] == "shared"


@settings(max_examples=60)
@given(SEEDS, st.sampled_from(TABLES))
def test_hands_typed_in_show_the_same_revokes_earlier(seed, table):
    """What is found at once with known hands is what the cards prove by the end of the hand."""
    name, players = table
    chosen = {"players": players, **({"rounds": 1} if name == "forum_suits" else {"losing": 1})}
    facts = random_facts(name, seed, careless=0.3, typed=True, hands_limit=1, **chosen)
    told = start(name, facts, **chosen)
    untold = start(name, [fact for fact in facts if not isinstance(fact, HandDealt)], **chosen)
    for need in untold.view.needs:
        untold.append(CardsKept(need.seat, told.state.hands[0].kept))
    assert Counter(breaches(told)) == Counter(breaches(untold))
    assert told.view.totals == untold.view.totals
    for index, fact in enumerate(facts):
        for ruling in told.rulings_of(index):
            if getattr(ruling, "code", "") == "revoke":
                assert isinstance(fact, CardsPlayed)
                assert (ruling.seat, ruling.trick) == (fact.seat, place_of(told, index))


def place_of(log, index):
    """Return the number of the trick to which the fact at this place belongs."""
    return sum(len(of_kind(log.rulings_of(place), TrickWon)) for place in range(index))


@pytest.mark.parametrize("name", ["hearts_pp", "forum_suits"])
@pytest.mark.parametrize("seed", range(4))
def test_hands_typed_in_later_prove_what_was_open(name, seed):
    facts = random_facts(name, seed, careless=0.3, typed=True, hands_limit=1)
    dealt = [fact for fact in facts if isinstance(fact, HandDealt)]
    played = [fact for fact in facts if not isinstance(fact, HandDealt)]
    early = start(name, facts)
    assert "revoke" in {code for code, *_ in breaches(early)}
    for count in range(0, len(played) - 1, 3):
        late = start(name, [*played[:count], *dealt[:3], *played[count:]])
        assert Counter(breaches(late)) == Counter(breaches(early)), "the fourth hand is what is left"
        assert late.view.totals == early.view.totals


@settings(max_examples=60)
@given(SEEDS, st.sampled_from(TABLES))
def test_what_is_shown_as_legal_is_legal_and_nothing_else_is(seed, table):
    """With all hands typed in, each legal play leads to no breach and each other card to one."""
    name, players = table
    facts = random_facts(name, seed, typed=True, hands_limit=1, players=players)
    stop = seed % len(facts)
    log = start(name, facts[:stop], players=players)
    view = log.view
    if view.expected is None or view.legal is None:
        return
    assert view.legal
    for play in view.legal:
        assert [ruling for ruling in log.append(CardsPlayed(view.expected, play)).new if hasattr(ruling, "code")] == []
        log.undo()
    for card in set(log.state.hand.held[view.expected]) - {play[0] for play in view.legal if len(play) == 1}:
        assert "revoke" in {
            getattr(ruling, "code", "") for ruling in log.append(CardsPlayed(view.expected, (card,))).new
        }
        log.undo()
