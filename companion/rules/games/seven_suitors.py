"""Seven Suitors by Chris Wray (section 4): capture both sevens of a suit in one hand to marry it; marry all seven."""

from collections.abc import Iterable
from dataclasses import replace

from companion.cards import SEVEN_SUITORS as DECK
from companion.rules import passing
from companion.rules.errors import ImpossibleFactError
from companion.rules.facts import Fact, ThiefTook
from companion.rules.game import Game
from companion.rules.games.seven_suitors_hand import TEAMS, sevens_of
from companion.rules.games.seven_suitors_marks import Decision, Marks, Married, highest_suit
from companion.rules.games.seven_suitors_table import STARTING_CARD, SuitorsTable
from companion.rules.games.seven_suitors_trick import SEVENS, THIEF
from companion.rules.hand import Hand, Trick
from companion.rules.reasons import Reason, reason
from companion.rules.rulings import Ruling, SuitMarked
from companion.rules.settings import Setting, Settings
from companion.rules.view import Need, Standing, View

_PASSING = passing.cycle(4, "1L 1X 1R")

_EXTRA_HAND = reason("extra-hand")
_FIRST_MARRIAGE = reason("first-marriage")

_INSTRUCTIONS: tuple[Reason, ...] = (
    *passing.described(_PASSING[0], 4),
    reason("opens-holder", card=f"{DECK.id}/{STARTING_CARD}"),
)


class SevenSuitorsState(SuitorsTable):
    """The fold of Seven Suitors. The totals are the numbers of suits marked.

    Attributes:
        at_once: Whether marks count as soon as a marriage is made, not after the hand.
        marks: The marks and marriages of both teams.
        extra_hand: Whether the present hand is an extra hand, whose first marriage wins.
        ended_at: Hand and trick of the decision, both from 0; None while the game goes on.
    """

    def __init__(self, game: Game, settings: Settings) -> None:
        super().__init__(game, settings)
        short = settings.flag("short")
        self.at_once = settings.flag("no_ties") or (short and settings.choice("short_end") == "immediate")
        self.marks = Marks(short=short)
        self.extra_hand = False
        self.ended_at: tuple[int, int] | None = None

    # Tricks

    def check_cards(self, seat: int, cards: tuple[str, ...]) -> None:
        """Refuse a Thief's trick without the seven it is said to take, and a further hand while it has to choose."""
        super().check_cards(seat, cards)
        if self.phase != "play":
            return
        hand = self.hand
        if hand.laid == self._cards_in_hand and hand.undecided is not None:
            raise self.undecided(hand.undecided)
        if hand.thief in SEVENS and len(hand.plays) == self.players - 1:
            trick = [*(played[0] for _, played in hand.plays), cards[0]]
            if THIEF in trick and hand.thief not in trick:
                raise self.impossible(reason("thief-without", card=self.named(str(hand.thief))), seat, hand.thief)

    def stays_open(self, card: str) -> bool:
        """Whether a card is a seven: captured, it stays visible (section 4.1)."""
        return card in SEVENS

    def after_trick(self, trick: Trick) -> list[Ruling]:  # noqa: ARG002 (it is the last of the hand)
        """Share out the sevens."""
        return self._share()

    def hand_is_over(self) -> bool:
        """Whether all cards are played and all sevens shared out."""
        return super().hand_is_over() and self.hand.undecided is None

    def _share(self) -> list[Ruling]:
        """Share out the sevens of every trick, up to one whose Thief has to choose."""
        rulings: list[Ruling] = []
        hand = self.hand
        while self.phase == "play" and hand.undecided is not None:
            trick = len(hand.spoils)
            spoils = hand.share()
            if spoils is None:
                break
            if any(spoils.married):
                rulings += self._married(trick, spoils.married)
        return rulings

    # Marriages and marks

    def _married(self, trick: int, married: Married) -> list[Ruling]:
        """Count the marriages of a trick; where they count at once, mark them and see whether they decide the game."""
        self.marks.count(married)
        if self.extra_hand:
            self._decided(highest_suit(married, _FIRST_MARRIAGE), trick)
            return []
        if not self.at_once:
            return []
        marks = self._mark([(trick, team, suit) for team in TEAMS for suit in married[team]])
        self._decided(self.marks.after_trick([[m.suit for m in marks if m.team == team] for team in TEAMS]), trick)
        return [*marks]

    def _mark(self, marriages: Iterable[tuple[int, int, str]]) -> list[SuitMarked]:
        """Mark suits, given as trick, team and suit, where they are still to be marked."""
        marks = []
        for trick, team, suit in marriages:
            if self.marks.mark(team, suit):
                marks.append(SuitMarked(self.hand.number, trick, team, suit, self.marks.marked[team]))
        self.totals = self.marks.totals
        return marks

    def _decided(self, decision: Decision | None, trick: int) -> None:
        if decision is not None:
            self.ended_at = (self.hand.number - 1, trick)
            self.end_game((decision.team,), decision.why)

    def end_hand(self) -> list[Ruling]:
        """Mark what was married in the hand, see whether that decides the game, and pass the deal."""
        hand = self.hand
        marks: list[SuitMarked] = []
        if self.phase == "play" and not self.at_once:
            marks = self._mark(sorted((trick, team, suit) for team in TEAMS for suit, trick in hand.marriages[team]))
            self._decided(self.marks.after_hand(), len(hand.tricks) - 1)
        going_on = self.phase == "play"
        self.extra_hand = going_on and self.marks.tied
        hand.marked = self.marks.marked
        hand.marriage_totals = (self.marks.marriages[0], self.marks.marriages[1])
        scores = self.scores_of(hand)
        notes = (*self.notes_of(hand), _EXTRA_HAND) if self.extra_hand else self.notes_of(hand)
        return [*marks, self.close_hand(scores, self.left(hand.dealer) if going_on else None, None, notes)]

    def scores_of(self, hand: Hand) -> tuple[int, ...]:
        """Return how many suits each team has marked in a hand, so far."""
        if hand.complete:
            return hand.scores
        before = self.hands[-2].totals if len(self.hands) > 1 else (0, 0)
        return tuple(total - earlier for total, earlier in zip(self.totals, before, strict=True))

    def notes_of(self, hand: Hand) -> tuple[Reason, ...]:
        """Return the marriages of a hand, so far, and what the Thief took."""
        if hand.complete:
            return hand.notes
        present = self.hand
        married = [
            reason("married", team=team, suit=self.named(suit), trick=trick + 1)
            for team in TEAMS
            for suit, trick in present.marriages[team]
        ]
        stolen = [
            reason("thief-took", seat=_player(trick, THIEF), card=self.named(spoils.stolen))
            for trick, spoils in zip(present.tricks, present.spoils, strict=False)
            if spoils.stolen is not None
        ]
        return (*married, *stolen)

    # What people say

    def apply_other(self, fact: Fact) -> list[Ruling]:
        """Take the Thief's choice, or a hand that is typed in."""
        return self._thief_took(fact.card) if isinstance(fact, ThiefTook) else super().apply_other(fact)

    def _thief_took(self, choice: str) -> list[Ruling]:
        hand = self.hand
        if self.phase != "play" or THIEF not in self.copies:
            raise self.impossible(reason("no-thief"), 0, choice)
        if choice not in SEVENS and choice not in ("none", "auto"):
            raise self.impossible(reason("thief-choice", text=repr(choice)), 0, choice)
        trick = hand.undecided
        if trick is None:
            played = any(THIEF in cards for earlier in hand.tricks for _, cards in earlier.plays)
            if hand.thief is not None or (played and choice not in {spoils.stolen for spoils in hand.spoils}):
                raise self.impossible(reason("thief-settled"), 0, choice)
        elif choice == "auto":
            raise self.undecided(trick)
        elif choice != "none" and choice not in sevens_of(trick):
            raise self.impossible(reason("thief-without", card=self.named(choice)), _player(trick, THIEF), choice)
        hand.thief = choice
        rulings = self._share()
        if trick is not None and self.hand_is_over():
            rulings += self.end_hand()
        elif self.won_by is not None:
            rulings += self._drop_tricks()
        return rulings

    def undecided(self, trick: Trick) -> ImpossibleFactError:
        """Return the error that says that the Thief of a trick has to choose."""
        error = self.impossible(reason("thief-undecided"), _player(trick, THIEF), THIEF)
        error.trick = len(self.hand.spoils)
        return error

    def _drop_tricks(self) -> list[Ruling]:
        """Let what was played after the Thief's trick count for nothing where its late choice decided the game."""
        hand = self.hand
        end = len(hand.spoils)
        after = [play for trick in hand.tricks[end:] for play in trick.plays] + hand.plays
        hand.after_end = [trick.plays for trick in hand.tricks[end:]]
        del hand.tricks[end:], hand.resolutions[end:], hand.issues[hand.breaches[end - 1] :]
        hand.trump, hand.next_leader = hand.resolutions[-1].next_trump, hand.tricks[-1].winner
        return self._after_end(after[0][0], after[0][1][0], hand.number, end) if after else []

    # The present moment

    def needs(self) -> tuple[Need, ...]:
        """Return the question what the Thief takes, where its trick leaves a choice."""
        trick = self.hand.undecided
        if trick is None:
            return ()
        seat = _player(trick, THIEF)
        choices = tuple(sorted(set(sevens_of(trick))))
        return (Need("thief", reason("thief-takes", seat=seat), seat, choices=choices, may_decline=True),)

    def standings(self) -> tuple[Standing, ...]:
        """Return the marks of each team and those it lacks."""
        return tuple(
            replace(standing, marked=self.marks.marked[standing.side], missing=self.marks.missing(standing.side))
            for standing in super().standings()
        )

    @property
    def view(self) -> View:
        """What is to be seen at this moment."""
        hand, view = self.hand, super().view
        before_hand = not hand.laid and self.phase == "play"
        first = self.holder() if before_hand else view.expected
        return replace(
            view,
            expected=first,
            leader=first if before_hand else view.leader,
            legal=self.legal_plays(hand.held[first]) if before_hand and first is not None else view.legal,
            goal=self.marks.goal,
            trump=hand.trump if hand.tricks else self.suit_led(hand.plays),
            captured=(tuple(sorted(hand.captured[0])), tuple(sorted(hand.captured[1]))),
            passing=_PASSING[0] if before_hand else (),
            instructions=_INSTRUCTIONS if before_hand else (),
            notes=(_EXTRA_HAND,) if self.extra_hand and self.won_by is None else (),
        )


def _player(trick: Trick, card: str) -> int:
    """Return who played a card to a trick."""
    return next(seat for seat, cards in trick.plays if card in cards)


SEVEN_SUITORS = Game(
    id="seven_suitors",
    title="Seven Suitors - by Chris Wray",
    author="Chris Wray",
    deck=DECK,
    players=(4,),
    settings=(
        Setting("special", "flag", False, "play with the 0, the 1/2, the Thief and the 14", house_rule=True),
        Setting("no_ties", "flag", False, "marks count at once, the first team with all wins", house_rule=True),
        Setting("short", "flag", False, "each suit is marked once, four suits win", house_rule=True),
        Setting(
            "short_end",
            "choice",
            "immediate",
            "when the short game ends: at the fourth mark or after its hand",
            choices=("immediate", "hand"),
            house_rule=True,
        ),
        Setting("first_dealer", "number", 0, "seat of the first dealer", choices=(0, 1, 2, 3), maximum=3),
    ),
    fold=SevenSuitorsState,
)
