"""While people have said that nothing counts, the log of a recording says so, too."""

import json

import numpy as np
import pytest
from recording_makers import Table, script_of

from companion.recording.again import play_again
from companion.recording.opening import open_session
from companion.simulation.observations import ideal_observations
from companion.vision.types import Frame

SIZE = (1280, 720)
BITS, WIDE, STRIPES = 12, 1280 // 12, 60
"""How many stripes tell a picture's number, and how broad and high they are, pixels."""


def numbered(index):
    """Return a picture that tells its number at its upper edge; neighbours have hardly a stripe in common there."""
    image = np.full((SIZE[1], SIZE[0], 3), 90, np.uint8)
    for bit in range(BITS):
        image[:STRIPES, bit * WIDE :] = 230 if (index * 1237) >> bit & 1 else 20
    return image


def number_of(image):
    told = sum(
        1 << bit for bit in range(BITS) if image[5 : STRIPES - 5, bit * WIDE + 5 : (bit + 1) * WIDE - 5].mean() > 120
    )
    return told * pow(1237, -1, 1 << BITS) % (1 << BITS)


class Remembered:
    """Eyes that see in each picture what was seen in it when it was recorded."""

    waits = False

    def __init__(self):
        self.seen = []

    def look(self, image, _deck, _height=None):
        return self.seen[number_of(image)]


def play(table, eyes, until, start=0.0):
    """Play on from a moment to another."""
    for moment, seen in ideal_observations(table.script):
        if start <= moment < until:
            time = table.begin_at + moment
            table.lens.show(Frame(numbered(len(eyes.seen)), time, len(eyes.seen)))
            eyes.seen.append(seen)
            table.session.notice(seen, time, SIZE)


@pytest.fixture
def broken_off(tmp_path):
    """A table whose recording broke off while nothing counted."""
    table = Table(script_of(target=20))
    recorder = table.record(tmp_path / "evening")
    eyes = Remembered()
    play(table, eyes, 14.0)
    table.session.pause()
    play(table, eyes, 19.0, 14.0)
    table.end(recorder)
    return table, tmp_path / "evening", eyes


def test_a_recording_tells_whether_nothing_counted_when_it_ended(broken_off):
    table, folder, _ = broken_off
    recorded = open_session(folder)
    assert recorded.paused
    assert [paused for _, paused in recorded.pauses] == [True]
    again = Table(table.script, recorded)
    again.session.pause()
    recorder = again.go_on(recorded)
    again.end(recorder)
    assert [paused for _, paused in open_session(folder).pauses] == [True]
    assert "pause" not in [line["event"] for line in recorded.events]


def test_that_cards_count_again_is_told_by_whoever_goes_on(broken_off):
    table, folder, _ = broken_off
    recorded = open_session(folder)
    again = Table(table.script, recorded)
    recorder = again.go_on(recorded)
    again.end(recorder)
    assert not open_session(folder).paused


def test_a_recording_that_begins_while_nothing_counts_says_so(tmp_path):
    table = Table(script_of())
    table.session.pause()
    recorder = table.record(tmp_path / "late")
    table.session.resume()
    table.end(recorder)
    (began, paused), (_, resumed) = open_session(tmp_path / "late").pauses
    assert (began, paused, resumed) == (0.0, True, False)


def test_a_recording_of_a_game_that_was_never_paused_says_nothing_of_it(tmp_path):
    table = Table(script_of())
    table.end(table.record(tmp_path / "evening"))
    assert open_session(tmp_path / "evening").paused is None


def test_what_was_laid_while_nothing_counted_does_not_count_when_it_is_refereed_anew(broken_off):
    _, folder, eyes = broken_off
    assert not play_again(open_session(folder), eyes).differences
    log = folder / "events.jsonl"
    lines = [line for line in log.read_text("utf-8").splitlines() if json.loads(line)["event"] != "pause"]
    log.write_text("\n".join(lines) + "\n", "utf-8")
    assert "play" in [difference.what for difference in play_again(open_session(folder), eyes).differences]
