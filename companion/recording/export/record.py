"""The written record of a game (`companion score`), from its facts."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from companion.recording.opening import Session
from companion.rules.facts import CardsKept, CardsPlayed, FaceUpCard, KittyNamed, ThiefTook, TiebreakCard
from companion.rules.game import Game
from companion.rules.games.forum_suits_hand import ForumHand
from companion.rules.settings import Settings

Json = dict[str, Any]


def _played(hand: Json, _: Json, fact: CardsPlayed) -> None:
    cards: str | list[str] = fact.cards[0] if len(fact.cards) == 1 else list(fact.cards)
    hand["plays"].append([fact.seat, cards])


def _tiebreak(_: Json, record: Json, fact: TiebreakCard) -> None:
    record.setdefault("tiebreak", {})[fact.seat] = fact.card


_WRITERS: Mapping[type, Callable[[Json, Json, Any], None]] = MappingProxyType(
    {
        CardsPlayed: _played,
        TiebreakCard: _tiebreak,
        FaceUpCard: lambda hand, _, fact: hand.update(faceup=fact.card),
        KittyNamed: lambda hand, _, fact: hand.update(kitty=list(fact.cards)),
        CardsKept: lambda hand, _, fact: hand.update(remaining=list(fact.cards)),
        ThiefTook: lambda hand, _, fact: hand.update(thief_take=fact.card),
    }
)
"""What each kind of fact adds to its hand or to the record; what a seat held has no place in a record."""


def record_of(session: Session) -> Json:
    """Return a game as `companion score` reads it: `{"game": ID, "record": {...}}`, with the players' names."""
    record = _agreed(session.game, session.settings)
    hands: dict[int, Json] = {}
    state = session.game.start(session.settings)
    for fact in session.facts:
        if type(fact) in _WRITERS:
            hand: Json = {}
            if not isinstance(fact, TiebreakCard):
                hand = hands.setdefault(state.place_of(fact)[0], {"plays": []})
            _WRITERS[type(fact)](hand, record, fact)
        state.apply(fact)
    for held in state.hands:
        # What was kept may be known from the hands that were typed in.
        if isinstance(held, ForumHand) and held.kept and held.number in hands:
            hands[held.number].setdefault("remaining", list(held.kept))
    dealt = record.get("tiebreak")
    if dealt is not None:
        # A tiebreak that is not dealt to its end has no place in a record.
        record["tiebreak"] = [dealt.get(seat) for seat in range(state.players)]
        if None in record["tiebreak"]:
            del record["tiebreak"]
    record["hands"] = [hand if len(hand) > 1 else hand["plays"] for hand in hands.values()]
    return {"game": session.game.id, "players": list(session.names), "record": record}


def _agreed(game: Game, settings: Settings) -> Json:
    record: Json = {}
    for setting in game.settings:
        place = record.setdefault("options", {}) if setting.house_rule else record
        place[setting.record_key or setting.name] = settings[setting.name]
    return record
