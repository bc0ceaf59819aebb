"""What is told of a training by Ultralytics."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

pytest.importorskip("torch", reason="needs the train extra")
pytest.importorskip("ultralytics", reason="needs the train extra")

from companion.training import ultralytics_quiet
from companion.training.ultralytics_quiet import Progress


class Trainer:
    """Calls back as the package's trainers do."""

    def __init__(self, now):
        self.listeners, self.train_time_start, self.tloss = {}, now, None

    def add_callback(self, event, listener):
        self.listeners.setdefault(event, []).append(listener)

    def come_to(self, event):
        for listener in self.listeners[event]:
            listener(self)


def test_progress_is_told_every_minute_and_at_the_end_with_loss_and_time_left(monkeypatch):
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(ultralytics_quiet, "time", SimpleNamespace(time=lambda: clock.now))
    trainer, told = Trainer(clock.now), []
    Progress(trainer, 3.0, told.append)
    for loss in (5.76543, 4.5, 4.0, 3.5):
        clock.now += 40
        trainer.tloss = {"loss": loss}
        trainer.come_to("on_train_batch_end")
    clock.now += 25
    trainer.come_to("on_train_end")
    assert told == [
        "1.3 minutes: loss 4.5; 1.7 minutes left",
        "2.7 minutes: loss 3.5; 0.3 minutes left",
        "3.1 minutes: loss 3.5; 0.0 minutes left",
    ]


def test_ultralytics_says_nothing_but_warnings_and_errors():
    script = (
        "from companion.training.ultralytics_quiet import hear_warnings\n"
        "from ultralytics.utils import LOGGER\n"
        "hear_warnings()\n"
        "LOGGER.info('a table'); LOGGER.warning('too little memory'); LOGGER.error('gone')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    said = done.stdout + done.stderr
    assert "too little memory" in said
    assert "gone" in said
    assert "a table" not in said
