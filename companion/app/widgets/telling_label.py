"""A label that tells the same in the new language after a switch."""

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QWidget

from companion.app.model.telling import Telling, telling
from companion.app.widgets.labels import Label
from companion.app.words import spoken


class TellingLabel(Label):
    """Keeps what it tells, not its words.

    Attributes:
        telling: What it tells.
    """

    def __init__(self, parent: QWidget | None = None, *, size: float = 1.0, tone: str = "") -> None:
        """Make the label, which tells nothing yet; see `Label`."""
        self.telling: Telling = telling()
        super().__init__(parent=parent, size=size, tone=tone, wraps=True)

    def tell(self, told: Telling, tone: str | None = None) -> None:
        """Tell this from now on, in another tone where one is given."""
        self.telling = told
        if tone is not None:
            self.tone(tone)
        self.setText(told(spoken()))

    def changeEvent(self, event: QEvent) -> None:
        """Tell the same in the language that was switched to."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.setText(self.telling(spoken()))
