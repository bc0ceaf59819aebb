"""A table before a source that may mirror its pictures."""

from collections.abc import Sequence
from typing import Protocol

from companion.rules.facts import Fact
from companion.rules.game import Game
from companion.rules.settings import Settings
from companion.table.acquaintance import Pupil
from companion.table.past import NO_PAST, Past
from companion.table.session import TableSession
from companion.table.tabletop import Tabletop
from companion.table.waiting import Waiting
from companion.vision.eyes import Eyes, ModelEyes
from companion.vision.mirror import TrueEyes


class Turnable(Protocol):
    """A source of frames, such as `companion.vision.capture.Capture`."""

    def turn_round(self) -> None:
        """Mirror every picture from now on."""


def session_before(
    source: Turnable,
    game: Game,
    settings: Settings,
    *,
    eyes: Eyes,
    calibrated: bool,
    names: Sequence[str],
    tabletop: Tabletop | None,
    facts: Sequence[Fact],
    waiting: Sequence[Waiting],
    pupil: Pupil | None,
    past: Past = NO_PAST,
) -> TableSession:
    """Set a table before a source that may mirror: as soon as that is noticed, source and table are put right.

    Args:
        source: Where the frames come from.
        game: For this and the others see `TableSession`.
        settings: See there.
        eyes: See there.
        calibrated: The source was calibrated: who did that has said whether it mirrors.
        names: See `TableSession`.
        tabletop: See there.
        facts: See there.
        waiting: See there.
        pupil: See there.
        past: See there.

    Raises:
        ImpossibleFactError: The facts contradict each other or the settings.
    """

    def turn_round() -> None:
        source.turn_round()
        session.turned_round()

    if not calibrated and isinstance(eyes, ModelEyes):
        eyes = TrueEyes(eyes, eyes.reader, turn_round)
    session = TableSession(
        game,
        settings,
        eyes=eyes,
        names=names,
        tabletop=tabletop,
        facts=facts,
        waiting=waiting,
        past=past,
        pupil=pupil,
    )
    return session
