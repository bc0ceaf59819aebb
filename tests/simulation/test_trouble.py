"""A session before a camera that fails at random times: it neither crashes nor loses a fact, and goes on."""

from typing import get_args

import numpy as np
import pytest

from companion.errors import UnusableError
from companion.rules.facts import CardsPlayed
from companion.rules.games import COINS
from companion.simulation.habits import Habits
from companion.simulation.misreading import Faults
from companion.simulation.observations import Observer
from companion.simulation.people import People
from companion.simulation.staging import stage_game
from companion.simulation.stamped import StampedSource
from companion.simulation.trouble import Trouble, TroubledCamera, TroubledFeed, TroubleKind, random_troubles
from companion.table.events import CardPlayed
from companion.table.session import TableSession
from companion.table.watching import watch
from companion.vision.capture_thread import Limits
from companion.vision.sources.base import DamagedPictureError, Source, SourceLostError
from companion.vision.types import Frame

HASTY = Limits(silent=7.0, frozen=60.0, opening=60.0, first_retry=0.01, longest_retry=0.05, closing=5.0)
KINDS = get_args(TroubleKind)


def before_a_failing_camera(script, troubles):
    """Referee a script before a camera with these troubles; return the session and what was told."""
    source = StampedSource(Observer(script, Faults(), seed=script.seed), script)
    session = TableSession(COINS, eyes=source.eyes, names=script.names)
    source.people = People(script, session)
    told = []
    session.subscribe(told.append)
    with TroubledFeed(source, troubles, HASTY) as feed:
        watch(session, feed)
    return session, told


def plays(script):
    return [(event.seat, event.cards) for event in script.truth if isinstance(event, CardPlayed)]


def entered(session):
    return [(fact.seat, fact.cards) for fact in session.log.facts if isinstance(fact, CardsPlayed)]


def test_no_fact_is_lost_whatever_happens_to_the_camera():
    seed = 1
    script = stage_game(COINS, seed=seed, hands_limit=1, habits=Habits(deal=False))
    troubles = random_troubles(seed, script.duration)
    assert len({trouble.kind for trouble in troubles}) >= 4
    session, told = before_a_failing_camera(script, troubles)
    assert entered(session) == plays(script)
    states = [event.state for event in told if event.event == "source"]
    assert states[0] == "opened"
    losses = sum(trouble.kind in ("gone", "blocked") for trouble in troubles)
    assert states.count("lost") >= losses
    assert states.count("resumed") >= losses - 1


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_trouble_passes(kind):
    script = stage_game(COINS, COINS.configure(target=4), seed=3, habits=Habits(deal=False))
    rests = [event.time for event in script.truth if isinstance(event, CardPlayed)]
    # In the midst of a card on its way, in the midst of a trick, and while it is collected.
    starts = (rests[1] - 0.4, rests[4] + 0.2, rests[5] + 1.0)
    # A camera that blocks is waited for in real time.
    troubles = [Trouble(kind, start, start + 0.7) for start in (starts[1:2] if kind == "blocked" else starts)]
    session, _ = before_a_failing_camera(script, troubles)
    assert entered(session) == plays(script)


def test_troubles_do_what_they_say():
    frames = iter(range(100))

    class Counting(Source):
        name, is_live = "table", True

        def read(self):
            number = next(frames)
            return Frame(np.full((8, 8, 3), 10 + number, np.uint8), float(number), number)

        def close(self):
            pass

    kinds = ["stale", "black", "half", "resized", "damaged", "gone"]
    camera = TroubledCamera(Counting(), [Trouble(kind, 2.0 * n, 2.0 * n + 1) for n, kind in enumerate(kinds, 1)])
    source = camera.open()
    assert [int(source.read().image.max()) for _ in range(4)] == [10, 11, 11, 13]
    assert source.read().image.max() == 0
    source.read()
    half = source.read().image
    assert (half[0, 0, 0], half[-1, 0, 0]) == (16, 128)
    source.read()
    assert source.read().image.shape == (6, 6, 3)
    source.read()
    with pytest.raises(DamagedPictureError):
        source.read()
    source.read()
    with pytest.raises(SourceLostError):
        source.read()
    with pytest.raises(UnusableError):
        camera.open()
    with pytest.raises(UnusableError):
        camera.open()
    assert camera.open().read().time == 0.0
