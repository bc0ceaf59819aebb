"""Who made the plays of a game once something about one of them is known better: another winner leads, and so on."""

from collections.abc import Mapping, Sequence

import numpy as np

from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsPlayed, Fact
from companion.rules.log import GameLog
from companion.rules.rulings import TrickWon
from companion.table.lineup import seats_of_trick
from companion.table.play_facts import seat_of, with_seat
from companion.table.seating import Places, SeatChances, arrange
from companion.table.turning import AS_SAID, turned_by


def reseated(log: GameLog, changed: Mapping[int, Fact], places: Places) -> dict[int, Fact]:
    """Return corrections with the seats that follow from them: another winner means another leader.

    Args:
        log: The game.
        changed: Facts that take the place of those at these places.
        places: Where the plays lie; of those that are missing the seats are known.

    Returns:
        The given corrections and those of later plays that somebody else made now; those given alone where seats
        cannot be dealt out anew.
    """
    facts = [changed.get(index, fact) for index, fact in enumerate(log.facts)]
    result = dict(changed)
    state = log.game.start(log.settings)
    trick: list[int] = []
    try:
        for index, fact in enumerate(facts):
            if not isinstance(fact, CardsPlayed) or state.phase != "play":
                state.apply(result.get(index, fact))
                continue
            trick.append(index)
            seats = seats_of_trick(state)
            if len(trick) < len(seats) and any(isinstance(later, CardsPlayed) for later in facts[index + 1 :]):
                continue
            if index >= min(changed):
                order, _ = arrange([places.get(i, seat_of(facts[i])) for i in trick], state.hand.next_leader, seats)
                for i, seat in zip(trick, order, strict=True):
                    if seat_of(facts[i]) != seat:
                        result[i] = with_seat(facts[i], seat, facts[i].source)
            for i in trick:
                state.apply(result.get(i, facts[i]))
            trick = []
    except ImpossibleFactError:
        return dict(changed)
    return result


def led_by_winner(log: GameLog, changed: Mapping[int, Fact], places: Places) -> dict[int, Fact]:
    """Return what plays behind others are that a person sets right, where somebody else wins a trick by that.

    Args:
        log: The game.
        changed: What a person says, by the places of the facts.
        places: Where the plays lie; of those that are missing the seats are known.

    Returns:
        The plays of later tricks that somebody else made, by their places; none where all were led as before.
    """
    facts = [changed.get(index, fact) for index, fact in enumerate(log.facts)]
    try:
        before, now = _winners(log, log.facts), _winners(log, facts)
    except ImpossibleFactError:
        return {}
    other = [index for index, seat in now.items() if before.get(index) != seat]
    if not other:
        return {}
    behind = {index: place for index, place in places.items() if index > other[0]}
    seats = reseated(log, {**changed, other[0]: facts[other[0]]}, behind)
    return {index: fact for index, fact in seats.items() if index > other[0] and index not in changed}


def _winners(log: GameLog, facts: Sequence[Fact]) -> dict[int, int]:
    """Return who won each trick, by the place of the fact that ended it."""
    state = log.game.start(log.settings)
    won: dict[int, int] = {}
    for index, fact in enumerate(facts):
        for ruling in state.apply(fact):
            if isinstance(ruling, TrickWon):
                won[index] = ruling.seat
    return won


def seats_that_follow(log: GameLog, index: int, corrected: Fact, places: Places) -> dict[int, Fact]:
    """Return what other plays are once a person has said whose one is: who led tells whose those are behind it.

    Where it means that all sit elsewhere (`turned_as_said`), all go with it. Else those that lie clearly before
    somebody stay theirs; so do those before it in its trick, if it was known who leads.

    Args:
        log: The game.
        index: Place of the play.
        corrected: The play, with its seat.
        places: Where the plays lie; of those that are missing the seats are known.

    Returns:
        The others that somebody else made, by their places; none where what is known of them contradicts that.
    """
    facts = log.facts
    if not isinstance(corrected, CardsPlayed):
        return {}
    if turned := turned_as_said(log, index, corrected, places):
        told = {i: place if isinstance(place, int) else np.roll(place, -turned) for i, place in places.items()}
        first = min(i for i, place in places.items() if not isinstance(place, int))
        seats = reseated(log, {first: facts[first]}, {**told, index: corrected.seat})
        return {i: fact for i, fact in seats.items() if i != index and fact != facts[i]}
    hand = log.before(index).hand
    told = {**places, index: corrected.seat}
    if hand.next_leader is not None and hand.plays:
        before = [i for i in range(index) if isinstance(facts[i], CardsPlayed)][-len(hand.plays) :]
        told |= {i: seat_of(facts[i]) for i in before if seat_of(facts[i]) != corrected.seat}
    seats = reseated(log, {index: corrected}, told)
    known = {i: told.get(i, seat_of(facts[i])) for i in seats}
    if any(isinstance(seat, int) and seat_of(seats[i]) != seat for i, seat in known.items()):
        return {}
    return {i: fact for i, fact in seats.items() if i != index and fact != facts[i]}


def turned_as_said(log: GameLog, index: int, corrected: Fact, places: Places) -> int:
    """Return how many seats further everybody sits, clockwise, than where their cards lie was taken to mean.

    Args:
        log: The game.
        index: Place of a play of which a person has said whose it is.
        corrected: The play, with its seat.
        places: Where the plays lie; of those that are missing the seats are known.

    Returns:
        0 where the plays of its trick do not say so, where its hand was seen to begin with whom the rules name, or
        where people have said more of them.
    """
    if not isinstance(corrected, CardsPlayed):
        return 0
    facts = log.facts
    state = log.before(index)
    order = seats_of_trick(state)
    if corrected.seat not in order or state.phase != "play":
        return 0
    plays = [i for i, fact in enumerate(facts) if isinstance(fact, CardsPlayed)]
    step = len(state.hand.plays)
    if began_in_turn(log, index, places):
        return 0
    start = plays.index(index) - step
    known: list[tuple[int, SeatChances]] = []
    for turn, i in enumerate(plays[start : start + len(order)], -step):
        place = places.get(i)
        if isinstance(place, int) and i != index:
            return 0
        if place is not None and not isinstance(place, int):
            known.append((order[(order.index(corrected.seat) + turn) % len(order)], place))
    return turned_by(known, AS_SAID)


def began_in_turn(log: GameLog, index: int, places: Places) -> bool:
    """Return whether the first play of a hand was seen, and made by the player whose lead it was by the rules.

    Args:
        log: The game.
        index: Place of a play of the hand.
        places: Where the plays lie; of those that are missing the seats are known.
    """
    hand = log.before(index).hand
    plays = [i for i, fact in enumerate(log.facts) if isinstance(fact, CardsPlayed)]
    first = plays.index(index) - sum(len(trick.plays) for trick in hand.tricks) - len(hand.plays)
    if first < 0 or isinstance(places.get(plays[first], 0), int):
        return False
    leader = log.before(plays[first]).hand.next_leader
    return leader is not None and seat_of(log.facts[plays[first]]) == leader
