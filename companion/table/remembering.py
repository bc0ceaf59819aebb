"""What led to the facts of a book: told to keep it with the game, and known again where that is taken up."""

from collections.abc import Callable, Mapping, Sequence

from companion.rules.log import Edit
from companion.table.book import Book
from companion.table.past import NO_PAST, Past, PastChange, Waited
from companion.table.splices import Origin, Splice, splice_between

_KEPT = 60
"""So many changes are told at most: who corrects a card, and closes the program, takes back one of the last."""


def past_of(book: Book, waited: Mapping[int, Sequence[Waited]]) -> Past:
    """Return what led to a book, from the first change on that was more than another fact behind all others.

    Args:
        book: The game.
        waited: By the number of a change, the cards that a person's word brought into the game by it.
    """
    past = book.past
    first = max(len(past) - _KEPT, 0)
    while first < len(past) and (past[first][1].follows or (first not in waited and _is_addition(*past[first]))):
        first += 1
    if first == len(past):
        return NO_PAST
    origins = book.origins
    changes: list[PastChange] = []
    for number in range(len(past) - 1, first - 1, -1):
        edit, splice = past[number]
        origins = (*origins[: splice.start], *splice.old, *origins[splice.start + len(splice.new) :])
        gone = origins[edit.index : edit.index + len(edit.old)]
        cards = tuple(waited.get(number, ()))
        changes.append(PastChange(edit.index, edit.old, gone, len(edit.new), splice.hand, splice.follows, cards))
    return Past(book.origins, tuple(reversed(changes)))


def _is_addition(edit: Edit, splice: Splice) -> bool:
    return not edit.old and len(edit.new) == 1 and splice.hand is None


def remember(
    past: Past, book: Book, waiting: Mapping[int, int], new_number: Callable[[], int]
) -> Mapping[int, Sequence[Waited]]:
    """Have a book know what led to its facts, which were added one after the other until now.

    Args:
        past: Of the first of its facts; those behind them came later.
        book: Of the game that is taken up; its facts stay.
        waiting: The numbers of the sightings of the cards that wait, by those that they had.
        new_number: Gives a number that no sighting has, for those that are there no more.

    Returns:
        By the number of a change the cards that a person's word brought into the game by it.
    """
    if not past.changes:
        return {}
    numbers: dict[Origin, Origin] = {None: None} | dict(waiting.items())
    numbers |= dict(zip(past.origins, book.origins, strict=False))
    for change in past.changes:
        numbers |= {origin: new_number() for origin in change.origins if origin not in numbers}
    facts, origins = list(book.facts[: len(past.origins)]), list(book.origins[: len(past.origins)])
    later = book.past[len(facts) :]
    known: list[tuple[Edit, Splice]] = []
    for change in reversed(past.changes):
        there = slice(change.at, change.at + change.new)
        edit, after = Edit(change.at, change.old, tuple(facts[there])), tuple(origins)
        facts[there], origins[there] = change.old, [numbers[origin] for origin in change.origins]
        splice = splice_between(origins, after)._replace(hand=change.hand, follows=change.follows)
        known.append((edit, splice))
    added = [
        (Edit(at, (), (fact,)), Splice(at, (), (origin,)))
        for at, (fact, origin) in enumerate(zip(facts, origins, strict=True))
    ]
    book.remember([*added, *reversed(known), *later])
    told = enumerate(past.changes, len(added))
    return {
        number: [(now, card) for was, card in change.waited if (now := numbers.get(was)) is not None]
        for number, change in told
        if change.waited
    }
