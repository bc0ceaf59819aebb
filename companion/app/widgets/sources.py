"""The choice of where the picture comes from."""

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from companion.app.model.setup import Setup, SourceKind
from companion.app.widgets.labels import Label
from companion.app.words import put, tr
from companion.language import mark

_KINDS: Mapping[SourceKind, tuple[str, str]] = {
    "camera": (mark("Camera"), mark("A camera of this computer, hung or held so that it sees the whole table.")),
    "file": (mark("File"), mark("A video of a table, or a folder of pictures in the order of their names.")),
    "stream": (
        mark("Phone or network"),
        mark("The address that a phone or network camera gives: rtsp://… or http://…"),
    ),
    "simulated": (
        mark("Simulated table"),
        mark("No camera needed: the companion plays a game against itself. Any number will do."),
    ),
}


class SourceField(QWidget):
    """One button a kind of source, and the field that belongs to it.

    Signals:
        changed: Another source was chosen or entered.
    """

    changed = Signal()

    def __init__(self, setup: Setup, cameras: Mapping[int, str], parent: QWidget | None = None) -> None:
        """Make the field.

        Args:
            setup: Holds the choices.
            cameras: Names of the cameras by number.
            parent: The widget this is part of.
        """
        super().__init__(parent)
        self._setup = setup
        self._kinds = QButtonGroup(self)
        self._stack = QStackedWidget(self)
        self.inputs: dict[SourceKind, QWidget] = {}
        buttons = QHBoxLayout()
        buttons.setSpacing(6)
        for place, (kind, (name, help_text)) in enumerate(_KINDS.items()):
            button = put(QPushButton(self), name, tip=help_text)
            button.setCheckable(True)
            button.setChecked(kind == setup.kind)
            self._kinds.addButton(button, place)
            buttons.addWidget(button)
            self._stack.addWidget(self._page(kind, cameras))
        buttons.addStretch(1)
        self._help = Label(parent=self, tone="quiet", wraps=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(buttons)
        layout.addWidget(self._stack)
        layout.addWidget(self._help)
        self._kinds.idClicked.connect(self._choose)
        self._choose(list(_KINDS).index(setup.kind))

    def choose(self, kind: SourceKind) -> None:
        """Choose a kind, as a click does."""
        self._kinds.button(list(_KINDS).index(kind)).click()

    def follow(self) -> None:
        """Show what is chosen, where it was chosen elsewhere."""
        for kind, field in self.inputs.items():
            text = self._setup.sources[kind]
            if isinstance(field, QLineEdit) and field.text() != text:
                field.setText(text)
            elif isinstance(field, QComboBox) and field.currentText().partition(":")[0] != text:
                place = field.findData(text)
                if place >= 0:
                    field.setCurrentIndex(place)
                else:
                    field.setEditText(text)
        place = list(_KINDS).index(self._setup.kind)
        if self._kinds.checkedId() != place:
            self._kinds.button(place).setChecked(True)
            self._choose(place)

    def _choose(self, place: int) -> None:
        kind = list(_KINDS)[place]
        self._setup.kind = kind
        self._stack.setCurrentIndex(place)
        put(self._help, _KINDS[kind][1])
        self.setFocusProxy(self.inputs[kind])
        self.changed.emit()

    def _page(self, kind: SourceKind, cameras: Mapping[int, str]) -> QWidget:
        page = QWidget(self)
        layout = QHBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        if kind == "camera":
            layout.addWidget(self._camera_field(cameras))
        else:
            field = put(QLineEdit(self._setup.sources[kind], page), name=_KINDS[kind][0])
            field.textChanged.connect(lambda text: self._enter(kind, text))
            self.inputs[kind] = field
            layout.addWidget(field)
            if kind == "file":
                self._add_browsing(layout, field)
        return page

    def _camera_field(self, cameras: Mapping[int, str]) -> QComboBox:
        field = put(QComboBox(self), name="Camera")
        field.setEditable(True)
        for number, name in (cameras or {0: tr("the first camera")}).items():
            field.addItem(f"{number}: {name}", str(number))
        last = field.findData(self._setup.sources["camera"])
        # A camera that is not plugged in today gives way to the first there is.
        field.setCurrentIndex(max(0, last))
        field.currentTextChanged.connect(lambda text: self._enter("camera", text.partition(":")[0]))
        self._enter("camera", field.currentText().partition(":")[0])
        self.inputs["camera"] = field
        return field

    def _add_browsing(self, layout: QHBoxLayout, field: QLineEdit) -> None:
        video, folder = put(QPushButton(self), "Video …"), put(QPushButton(self), "Folder …")
        video.clicked.connect(lambda: _take(field, QFileDialog.getOpenFileName(self, tr("Video of a table"))[0]))
        folder.clicked.connect(lambda: _take(field, QFileDialog.getExistingDirectory(self, tr("Folder of pictures"))))
        layout.addWidget(video)
        layout.addWidget(folder)

    def _enter(self, kind: SourceKind, text: str) -> None:
        self._setup.sources[kind] = text
        self.changed.emit()


def _take(field: QLineEdit, path: str) -> None:
    if path:
        field.setText(path)
