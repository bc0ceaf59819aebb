"""The law of the log of facts for the games with French cards, with all that people say among the facts."""

import random

from fold_law import LAW_SETTINGS, FoldLaw
from french_play import random_facts

from companion.cards import FRENCH52
from companion.rules.facts import CardsKept, CardsPlayed, FaceUpCard, HandDealt, KittyNamed

HEARTS = (
    {"players": 5, "five_deck": "kitty", "first_lead": "low_club", "losing": 30},
    {"players": 3, "first_lead": "low_club_free", "losing": 60},
    {"teams": True, "losing": 60},
    {"players": 5, "five_deck": "kitty", "kitty_to": "last", "first_lead": "low_club_free", "losing": 30},
)
FORUM = (
    {"players": 3, "first_lead": "two_of_clubs"},
    {"players": 5, "rounds": 2, "first_lead": "two_of_clubs"},
    {"players": 2, "ace_low": True},
    {"teams": True},
)


def said(seed):
    """Return facts that people might say, most of them wrong."""
    chance = random.Random(seed)
    codes = list(FRENCH52.codes)
    for _ in range(12):
        yield FaceUpCard(chance.choice(codes))
        yield KittyNamed(tuple(chance.sample(codes, 2)))
        yield HandDealt(chance.randrange(5), tuple(chance.sample(codes, chance.choice([10, 13, 17]))))
        yield CardsKept(chance.randrange(5), tuple(chance.sample(codes, chance.randrange(1, 3))))
        first = chance.randrange(40)
        yield CardsPlayed(chance.randrange(5), tuple(codes[first : first + chance.randrange(2, 4)]))


class HeartsLaw(FoldLaw):
    others = tuple(said(1))

    def tell(self, seed):
        chosen = HEARTS[seed % len(HEARTS)]
        typed = seed % 3 == 0
        careless = 0.1 if seed % 2 else 0.0
        return "hearts_pp", chosen, random_facts("hearts_pp", seed, typed=typed, careless=careless, **chosen)


class ForumLaw(FoldLaw):
    others = tuple(said(2))

    def tell(self, seed):
        chosen = FORUM[seed % len(FORUM)]
        typed = seed % 3 == 0
        careless = 0.1 if seed % 2 else 0.0
        return "forum_suits", chosen, random_facts("forum_suits", seed, typed=typed, careless=careless, **chosen)


TestHeartsLaw = HeartsLaw.TestCase
TestHeartsLaw.settings = LAW_SETTINGS
TestForumLaw = ForumLaw.TestCase
TestForumLaw.settings = LAW_SETTINGS
