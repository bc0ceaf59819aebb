"""What the library knows of recordings, for tests."""

from companion.app.model.library import Shelf
from companion.recording.entry import Entry


def entry_of(shelf_folder, **changes) -> Entry:
    """Return what the library knows of the only session there is, some of it changed."""
    shelf = Shelf(shelf_folder, shelf_folder.parent / "other.sqlite")
    shelf.look()
    shelf.close()
    entry = shelf.poll().entries[0]
    return Entry(**({name: getattr(entry, name) for name in entry.__dataclass_fields__} | changes))
