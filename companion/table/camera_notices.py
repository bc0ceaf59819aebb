"""What people should know of a camera whose pictures come all the same."""

from collections.abc import Mapping
from types import MappingProxyType

from companion.cards import Noun
from companion.language import capital, mark
from companion.table.events import SourceChanged

CAMERA_NOTICES: Mapping[str, str] = MappingProxyType(
    {
        "mirrored": mark(
            "The camera's picture was mirrored; left and right are put right, and the seats of the plays with them"
        ),
        "mirrored-late": mark(
            "The camera's picture was mirrored; left and right are put right from this hand on – see whether the hands "
            "before it stand at the right seats"
        ),
        "turned": mark("The camera's picture is turned or cut otherwise now; everybody keeps their seat"),
        "reshaped": mark(
            "The camera's picture has another shape now – see whether the next cards go to the right players, and turn "
            "the camera back where they do not"
        ),
        "seats": mark(
            "The camera sees the table from another side now; everybody keeps their place at it – see whether the next "
            "cards go to the right players"
        ),
        "taken-up": mark(
            "Nothing tells yet whether the camera stands where it stood before – see whether the first cards go to the "
            "right players"
        ),
        "who-led": mark(
            "Nothing tells who leads to this hand: the card lies in the middle of the table – see whether it goes to "
            "the right player"
        ),
        "lay-there": mark(
            "The trick that lay on the table before the game was begun does not count; sweep it off, or add its cards "
            "by hand where they do"
        ),
        "heap-there": mark(
            "The many cards that lie on the table do not count; sweep them off, or add those by hand that do"
        ),
        "never-seen": mark(
            "The camera never saw a card of the last trick; what is left of the deck counts for it, {card.the} – where "
            "the deck lacks that card, leave it so or strike out the hand, and look for it"
        ),
        "taken-out": mark(
            "Without {card.the} the hand has no end and is not scored – have it dealt anew, or go on: with the first "
            "card of the next hand it counts again"
        ),
        "counts-again": mark(
            "{card.the} counts again, for without it the hand before this one has no end – look for it before the next "
            "deal"
        ),
        "left-out": mark(
            "{card.the} does not count, for it cannot have been played so and nobody said what it was – see what was "
            "played, and add it by hand"
        ),
        "between-players": mark(
            "{card.the} lies between two players – see whether it stands with the right one, and say whose it is where "
            "it does not"
        ),
        "hard-size": mark(
            "Cards are small in the camera's picture and hard to read – move the camera closer, or zoom in"
        ),
        "hard-focus": mark("The camera does not see sharply – focus it on the table, and wipe its lens"),
        "hard-light": mark("It is too dark for the camera to read the cards – put more light on the table"),
        "hard-exposure": mark(
            "Cards are burnt out in the camera's picture – take light away, or turn its exposure down"
        ),
        "hard-contrast": mark("Print looks pale to the camera – turn away light that shines into it"),
        "hard-glare": mark(
            "A card shines too much for the camera to read it – keep lamp or sun off it, or tilt the camera"
        ),
        "slow": mark(
            "This computer is slow to look at the table, and cards laid quickly one after the other may be missed – "
            "end other programs, plug it in, and let each card lie a moment before the next"
        ),
        "in-hand": mark(
            "The camera sees the cards in somebody's hand – they do not count and are not named, but whoever looks at "
            "the picture sees them"
        ),
        "pictured": mark(
            "The camera sees pictures of cards, on a screen or on paper – they do not count; turn the screen away, or "
            "move what shows them"
        ),
        "game-over": mark("The game is over, and what is laid now does not count – in a new game it does"),
        "not-looked": mark(
            "The camera sent no picture for a while – where a trick was played meanwhile, add its cards by hand"
        ),
        "moved": mark("The camera was knocked and looks elsewhere – see whether the whole table is in the picture"),
    }
)
"""By the keys of `SourceChanged.notice`; messages to translate."""

CARD_NOTICES = frozenset({"never-seen", "taken-out", "counts-again", "left-out", "between-players"})
"""Those that name a card: the one that a hand lacks, or one that was laid and does not count, or may be another's."""

LOOK_AT_IT = CARD_NOTICES | {
    "heap-there",
    "lay-there",
    "mirrored-late",
    "moved",
    "not-looked",
    "reshaped",
    "seats",
    "taken-up",
    "who-led",
}
"""Those after which somebody has to look whether all is well."""


def camera_notice(key: str, time: float) -> SourceChanged:
    """Return the event that tells people of something about the camera.

    Args:
        key: Of `CAMERA_NOTICES`.
        time: Seconds of the source.
    """
    return SourceChanged(time=time, state="resumed", message=CAMERA_NOTICES[key], notice=key)


def card_notice(key: str, card: str, name: Noun, time: float) -> SourceChanged:
    """Return the event that tells people of a card: one of `CARD_NOTICES`.

    Args:
        key: Of `CARD_NOTICES`.
        card: Its code.
        name: What it is called in English.
        time: Seconds of the source.
    """
    message = capital(CAMERA_NOTICES[key].format(card=name))
    return SourceChanged(time=time, state="resumed", message=message, notice=key, card=card)
