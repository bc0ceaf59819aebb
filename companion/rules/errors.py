"""The failures of the rules package."""

from companion.errors import WrongInputError
from companion.rules.reasons import Reason


class ImpossibleFactError(WrongInputError):
    """A fact that cannot be true (a structural error, section 0.2). The state is as before; a person must decide.

    Attributes:
        code: What is wrong, the key of the reason: `card-twice`, `seat-twice`, `unknown-card`, ...
        hand: Number of the hand, from 1.
        trick: Number of the trick, from 0; None outside the play of tricks.
        seat: The seat the fact speaks of.
        card: The card code at fault, if one is.
        reason: In words; `reason.text(names)` names the players.
        index: Place of the fact in the log that was being folded.
    """

    def __init__(self, reason: Reason, hand: int, trick: int | None, seat: int, card: str | None) -> None:
        super().__init__(str(reason))
        self.code = reason.key
        self.hand = hand
        self.trick = trick
        self.seat = seat
        self.card = card
        self.reason = reason
        self.index = -1
