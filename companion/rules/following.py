"""Following suit: who did not, what proves that they could have, and what is legal where hands are known.

No camera sees a revoke at once. It is proved when the offender later shows a card of the suit, in play or as a card
kept to the end, or when hands are typed in (section 0.1).
"""

from collections.abc import Iterable, Sequence

from companion.rules.facts import Fact, HandDealt
from companion.rules.hand import Hand
from companion.rules.reasons import Reason, reason
from companion.rules.rulings import Irregularity, Ruling
from companion.rules.state import State
from companion.rules.view import Play


class FollowingState(State):
    """The fold of a game in which the suit led must be followed.

    A game may override `suit_led` (what the lead asks for), `follows` (what is allowed besides) and `own_cards` (which
    of the cards of a play came out of the hand).
    """

    # Hooks

    def suit_led(self, plays: Sequence[Play]) -> str | None:
        """Return the suit that these plays to a trick ask for; None where they ask for none yet."""
        return self.game.deck.suit_of[plays[0][1][0]] if plays else None

    def follows(self, card: str, led: str) -> bool:
        """Whether a card may be played on this suit by somebody who holds the suit."""
        suit = self.game.deck.suit_of[card]
        return suit is None or suit == led

    def undealt(self) -> tuple[str, ...] | None:
        """Return the cards of the present hand that nobody was dealt; None where that is not known."""
        return () if self.players * self.hand_size() == sum(self.copies.values()) else None

    def own_cards(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Return the cards of a play that came out of the player's hand."""
        return cards

    # Plays

    def check_possible(self, hand: Hand, seat: int, cards: tuple[str, ...]) -> None:
        """Refuse cards that are not in the hand typed in, or in another."""
        if not hand.held:
            return
        for card in self.own_cards(cards):
            if seat in hand.held:
                if card not in hand.held[seat]:
                    raise self.impossible(reason("not-held", card=self.named(card), seat=seat), seat, card)
            else:
                self._check_not_elsewhere(hand, seat, [card])

    def check_play(self, hand: Hand, seat: int, cards: tuple[str, ...]) -> list[Ruling]:
        """Report the revokes that a play proves, and note where it does not follow suit."""
        own = self.own_cards(cards)
        rulings: list[Ruling] = []
        if hand.discards:
            rulings += self.prove_revokes(hand, seat, own, "revoke")
        if hand.plays:
            led = self.suit_led(hand.plays)
            if led is not None and not self.follows(cards[0], led):
                held = hand.held.get(seat)
                hand.discards.setdefault((seat, led), []).append((len(hand.tricks), cards[0]))
                if held is not None:
                    rulings += self.prove_revokes(hand, seat, held, "revoke-held")
        if seat in hand.held:
            for card in own:
                hand.held[seat].remove(card)
        return rulings

    def prove_revokes(self, hand: Hand, seat: int, cards: Iterable[str], how: str) -> list[Irregularity]:
        """Report each trick in which the seat did not follow a suit of which it is now known to have held a card.

        Args:
            hand: The present hand.
            seat: The player.
            cards: Cards that the player held all the time.
            how: What shows it: `revoke` (played now), `revoke-held` (typed in) or `revoke-kept` (kept to the end).
        """
        found = []
        for card in cards:
            suit = self.game.deck.suit_of[card]
            if suit is None:
                continue
            for trick, thrown in hand.discards.pop((seat, suit), ()):
                why = self._revoked(how, seat, suit, card, thrown, trick)
                found.append(self.breach("revoke", seat, thrown, trick=trick, why=why))
        return found

    def _revoked(self, how: str, seat: int, suit: str, proof: str, thrown: str, trick: int) -> Reason:
        return reason(
            how,
            seat=seat,
            suit=self.named(suit),
            proof=self.named(proof),
            card=self.named(thrown),
            trick=trick + 1,
            later=len(self.hand.tricks) + 1,
        )

    def legal_plays(self, held: Sequence[str]) -> tuple[tuple[str, ...], ...]:
        """Return the cards that follow suit, or all where none does."""
        return tuple((card,) for card in dict.fromkeys(self.playable(held)))

    def playable(self, held: Sequence[str]) -> list[str]:
        """Return the cards out of these that may be played now."""
        led = self.suit_led(self.hand.plays)
        if led is None or not any(self.game.deck.suit_of[card] == led for card in held):
            return list(held)
        return [card for card in held if self.follows(card, led)]

    # Hands that are typed in

    def apply_other(self, fact: Fact) -> list[Ruling]:
        """Take a hand that is typed in; revokes that it proves are reported at once."""
        if not isinstance(fact, HandDealt):
            return super().apply_other(fact)
        seat, hand = fact.seat, self.hand
        self.check_seat(seat)
        for card in fact.cards:
            self.check_card(seat, card)
        if self.phase != "play":
            raise self.impossible(reason("no-hand"), seat)
        size = self.hand_size()
        if len(fact.cards) != size:
            raise self.impossible(reason("hand-size", count=len(fact.cards), seat=seat, size=size), seat)
        for card in self.undealt() or ():
            if card in fact.cards:
                raise self.impossible(reason("dealt-to-nobody", card=self.named(card)), seat, card)
        left = list(fact.cards)
        for card in self._played_by(hand, seat):
            if card not in left:
                raise self.impossible(reason("not-held", card=self.named(card), seat=seat), seat, card)
            left.remove(card)
        if seat in hand.held:
            if sorted(left) != sorted(hand.held[seat]):
                raise self.impossible(reason("hand-twice", seat=seat), seat)
            return []
        for card in left:
            if left.count(card) + hand.seen.get(card, 0) > self.copies[card]:
                raise self.impossible(reason("card-twice", card=self.named(card)), seat, card)
        self._check_not_elsewhere(hand, seat, left)
        hand.held[seat] = left
        rulings: list[Ruling] = [*self.prove_revokes(hand, seat, left, "revoke-held")]
        return rulings + self.deduce_last_hand()

    def _played_by(self, hand: Hand, seat: int) -> list[str]:
        plays = [play for trick in hand.tricks for play in trick.plays] + hand.plays
        return [card for player, cards in plays if player == seat for card in self.own_cards(cards)]

    def _check_not_elsewhere(self, hand: Hand, seat: int, cards: Sequence[str]) -> None:
        """Raise where a card is with others in all its copies."""
        for card in cards:
            others = [
                other for other, held in hand.held.items() if other != seat for held_card in held if held_card == card
            ]
            if others and len(others) + cards.count(card) + hand.seen.get(card, 0) > self.copies[card]:
                raise self.impossible(reason("held-by-other", card=self.named(card), seat=others[0]), seat, card)

    def deduce_last_hand(self) -> list[Ruling]:
        """Know the only hand that was not typed in, where the deck leaves nothing else; return what it proves."""
        hand = self.hand
        missing = [seat for seat in range(self.players) if seat not in hand.held]
        undealt = self.undealt()
        if len(missing) != 1 or undealt is None:
            return []
        (seat,) = missing
        left = [code for code, count in self.copies.items() for _ in range(count - hand.seen.get(code, 0))]
        for known in (undealt, *hand.held.values()):
            for card in known:
                if card in left:
                    left.remove(card)
        hand.held[seat] = left
        return [*self.prove_revokes(hand, seat, left, "revoke-held")]
