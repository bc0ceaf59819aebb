"""Sets of small pictures that anyone can fetch, and what of them may stand on a Spanish card.

Spanish decks are few, and most draw alike. What else cups, coins, swords and clubs may look like, and who may be a
knave, a knight or a king, people have drawn a hundred times for other purposes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from companion.training.public_sources import Package


@dataclass(frozen=True)
class IconSet:
    """A set of pictures in one file, as the Iconify project packs them.

    Attributes:
        name: How its pictures' names begin in the artwork folder.
        package: Where it comes from.
        shown: Names of its pictures by what they stand for: suits, ranks of courts.
        tint: It has no colours of its own; where it has some, they stay.
    """

    name: str
    package: Package
    shown: Mapping[str, Sequence[str]]
    tint: bool = False

    @property
    def path(self) -> str:
        """The file in the package."""
        return "package/icons.json"


def _named(**lists: str) -> Mapping[str, Sequence[str]]:
    return MappingProxyType({key.removeprefix("rank_"): tuple(names.split()) for key, names in lists.items()})


_EMOJI = _named(
    cups="amphora beer-mug bowl-with-spoon bubble-tea cocktail-glass cup-with-straw funeral-urn glass-of-milk "
    "honey-pot hot-beverage jar mate popcorn sake teacup-without-handle teapot trophy tropical-drink tumbler-glass "
    "wine-glass",
    coins="baseball basketball blossom bullseye cherry-blossom coin compass cookie crystal-ball doughnut dvd flatbread "
    "full-moon full-moon-face gear globe-showing-americas hibiscus moon-cake new-moon-face optical-disk orange-circle "
    "red-circle rosette soccer-ball sun sun-with-face sunflower tangerine tennis volleyball wheel white-flower "
    "yarn yellow-circle",
    swords="dagger fountain-pen kitchen-knife screwdriver syringe",
    clubs="baguette-bread banana bone broccoli broom cactus carrot crocodile cucumber ear-of-corn eggplant "
    "evergreen-tree field-hockey flashlight hammer herb hot-pepper leafy-green lizard meat-on-bone palm-tree "
    "potato poultry-leg roasted-sweet-potato seedling wood",
    rank_10="elf fairy guard mage man-dancing man-elf man-fairy man-guard man-in-tuxedo man-juggling man-mage "
    "man-standing man-superhero ninja person-fencing person-in-tuxedo person-juggling person-standing superhero "
    "woman-dancing woman-elf woman-guard woman-standing woman-superhero",
    rank_11="camel carousel-horse donkey horse horse-face horse-racing two-hump-camel unicorn zebra",
    rank_12="crown person-with-crown prince princess",
)
_GAME_ICONS = _named(
    cups="amphora beer-horn beer-stein brandy-bottle cauldron chalice-drops coffee-cup coffee-mug column-vase "
    "cooking-pot empty-wood-bucket flower-pot full-wood-bucket holy-grail honeypot jeweled-chalice jug laurels-trophy "
    "martini moka-pot perfume-bottle porcelain-vase round-potion standing-potion teapot trophy trophy-cup water-flask "
    "wine-glass",
    coins="american-shield atomic-slashes aztec-calendar-sun barbed-sun big-gear bullseye car-wheel cartwheel "
    "circle-forest clockwork compact-disc compass cookie cracked-disc crown-coin dandelion-flower flower-emblem "
    "flower-twirl frozen-orb heraldic-sun metal-disc orbital-rays plain-circle round-shield ship-wheel shirt-button "
    "spoted-flower sprout-disc star-prominences star-satellites steering-wheel stone-wheel sun sunflower targeted "
    "token triorb twirly-flower ubisoft-sun viking-shield vortex",
    swords="ancient-sword bayonet bowie-knife broad-dagger broadsword butterfly-knife cracked-saber croc-sword "
    "curvy-knife energy-sword fragmented-sword gladius katana machete piercing-sword plain-dagger pointy-sword "
    "relic-blade rune-sword sacrificial-dagger shard-sword stiletto striped-sword switchblade sword-hilt "
    "sword-in-stone thrown-knife trench-knife two-handed-sword",
    clubs="asparagus banana baseball-bat baton birch-trees bone-mace cactus carrot chili-pepper cigar corn cricket-bat "
    "crystal-wand dead-wood flanged-mace half-log leek lipstick log palm-tree pine-tree primitive-torch spiked-bat "
    "spiked-mace telescopic-baton torch tree-branch water-diviner-stick wood-beam wood-club wood-stick",
    rank_10="archer barbarian bowman cloak-dagger jester-hat monk-face person pikeman pirate-captain robe swordman "
    "swordwoman viking-head wizard-face",
    rank_11="cavalry centaur chess-knight cloaked-figure-on-horseback horse-head mounted-knight trojan-horse unicorn",
    rank_12="chess-king crown crowned-skull frog-prince imperial-crown king meeple-king old-king queen-crown "
    "tarot-03-the-empress tarot-04-the-emperor throne-king",
)
_FXEMOJI = _named(
    cups="babybottle beermug cocktailglass honeypot hotbeverage potoffood teacupwithouthandle trophy tropicaldrink "
    "wineglass",
    coins="americasglobe asiaaustraliaglobe baseball blossom cherryblossom cookie crystalball directhit doughnut dvd "
    "europeafricaglobe fullmoon fullmoonwithface hibiscus largebluecircle largeredcircle meridianglobe "
    "newmoonwithface opticaldisc rosette soccerball sunflower sunwithface tangerine tennisball whiteflower",
    swords="daggerknife hocho lowerleftfountainpen lowerleftpencil syringe",
    clubs="aubergine banana cactus chilipepper crocodile earofmaize electrictorch evergreen hammer herb meatonbone "
    "palmtree poultryleg roastedsweetpotato seedling wrench",
    rank_10="construct cop dancer guapimao guardsman man sleuthspy waitress woman",
    rank_11="bactriancamel carouselhorse dromedarycamel horse horseface horseracing",
    rank_12="crown princess",
)
_STREAMLINE = _named(
    cups="beer-mug bottle-with-popping-cork champagne-glass-1 cocktail-glass honey-pot hot-beverage-1 hot-beverage-2 "
    "red-wine-glass teacup-without-handle tropical-drink white-wine-glass wine-glass",
    coins="baseball basketball blossom cookie crystal-ball-1 crystal-ball-2 direct-hit doughnut-1 doughnut-2 full-moon "
    "full-moon-face globe-showing-americas globe-showing-europe-africa hibiscus new-moon pool-8-ball sun-with-face "
    "sunflower-1 sunflower-2 tangerine",
    swords="fountain-pen syringe",
    clubs="cactus-1 cactus-2 crocodile flashlight herb meat-on-bone palm-tree poultry-leg seedling wrench",
    rank_10="guard-1 guard-2 man-dancing-1 man-dancing-2 man-in-suit-levitating-1 man-in-tuxedo-1 man-in-tuxedo-2 "
    "man-with-chinese-cap-1 person-wearing-turban-1",
    rank_11="camel carousel-horse horse horse-face unicorn-face",
    rank_12="crown prince-1 prince-2 princess-1 princess-2",
)

ICON_SETS: Sequence[IconSet] = (
    IconSet("noto", Package("npm", "@iconify-json/noto", "1.2.9", "Apache-2.0", ()), _EMOJI),
    IconSet("twemoji", Package("npm", "@iconify-json/twemoji", "1.2.5", "CC-BY-4.0", ()), _EMOJI),
    IconSet("fluent", Package("npm", "@iconify-json/fluent-emoji-flat", "1.2.6", "MIT", ()), _EMOJI),
    IconSet("gameicons", Package("npm", "@iconify-json/game-icons", "1.2.4", "CC-BY-3.0", ()), _GAME_ICONS, tint=True),
    IconSet("notov1", Package("npm", "@iconify-json/noto-v1", "1.2.5", "Apache-2.0", ()), _EMOJI),
    IconSet("emojione", Package("npm", "@iconify-json/emojione", "1.2.3", "CC-BY-4.0", ()), _EMOJI),
    IconSet("emojionev1", Package("npm", "@iconify-json/emojione-v1", "1.2.3", "CC-BY-SA-4.0", ()), _EMOJI),
    IconSet("emojionemono", Package("npm", "@iconify-json/emojione-monotone", "1.2.1", "CC-BY-4.0", ()), _EMOJI, True),
    IconSet("fxemoji", Package("npm", "@iconify-json/fxemoji", "1.2.2", "Apache-2.0", ()), _FXEMOJI),
    IconSet("streamline", Package("npm", "@iconify-json/streamline-emojis", "1.2.4", "CC-BY-4.0", ()), _STREAMLINE),
    IconSet(
        "fluentcontrast", Package("npm", "@iconify-json/fluent-emoji-high-contrast", "1.2.6", "MIT", ()), _EMOJI, True
    ),
    IconSet("openmoji", Package("npm", "@iconify-json/openmoji", "1.2.29", "CC-BY-SA-4.0", ()), _EMOJI),
)
CHECKED_SETS = frozenset({"openmoji"})
"""Sets for checking only; all others are for training."""
