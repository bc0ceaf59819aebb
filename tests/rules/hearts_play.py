"""Deals of the "Suits" of Hearts++ that more than one file of tests plays."""

from french_play import lay, lead_out
from rules_play import start

SPADES = ("AS", "KS", "QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S", "4S", "3S", "2S")
HEARTS, DIAMONDS, CLUBS = ([card[:-1] + suit for card in SPADES] for suit in "HDC")


def shoot_spades(log, seat):
    """Let a seat lead thirteen spades to which each other discards a suit."""
    hands = {(seat + step) % 4: cards for step, cards in ((1, HEARTS), (2, DIAMONDS), (3, CLUBS))}
    for place, card in enumerate(SPADES):
        lay(log, " ".join([card, *(hands[(seat + step) % 4][place] for step in (1, 2, 3))]), leader=seat)


def communion(**chosen):
    """Play the deal of example H8, to the end."""
    log = start("hearts_pp", first_dealer=0, **chosen)
    lay(log, "AS 2H 2C 3S / AH 3H 2D 4H / 2S 5H 3C KS")
    lead_out(log, 0, ["QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S", "4S", "AD"])
    return log


def spades_with(last, trick, **chosen):
    """Play example H9 or H10: seat 0 takes all spades and ends with this card."""
    log = start("hearts_pp", first_dealer=3, **chosen)
    lay(log, "AH 3H 4H 5H / AS 3S 6H 7H / KS 2S 8H 9H")
    tens = [card for card in ("10D", "10C", "10H") if card not in trick]
    rest = [card for card in (*HEARTS, *DIAMONDS, *CLUBS) if card not in ("AH", *(f"{n}H" for n in range(3, 10)))]
    rest = [card for card in rest if card not in trick.split() and card != last and card not in tens]
    rest = [*tens, *rest]
    for place, spade in enumerate(("QS", "JS", "10S", "9S", "8S", "7S", "6S", "5S", "4S")):
        lay(log, " ".join([spade, *rest[3 * place : 3 * place + 3]]), leader=0)
    lay(log, trick)
    return log
