"""How simulated people play: legal cards by chance, and what they tell the companion that no camera sees."""

from collections.abc import Sequence

import numpy as np

from companion.rules.facts import CardsKept, FaceUpCard, Fact, ThiefTook
from companion.rules.games.french import FrenchState
from companion.rules.games.seven_suitors_table import STARTING_CARD
from companion.rules.state import State
from companion.rules.view import Need

Rng = np.random.Generator
Cards = tuple[str, ...]


def starter(state: State, held: Sequence[Sequence[str]]) -> int:
    """Return who starts a hand that the holder of a certain card starts."""
    cards = state.opening_cards() if isinstance(state, FrenchState) else (STARTING_CARD,)
    for card in cards:
        for seat, own in enumerate(held):
            if card in own:
                return seat
    return state.left(state.hand.dealer)


def choose(state: State, held: Sequence[str], rng: Rng, *, revoke: bool = False) -> Cards:
    """Pick a play of the seat whose turn it is (or who plays out of turn).

    Args:
        state: The game.
        held: The seat's cards.
        rng: Source of chance.
        revoke: Play a card that does not follow suit although another would; a legal one where all follow.
    """
    plays = state.legal_plays(held)
    if revoke:
        legal = {card for play in plays for card in play}
        others = [(card,) for card in held if card not in legal]
        plays = tuple(others) or plays
    return plays[int(rng.integers(len(plays)))]


def answer(need: Need, held: Sequence[Sequence[str]], undealt: Sequence[str], rng: Rng) -> Fact:
    """Return what people say to what the game needs to know."""
    if need.kind == "face_up":
        return FaceUpCard(undealt[0])
    if need.kind == "kept_cards":
        assert need.seat is not None
        return CardsKept(need.seat, tuple(held[need.seat]))
    choices = [*need.choices, "none"]
    return ThiefTook(choices[int(rng.integers(len(choices)))])
