"""The law of the log of facts for Seven Suitors, with the Thief's choices among the facts."""

from fold_law import LAW_SETTINGS, FoldLaw
from suitors_play import random_facts

from companion.rules.facts import ThiefTook

VARIANTS = (
    {"special": True, "no_ties": True},
    {"special": True, "short": True},
    {"special": True},
    {"short": True, "short_end": "hand"},
)


class SuitorsLaw(FoldLaw):
    others = (*(ThiefTook(f"{suit}:7") for suit in range(1, 8)), ThiefTook("none"), ThiefTook("auto"))

    def tell(self, seed):
        chosen = VARIANTS[seed % len(VARIANTS)]
        return "seven_suitors", chosen, random_facts(seed, **chosen)


TestFoldLaw = SuitorsLaw.TestCase
TestFoldLaw.settings = LAW_SETTINGS
