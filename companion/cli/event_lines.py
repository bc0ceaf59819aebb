"""Events on the command line: JSON lines for machines on standard output, sentences for people on standard error."""

from companion.cli.output import clock, put_json, tell
from companion.table.event_json import to_json
from companion.table.events import Event
from companion.table.sentences import Speaker


class EventLines:
    """Writes each event at once; subscribe `write` to a session."""

    def __init__(self, speaker: Speaker, *, as_json: bool) -> None:
        """Choose the form."""
        self._speaker = speaker
        self._as_json = as_json

    def write(self, event: Event) -> None:
        """Write one event."""
        if self._as_json:
            put_json(to_json(event))
        else:
            tell(f"{clock(event.time)}  {self._speaker.sentence(event)}")
