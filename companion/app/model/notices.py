"""What the table should look at: irregularities with their evidence, and a table that does not fit the game."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from companion.app.model.moment import Moment
from companion.app.model.wording import short_name
from companion.language import capital, mark
from companion.rules.facts import CardsPlayed
from companion.rules.rulings import Irregularity
from companion.table import events as said
from companion.table.events import Event
from companion.table.sighting import deal_of
from companion.table.snapshot import Snapshot, TableCard

Deed = Literal["stands", "card", "seat", "remove", "missed", "question", "restart", "anew", "undo", "rules"]
"""What can be done about a notice.

`stands`: nothing, it is put aside. `card`, `seat`: set right which card it was, or who played it. `remove`: the play
goes back to the hand. `missed`: add a play that was missed. `question`: answer the open question. `restart`: go on with
what lies on the table not counting. `anew`: the hand is dealt anew. `undo`: take back the last change. `rules`: set
right who dealt first, or what was agreed.
"""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that can be done.

    Attributes:
        deed: What.
        text: In words.
        fact: The play it is done to; None for none.
    """

    deed: Deed
    text: str
    fact: int | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """A card as an exhibit shows it.

    Attributes:
        code: Which; None for one that was not seen.
        caption: Whose.
        seat: Who played it.
    """

    code: str | None
    caption: str
    seat: int


@dataclass(frozen=True, slots=True)
class Exhibit:
    """Something to look at.

    Attributes:
        caption: What it is.
        fact: The play whose picture it is; None for none.
        cards: Cards to draw: where there is no picture, instead of it.
        live: Whether it is the table as it is seen now.
    """

    caption: str
    fact: int | None = None
    cards: tuple[Shown, ...] = ()
    live: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """Something to look at and to decide.

    Attributes:
        key: What makes it the same notice later on.
        title: In words.
        text: What the rules say to it, and how to go on.
        exhibits: What shows it.
        options: What can be done, the usual first.
    """

    key: Hashable
    title: str
    text: str
    exhibits: tuple[Exhibit, ...]
    options: tuple[Option, ...]


_STANDS = mark("It stands: the trick counts as it lies")
_CARD = mark("It was another card …")
_CARD_BEFORE = mark("The first was another card …")
_CARD_LATER = mark("The second was another card …")
_SEAT = mark("Somebody else played it …")
_REMOVE = mark("It goes back to the hand")

_OPTIONS: Mapping[str, tuple[tuple[Deed, str, int], ...]] = MappingProxyType(
    {
        "revoke": (("stands", _STANDS, 0), ("card", _CARD_BEFORE, 0), ("card", _CARD_LATER, -1)),
        "play-after-end": (("stands", mark("It counts for nothing"), 0), ("remove", mark("Take it out"), 0)),
        "not-a-straight": (("stands", mark("It stands: the highest card counts"), 0), ("card", _CARD, 0)),
        "faceup-alone": (("stands", _STANDS, 0), ("card", _CARD, 0)),
    }
)
"""What can be done by kind of breach: deed, words, and to which of the plays shown."""

_USUAL: tuple[tuple[Deed, str, int], ...] = (
    ("stands", _STANDS, 0),
    ("seat", _SEAT, 0),
    ("card", _CARD, 0),
    ("remove", _REMOVE, 0),
)


_READ = 0.5
"""From what chance on a card that waits is shown as what it reads as."""


def breaches_of(moment: Moment, *, live: bool = False) -> tuple[Notice, ...]:
    """Return the irregularities of a game, in the order in which they were found.

    Args:
        moment: The game.
        live: It is played at a table: a dealer who was chosen wrongly can be set right.
    """
    notices = []
    for place in range(len(moment.log.facts)):
        for ruling in moment.log.rulings_of(place):
            if isinstance(ruling, Irregularity):
                notices.append(_breach(moment, ruling, place, live))
    return tuple(notices)


def is_of(event: Event, notice: Notice) -> bool:
    """Tell whether what is announced is the irregularity of a notice."""
    return isinstance(event, said.Irregularity) and notice.key == _key(event)


def _key(breach: Irregularity | said.Irregularity) -> Hashable:
    return breach.code, breach.hand, breach.trick, breach.seat, breach.card


def _breach(moment: Moment, ruling: Irregularity, proof: int, live: bool) -> Notice:
    say = moment.language.text
    offence = next(
        (
            entry.fact
            for entry in moment.snapshot.history
            if (entry.hand, entry.trick, entry.seat) == (ruling.hand, ruling.trick, ruling.seat)
        ),
        proof,
    )
    plays = [offence] if offence == proof else [offence, proof]
    plays = [fact for fact in plays if isinstance(moment.log.facts[fact], CardsPlayed)]
    told = ruling.reason.text(moment.names, moment.language)
    options = tuple(
        Option(deed, say(text), plays[which] if plays else None)
        for deed, text, which in _OPTIONS.get(ruling.code, _USUAL)
        if plays or deed == "stands"
    )
    if live and ruling.code == "wrong-leader" and ruling.trick == 0:
        options += (Option("rules", say("The dealer or a rule was chosen wrongly …")),)
    return Notice(
        key=_key(ruling),
        title=capital(told),
        text=say("No rule names a penalty: points are as the cards lie, unless the table was read wrongly"),
        exhibits=tuple(_play(moment, fact) for fact in plays),
        options=options,
    )


def _play(moment: Moment, fact: int) -> Exhibit:
    say = moment.language.text
    entry = next(entry for entry in moment.snapshot.history if entry.fact == fact)
    named = " ".join(short_name(moment.game.deck.id, code, moment.language) for code in entry.cards)
    caption = say("Hand {hand}, trick {trick}: {name}, {cards}").format(
        hand=entry.hand, trick=entry.trick + 1, name=moment.names[entry.seat], cards=named
    )
    return Exhibit(caption, fact, tuple(Shown(code, "", entry.seat) for code in entry.cards))


def lost_of(moment: Moment) -> Notice | None:
    """Return what is the matter where the table does not fit the game; None where it does."""
    snapshot, say, names = moment.snapshot, moment.language.text, moment.names
    if snapshot.state != "desynchronised":
        return None
    view = snapshot.view
    played = dict(view.plays)
    order = moment.state.hand.order if view.plays else moment.state.seats_of_trick(view.leader or 0)
    order = order if view.phase == "play" else view.deal_order
    behind = _seen_behind(snapshot)
    if not set(order) <= behind.keys() | played.keys():
        played = {**behind, **played}
    expected = tuple(Shown(played[seat][0] if seat in played else None, names[seat], seat) for seat in order)
    seen = tuple(_seen(card, names) for card in snapshot.cards if card.role in ("new", "asked", "played"))
    missing = [names[shown.seat] for shown in expected if shown.code is None]
    options = [Option("question", say("Say which card it was …"))] if snapshot.question is not None else []
    options += [
        Option("missed", say("Add the card that was missed …")),
        Option("undo", say("Take back the last change")),
        Option("restart", say("Go on: what lies here now does not count")),
        Option("anew", say("The hand was dealt anew: nothing that was played of it counts")),
        Option("stands", say("Play on and wait")),
    ]
    waiting = moment.language.listed(missing) if missing else ""
    return Notice(
        key=("lost", view.hand, view.trick),
        title=say("Table and game do not fit"),
        text=say("The game waits for the card of {names}").format(names=waiting)
        if waiting
        else say("A card was taken before it could be read"),
        exhibits=(
            Exhibit(say("Expected"), cards=expected),
            Exhibit(say("Seen now"), cards=seen, live=True),
        ),
        options=tuple(options),
    )


def _seen_behind(snapshot: Snapshot) -> dict[int, tuple[str, ...]]:
    """Return the cards of the trick that were seen, but wait for the one that was missed: by whose they are."""
    deal = deal_of(snapshot.view)
    waiting = [card for card in snapshot.waiting if card.deal == deal and card.fact is None and not card.dismissed]
    first = min((card.trick for card in waiting), default=0)
    return {
        max(range(len(card.seats)), key=card.seats.__getitem__): (card.chances[0][0],)
        for card in waiting
        if card.trick == first and card.seats is not None and card.chances[0][1] > _READ
    }


def _seen(card: TableCard, names: Sequence[str]) -> Shown:
    """Return a card on the table: what it is taken for, or what it may be, with a question mark."""
    whose = "" if card.seat is None else names[card.seat]
    if card.code is None and card.candidates:
        return Shown(card.candidates[0][0], f"{whose} ?".strip(), card.seat or 0)
    return Shown(card.code, whose, card.seat or 0)


class Docket:
    """Which notices are still to be looked at."""

    def __init__(self) -> None:
        self._settled: set[Hashable] = set()
        self.notices: tuple[Notice, ...] = ()

    def follow(self, notices: Sequence[Notice]) -> None:
        """Take note of all notices there are now; one that comes back is to be looked at again."""
        self.notices = tuple(notices)
        self._settled &= {notice.key for notice in notices}

    @property
    def open(self) -> Notice | None:
        """The newest notice that nobody has put aside."""
        return next((notice for notice in reversed(self.notices) if notice.key not in self._settled), None)

    @property
    def left(self) -> int:
        """How many nobody has put aside."""
        return sum(notice.key not in self._settled for notice in self.notices)

    def settle(self, notice: Notice) -> None:
        """Put a notice aside."""
        self._settled.add(notice.key)
