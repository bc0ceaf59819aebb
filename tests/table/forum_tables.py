"""Tables at which the forum's Suits is played, and what their sessions made of it."""

from scripted import ScriptedTable

from companion.rules.facts import CardsPlayed
from companion.rules.games import game

NAMES = ("Ana", "Ben", "Carla", "David", "Eva")


def forum(players=4, **settings):
    played = game("forum_suits")
    return ScriptedTable(played, played.configure(players=players, **settings), seed=4, names=NAMES[:players])


def plays(table):
    return [(fact.seat, fact.cards) for fact in table.log.facts if isinstance(fact, CardsPlayed)]


def told(table, kind):
    return [event for event in table.events if isinstance(event, kind)]
