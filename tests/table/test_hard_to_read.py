"""Whoever is asked about a card hears first why it could not be read, where the picture tells."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import pytest
from painted import PaintedTable
from scripted import Lying, box, notices, reading, told

from companion.rules.games import game
from companion.table.events import Question, SourceChanged

Picture = np.ndarray
UNSURE = reading("2-cups", 0.5, ["3-cups"])


def as_it_is(picture: Picture, _: Lying | None) -> Picture:
    return picture


def dark(picture: Picture, _: Lying | None) -> Picture:
    return (picture * 0.12).astype(np.uint8)


def blurred(picture: Picture, _: Lying | None) -> Picture:
    return cv2.GaussianBlur(picture, (0, 0), 6.0)


def burnt_out(picture: Picture, _: Lying | None) -> Picture:
    return np.clip(picture.astype(np.int16) + 120, 0, 255).astype(np.uint8)


def pale(picture: Picture, _: Lying | None) -> Picture:
    return (picture * 0.12 + 190).astype(np.uint8)


def shining(picture: Picture, card: Lying | None) -> Picture:
    """The paper of all cards is grey, and a lamp is mirrored by one."""
    dim = (picture * 0.7).astype(np.uint8)
    if card is not None:
        corners = box(card.x, card.y, card.angle)
        half = np.stack([corners[0], corners[1], corners[1:3].mean(axis=0), corners[[0, 3]].mean(axis=0)])
        cv2.fillConvexPoly(dim, half.astype(np.int32), (255, 255, 255))
    return dim


@dataclass
class LitTable(PaintedTable):
    """A table in some light; its second card is one that a lamp may shine on."""

    lit: Callable[[Picture, Lying | None], Picture] = as_it_is

    def picture(self) -> Picture:
        return self.lit(super().picture(), self.cards[1] if len(self.cards) > 1 else None)


def asked_in(lit: Callable[[Picture, Lying | None], Picture]) -> LitTable:
    """A table at which the second card cannot be read."""
    table = LitTable(game("coins"), seed=4, lit=lit)
    table.lay("1-coins", 1)
    table.lay("2-cups", 2, 2.5, read=UNSURE)
    assert len(told(table, Question)) == 1
    return table


@pytest.mark.parametrize(
    ("lit", "told_why"),
    [
        (dark, ["hard-light"]),
        (blurred, ["hard-focus"]),
        (burnt_out, ["hard-exposure"]),
        (pale, ["hard-contrast"]),
        (shining, ["hard-glare"]),
        (as_it_is, []),
    ],
)
def test_before_a_question_it_is_told_what_made_the_card_hard_to_read(lit, told_why) -> None:
    table = asked_in(lit)
    assert notices(table) == told_why
    kinds = [type(event) for event in table.events if isinstance(event, Question | SourceChanged)]
    assert kinds == [*[SourceChanged] * len(told_why), Question]


@pytest.mark.parametrize("lit", [dark, blurred, burnt_out, pale, shining])
def test_nothing_is_told_while_the_cards_are_read_all_the_same(lit) -> None:
    table = LitTable(game("coins"), seed=4, lit=lit)
    for code, seat in (("1-coins", 1), ("2-cups", 2), ("1-swords", 0)):
        table.lay(code, seat, 1.5)
    assert not told(table, Question)
    assert notices(table) == []


def test_the_same_is_told_again_only_after_minutes() -> None:
    table = asked_in(dark)
    table.session.answer(1, "2-cups")
    table.lay("1-swords", 0, 2.5, read=reading("1-swords", 0.5, ["2-coins"]))
    assert len(told(table, Question)) == 2
    assert notices(table) == ["hard-light"]
    table.session.answer(2, "1-swords")
    table.sweep()
    table.time += 700.0
    table.lay("3-cups", 2, 2.5, read=reading("3-cups", 0.5, ["4-cups"]))
    assert len(told(table, Question)) == 3
    assert notices(table) == ["hard-light", "hard-light"]


def test_another_reason_is_told_at_once() -> None:
    table = asked_in(dark)
    table.session.answer(1, "2-cups")
    table.lit = blurred
    table.lay("1-swords", 0, 2.5, read=reading("1-swords", 0.5, ["2-coins"]))
    assert notices(table) == ["hard-light", "hard-focus"]


def test_nothing_is_told_while_the_game_is_paused() -> None:
    table = LitTable(game("coins"), seed=4, lit=dark)
    table.lay("1-coins", 1)
    table.session.pause()
    table.lay("2-cups", 2, 2.5, read=UNSURE)
    assert notices(table) == []
