"""Games that are offered when the window is opened: to go on with, or to look at their results."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.app.model.keeping import KeptGame
from companion.app.model.library import standing
from companion.app.model.times import TellTime
from companion.language import Language
from companion.recording.entry import Entry
from companion.recording.layout import is_in_use
from companion.rules.log import GameLog
from companion.table.sentences import Speaker

_RECENT = timedelta(hours=36)
"""For so long a recorded game that broke off is offered: an evening, and the day after."""


@dataclass(frozen=True, slots=True)
class Offer:
    """A game that is offered.

    Attributes:
        game: What is gone on with, or whose result is shown: a kept game, or a recorded one.
        when: When the last of it was played, with a time zone.
    """

    game: KeptGame | Entry
    when: datetime

    @property
    def is_over(self) -> bool:
        """Whether its result is offered."""
        return isinstance(self.game, KeptGame) and self.game.result is not None

    @property
    def recording(self) -> Path | None:
        """The folder of its recording; None where it has none."""
        folder = self.game.recording if isinstance(self.game, KeptGame) else self.game.folder
        return folder.resolve() if folder is not None else None

    def told(self, tell_time: TellTime, language: Language) -> str:
        """Return who played what, and when and how far, in two lines.

        Args:
            tell_time: Writes day and time as people here do.
            language: Of everything else.
        """
        if isinstance(self.game, KeptGame):
            plan = self.game.plan
            players, title, far = plan.names, plan.game.title, _far(self.game, language)
        else:
            players, title, far = self.game.players, self.game.title, standing(self.game.players, self.game.totals)
        who = f"{', '.join(players)} – {language.text(title)}"
        return f"{who}\n{' · '.join(filter(None, (tell_time(self.when.astimezone()), far)))}"


def kept_offer(kept: KeptGame) -> Offer:
    """Return the offer of a kept game."""
    return Offer(kept, kept.saved)


def recorded_offers(entries: Iterable[Entry], now: datetime) -> list[Offer]:
    """Return the offers of the recorded games that broke off of late and can be gone on with; not of one that runs.

    Args:
        entries: Of the library.
        now: With a time zone.
    """
    offers = []
    for entry in entries:
        if entry.game and not entry.complete and not entry.over and entry.facts and not entry.archived:
            try:
                when = datetime.fromisoformat(entry.started) + timedelta(seconds=entry.seconds)
                is_recent = now - when < _RECENT
            except (ValueError, TypeError, OverflowError):
                continue
            if is_recent and not is_in_use(entry.folder):
                offers.append(Offer(entry, when))
    return offers


def newest_first(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Return offers, the game that was played last first."""
    return tuple(sorted(offers, key=lambda offer: offer.when.astimezone(UTC), reverse=True))


def _far(kept: KeptGame, language: Language) -> str:
    plan = kept.plan
    if kept.result is not None:
        return Speaker(plan.game.deck, plan.names, language).sentence(kept.result)
    log = GameLog(plan.game, plan.settings, kept.facts)
    hand = language.text("hand {number}").format(number=log.state.hand.number)
    return f"{hand} · {standing(plan.names, log.view.totals)}"
