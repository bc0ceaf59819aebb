"""Teaching a deck in the app: cards are shown to a camera, doubts are settled by a person, the deck is kept by name."""

import threading
from collections import deque
from collections.abc import Callable

from companion.app.model.learning import still_to_show
from companion.app.model.looking import Opener, SourceLook
from companion.app.model.preview import ReadCard
from companion.cards import DECKS, deck_name
from companion.language import Language
from companion.rules.forty_cards import is_of_forty, told_of_forty
from companion.vision.capture import open_capture
from companion.vision.gallery import Gallery
from companion.vision.gallery_file import gallery_path, load_gallery, save_gallery
from companion.vision.reader import Reader
from companion.vision.refined_finder import RefinedFinder
from companion.vision.taught_alone import TaughtAlone
from companion.vision.teaching import Lesson, TaughtCard, Teacher
from companion.vision.types import Frame
from companion.vision.unfinished_lessons import LessonKeeper

_PAUSE = 0.25

TeacherMaker = Callable[[str, str], Teacher]
"""Makes a teacher, given the name and the id of the deck."""


def shipped_teacher(name: str, deck: str) -> Teacher:
    """Return a teacher with the models that travel with the program, who goes on from what is kept under the name.

    Raises:
        UnusableError: A model is missing or unusable, what is kept is damaged, or it is another kind of deck.
    """
    reader = Reader.shipped()
    teacher = Teacher(RefinedFinder.shipped(), reader, name, deck)
    if gallery_path(name).is_file():
        teacher.go_on_from(load_gallery(name, reader))
    return teacher


class Teaching(SourceLook):
    """A camera before which a deck is shown. What is recognised is noted at once, and gone on from the next time.

    Until it is kept, or left, nobody else teaches a deck of this name.

    Attributes:
        name: What the owner calls the deck.
        deck: Id of the deck.
        lesson: How far it has come; None before the first look.
        doubt: The card to ask about, the same one until it is no longer in doubt; None where there is none.
        answered: What a person said of cards, by number, the last answer last: codes; None for no card of the deck.
        other_deck: Id of the deck that the cards look like, where they are hardly of this one; else None.
    """

    def __init__(
        self,
        source: str,
        name: str,
        deck: str,
        *,
        teacher: TeacherMaker = shipped_teacher,
        opener: Opener = open_capture,
        keep: Callable[[Gallery], object] = save_gallery,
        notes: Callable[[str, str], LessonKeeper] = LessonKeeper,
    ) -> None:
        """Begin to look.

        Args:
            source: Camera number, path or address.
            name: What the owner calls the deck.
            deck: Id of the deck.
            teacher: Makes the teacher; slow.
            opener: Opens the source.
            keep: Keeps a gallery.
            notes: Makes what notes how far the lesson has come, given the name and the id of the deck.
        """
        self.name, self.deck = name, deck
        self.lesson: Lesson | None = None
        self.doubt: TaughtCard | None = None
        self.answered: dict[int, str | None] = {}
        self.other_deck: str | None = None
        self._make_teacher, self._save, self._make_notes = teacher, keep, notes
        self._teacher: Teacher | None = None
        self._notes: LessonKeeper | None = None
        self._again: int | None = None
        self._noting = threading.Lock()
        self._alone = TaughtAlone(name)
        # The teacher works in one thread; what a person says waits there for its turn.
        self._said: deque[Callable[[Teacher], Lesson | None]] = deque()
        super().__init__(source, opener)

    @property
    def cards(self) -> tuple[ReadCard, ...]:
        """The cards in the picture."""
        lesson = self.lesson
        if lesson is None:
            return ()
        return tuple(
            ReadCard(
                corners=tuple((float(x), float(y)) for x, y in card.corners),
                code=card.code,
                face_up=True,
                sure=card.code is not None,
                height=0.0,
                number=card.number,
            )
            for card in lesson.cards
            if card.corners is not None
        )

    def confirm(self, number: int, code: str) -> None:
        """Say which card one is."""
        self._answer(number, code, lambda teacher: teacher.confirm(number, code))

    def dismiss(self, number: int) -> None:
        """Say that one is no card of the deck."""
        self._answer(number, None, lambda teacher: teacher.dismiss(number))

    def ask_about(self, number: int) -> None:
        """Ask about a card before any other, whatever it is taken for: it has a wrong name."""

        def ask_again(teacher: Teacher) -> Lesson:
            self._again = number
            return teacher.lesson()

        self._said.append(ask_again)

    def take_back(self) -> None:
        """Take back the last answer, where there is one: the card is asked about again, before any other."""
        if not self.answered:
            return
        number, _ = self.answered.popitem()

        def ask_again(teacher: Teacher) -> Lesson:
            self._again = number
            return teacher.take_back(number)

        self._said.append(ask_again)

    def finish(self) -> None:
        """Keep what is recognised; `kept` or `failure` tell what came of it."""
        self._owe()
        self._said.append(self._take)

    def close(self) -> None:
        """See `SourceLook.close`; others may teach a deck of this name then, and nothing is noted here any more."""
        super().close()
        with self._noting:
            pass  # What is being written just now is.
        self._alone.let_go()

    def _run(self) -> None:
        self._alone.take()
        super()._run()

    def _prepare(self) -> None:
        teacher = self._make_teacher(self.name, self.deck)
        notes = self._make_notes(self.name, self.deck)
        if notes.go_on(teacher):
            self._take_in(teacher.lesson())
        self._teacher, self._notes = teacher, notes

    def _see(self, frame: Frame) -> float:
        teacher = self._teacher
        assert teacher is not None
        if not self.kept:
            lesson = teacher.add(frame.image, moving=self.live)
            self._take_in(lesson)
            self.other_deck = teacher.other_deck(lesson)
            self._note(teacher)
        return _PAUSE

    def _listen(self) -> None:
        teacher = self._teacher
        assert teacher is not None
        while self._said:
            lesson = self._said.popleft()(teacher)
            if lesson is not None:
                self._take_in(lesson)
                self._note(teacher)

    def _answer(self, number: int, code: str | None, say: Callable[[Teacher], Lesson]) -> None:
        self.answered.pop(number, None)
        self.answered[number] = code

        def settle(teacher: Teacher) -> Lesson:
            if self._again == number:
                self._again = None
            return say(teacher)

        self._said.append(settle)

    def _take_in(self, lesson: Lesson) -> None:
        # A question that changes under the finger is answered about the wrong card. What was taken back is asked about
        # even where the other cards leave no doubt.
        asked = self.doubt.number if self.doubt is not None else None
        still = [card for card in lesson.cards if card.number == self._again]
        still += [card for card in lesson.doubtful if card.number == asked]
        # Whoever sees that a question is settled finds its answer in the lesson.
        self.lesson = lesson
        self.doubt = next(iter([*still, *lesson.doubtful]), None)

    def _note(self, teacher: Teacher) -> None:
        if self._notes is None or self.lesson is None or self.kept:
            return
        with self._noting:
            # Left meanwhile: whoever goes on with it may have kept the deck already. What is still to be kept is ours.
            if self._owed or not self._closing.is_set():
                self._notes.look(teacher, self.lesson)

    def _take(self, teacher: Teacher) -> None:
        def keep() -> None:
            self._save(teacher.gallery())
            if self._notes is not None:
                self._notes.end()
            self._alone.let_go()

        self._keep(self.name, keep)

    def _done(self, language: Language) -> str:
        done = language.text("Done. The deck is kept as “{name}” and chosen for the next game.").format(name=self.kept)
        known, total = self._known
        if known == total:
            return done
        if self._is_of_forty:
            return f"{done} {told_of_forty(language)}"
        more = language.text("Cards known: {known} of {total}; show the others under the same name at any time.")
        return f"{done} {more.format(known=known, total=total)}"

    @property
    def _is_of_forty(self) -> bool:
        return self.lesson is not None and is_of_forty(self.deck, self.lesson.missing)

    @property
    def _known(self) -> tuple[int, int]:
        """How many cards of the deck are known, from now or from an earlier teaching, and how many it has."""
        total = len(DECKS[self.deck].codes)
        return total - len(self.lesson.missing) if self.lesson is not None else 0, total

    def _next(self, language: Language) -> str:
        told = self._progress(language)
        if self.lesson is not None and self.lesson.renamed:
            told += "\n" + still_to_show(self.lesson.renamed, self.deck, language)
        if self._notes is not None and self._notes.problem is not None:
            lost = language.text("Should the computer fail, what was seen is lost ({reason})")
            told += "\n" + lost.format(reason=self._notes.problem.told(language))
        return told

    def _progress(self, language: Language) -> str:
        say, lesson = language.text, self.lesson
        if lesson is None:
            return say("Loading …")
        known, total = self._known
        if lesson.complete:
            return say("All {total} cards are known. Keep the deck.").format(total=total)
        if self.other_deck is not None:
            return say(
                "None of these cards is recognised; they look like another deck: {deck}. "
                "If they are, choose it and begin again."
            ).format(deck=deck_name(self.other_deck, language))
        if self._is_of_forty:
            return told_of_forty(language)
        others = say("Cards known: {known} of {total}. Lay the others before the camera, one by one or in rows.")
        return others.format(known=known, total=total)
