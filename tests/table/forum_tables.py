"""Tables at which the forum's Suits is played, and what their sessions made of it."""

import numpy as np
from scripted import CARD, Lying, ScriptedTable

from companion.rules.facts import CardsPlayed
from companion.rules.games import game
from companion.table.seating import seat_directions

NAMES = ("Ana", "Ben", "Carla", "David", "Eva")


def forum(players=4, **settings):
    played = game("forum_suits")
    return ScriptedTable(played, played.configure(players=players, **settings), seed=4, names=NAMES[:players])


def plays(table):
    return [(fact.seat, fact.cards) for fact in table.log.facts if isinstance(fact, CardsPlayed)]


def along_edge(seat, players):
    """Return the direction in which a seat lays cards beside each other."""
    x, y = seat_directions(players)[seat]
    return np.array([-y, x])


def fan(table, seat, *codes, gap=0.24, wait=0.9):
    """Let a seat lay cards as a fan, all at once."""
    x, y = table.place(seat, spread=4.0)
    across = along_edge(seat, len(table.names))
    laid = []
    for step, code in enumerate(codes):
        dx, dy = across * CARD * gap * (step - (len(codes) - 1) / 2)
        laid.append(Lying(code, x + dx, y + dy, 0.05, table.read(code)))
    table.cards += laid
    table.look(wait)
    return laid


def seat_angle(seat, players=5):
    """Return how a card is turned that lies upright for a seat."""
    return 2 * np.pi * seat / players
