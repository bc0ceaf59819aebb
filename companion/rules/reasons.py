"""Reasons in the words of a person at the table, kept as data so that they can be said in any language.

All sentences of the rules are in this module, in English. `companion.language` translates them and
`companion.rules.blanks` fills their blanks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from companion.language import ENGLISH, Language, capital
from companion.rules.blanks import Filling, Value

SENTENCES: Mapping[str, str] = MappingProxyType(
    {
        # Why a card won the trick
        "highest": "highest of the {suit}",
        "pair": "the pair of {suit} beats the odd card",
        "contain": "{suit} contain {beaten}",
        "buy": "{suit} buy {beaten}",
        "cut": "{suit} cut {beaten}",
        "smash": "{suit} smash {beaten}",
        "highest-trump": "highest trump, {suit}",
        "later-trump": "the later of two equal trumps, {suit}",
        "first-seven": "the first of two sevens: {card}",
        "half": "half a rank above the {card}",
        "fourteen": "the 14 beats every suit",
        # What decided the game
        "most-tricks": "most tricks",
        "tiebreak": "best card of the tied players",
        "lowest-total": "lowest total when the losing score of {losing} was passed",
        "highest-all-over": "highest total, as everybody has passed the losing score of {losing}",
        "highest-total": "highest total",
        "target": "reached the target of {target} with {points}",
        "all-suits": "all seven suits",
        "four-suits": "four suits",
        "more-marriages": "more marriages in the whole game, {more} to {fewer}",
        "higher-suit": "higher suit in the same trick",
        "first-marriage": "first marriage of the extra hand",
        # What happened in a hand
        "married": "{team} married the {suit} in trick {trick}",
        "thief-took": "{seat} took the {card} with the Thief",
        "shot-single": "{seat} shot in {suits}: {award} to the others",
        "shot-double": "{seat} shot twice, in {suits}: {award} to the others",
        "shot-single-team": "{seat} shot in {suits}: {award} to the other team",
        "shot-double-team": "{seat} shot twice, in {suits}: {award} to the other team",
        "communion": "{seat} has all four tens: Holy Communion, no card points",
        "no-trick": "{seat} took no trick: {points}",
        "relief-seat": "{seat} stood at {before}; {amount} are taken off, {after} are left",
        "relief-team": "{team} stood at {before}; {amount} are taken off, {after} are left",
        "all-red": "{seat} took no black card: {points}",
        "keeps": "{seat} keeps {cards}",
        "gets-face-up": "{seat} gets the face-up card, the {card}",
        # What is worth knowing
        "face-up": "{card} lies face up",
        "trumps": "trumps: {suits}",
        "barred": "{seat} may not shoot in {suits}",
        # What to do
        "pass": "everybody passes {where}",
        "pass-on": "then, of the cards just received, {where}",
        "pass-none": "nobody passes cards",
        "draft": "in turn, each player looks at the top card of the stock and keeps or discards it",
        "draft-second": "the next card goes the other way: kept if the first was discarded, discarded if it was kept",
        "draft-end": "after 26 turns everybody holds 13 cards",
        "turn-up": "the last card is laid face up",
        "ask-face-up": "which card lies face up?",
        "ask-kept": "which {count.cards} does {seat} keep?",
        "opens-card": "whoever holds the {card} leads it",
        "opens-holder": "whoever holds the {card} leads",
        "extra-hand": "extra hand: the first marriage wins",
        "thief-takes": "which seven does {seat} take with the Thief?",
        # Breaches of the rules
        "out-of-turn": "{seat} played out of turn; it was the turn of {expected}",
        "late-turn": "{seat} played only after {expected}, out of turn",
        "wrong-leader": "{seat} led, but the lead belonged to {expected}",
        "wrong-starter": "{seat} started, but {expected} held the {card}",
        "wrong-first-lead": "{seat} led {card.the}; the hand must be opened with {proof.the}",
        "wrong-first-lead-club": "{seat} led {card.the}; the hand must be opened with the lowest club",
        "not-a-straight": "{seat} played cards that do not follow each other; the highest counts",
        "faceup-alone": "{seat} played the face-up card without a card of the hand",
        "revoke": "{seat} played {proof.the} in trick {later} after discarding on {suit} in trick {trick}",
        "revoke-held": "{seat} discarded {card.the} on {suit} in trick {trick} while holding {proof.the}",
        "revoke-kept": "{seat} kept {proof.the} after discarding on {suit} in trick {trick}",
        "play-after-end": "{seat} played although the game was over",
        # What makes the referee doubt a card
        "doubt-leader": "{seat} leads, but {expected} seems to have won the trick",
        "doubt-revoke": "{seat} seems not to have followed suit in trick {trick}: {card.the} on {led.the}, and now "
        "{proof.the}, unless a card was misread",
        "doubt-straight": "the cards {seat} played at once do not follow each other, unless one was misread",
        "doubt-between": "between the cards {seat} played at once the {card} seems to lie, too",
        "doubt-later": "a later card seems to be the same",
        "doubt-play": "later play does not fit an earlier card",
        # Facts that cannot be
        "unknown-card": "{text} is no card of the {deck_id} deck",
        "card-not-in-play": "{card.the} is not in play in this game",
        "card-twice": "{card.the} was already played in this hand",
        "card-twice-dealt": "{card.the} was already dealt in this tiebreak",
        "unknown-seat": "there is no seat {text}; the seats are 0 to {last}",
        "strange-card": "the card before {seat} is no card of the {deck_id} deck",
        "seat-twice": "{seat} already has a card in this trick",
        "seat-twice-dealt": "{seat} already has a card in this tiebreak",
        "one-card": "{seat} played {count.cards} at once; a play is one card",
        "after-end": "the game is over; what is said now would change nothing",
        "no-tiebreak": "no tiebreak is being dealt",
        "not-held": "{card.the} is not among the cards typed in for {seat}",
        "held-by-other": "{card.the} is among the cards typed in for {seat}",
        "dealt-to-nobody": "{card.the} was dealt to nobody",
        "hand-twice": "the hand of {seat} is already known, with other cards",
        "no-hand": "no hand is being played",
        "hand-size": "{count.cards} typed in for {seat}; a hand is {size.cards}",
        "no-card": "{seat} played no card",
        "several-suits": "the cards {seat} played at once are of several suits",
        "too-many-cards": "{seat} has no more cards; a hand is {size.cards}, the face-up card not counted",
        "hand-over": "only {seat} still has cards; the hand is over",
        "no-face-up": "no card lies face up",
        "face-up-twice": "another card is already known to lie face up",
        "face-up-late": "{card.the} was already played in this hand; the face-up card must be named before",
        "nobody-alone": "nobody is asked for the cards kept to the end",
        "kept-size": "the last player is {seat}, who keeps {size.cards}",
        "in-kitty": "{card.the} lies in the kitty",
        "no-kitty": "there is no kitty",
        "kitty-size": "a kitty is {size} different cards",
        "kitty-twice": "the kitty is already known, with other cards",
        "no-thief": "there is no Thief in play",
        "thief-choice": "what the Thief takes is a seven, none or auto, not {text}",
        "thief-settled": "what the Thief takes in this hand is already settled",
        "thief-without": "the Thief's trick holds no {card}",
        "thief-undecided": "the Thief's trick holds sevens of several suits; say which one it takes",
        "wrong-kind": "this game knows no such fact: {text}",
    }
)
"""By key. Blanks and their forms: `companion.rules.blanks`."""


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence as data.

    Attributes:
        key: Which sentence.
        values: What its blanks are filled with. Suits and cards are written `DECK/CODE`, seats as numbers.
    """

    key: str
    values: tuple[tuple[str, Value], ...] = ()

    def text(self, names: Sequence[str] | None = None, language: Language = ENGLISH) -> str:
        """Return the sentence in a language, with the players' names (seat 0 first) where they are given."""
        sentence = self.clause(names, language)
        return capital(sentence) if language.text(SENTENCES[self.key]).startswith("{") else sentence

    def clause(self, names: Sequence[str] | None = None, language: Language = ENGLISH) -> str:
        """Return the same as a part of another sentence, which does not begin with it."""
        filling = Filling(language, names)
        template = language.text(SENTENCES[self.key])
        return template.format(**{blank: filling.fill(blank, value) for blank, value in self.values})

    def __str__(self) -> str:
        return self.text()


def reason(key: str, **values: Value) -> Reason:
    """Return a reason with its blanks filled."""
    return Reason(key, tuple(values.items()))
