"""The one card that a hand lacks: what people are told where it counts though nobody saw it, or is taken out."""

from collections import Counter
from collections.abc import Callable

from companion.table.book import Book
from companion.table.camera_notices import card_notice
from companion.table.events import Event
from companion.table.sentences import Speaker


class LeftOver:
    """Tells people of the card that is left of the deck when all others of a hand were played."""

    def __init__(self, book: Book, speaker: Speaker) -> None:
        self._book = book
        self._speaker = speaker
        self._told: tuple[int, str] | None = None

    def entered(self, card: str, now: float) -> Event:
        """Return what is told of a card that was entered as the last of a hand though no camera saw it.

        Args:
            card: Its code.
            now: Seconds of the source.
        """
        hand, _ = self._book.place_of(len(self._book.facts) - 1)
        return self._tell("counts-again" if self._told == (hand, card) else "never-seen", card, hand, now)

    def taking_out(self, remove: Callable[[], list[Event]], now: float) -> list[Event]:
        """Take out a play; where a hand that was scored has no end without it, that is told.

        Args:
            remove: Takes it out, and returns what that led to.
            now: Seconds of the source.
        """
        before = self._book.view
        events = remove()
        view = self._book.view
        was_over = before.phase != "play" or view.hand < before.hand
        left = [*(Counter(self._book.log.state.copies) - Counter(view.seen)).elements()]
        if was_over and view.phase == "play" and len(left) == 1:
            return [*events, self._tell("taken-out", left[0], view.hand, now)]
        return events

    def _tell(self, notice: str, card: str, hand: int, now: float) -> Event:
        self._told = hand, card
        return card_notice(notice, card, self._speaker.card(card), now)
