"""Reads a written record, plays it through the game's fold, and reports the result."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import cast

from companion.errors import CompanionError, WrongInputError
from companion.language import in_one_line
from companion.plain_json import shown
from companion.rules.blanks import called
from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import CardsKept, CardsPlayed, FaceUpCard, Fact, KittyNamed, ThiefTook, TiebreakCard
from companion.rules.game import Game
from companion.rules.games import game as find_game
from companion.rules.records.form import Form, Json
from companion.rules.records.forum_suits import FORUM_SUITS_FORM
from companion.rules.records.hearts_pp import HEARTS_PP_FORM
from companion.rules.records.seven_suitors import SEVEN_SUITORS_FORM
from companion.rules.records.steere import COINS_FORM, SUITS_FORM
from companion.rules.settings import Setting, Settings
from companion.rules.state import State

FORMS: Mapping[str, Form] = MappingProxyType(
    {
        "steere_suits": SUITS_FORM,
        "coins": COINS_FORM,
        "hearts_pp": HEARTS_PP_FORM,
        "seven_suitors": SEVEN_SUITORS_FORM,
        "forum_suits": FORUM_SUITS_FORM,
    }
)
"""By the id of the game."""


_FIELDS: Mapping[type[Fact], str] = MappingProxyType(
    {
        CardsKept: "remaining",
        FaceUpCard: "faceup",
        KittyNamed: "kitty",
        ThiefTook: "thief_take",
        TiebreakCard: "tiebreak",
    }
)
"""Where the facts beside the plays stand."""

_SHOWN_LATER = frozenset({"thief-undecided", "thief-without"})
"""Reasons by which a play shows that `thief_take`, read before it, cannot be."""


class ImpossibleRecordError(WrongInputError):
    """What was read is no record, or no game could have gone that way.

    Attributes:
        hand: Number of the hand, from 1; None where the fault is not in a hand.
        trick: Number of the trick, from 0; None where the fault is not in a trick.
        why: What is wrong, without the place.
    """

    def __init__(self, why: str, hand: int | None = None, trick: int | None = None) -> None:
        place = "".join(
            f"{name} {number}, " for name, number in (("hand", hand), ("trick", trick)) if number is not None
        )
        super().__init__(f"{place[:-2]}: {why}" if place else why)
        self.why = why
        self.hand = hand
        self.trick = trick


@dataclass(frozen=True)
class Scored:
    """A record that was played through.

    Attributes:
        state: The game at the end of the record.
        hands: How many hands of the record were played.
        ignored: How many recorded hands came after the end of the game and count for nothing.
        impossible: How many plays after the end of the game could not be, and are not shown: they count for nothing.
        names: What the record calls the players, seat 0 first; None where it names nobody, or not each of them.
        unused: What else stands in the record and was not used, in words.
    """

    state: State
    hands: int
    ignored: int
    impossible: int
    names: tuple[str, ...] | None
    unused: tuple[str, ...]

    def report(self) -> Json:
        """Return the result as JSON values, fields as section 7 names them."""
        state = self.state
        form = FORMS[state.game.id]
        hands = [{"hand": hand.number, **form.hand_fields(state, hand)} for hand in state.hands[: self.hands]]
        return {"game": state.game.id, "hands": hands, **form.game_fields(state)}


def score(value: object) -> Scored:
    """Play a record through.

    Args:
        value: What `json.loads` made of it: `{"game": ID, "record": {...}}`, with the names of the `players` where
            they are known; other keys are ignored. An error that `read_values` found in its place is raised.

    Raises:
        ImpossibleRecordError: It is no record, or no game could have gone that way.
    """
    if isinstance(value, ImpossibleRecordError):
        raise value
    if not isinstance(value, dict):
        what = "a list; write each of its records on a line of its own" if isinstance(value, list) else shown(value)
        raise ImpossibleRecordError(f'a record is {{"game": ID, "record": {{...}}}}, not {what}')
    if not isinstance(value.get("game"), str):
        lacking = f"must be the id of a game, not {shown(value['game'])}" if "game" in value else "is missing"
        raise ImpossibleRecordError(f'"game" {lacking}; a record is {{"game": ID, "record": {{...}}}}')
    try:
        game = find_game(value["game"])
    except CompanionError as error:
        raise ImpossibleRecordError(str(error)) from None
    record = value.get("record")
    if not isinstance(record, dict) or not isinstance(record.get("hands"), list):
        raise ImpossibleRecordError('"record" must be an object with a list of "hands"')
    try:
        state = game.start(_settings(game, record))
    except CompanionError as error:
        raise ImpossibleRecordError(str(error)) from None
    form = FORMS[game.id]
    hands = record["hands"]
    ignored = impossible = 0
    for number, hand in enumerate(hands, 1):
        if state.phase == "play":
            impossible += _play_hand(state, form, hand, number, last=number == len(hands))
        else:
            ignored += 1
    told = _fold(state, lambda: form.after_game(record, state), len(hands) - ignored)
    idle = (
        ()
        if told
        else tuple(f'"{key}" is ignored: the game did not come to it' for key in form.keys if record.get(key))
    )
    names, wrong_names = _names(value.get("players"), state)
    return Scored(
        state,
        len(hands) - ignored,
        ignored,
        impossible,
        names,
        (*wrong_names, *idle, *_unknown_keys(record, game, form)),
    )


def _names(written: object, state: State) -> tuple[tuple[str, ...] | None, tuple[str, ...]]:
    """Return what the players are called, and what is wrong with a list that does not name each of them."""
    if written is None:
        return None, ()
    if not isinstance(written, list):
        return None, (f'"players" is ignored: it must be a list of names, not {shown(written)}',)
    if not all(isinstance(name, str) for name in written):
        return None, ('"players" is ignored: it holds what is no name; players are called by their seats',)
    if len(written) != state.players:
        return None, (
            f'"players" is ignored: it names {len(written)} of {state.players} players, who are called by their seats; '
            "give a name for each",
        )
    return called(written, state.players), ()


def _unknown_keys(record: Mapping[str, object], game: Game, form: Form) -> Iterator[str]:
    """Yield which keys of a record and of its hands mean nothing in this game: people may have mistyped them."""
    known = {"hands", *form.keys}
    for setting in game.settings:
        known.add("options" if setting.house_rule else setting.record_key or setting.name)
    unknown = [key for key, value in record.items() if key not in known and not (key == "options" and value == {})]
    if unknown:
        yield f"{game.id} has no {_listed(unknown)} in its records; ignored"
    for number, hand in enumerate(cast("list[object]", record["hands"]), 1):
        unknown = [key for key in hand if key not in ("plays", *form.hand_keys)] if isinstance(hand, dict) else []
        if unknown:
            yield f"hand {number}: {game.id} has no {_listed(unknown)} in its hands; ignored"


def _listed(keys: Sequence[str]) -> str:
    return _cut(", ".join(f'"{in_one_line(key)}"' for key in keys))


def _settings(game: Game, record: Mapping[str, object]) -> Settings:
    house_rules = {setting.name for setting in game.settings if setting.house_rule}
    options = record.get("options", {}) if house_rules else {}
    if not isinstance(options, dict):
        raise ImpossibleRecordError('"options" must be an object')
    chosen: dict[str, object] = {}
    for setting in game.settings:
        source, key = (options if setting.house_rule else record), setting.record_key or setting.name
        if key in source:
            chosen[setting.name] = _value(setting, source[key])
    for name in options:
        if name not in house_rules:
            known = ", ".join(setting.name for setting in game.settings if setting.house_rule)
            raise ImpossibleRecordError(f"{game.id} has no option {name!r}; its options are {known}")
    return game.configure(**chosen)


def _value(setting: Setting, written: object) -> object:
    """Return a value as written, refused by the name it has in records; flags and open numbers may be in words."""
    recorded = replace(setting, name=setting.record_key or setting.name)
    if isinstance(written, str) and (setting.kind == "flag" or (setting.optional and written == "none")):
        return recorded.parse(written)
    return recorded.check(written)


def _play_hand(state: State, form: Form, written: object, number: int, *, last: bool) -> int:
    """Play a hand; return how many plays could not be, but came after the end of the game, where nothing counts."""
    source = written if isinstance(written, dict) else {"plays": written}
    plays = source.get("plays")
    if not isinstance(plays, list):
        raise ImpossibleRecordError('a hand is a list of plays or an object with "plays"', number)
    hand = state.hand
    impossible = 0
    _fold(state, lambda: form.before_hand(source, state), number)
    try:
        for play in plays:
            if hand.complete:
                raise ImpossibleRecordError("too many cards: all had been played", number, len(hand.tricks))
            fact = _read_play(play, form)
            try:
                state.apply(fact)
            except ImpossibleFactError:
                if state.phase != "over":
                    raise
                state.note_after_end(fact)
                impossible += 1
    except ImpossibleFactError as error:
        raise ImpossibleRecordError(_told(error, state), number, error.trick) from None
    except ValueError as error:
        raise ImpossibleRecordError(str(error), number, len(hand.tricks)) from None
    _fold(state, lambda: form.after_hand(source, state), number)
    if not (last or hand.complete or state.phase == "over"):
        raise ImpossibleRecordError(
            f"the hand breaks off; only the last may be unfinished{_kept_missing(state)}", number, len(hand.tricks)
        )
    return impossible


def _kept_missing(state: State) -> str:
    """Ask for the cards of the last player where only they are missing to a hand."""
    asked = [str(need.question) for need in state.needs() if need.kind == "kept_cards"]
    return "".join(f' ("remaining" is missing: {question})' for question in asked)


def _read_play(play: object, form: Form) -> CardsPlayed:
    if isinstance(play, list) and len(play) == 2:
        seat, cards = play
        if type(seat) is int:
            if isinstance(cards, str):
                return CardsPlayed(seat, (cards,))
            if form.straights and isinstance(cards, list) and all(isinstance(card, str) for card in cards):
                return CardsPlayed(seat, tuple(cards))
    shape = "[seat, card] or [seat, [cards]]" if form.straights else "[seat, card]"
    raise ValueError(f"a play is {shape}, not {shown(play)}")


def _cut(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."


def _fold(state: State, read: Callable[[], Iterable[Fact]], number: int) -> int:
    """Enter what stands in a record beside its plays; return how many facts that were."""
    count, field = 0, ""
    try:
        for fact in read():
            field = f"{_FIELDS[type(fact)]}: "
            state.apply(fact)
            count += 1
    except ImpossibleFactError as error:
        raise ImpossibleRecordError(f"{field}{_told(error, state)}", number, error.trick) from None
    except ValueError as error:
        raise ImpossibleRecordError(str(error), number) from None
    return count


def _told(error: ImpossibleFactError, state: State) -> str:
    """Return what cannot be, with the field at fault, and an example where it is the code of a card."""
    if error.code != "unknown-card":
        return f"{_FIELDS[ThiefTook]}: {error}" if error.code in _SHOWN_LATER else str(error)
    return f"{error} (a code looks like {next(iter(state.copies))})"
