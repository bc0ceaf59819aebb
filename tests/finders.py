"""What finders of the tests have in common."""

# ruff: noqa: ARG002 (fakes take what the real ones take)

from companion.vision.types import Detections


class MissesNothing:
    """A finder that never misses a card."""

    def missed(self, image, around, known):
        return Detections.empty()
