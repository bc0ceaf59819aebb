"""Games that chance plays by the rules, and the records they are written down in (section 7 of the rules)."""

import random
from dataclasses import dataclass
from typing import Any

from companion.rules.facts import CardsKept, CardsPlayed, FaceUpCard, Fact, ThiefTook, TiebreakCard
from companion.rules.game import Game
from companion.rules.games.seven_suitors_table import STARTING_CARD
from companion.rules.settings import Settings
from companion.rules.state import State
from companion.rules.view import Need


@dataclass(frozen=True)
class RandomGame:
    """A game that chance played.

    Attributes:
        game: What was played.
        settings: What was agreed.
        facts: All that happened, in order, each with the number of its hand.
    """

    game: Game
    settings: Settings
    facts: tuple[tuple[int, Fact], ...]

    @property
    def cards(self) -> int:
        """How many cards were played."""
        return sum(len(fact.cards) for _, fact in self.facts if isinstance(fact, CardsPlayed))

    def fold(self) -> State:
        """Return the state after all facts."""
        return self.game.play((fact for _, fact in self.facts), self.settings)

    def record(self) -> dict[str, Any]:
        """Return the game as it is written down."""
        record: dict[str, Any] = {"options": {}}
        for setting in self.game.settings:
            place = record["options"] if setting.house_rule else record
            place[setting.record_key or setting.name] = self.settings[setting.name]
        hands: list[dict[str, Any]] = [{"plays": []} for _ in range(max(number for number, _ in self.facts))]
        for number, fact in self.facts:
            hand = hands[number - 1]
            match fact:
                case CardsPlayed(seat=seat, cards=cards):
                    hand["plays"].append([seat, cards[0] if len(cards) == 1 else list(cards)])
                case FaceUpCard(card=card):
                    hand["faceup"] = card
                case CardsKept(cards=cards):
                    hand["remaining"] = list(cards)
                case ThiefTook(card=card):
                    hand["thief_take"] = card
                case TiebreakCard(seat=seat, card=card):
                    record.setdefault("tiebreak", [""] * 3)[seat] = card
        return {"game": self.game.id, "record": {**record, "hands": hands}}


def random_game(game: Game, settings: Settings, seed: int, hands_limit: int | None = None) -> RandomGame:
    """Let chance play a game by the rules; whatever is legal is equally likely.

    Args:
        game: What is played.
        settings: What was agreed, without an option by which a card of the French deck decides who leads.
        seed: The same seed gives the same game.
        hands_limit: Stop after so many hands, whether or not the game is over.
    """
    chance = random.Random(seed)
    state = game.start(settings)
    facts: list[tuple[int, Fact]] = []

    def tell(fact: Fact) -> None:
        facts.append((state.hand.number, fact))
        state.apply(fact)

    while state.phase == "play" and (hands_limit is None or state.hand.number <= hands_limit):
        hand = state.hand
        deck = [code for code, copies in state.copies.items() for _ in range(copies)]
        chance.shuffle(deck)
        dealt = state.players * state.hand_size()
        held = [deck[seat : dealt : state.players] for seat in range(state.players)]
        while state.phase == "play" and not hand.complete:
            needs = state.needs()
            if needs:
                tell(_answer(needs[0], held, deck[dealt:], chance))
                continue
            seat = hand.order[len(hand.plays)] if hand.plays else hand.next_leader
            if seat is None:
                seat = next(place for place, cards in enumerate(held) if STARTING_CARD in cards)
            cards = chance.choice(state.legal_plays(held[seat]))
            for card in cards:
                if card in held[seat]:  # a face-up card is nobody's
                    held[seat].remove(card)
            tell(CardsPlayed(seat, cards))
    if state.phase == "tiebreak":
        for seat, card in zip(state.view.deal_order, chance.sample(list(state.copies), state.players), strict=True):
            tell(TiebreakCard(seat, card))
    return RandomGame(game, settings, tuple(facts))


def _answer(need: Need, held: list[list[str]], undealt: list[str], chance: random.Random) -> Fact:
    """Return what people say when the engine asks."""
    if need.kind == "face_up":
        return FaceUpCard(undealt[0])
    if need.kind == "kept_cards":
        assert need.seat is not None
        return CardsKept(need.seat, tuple(held[need.seat]))
    return ThiefTook(chance.choice([*need.choices, "none"]))
