"""A session that goes on from another looks round first: the cards of the present trick may still lie there."""

from companion.table.laid import Laid
from companion.table.look import Look
from companion.table.recognition import Recognition
from companion.table.sighting import Deal

_LOOK_ROUND = 2.0
"""Seconds after which cards of the trick that were not found again have been taken meanwhile."""


class LookingRound:
    """Finds the cards of the present trick again before anything counts.

    Attributes:
        goes_on: Whether it is not over yet.
    """

    def __init__(self, recognition: Recognition, laid: Laid) -> None:
        self.goes_on = False
        self._recognition = recognition
        self._laid = laid
        self._until = 0.0

    def step(self, look: Look, deal: Deal) -> None:
        """Take a look."""
        laid = self._laid
        self._until = self._until or look.now + _LOOK_ROUND
        for track in look.tracker.tracks:
            if look.sees(track) and track.face_up and laid.of(track) is None:
                again = self._recognition.same_card(track, look, deal, laid.sightings, laid.trick)
                if again is not None:
                    again.track, again.box, again.place = track.number, track.box, look.place(track)
        lying = all(sighting.track is not None for sighting in laid.current)
        self.goes_on = look.now < self._until and not (lying and laid.current)
