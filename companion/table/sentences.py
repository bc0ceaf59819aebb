"""Events in the words of a person at the table: one sentence an event, in any language.

All wording of this package's events is here, but for what is said of the camera (`camera_notices`). What the rules say
about them is in `companion.rules.reasons`. Blanks that hold a card or a suit have the forms of `companion.cards.Noun`:
`{card}`, `{card.the}`.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from companion.cards import Deck, Noun, card_noun, suit_noun
from companion.language import ENGLISH, Language, capital, mark, shown
from companion.rules.reasons import reason
from companion.table import events as said
from companion.table.camera_notices import CAMERA_NOTICES

CAUSES = (
    mark("later cards show it"),
    mark("the places of the cards show it"),
    mark("the card was taken back"),
    mark("the picture was mirrored"),
    mark("the camera sees the table from another side"),
    mark("a card before it was missed"),
    mark("corrected by hand"),
    mark("added by hand"),
    mark("removed by hand"),
    mark("taken back"),
    mark("made again"),
    mark("the straight goes on"),
    mark("the cards fit the game again"),
    mark(
        "cards that were played in this hand are laid again: if it was dealt anew, say so, and lay its tricks once more"
    ),
    mark(
        "cards that were played in this hand are laid again: if it is over, add by hand the plays that it lacks; if it "
        "was dealt anew, say so"
    ),
    mark("so many cards at once are no plays: lay them trick by trick, or say that the hand is dealt anew"),
)
"""What `reason` of a correction or `message` of the session may say; others are said as they are."""

LIKELY = 0.05
"""With less a card may as well be any other, and people are not asked whether it is this one."""

_SHOWN_ONLY = frozenset({"married", "keeps"})
"""What made the scores of a hand and is not said with them: marks have been told, and kept cards may be a dozen."""


class Speaker:
    """Puts events into words.

    Attributes:
        deck: The deck in play.
        names: The players, seat 0 first.
        language: The language to say it in.
    """

    def __init__(self, deck: Deck, names: Sequence[str], language: Language = ENGLISH) -> None:
        self.deck = deck
        self.names = tuple(names)
        self.language = language

    def sentence(self, event: said.Event) -> str:
        """Return what is said about the event, without a full stop where it is a single sentence."""
        return _SENTENCES[type(event)](self, event)

    def card(self, code: str) -> Noun:
        """Return the name of a card."""
        return card_noun(self.deck.parse(code), self.language)

    def cards(self, codes: str | Sequence[str], *, either: bool = False) -> Noun:
        """Return the names of one or several cards as one: all of them, or one of them."""
        nouns = [self.card(code) for code in ((codes,) if isinstance(codes, str) else codes)]
        forms = ([noun.plain for noun in nouns], [noun.the for noun in nouns])
        join = self.language.either if either else self.language.listed
        return Noun(*(join(form) for form in forms))

    def side(self, number: int, sides: int) -> str:
        """Return who a score belongs to: a player, or the partners of a team."""
        return self.language.listed(self.names[number::sides])

    def totals(self, totals: Sequence[int]) -> str:
        """Return a standing: "Ana 3, Ben 1, Carla 0"."""
        return ", ".join(f"{self.side(number, len(totals))} {shown(total)}" for number, total in enumerate(totals))

    def say(self, message: str, /, **values: object) -> str:
        """Return a message in this language with its blanks filled."""
        return self.language.text(message).format(**values)

    def ruling(self, event: said.TrickWon | said.GameWon | said.Irregularity) -> str:
        """Return what the rules say about an event; why somebody won as part of the sentence that says so."""
        if isinstance(event, said.Irregularity):
            told = event.ruling
            return self.language.text(event.message) if told is None else told.text(self.names, self.language)
        why = event.ruling
        return self.language.text(event.reason) if why is None else why.clause(self.names, self.language)

    def no_longer(self, breach: said.Irregularity) -> str:
        """Return what is said of a breach that a correction clears."""
        return self.say(NO_LONGER, breach=self.ruling(breach))


def _card_played(speaker: Speaker, event: said.Play) -> str:
    return speaker.say("{player} plays {cards.the}", player=speaker.names[event.seat], cards=speaker.cards(event.cards))


def _trick_won(speaker: Speaker, event: said.TrickWon) -> str:
    """Say who won and why, and the standing where it is another now; where a hand decides that, the trick's points."""
    text = speaker.say(
        "{player} wins the trick with {card.the} – {reason}",
        player=speaker.names[event.seat],
        card=speaker.card(event.card),
        reason=speaker.ruling(event),
    )
    if event.scored or event.corrected:
        text = f"{text}. {speaker.totals(event.totals)}"
    elif event.points:
        points = speaker.language.plural("{count} point", "{count} points", abs(event.points))
        text = f"{text}. {points.format(count=shown(event.points))}"
    return speaker.say("Corrected: {sentence}", sentence=text) if event.corrected else text


def _hand_ended(speaker: Speaker, event: said.HandEnded) -> str:
    """Say what the hand brought, what made these scores, how all stand, and who goes on."""
    parts = [speaker.say("Hand {hand} is over: {scores}", hand=event.hand, scores=speaker.totals(event.scores))]
    parts += [capital(why.text(speaker.names, speaker.language)) for why in event.rulings if why.key not in _SHOWN_ONLY]
    if event.hand != 1 or tuple(event.scores) != tuple(event.totals):
        parts.append(speaker.say("In all {totals}", totals=speaker.totals(event.totals)))
    if event.next_dealer is not None:
        dealer = speaker.names[event.next_dealer]
        if event.next_leader is None:
            parts.append(speaker.say("{dealer} deals next", dealer=dealer))
        else:
            leader = speaker.names[event.next_leader]
            parts.append(speaker.say("{dealer} deals next, {leader} leads", dealer=dealer, leader=leader))
    return ". ".join(parts)


def _tiebreak_needed(speaker: Speaker, event: said.TiebreakNeeded) -> str:
    return speaker.say(
        "{tied} are tied. {dealer} deals one card face up to each: {order}",
        tied=speaker.language.listed(speaker.names[seat] for seat in event.tied),
        dealer=speaker.names[event.dealer],
        order=", ".join(speaker.names[seat] for seat in event.order),
    )


def _tiebreak_card(speaker: Speaker, event: said.TiebreakCardDealt) -> str:
    return speaker.say("{player} gets {card.the}", player=speaker.names[event.seat], card=speaker.card(event.card))


def _game_won(speaker: Speaker, event: said.GameWon) -> str:
    people = sum(len(speaker.names[number :: len(event.totals)]) for number in event.winners)
    message = speaker.language.plural(
        "{winners} wins the game – {reason}. {totals}", "{winners} win the game – {reason}. {totals}", people
    )
    winners = speaker.language.listed(speaker.side(number, len(event.totals)) for number in event.winners)
    return message.format(winners=winners, reason=speaker.ruling(event), totals=speaker.totals(event.totals))


def _suit_marked(speaker: Speaker, event: said.SuitMarked) -> str:
    suit = suit_noun(speaker.deck.id, str(event.suit), speaker.language)
    return speaker.say("{team} mark {suit.the}", team=speaker.side(event.team, 2), suit=suit)


def _irregularity(speaker: Speaker, event: said.Irregularity) -> str:
    return speaker.ruling(event)


def _question(speaker: Speaker, event: said.Question) -> str:
    if event.beside:
        text = capital(reason("ask-face-up").text(speaker.names, speaker.language))
    else:
        text = speaker.say("Which card did {player} play?", player=speaker.names[event.seat])
    doubt = "" if event.doubt is None else f"{capital(event.doubt.text(speaker.names, speaker.language))}. "
    likely = [code for code, chance in event.candidates if chance >= LIKELY]
    if not likely:
        return f"{doubt}{text}"
    is_it = speaker.say("Is it {cards.the}?", cards=speaker.cards(likely, either=True))
    # Where several cards are doubted together, they were all named already.
    return f"{doubt}{is_it}" if event.together else f"{doubt}{text} {is_it}"


def _needed(speaker: Speaker, event: said.Needed) -> str:
    text = event.message if event.ruling is None else event.ruling.text(speaker.names, speaker.language)
    if not event.assumed:
        return capital(text)
    return speaker.say("Nobody has said it, so the game goes on with a guess: {question}", question=capital(text))


NO_LONGER = mark("No longer: {breach}")
"""What is said of a breach that a correction clears."""


def _correction(speaker: Speaker, event: said.Correction) -> str:
    values = {"player": speaker.names[event.seat]}
    if event.was is None:
        message, cards = mark("Corrected: {player} also played {now.the}"), {"now": event.now}
    elif event.now is None:
        message, cards = mark("Corrected: {player} did not play {was.the}"), {"was": event.was}
    elif event.was_seat is not None:
        message, cards = mark("Corrected: {now.the} came from {player}, not {other}"), {"now": event.now}
        values["other"] = speaker.names[event.was_seat]
    else:
        message = mark("Corrected: {player} played {now.the}, not {was.the}")
        cards = {"now": event.now, "was": event.was}
    nouns = {blank: speaker.cards(codes) for blank, codes in cards.items() if codes is not None}
    why = f" – {speaker.language.text(event.reason)}" if event.reason else ""
    parts = [f"{speaker.say(message, **values, **nouns)}{why}"]
    parts += [speaker.no_longer(breach) for breach in event.cleared]
    return ". ".join(parts)


_ANEW: Mapping[str, str] = {
    "dealt": mark("Hand {hand} is dealt anew. What was played of it does not count: {totals}"),
    "taken_back": mark("Hand {hand} is not dealt anew. What was played of it counts: {totals}"),
}


def _dealt_anew(speaker: Speaker, event: said.DealtAnew) -> str:
    return speaker.say(_ANEW[event.state], hand=event.hand, totals=speaker.totals(event.totals))


def _desynchronised(speaker: Speaker, event: said.Desynchronised) -> str:
    if not event.missing:
        return speaker.language.text(event.message)
    message = speaker.language.plural(
        "the trick was taken before {count} card of it could be seen; say which, or play on until it is clear",
        "the trick was taken before {count} cards of it could be seen; say which, or play on until it is clear",
        event.missing,
    )
    return message.format(count=event.missing)


_SOURCE: Mapping[str, str] = {
    "opened": mark("Watching: {message}"),
    "lost": mark("No picture: {message}"),
    "resumed": mark("The picture is back: {message}"),
    "ended": mark("The end: {message}"),
}


def _source(speaker: Speaker, event: said.SourceChanged) -> str:
    if event.notice:
        cards = {"card": speaker.card(event.card)} if event.card else {}
        return speaker.say(CAMERA_NOTICES.get(event.notice, event.message), **cards)
    return speaker.say(_SOURCE[event.state], message=event.message)


_RECORDING: Mapping[str, str] = {
    "troubled": mark(
        "Not everything is recorded: {problem}; the game goes on. "
        "Make room, plug the disk in again, or record elsewhere ({folder})"
    ),
    "resumed": mark("Everything is recorded again; in {folder}"),
}


def _recording(speaker: Speaker, event: said.RecordingChanged) -> str:
    if not event.folder:
        return event.message
    problem = event.problem.told(speaker.language) if event.problem is not None else ""
    return speaker.say(_RECORDING[event.state], problem=problem, folder=event.folder)


def _players(speaker: Speaker, event: said.PlayersNamed) -> str:
    return speaker.say("The players are {players}", players=speaker.language.listed(event.players))


_SENTENCES: Mapping[type, Callable[[Speaker, Any], str]] = MappingProxyType(
    {
        said.CardPlayed: _card_played,
        said.CardSeen: _card_played,
        said.TrickWon: _trick_won,
        said.SuitMarked: _suit_marked,
        said.HandEnded: _hand_ended,
        said.TiebreakNeeded: _tiebreak_needed,
        said.TiebreakCardDealt: _tiebreak_card,
        said.GameWon: _game_won,
        said.Irregularity: _irregularity,
        said.Question: _question,
        said.Needed: _needed,
        said.Correction: _correction,
        said.DealtAnew: _dealt_anew,
        said.SourceChanged: _source,
        said.Desynchronised: _desynchronised,
        said.RecordingChanged: _recording,
        said.PlayersNamed: _players,
    }
)
