"""Photographs of a deck on a simulated table, for tests of `companion teach`."""

import io
import json

import cv2
from finders import MissesNothing
from gallery_fakes import DECK, FakeFinder, FakeReader, picture_of

from companion.cli.main import main


class Table:
    """Pictures on disk, and models that know where the cards lie in them."""

    def __init__(self, folder, monkeypatch):
        self.folder, self.readings = folder, {}
        self.places = {}
        finder = FakeFinder()

        def find(image, card_height=None, threshold=None):
            finder.corners = self.places[image.shape]
            return FakeFinder.find(finder, image)

        finder_like = type("Finder", (MissesNothing,), {"find": staticmethod(find)})()
        monkeypatch.setattr(
            "companion.cli.model_options.chosen_models", lambda _arguments: (finder_like, FakeReader(self.readings))
        )

    def picture(self, name, *codes):
        image, corners = picture_of(*codes)
        self.places[image.shape] = corners
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(path), image)
        return str(path)

    def teach(self, *arguments):
        return main(["teach", "ours", "--deck", DECK, "--galleries", str(self.folder / "kept"), *arguments])


def result(capsys):
    return json.loads(capsys.readouterr().out)


def at_the_terminal(monkeypatch, *lines):
    answers = io.StringIO("".join(f"{line}\n" for line in lines))
    answers.isatty = lambda: True
    monkeypatch.setattr("sys.stdin", answers)
