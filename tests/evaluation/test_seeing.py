"""Two ways for a session to see a script."""

from itertools import cycle

import numpy as np

from companion.evaluation.seeing import Drawn, WithoutPixels
from companion.rules.games import COINS
from companion.simulation.habits import Habits
from companion.simulation.incidents import Incidents
from companion.simulation.misreading import Faults
from companion.simulation.observations import Observer
from companion.simulation.renderer import Renderer
from companion.simulation.staging import stage_game
from companion.table.events import CardPlayed
from companion.table.motion import MotionGate
from companion.table.session import TableSession


def _script():
    chosen = COINS.configure(target=5)
    return stage_game(COINS, chosen, 2, incidents=Incidents(nudged=0.95), habits=Habits(deal=False))


class _ObserversEyes:
    """Eyes that see in every picture what an observer sees at the time it shows."""

    waits = False

    def __init__(self, script) -> None:
        self.observer = Observer(script, Faults())
        self.time = 0.0

    def look(self, image, deck, card_height=None):  # noqa: ARG002 (it is told the time)
        return self.observer.look(self.time)


def test_cards_seen_in_pictures_are_known_for_what_they_are(monkeypatch):
    script = _script()
    assert script.disturbances.knocks
    eyes = _ObserversEyes(script)
    drawn = Drawn(script, eyes)
    session = TableSession(COINS, script.settings, eyes=drawn.eyes, names=script.names)
    pictures = cycle(np.full((720, 1280, 3), brightness, np.uint8) for brightness in (0, 255))
    # Nothing is drawn: any picture will do that differs from the last.
    changed = MotionGate.has_changed
    monkeypatch.setattr(MotionGate, "has_changed", lambda gate, image: changed(gate, image) or True)
    monkeypatch.setattr(Renderer, "render", lambda self, time: next(pictures))
    known = matched = unchanged = 0
    for step in range(int(script.duration * 3)):
        eyes.time = step / 3
        looks = drawn.show(session, eyes.time)
        unchanged += not looks
        if not looks:
            continue
        faces = [(mine, true) for (mine, reading), true in zip(looks, eyes.observer.serials, strict=True) if reading]
        known += len(faces)
        matched += sum(mine == true for mine, true in faces)
    assert known > 60
    assert unchanged > 10
    assert matched > 0.97 * known


def test_a_session_that_sees_without_pixels_looks_only_where_something_changes():
    script = _script()
    seeing = WithoutPixels(script, Faults(), 0)
    session = TableSession(COINS, script.settings, eyes=seeing.eyes, names=script.names)
    for step in range(int(script.duration * 6)):
        seeing.show(session, step / 6)
    counts = session.snapshot().counts
    assert counts.still > 20
    assert counts.looked > 50
    played = [fact.cards for fact in session.log.facts]
    assert played == [event.cards for event in script.truth if isinstance(event, CardPlayed)]
