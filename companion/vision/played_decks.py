"""The deck that was played with last: kept by itself, so that it is known from the first card on the next time."""

from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

from companion.errors import UnusableError
from companion.vision.gallery import Gallery
from companion.vision.gallery_file import gallery_names, load_gallery, save_gallery
from companion.vision.gallery_shelf import delete_deck
from companion.vision.reader import Reader


def played_folder() -> Path:
    """Return the folder where a file for each kind of deck lies; it may not exist yet."""
    return user_data_path("table-companion", appauthor=False) / "played"


def last_played(deck: str, reader: Reader, folder: Path | None = None) -> Gallery | None:
    """Return what is known of the deck that was played with last; None where there is nothing that can be used.

    Args:
        deck: Id of the kind of deck.
        reader: The model that will read with it.
        folder: Where it is kept; the user's own when None.
    """
    try:
        return load_gallery(deck, reader, folder or played_folder())
    except UnusableError:
        # Nothing was kept yet; or, whatever is wrong with it, the next hand that is played makes it anew.
        return None


def keep_played(gallery: Gallery, folder: Path | None = None) -> None:
    """Keep what is known of the deck in play; where that cannot be, it is learned anew the next time.

    Args:
        gallery: What was learned of it, by the id of its kind.
        folder: Where to keep it; the user's own when None.
    """
    with suppress(UnusableError):
        save_gallery(gallery, folder or played_folder())


def forget_played(folder: Path | None = None) -> None:
    """Delete what is known of all decks that were played with.

    Args:
        folder: Where it is kept; the user's own when None.

    Raises:
        UnusableError: A file cannot be deleted.
    """
    where = folder or played_folder()
    for name in gallery_names(where):
        delete_deck(name, where)
