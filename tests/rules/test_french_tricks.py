"""Every trick of three cards, 132,600 in all, against the rules put another way."""

from itertools import permutations

from companion.cards import FRENCH52
from companion.rules.games import GAMES
from companion.rules.games.forum_suits_play import TRUMPS, winner
from companion.rules.games.french import RANKS

ORDER = {card.code: RANKS.index(card.rank) for card in FRENCH52}
TRICKS = list(permutations(FRENCH52.codes, 3))


def plays_of(cards):
    return tuple((seat, (card,)) for seat, card in enumerate(cards))


def test_hearts_pp():
    """Whoever has the highest card of the suit led."""
    decide = GAMES["hearts_pp"].start().decide
    for cards in TRICKS:
        trick = decide(plays_of(cards))
        best = max((card for card in cards if card[-1] == cards[0][-1]), key=ORDER.__getitem__)
        assert trick.card == best
        assert trick.winner == cards.index(best)


def test_forum_suits():
    """Each card is beaten by a trump, if it is none, by a higher card of its kind, and by a later equal trump."""

    def beats(card, place, other, other_place, led):
        trumps = TRUMPS[led]
        if (card[-1] in trumps) != (other[-1] in trumps):
            return card[-1] in trumps
        if card[-1] in trumps:
            return (ORDER[card], place) > (ORDER[other], other_place)
        if (card[-1] == led) != (other[-1] == led):
            return card[-1] == led
        return card[-1] == led and ORDER[card] > ORDER[other]

    for cards in TRICKS:
        led = cards[0][-1]
        unbeaten = [
            place
            for place, card in enumerate(cards)
            if not any(beats(other, there, card, place, led) for there, other in enumerate(cards) if there != place)
        ]
        best, why = winner(plays_of(cards), cards)
        assert best in unbeaten
        assert cards[best][-1] == led or why != "highest"
        followers = [place for place in unbeaten if cards[place][-1] == led or cards[place][-1] in TRUMPS[led]]
        assert followers == [best]


def test_trumps():
    assert TRUMPS == {"S": ("D",), "D": ("S",), "H": ("S", "D"), "C": ("S", "D")}
