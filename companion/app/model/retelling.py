"""Announcing corrections: what has changed is said once, not every ruling that only came about anew."""

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Literal

from companion.app.model.moment import Fold, Moment
from companion.app.model.sayings import Saying, announce
from companion.app.model.trial import Effect, breaches_in, difference
from companion.language import Language
from companion.rules.facts import Fact
from companion.rules.rulings import Irregularity
from companion.table import events as said
from companion.table.book import MADE_AGAIN, TAKEN_BACK
from companion.table.retelling_seats import FROM_ANOTHER_SIDE, MIRRORED
from companion.table.sentences import Speaker

_SEATS = {"mirrored": MIRRORED, "mirrored-late": MIRRORED, "seats": FROM_ANOTHER_SIDE}
"""Notices of the camera with which plays get other seats, and why these are corrected then."""


_MANY = 3
"""So many plays that come or go at once are counted, not named: nobody listens to a sentence for each."""


IN_A_ROW = 2.0
"""Seconds within which an undo follows the one before it for both to be said as one."""


@dataclass(frozen=True, slots=True)
class _Undone:
    """Undos that followed each other.

    Attributes:
        before: The game before the first of them.
        changes: What they took back.
        steps: How many they are.
        facts: Those that the last one left.
        time: When that was, seconds.
    """

    before: Moment
    changes: tuple[said.Event, ...]
    steps: int
    facts: tuple[Fact, ...]
    time: float


@dataclass(frozen=True, slots=True)
class _Story:
    """What is said at once.

    Attributes:
        told: The events, in the order in which they are told.
        row: The undos that it is about, where they followed each other.
        before: The game before them.
        after: The game after them.
    """

    told: tuple[said.Event, ...]
    row: _Undone | None
    before: Moment
    after: Moment

    def sayings(self) -> list[Saying]:
        """Return the announcements."""
        after, row = self.after, self.row
        speaker = Speaker(after.game.deck, after.names, after.language)
        sayings = [saying for event in self.told if (saying := _announced(event, speaker)) is not None]
        if row is None:
            sayings = _counted(_seats_once(sayings), after.language)
        else:
            sayings = _as_one(sayings, row, after.language)
        last = max((n for n, saying in enumerate(sayings) if _changes_plays(saying.event)), default=None)
        if last is not None:
            effect = difference(replace(self.before, language=after.language), after.log)
            stood, stand = ({_breach(one) for one in breaches_in(moment.log)} for moment in (self.before, after))
            gone = _cleared(self.told, stood - stand)
            effect = replace(effect, cleared=tuple(speaker.no_longer(breach) for breach in gone))
            sayings[last] = _with_effect(sayings[last], effect, speaker, after)
            # A breach that the correction brought to light is said with it.
            sayings = [saying for saying in sayings if not _is_among(saying.event, stand - stood)]
        return [replace(saying, again=partial(self._again, place)) for place, saying in enumerate(sayings)]

    def _again(self, place: int, language: Language, names: Sequence[str]) -> Saying:
        """Return one of the announcements in another language, or with other names."""
        before, after = (_as_it_was(moment, language, names) for moment in (self.before, self.after))
        return replace(self, before=before, after=after).sayings()[place]


def _as_it_was(moment: Moment, language: Language, names: Sequence[str]) -> Moment:
    """Return a moment whose log may have gone on since, in another language, or with other names."""
    log = Fold(moment.game, moment.settings).follow(moment.snapshot.facts)
    return Moment(log, replace(moment.snapshot, names=tuple(names)), language)


class Retelling:
    """Makes announcements of events, in order."""

    def __init__(self) -> None:
        self._withdrawn: set[Hashable] = set()
        self._taken_back: set[Hashable] = set()
        self._undone: _Undone | None = None

    def sayings(self, events: Sequence[said.Event], before: Moment, after: Moment, now: float) -> list[Saying]:
        """Return what is said about events.

        Args:
            events: What happened, in order.
            before: The game before them.
            after: The game after them.
            now: When that is, seconds of any clock.
        """
        told = sorted((event for event in events if not self._only_again(event)), key=_comes_later)
        self._withdrawn -= self._taken_back
        self._taken_back.clear()
        row = self._in_a_row(told, before, after, now)
        if row is not None:
            before, told = row.before, [*row.changes, *(event for event in told if event not in row.changes)]
        return _Story(tuple(told), row, before, after).sayings()

    def _in_a_row(self, told: Sequence[said.Event], before: Moment, after: Moment, now: float) -> _Undone | None:
        """Return the undos that these events are the last of, None where nothing was undone just before them."""
        changes = tuple(event for event in told if isinstance(event, said.Correction))
        if not changes or any(change.reason != TAKEN_BACK for change in changes):
            return None
        last, facts = self._undone, after.snapshot.facts
        if last is None or now - last.time > IN_A_ROW or last.facts != before.snapshot.facts:
            self._undone = _Undone(before, changes, 1, facts, now)
            return None
        self._undone = _Undone(last.before, (*last.changes, *changes), last.steps + 1, facts, now)
        return self._undone

    def _only_again(self, event: said.Event) -> bool:
        """Tell whether a ruling takes the place of one with the same outcome that a correction withdrew."""
        if isinstance(event, said.Correction):
            keys = {key for old in event.withdrawn if (key := _key(old)) is not None}
            self._withdrawn |= keys
            if event.reason == TAKEN_BACK:
                # What comes about again later, and not with the undo, is told: people were told that it is undone.
                self._taken_back |= keys
            return False
        key = _key(event)
        if key is None or key not in self._withdrawn:
            return isinstance(event, said.TrickWon) and event.corrected  # Its new winner is said with the correction.
        self._withdrawn.discard(key)
        return True


def _comes_later(event: said.Event) -> bool:
    """Tell all but that the cards fit again: who wins the trick that came to its end with that is what counts."""
    return not (isinstance(event, said.Desynchronised) and event.state == "resumed")


def _key(event: said.Event) -> Hashable | None:
    """Return what makes two rulings the same to people: not the standing, which is said with the correction."""
    match event:
        case said.TrickWon():
            return "trick", event.hand, event.trick, event.seat, event.card
        case said.HandEnded():
            return "hand", event.hand
        case said.GameWon():
            return "game", event.winners
        case said.SuitMarked():
            return "suit", event.team, event.suit
        case said.Irregularity():
            return _breach(event)
        case said.TiebreakCardDealt():
            return "tiebreak", event.seat, event.card
        case _:
            return None


def _announced(event: said.Event, speaker: Speaker) -> Saying | None:
    """Return what is said about an event; of the breaches that a correction clears with all else that it changes."""
    saying = announce(replace(event, cleared=()) if isinstance(event, said.Correction) else event, speaker)
    return None if saying is None else replace(saying, event=event)


def _breach(breach: said.Irregularity | Irregularity) -> Hashable:
    """Return what makes two breaches the same to people, as events or as rulings."""
    return breach.code, breach.hand, breach.trick, breach.seat, breach.card


def _is_among(event: said.Event, breaches: Collection[Hashable]) -> bool:
    return isinstance(event, said.Irregularity) and _breach(event) in breaches


def _cleared(events: Sequence[said.Event], gone: Collection[Hashable]) -> list[said.Irregularity]:
    """Return the breaches that corrections clear, each once.

    Args:
        events: What happened.
        gone: The breaches that there were before it, and are none after it.
    """
    corrections = (event for event in events if isinstance(event, said.Correction))
    cleared = (breach for correction in corrections for breach in correction.cleared)
    return list({_breach(breach): breach for breach in cleared if _is_among(breach, gone)}.values())


def _seats_once(sayings: Sequence[Saying]) -> list[Saying]:
    """Return what is to be said without each play that was given another seat: with the camera's notice all is said."""
    why = {_SEATS[s.event.notice] for s in sayings if isinstance(s.event, said.SourceChanged) and _tells_seats(s.event)}
    return [s for s in sayings if not (isinstance(s.event, said.Correction) and s.event.reason in why)]


def _counted(sayings: Sequence[Saying], language: Language) -> list[Saying]:
    """Return what is to be said with one sentence for many plays that one undo took away, or gave back."""
    told: list[Saying] = []
    for way, same in groupby(sayings, lambda saying: _way(saying.event)):
        run = list(same)
        if way is None or len(run) < _MANY:
            told += run
            continue
        message = (
            language.plural("{count} play is taken back", "{count} plays are taken back", len(run))
            if way == "gone"
            else language.plural("{count} play counts again", "{count} plays count again", len(run))
        )
        told.append(_with_text(run[-1], message.format(count=len(run))))
    return told


def _as_one(sayings: Sequence[Saying], row: _Undone, language: Language) -> list[Saying]:
    """Return what is to be said with one sentence for undos that followed each other."""
    changes = [saying for saying in sayings if saying.event in row.changes]
    if all(_way(change.event) == "gone" for change in changes):
        count = len(changes)
        message = language.plural("{count} play is taken back", "{count} plays are taken back", count)
    else:
        count = row.steps
        message = language.plural("{count} change is taken back", "{count} changes are taken back", count)
    one = replace(_with_text(changes[-1], message.format(count=count)), in_a_row=True)
    return [one, *(saying for saying in sayings if saying not in changes)]


def _with_text(saying: Saying, text: str) -> Saying:
    return replace(saying, text=text, headline=text, detail="")


def _way(event: said.Event) -> Literal["gone", "back"] | None:
    """Tell whether an undo, or a redo, took a play away or gave it back; None for all else."""
    if not isinstance(event, said.Correction) or event.reason not in (TAKEN_BACK, MADE_AGAIN):
        return None
    return "gone" if event.now is None else "back" if event.was is None else None


def _tells_seats(event: said.Event) -> bool:
    return isinstance(event, said.SourceChanged) and event.notice in _SEATS


def _changes_plays(event: said.Event) -> bool:
    return isinstance(event, said.Correction) or _tells_seats(event)


def _with_effect(saying: Saying, effect: Effect, speaker: Speaker, after: Moment) -> Saying:
    if not effect.parts:
        return saying
    totals = [speaker.totals(after.snapshot.view.totals)] if effect.standing else []
    spoken = ". ".join((saying.text, *effect.lines, *effect.cleared, *totals))
    return replace(saying, text=spoken, detail=".  ".join(effect.parts))
