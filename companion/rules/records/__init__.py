"""Written records of play and what they score (section 7): `score` reads one, `Scored.report` is the result."""

from companion.rules.records.reading import ImpossibleRecordError, Scored, score
from companion.rules.records.stream import read_values

__all__ = ["ImpossibleRecordError", "Scored", "read_values", "score"]
