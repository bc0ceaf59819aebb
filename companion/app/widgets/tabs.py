"""Several views in one place, one of them shown."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from companion.app.words import put


class Tabs(QWidget):
    """A row of buttons above the views they show."""

    def __init__(self, views: tuple[tuple[str, QWidget], ...], parent: QWidget | None = None) -> None:
        """Make the tabs.

        Args:
            views: The message on each button, and the view behind it.
            parent: The widget this is part of.
        """
        super().__init__(parent)
        self._stack = QStackedWidget(self)
        self._group = QButtonGroup(self)
        self._heads = QWidget(self)
        heads = QHBoxLayout(self._heads)
        heads.setContentsMargins(0, 0, 0, 0)
        heads.setSpacing(6)
        for number, (text, view) in enumerate(views):
            button = put(QPushButton(self._heads), text)
            button.setCheckable(True)
            button.setProperty("tone", "tab")
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            self._group.addButton(button, number)
            self._stack.addWidget(view)
            heads.addWidget(button)
        heads.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self._heads)
        layout.addWidget(self._stack, 1)
        self._group.idClicked.connect(self._stack.setCurrentIndex)
        self._group.button(0).setChecked(True)

    def give_way(self, gives_way: bool) -> None:
        """Leave the buttons out where something else has no room, or no longer; keys lead to the other views then."""
        self._heads.setVisible(not gives_way)

    def show_view(self, view: QWidget) -> None:
        """Bring a view to the front."""
        self._show(self._stack.indexOf(view))

    def next_view(self) -> None:
        """Bring the next view to the front, behind the last the first."""
        self._show((self._stack.currentIndex() + 1) % self._stack.count())

    def _show(self, number: int) -> None:
        self._stack.setCurrentIndex(number)
        self._group.button(number).setChecked(True)
