"""Events in the words of a person at the table: one sentence an event. All wording of this package's events is here."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.cards import Deck, card_name
from companion.table import events as said


class Speaker:
    """Puts events into words.

    Attributes:
        deck: The deck in play.
        names: The players, seat 0 first.
    """

    def __init__(self, deck: Deck, names: Sequence[str]) -> None:
        self.deck = deck
        self.names = tuple(names)

    def sentence(self, event: said.Event) -> str:
        """Return what is said about the event, without a full stop where it is a single sentence."""
        return _SENTENCES[type(event)](self, event)

    def card(self, code: str) -> str:
        """Return a card with its article: "the King of Cups"."""
        return f"the {card_name(self.deck.parse(code))}"

    def cards(self, codes: str | Sequence[str] | None) -> str:
        """Return one or several cards; "no card" for None."""
        if codes is None:
            return "no card"
        return _joined([self.card(code) for code in ((codes,) if isinstance(codes, str) else codes)])

    def side(self, number: int, sides: int) -> str:
        """Return who a score belongs to: a player, or the partners of a team."""
        return _joined(self.names[number::sides])

    def totals(self, totals: Sequence[int]) -> str:
        """Return a standing: "Ana 3, Ben 1, Carla 0"."""
        return ", ".join(f"{self.side(number, len(totals))} {total}" for number, total in enumerate(totals))


def _joined(parts: Sequence[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _card_played(speaker: Speaker, event: said.CardPlayed) -> str:
    return f"{event.player} plays {speaker.cards(event.cards)}"


def _trick_won(speaker: Speaker, event: said.TrickWon) -> str:
    again = "Corrected: " if event.corrected else ""
    return (
        f"{again}{event.player} wins the trick with {speaker.card(event.card)} – {event.reason}. "
        f"{speaker.totals(event.totals)}"
    )


def _hand_ended(speaker: Speaker, event: said.HandEnded) -> str:
    text = f"Hand {event.hand} is over: {speaker.totals(event.scores)}. In all {speaker.totals(event.totals)}"
    if event.next_dealer is None:
        return text
    leads = "" if event.next_leader is None else f", {speaker.names[event.next_leader]} leads"
    return f"{text}. {speaker.names[event.next_dealer]} deals next{leads}"


def _tiebreak_needed(speaker: Speaker, event: said.TiebreakNeeded) -> str:
    tied = _joined([speaker.names[seat] for seat in event.tied])
    order = ", ".join(speaker.names[seat] for seat in event.order)
    return f"{tied} are tied. {speaker.names[event.dealer]} deals one card face up to each: {order}"


def _tiebreak_card(speaker: Speaker, event: said.TiebreakCardDealt) -> str:
    return f"{event.player} gets {speaker.card(event.card)}"


def _game_won(speaker: Speaker, event: said.GameWon) -> str:
    winners = _joined([speaker.side(number, len(event.totals)) for number in event.winners])
    verb = "wins" if len(event.winners) == 1 and len(event.totals) == len(speaker.names) else "win"
    return f"{winners} {verb} the game – {event.reason}. {speaker.totals(event.totals)}"


def _suit_marked(speaker: Speaker, event: said.SuitMarked) -> str:
    return f"{speaker.side(event.team, 2)} mark suit {event.suit}"


def _irregularity(_: Speaker, event: said.Irregularity) -> str:
    return event.message


def _question(speaker: Speaker, event: said.Question) -> str:
    if not event.candidates:
        return event.message
    choices = [f"{card_name(speaker.deck.parse(code))} {chance:.0%}" for code, chance in event.candidates]
    return f"{event.message} Perhaps {', '.join(choices)}"


def _correction(speaker: Speaker, event: said.Correction) -> str:
    player = speaker.names[event.seat]
    why = f" – {event.reason}" if event.reason else ""
    if event.was is None:
        return f"Corrected: {player} also played {speaker.cards(event.now)}{why}"
    if event.now is None:
        return f"Corrected: {player} did not play {speaker.cards(event.was)}{why}"
    if event.was_seat is not None:
        return f"Corrected: {speaker.cards(event.now)} came from {player}, not {speaker.names[event.was_seat]}{why}"
    return f"Corrected: {player} played {speaker.cards(event.now)}, not {speaker.cards(event.was)}{why}"


def _message(_: Speaker, event: said.RecordingChanged | said.Desynchronised) -> str:
    return event.message


_SOURCE = {"opened": "Watching", "lost": "No picture", "resumed": "The picture is back", "ended": "The end"}


def _source(_: Speaker, event: said.SourceChanged) -> str:
    return f"{_SOURCE[event.state]}: {event.message}"


_SENTENCES: Mapping[type, Callable[[Speaker, Any], str]] = MappingProxyType(
    {
        said.CardPlayed: _card_played,
        said.TrickWon: _trick_won,
        said.SuitMarked: _suit_marked,
        said.HandEnded: _hand_ended,
        said.TiebreakNeeded: _tiebreak_needed,
        said.TiebreakCardDealt: _tiebreak_card,
        said.GameWon: _game_won,
        said.Irregularity: _irregularity,
        said.Question: _question,
        said.Correction: _correction,
        said.SourceChanged: _source,
        said.Desynchronised: _message,
        said.RecordingChanged: _message,
    }
)
