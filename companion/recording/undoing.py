"""Takes back what people changed about a recording after the game, and makes it again: also when it was opened anew.

Nothing is taken out of the files: what is taken back, and what is made again, is written behind it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from companion.errors import UnusableError
from companion.language import mark
from companion.recording.annotations import Annotation, all_annotations, turn
from companion.recording.correcting import by, write_facts
from companion.recording.folding import Edit, Traced
from companion.recording.opening import Session, open_session
from companion.table.book import MADE_AGAIN, TAKEN_BACK, Book
from companion.table.events import Event

Way = Literal["undo", "redo"]


@dataclass(frozen=True, slots=True)
class Step:
    """What a person changed at once.

    Attributes:
        said: When, in ISO 8601.
        edits: What of the facts, the oldest first.
        annotations: What about the cards in the pictures.
        edits_undone: When the facts were put back; empty while they stand.
        annotations_undone: When the annotations were taken back; empty while they stand.
    """

    said: str
    edits: tuple[Edit, ...]
    annotations: tuple[Annotation, ...]
    edits_undone: str
    annotations_undone: str

    @property
    def undone(self) -> bool:
        """Whether all of it is taken back."""
        return bool(self.edits_undone or not self.edits) and bool(self.annotations_undone or not self.annotations)

    @property
    def half_done(self) -> bool:
        """Whether a part of it is taken back: a program or a disk gave up meanwhile."""
        return not self.undone and bool(self.edits_undone or self.annotations_undone)

    @property
    def time(self) -> float:
        """The moment it is about, seconds of the session."""
        facts = (fact.time for edit in self.edits for fact, _ in edit.about)
        return next((annotation.time for annotation in self.annotations), next(facts, 0.0))

    @property
    def tracks(self) -> frozenset[int]:
        """The cards it is about."""
        played = {track for edit in self.edits for _, track in edit.about if track is not None}
        return frozenset(played | {annotation.track for annotation in self.annotations})


def steps_of(session: Session) -> tuple[Step, ...]:
    """Return what people changed and can take back, the oldest first.

    Raises:
        UnusableError: The annotations cannot be read.
    """
    annotations = all_annotations(session.folder)
    times = {edit.said for edit in session.edits.open} | {one.said for one in annotations.said}
    return tuple(
        Step(
            said,
            tuple(edit for edit in session.edits.open if edit.said == said),
            tuple(one for one in annotations.said if one.said == said),
            session.edits.taken_back.get(said, ""),
            annotations.taken_back.get(said, ""),
        )
        for said in sorted(times)
        if said and said not in session.edits.closed
    )


def next_step(steps: Sequence[Step], way: Way) -> Step | None:
    """Return the step that is taken back, or made again, next; None where there is none.

    Steps that were taken back before another one was made are not made again.
    """
    newest = max((step.said for step in steps), default="")
    steps = [step for step in steps if not step.undone or newest <= max(step.edits_undone, step.annotations_undone)]
    done = [place for place, step in enumerate(steps) if not step.undone]
    last = done[-1] if done else -1
    if way == "undo" or (done and steps[last].half_done):
        return steps[last] if done else None
    return steps[last + 1] if last + 1 < len(steps) else None


def go_back(folder: Path, way: Way, author: str) -> tuple[Session, Step] | None:
    """Take back the last step of a session, or make the one again that was taken back last.

    Returns:
        The session as it is now, with the step; None where there is none.

    Raises:
        UnusableError: The session cannot be opened or written, or its facts are others by now.
        WrongInputError: The game cannot have gone that way.
    """
    session = open_session(folder)
    step = next_step(steps_of(session), way)
    if step is None:
        return None
    undone = way == "redo"
    if step.edits and bool(step.edits_undone) == undone:
        session = _exchange(session, step, way, author)
    if step.annotations and bool(step.annotations_undone) == undone:
        turn(folder, way, step.said, author)
    return session, step


def _exchange(session: Session, step: Step, way: Way, author: str) -> Session:
    """Put the facts of a step back, or in again: all of them by one line of the log, so that none is left half done."""
    stand: list[Traced] = list(zip(session.facts, session.tracks, strict=True))
    exchanges = [
        (edit.at, edit.old, edit.new) if way == "redo" else (edit.at, edit.new, edit.old)
        for edit in (step.edits if way == "redo" else step.edits[::-1])
    ]
    for at, gone, come in exchanges:
        if tuple(stand[at : at + len(gone)]) != gone:
            raise UnusableError(mark("This cannot be taken back any more: the game has been changed since."))
        stand[at : at + len(gone)] = come
    reason = TAKEN_BACK if way == "undo" else MADE_AGAIN
    told = {**by(session.folder, author), way: step.said}

    def change(book: Book) -> list[Event]:
        splices = ((at, len(gone), [fact for fact, _ in come]) for at, gone, come in exchanges)
        return [event for splice in splices for event in book.splice(*splice, session.end, reason)]

    return write_facts(session, told, [track for _, track in stand], change)
