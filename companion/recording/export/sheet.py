"""What stands on the score sheet of a recorded game; `sheet_pages` makes pages of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.cards import card_name
from companion.language import ENGLISH, Language, capital
from companion.recording.entry import started, when
from companion.recording.opening import Session
from companion.rules.agreed import agreed
from companion.rules.hand import Hand, Trick
from companion.rules.sheet import laid_tricks, last_rows, outcome, sides_of, undecided
from companion.rules.view import Play


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under a heading.

    Attributes:
        title: What the table is of; empty for none.
        heading: Titles of the columns.
        rows: The cells.
        strong: Places of rows that are set in bold.
        widths: Of the columns, in parts of each other; all the same where empty.
    """

    title: str
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    strong: tuple[int, ...] = ()
    widths: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet.

    Attributes:
        title: The game with its credit.
        lines: Who played, when, and what was agreed.
        standing: The score, hand by hand.
        remarks: What made the scores, and breaches of the rules, a sentence each.
        outcome: How the game stands or ended.
        hands: The tricks of each hand.
    """

    title: str
    lines: tuple[str, ...]
    standing: Table
    remarks: tuple[str, ...]
    outcome: str
    hands: tuple[Table, ...]


def sheet_of(session: Session, language: Language = ENGLISH) -> Sheet:
    """Return the score sheet of a session in a language."""
    state = session.log.state
    names = session.names
    hands = [hand for hand in state.hands if hand.tricks or hand.plays]

    def word(message: str) -> str:
        return language.term("sheet", message)

    rows: list[tuple[str, ...]] = []
    remarks: list[str] = []
    for hand in hands:
        label = word("hand {number}").format(number=hand.number)
        unfinished = "" if hand.complete else f" ({word('unfinished')})"
        rows.append((label + unfinished, *(str(score) for score in state.scores_of(hand))))
        remarks += [capital(reason.text(names, language)) for reason in state.notes_of(hand)]
        remarks += [
            f"{label}, "
            + word("trick {number}: {reason}").format(
                number=breach.trick + 1, reason=breach.reason.text(names, language)
            )
            for breach in hand.issues
        ]
    ends = last_rows(state, language)
    day = when(started(session))[:10]
    lines = (
        ", ".join(names),
        *([day] if day else []),
        ", ".join(agreed(session.game.settings, session.settings, language, names)),
    )
    standing = Table(
        "", ("", *sides_of(state, names)), (*rows, *((label, *cells) for label, cells in ends)), (len(rows),)
    )
    return Sheet(
        language.text(session.game.title),
        lines,
        standing,
        tuple(remarks),
        outcome(state, names, language),
        tuple(_hand(session, hand, language) for hand in hands),
    )


def _hand(session: Session, hand: Hand, language: Language) -> Table:
    word = language.term("sheet", "hand {number}").format(number=hand.number)
    rows = tuple(_trick(session, number, *laid, language) for number, laid in enumerate(laid_tricks(hand), 1))
    widths = (0.35, *(1.0 for _ in session.names), 0.4, 2.0)
    legend = language.term("sheet", "> led, * won")
    return Table(capital(word), ("", *session.names, "", legend), rows, widths=widths)


def _trick(
    session: Session, number: int, plays: Sequence[Play], trick: Trick | None, language: Language
) -> tuple[str, ...]:
    """Return a row: the cards by seat, ">" before the lead, "*" behind the winning play; points; why."""
    cells = [""] * session.log.state.players
    winner = trick.winner if trick is not None else None
    for place, (seat, cards) in enumerate(plays):
        named = ", ".join(card_name(session.game.deck.parse(card), language) for card in cards)
        cells[seat] = f"{'> ' if place == 0 else ''}{named}{' *' if seat == winner else ''}"
    points = f"{trick.points:+}" if trick is not None and trick.points else ""
    why = trick.reason.text(session.names, language) if trick is not None else undecided(session.log.state, language)
    return (f"{number}.", *cells, points, capital(why))
