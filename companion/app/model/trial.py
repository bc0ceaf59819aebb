"""What a change of the facts would do to the game: folded on a copy before anybody makes it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.app.model.moment import Moment
from companion.language import Language, capital, shown
from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import Fact
from companion.rules.log import GameLog
from companion.rules.rulings import GameWon, Irregularity, TrickWon
from companion.table.exchanging import may_be_exchanged, set_right
from companion.table.play_facts import cards_of, typed_play, with_cards, with_seat
from companion.table.reseating import seats_that_follow
from companion.table.sentences import NO_LONGER
from companion.table.skipping import skipped
from companion.table.thieving import said_anew, taking_of


@dataclass(frozen=True, slots=True)
class Recard:
    """The fact at a place was of other cards."""

    fact: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reseat:
    """The fact at a place came from another seat."""

    fact: int
    seat: int


@dataclass(frozen=True, slots=True)
class Insert:
    """A play was missed before the fact at a place; behind the last fact, the next play."""

    fact: int
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Remove:
    """The play at a place never was."""

    fact: int


@dataclass(frozen=True, slots=True)
class Say:
    """A person says what no camera sees."""

    said: Fact


@dataclass(frozen=True, slots=True)
class Retake:
    """The Thief took another card, or none, in the trick of the play at a place."""

    fact: int
    card: str | None


Change = Recard | Reseat | Insert | Remove | Say | Retake


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change does.

    Attributes:
        problem: Why it cannot be; empty where it can.
        lines: What it does, one sentence each: to tricks, and which breaches it brings to light.
        cleared: Which breaches are none any more, one sentence each.
        standing: The standing after it, in words; empty where that stays.
    """

    problem: str = ""
    lines: tuple[str, ...] = ()
    cleared: tuple[str, ...] = ()
    standing: str = ""

    @property
    def parts(self) -> tuple[str, ...]:
        """All that it does, a sentence each; empty where everything stays as it is."""
        return (*self.lines, *self.cleared, *filter(None, [self.standing]))

    def text(self, language: Language) -> str:
        """Return everything in one line."""
        if self.problem:
            return language.text("That cannot be: {why}").format(why=self.problem)
        return ".  ".join(self.parts) or language.text("The score stays as it is")


def effect_of(moment: Moment, change: Change) -> Effect:
    """Return what a change would do; nothing is changed by it."""
    try:
        return difference(moment, _after(moment, change))
    except ImpossibleFactError as error:
        return Effect(problem=error.reason.text(moment.names, moment.language))


def difference(before: Moment, after: GameLog) -> Effect:
    """Return what has changed from a moment to another fold of the same game."""
    was, now = breaches_in(before.log), breaches_in(after)
    told, gone = (
        [breach.reason.text(before.names, before.language) for breach in some if breach not in others]
        for some, others in ((now, was), (was, now))
    )
    return Effect(
        lines=(*_tricks(before, after), *map(capital, told)),
        cleared=tuple(before.language.text(NO_LONGER).format(breach=text) for text in gone),
        standing=_standing(before, after),
    )


def breaches_in(log: GameLog) -> list[Irregularity]:
    """Return the breaches of the rules in a game, in order."""
    return [ruling for ruling in log.rulings if isinstance(ruling, Irregularity)]


def corrected(log: GameLog, fact: int, told: Fact, others: Mapping[int, Fact]) -> GameLog:
    """Return another fold of a game, in which a fact is another one, and those that give way to it; see `set_right`.

    Args:
        log: The game.
        fact: Place of the fact.
        told: What it really was.
        others: What may give way to it, by place.

    Raises:
        ImpossibleFactError: That cannot be.
    """

    def fold(changes: Mapping[int, Fact]) -> GameLog:
        return GameLog(log.game, log.settings, [changes.get(place, was) for place, was in enumerate(log.facts)])

    return set_right(log.facts, fact, told, others, fold)


def _after(moment: Moment, change: Change) -> GameLog:
    facts = list(moment.log.facts)
    match change:
        case Recard(fact, cards):
            besides = {
                place: with_cards(facts[place], (other,), "camera", 1.0)
                for place in _same_card(moment, fact, cards)
                if (other := _otherwise(moment, place, cards, cards_of(facts[fact]))) is not None
            }
            return corrected(moment.log, fact, with_cards(facts[fact], cards, "person", 1.0), besides)
        case Reseat(fact, seat):
            told = with_seat(facts[fact], seat, "person")
            follow = seats_that_follow(moment.log, fact, told, moment.snapshot.places)
            return corrected(moment.log, fact, told, follow)
        case Insert(fact, seat, cards):
            before = skipped(moment.log, seat, moment.snapshot.places) if fact == len(facts) else None
            place = fact if before is None else before
            facts.insert(place, typed_play(moment.log, place, seat, cards, 0.0))
        case Remove(fact):
            del facts[fact]
        case Say(said):
            facts.append(said)
        case Retake(fact, card):
            taking = taking_of(moment.log, fact)
            if taking is not None:
                place, told = said_anew(taking, card, 0.0)
                facts[place : place + (taking.said is not None)] = [told]
    return GameLog(moment.game, moment.settings, facts)


def _same_card(moment: Moment, fact: int, cards: tuple[str, ...]) -> list[int]:
    """Return the single plays of the same hand that the camera took for a card that a person says was another's."""
    entries = {entry.fact: entry for entry in moment.snapshot.history}
    present = entries[fact]
    return [
        place
        for place, entry in entries.items()
        if place != fact
        and (entry.kind, entry.hand) == (present.kind, present.hand)
        and entry.source == "camera"
        and len(entry.cards) == 1
        and entry.cards[0] in cards
        and moment.state.copies.get(entry.cards[0], 0) == 1
    ]


def _otherwise(moment: Moment, fact: int, but: Sequence[str], given_up: Sequence[str]) -> str | None:
    """Return what a card may be instead, as far as the camera still sees it; None where nothing is known."""
    card = next((card for card in moment.snapshot.cards if card.fact == fact), None)
    taken = (set(moment.snapshot.view.seen) | set(but)) - set(given_up)
    others = [(code, chance) for code, chance in card.candidates if code not in taken] if card is not None else []
    exchanged = (code for code, chance in others if code in given_up and may_be_exchanged(chance, others[0][1]))
    return next(exchanged, others[0][0] if others else None)


def _tricks(before: Moment, after: GameLog) -> list[str]:
    say, names = before.language.text, before.names
    was = {(r.hand, r.trick): r for r in before.log.rulings if isinstance(r, TrickWon)}
    now = {(r.hand, r.trick): r for r in after.rulings if isinstance(r, TrickWon)}
    lines = []
    opened = False
    for hand, trick in sorted(was.keys() | now.keys()):
        old, new = was.get((hand, trick)), now.get((hand, trick))
        if old is None and new is not None:
            line = say("{winner} wins trick {trick}").format(winner=names[new.seat], trick=trick + 1)
        elif old is not None and new is None:
            if opened:
                continue  # Whoever hears of the first of them knows.
            opened = True
            line = say("Trick {trick} is open again").format(trick=trick + 1)
        elif old is not None and new is not None and old.seat != new.seat:
            line = say("{winner} wins trick {trick}, not {before}").format(
                winner=names[new.seat], trick=trick + 1, before=names[old.seat]
            )
        else:
            continue
        in_hand = hand != before.state.hand.number
        lines.append(f"{line} ({say('hand {number}').format(number=hand)})" if in_hand else line)
    return lines


def _standing(before: Moment, after: GameLog) -> str:
    say = before.language.text
    was, now = before.state.totals, after.state.totals
    parts = [
        f"{before.side(side)} " + f"{shown(old)} → {shown(new)}"
        for side, (old, new) in enumerate(zip(was, now, strict=True))
        if old != new
    ]
    ended = next((ruling for ruling in after.rulings if isinstance(ruling, GameWon)), None)
    winners = ended.winners if ended is not None else ()
    if winners != before.state.winners:
        if not winners:
            parts.append(say("the game goes on"))
        else:
            listed = before.language.listed(before.side(side) for side in winners)
            parts.append(say("the game goes to {winners}").format(winners=listed))
    return ", ".join(parts)
