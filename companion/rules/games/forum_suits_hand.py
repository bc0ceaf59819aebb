"""A hand of the forum "Suits", and what it scores (section 5.1)."""

from companion.rules.games.forum_suits_play import VALUE
from companion.rules.games.forum_suits_table import HAND_SIZE
from companion.rules.games.french import FrenchHand
from companion.rules.passing import Passing


class ForumHand(FrenchHand):
    """A hand of this game.

    Attributes:
        passing: How cards are passed before it.
        left: How many cards each seat has still to play.
        face_up: The card that lies face up; None while it is not known and where there is none.
        face_up_used: Whether it was played.
        solo: The only seat that still has cards when nobody else has; None before and where there is none.
        kept: The cards that seat keeps.
        face_up_to: Who got the face-up card because nobody played it.
        all_red: The seats that took cards, but no black one.
        seat_scores: What each seat scores.
    """

    __slots__ = (
        "all_red",
        "face_up",
        "face_up_to",
        "face_up_used",
        "kept",
        "left",
        "passing",
        "seat_scores",
        "solo",
    )

    def __init__(self, number: int, dealer: int, leader: int | None, players: int, passes: Passing) -> None:
        super().__init__(number, dealer, leader)
        self.passing = passes
        self.left = [HAND_SIZE[players]] * players
        self.face_up: str | None = None
        self.face_up_used = False
        self.solo: int | None = None
        self.kept: tuple[str, ...] = ()
        self.face_up_to: int | None = None
        self.all_red: tuple[int, ...] = ()
        self.seat_scores = [0] * players

    def taken(self) -> list[list[str]]:
        """Return the cards each seat has taken so far."""
        taken: list[list[str]] = [[] for _ in self.left]
        for trick in self.tricks:
            for _, cards in trick.plays:
                taken[trick.winner] += cards
        if self.solo is not None:
            taken[self.solo] += self.kept
        if self.face_up_to is not None and self.face_up is not None:
            taken[self.face_up_to].append(self.face_up)
        return taken

    def raw(self) -> list[int]:
        """Return the sum of the values each seat has taken so far."""
        return [sum(VALUE[card] for card in cards) for cards in self.taken()]

    def score(self) -> None:
        """Score the hand, all cards of which are taken: who took red cards only gets their absolute value."""
        taken = self.taken()
        self.all_red = tuple(
            seat for seat, cards in enumerate(taken) if cards and all(VALUE[card] < 0 for card in cards)
        )
        self.seat_scores = [abs(score) if seat in self.all_red else score for seat, score in enumerate(self.raw())]
