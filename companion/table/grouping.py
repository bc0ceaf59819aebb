"""What lies together, over others that lie between."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")


def grouped(items: Sequence[Item], together: Callable[[Item, Item], bool]) -> Iterator[list[Item]]:
    """Yield groups of items, each of which is together with another of its group and with none of any other.

    Args:
        items: What is to be grouped.
        together: Whether one of a group and another are.
    """
    left = list(items)
    while left:
        group = [left.pop()]
        for item in group:
            for other in list(left):
                if together(item, other):
                    left.remove(other)
                    group.append(other)
        yield group
