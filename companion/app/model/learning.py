"""Learning a deck from a recorded game: its cards look the way they did there."""

from collections.abc import Collection
from pathlib import Path

from companion.app.model.telling import Telling, telling
from companion.cards import DECKS, card_name
from companion.language import Language, mark
from companion.recording.lessons import teach_from
from companion.vision.gallery_file import gallery_path, load_gallery, save_gallery
from companion.vision.reader import Reader
from companion.vision.taught_alone import TaughtAlone


def learn(session: Path, deck: str, name: str, *, galleries: Path | None = None) -> Telling:
    """Add the cards that a session shows for certain to a taught deck, a new one or an old; slow.

    Args:
        session: Folder of the session.
        deck: Id of its deck.
        name: What the owner calls the deck.
        galleries: Where taught decks are kept; the user's own folder when None.

    Returns:
        What tells what came of it.

    Raises:
        UnusableError: The name is none, that of another kind of deck, or of one that is being taught now, or the
            session cannot be opened.
        WrongInputError: The session shows no card that is certain.
    """
    with TaughtAlone(name, galleries):
        path = gallery_path(name, galleries)
        reader = Reader.shipped()
        known = load_gallery(name, reader, galleries) if path.is_file() else None
        learnt = teach_from([session], reader, name, deck, known)
        gallery = learnt.gallery
        save_gallery(gallery, galleries)
    message = mark("Cards known: {known} of {total}. The next game is played with “{name}”.")
    if not gallery.missing:
        message = mark("All {total} cards are known. The next game is played with “{name}”.")
    count = len(gallery.codes)
    known_now = telling(message, known=count, total=count + len(gallery.missing), name=name)

    def told(language: Language) -> str:
        return "\n".join(filter(None, (known_now(language), still_to_show(learnt.renamed, deck, language))))

    return told


def still_to_show(renamed: Collection[str], deck: str, language: Language) -> str:
    """Return that cards are to be shown, for another one was kept under their names; empty for none."""
    if not renamed:
        return ""
    cards = ", ".join(card_name(DECKS[deck].parse(code), language) for code in renamed)
    return language.text("Still to be shown, for another card was kept under the name: {cards}").format(cards=cards)
