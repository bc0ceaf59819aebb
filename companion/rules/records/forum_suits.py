"""How the forum "Suits" is written down."""

from collections.abc import Iterable, Mapping

from companion.plain_json import shown
from companion.rules import passing
from companion.rules.facts import CardsKept, FaceUpCard, Fact
from companion.rules.games.forum_suits import ForumState
from companion.rules.games.forum_suits_hand import ForumHand
from companion.rules.records.form import Form, Json, codes, issues, opening, succession, totals_after


def _face_up(source: Mapping[str, object], _: ForumState) -> Iterable[Fact]:
    """Read the card that lies face up."""
    card = source.get("faceup")
    if card is None:
        return
    if not isinstance(card, str):
        raise ValueError(f"faceup must be a card, not {shown(card)}")
    yield FaceUpCard(card)


def _remaining(source: Mapping[str, object], state: ForumState) -> Iterable[Fact]:
    """Read the cards the last player keeps; where they follow by elimination, see that they agree."""
    cards = codes(source, "remaining")
    hand = state.hand if state.hand.laid or not source["plays"] else state.hands[-2]
    assert isinstance(hand, ForumHand)
    if not hand.complete:
        if not cards:
            return
        if hand.solo is None:
            raise ValueError("remaining must be left out: the hand breaks off while several players have cards")
        yield CardsKept(hand.solo, cards)
    elif cards and sorted(cards) != sorted(hand.kept):
        raise ValueError(f"remaining must be {', '.join(sorted(hand.kept)) or 'empty'}, the cards nobody played")


def _hand(state: ForumState, hand: ForumHand) -> Json:
    teams = state.sides != state.players
    return {
        **opening(hand),
        "solo": hand.solo,
        "remaining": sorted(hand.kept),
        "faceup_to": hand.face_up_to,
        "raw": hand.raw(),
        "all_red": list(hand.all_red),
        "scores": list(hand.seat_scores),
        **({"team_scores": list(hand.scores or [0, 0])} if teams else {}),
        "totals": totals_after(state, hand),
        "issues": issues(hand),
        "complete": hand.complete,
        "passing": passing.as_json(hand.passing),
        **succession(hand),
    }


def _game(state: ForumState) -> Json:
    return {"totals": list(state.totals), "game_over": state.phase == "over", "winners": list(state.winners)}


FORUM_SUITS_FORM = Form(
    _hand,
    _game,
    before_hand=_face_up,
    after_hand=_remaining,
    straights=True,
    hand_keys=("faceup", "remaining"),
)
