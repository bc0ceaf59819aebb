"""The choice of where the picture comes from."""

from collections.abc import Mapping

from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from companion.app.model.setup import Setup, SourceKind

_KINDS: Mapping[SourceKind, tuple[str, str]] = {
    "camera": ("Camera", "A camera of this computer, hung or held so that it sees the whole table."),
    "file": ("File", "A video of a table, or a folder of pictures in the order of their names."),
    "stream": ("Stream", "The address that a phone or network camera gives: rtsp://… or http://…"),
    "simulated": (
        "Simulated table",
        "No camera needed: the companion plays a game against itself. Any number will do.",
    ),
}


class SourceField(QWidget):
    """One button a kind of source, and the field that belongs to it."""

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
        for place, (kind, (name, _)) in enumerate(_KINDS.items()):
            button = QPushButton(name, self)
            button.setCheckable(True)
            button.setChecked(kind == setup.kind)
            self._kinds.addButton(button, place)
            buttons.addWidget(button)
            self._stack.addWidget(self._page(kind, cameras))
        buttons.addStretch(1)
        self._help = QLabel(self)
        self._help.setProperty("tone", "quiet")
        self._help.setWordWrap(True)
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

    def _choose(self, place: int) -> None:
        kind = list(_KINDS)[place]
        self._setup.kind = kind
        self._stack.setCurrentIndex(place)
        self._help.setText(_KINDS[kind][1])
        self.setFocusProxy(self.inputs[kind])

    def _page(self, kind: SourceKind, cameras: Mapping[int, str]) -> QWidget:
        page = QWidget(self)
        layout = QHBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        if kind == "camera":
            layout.addWidget(self._camera_field(cameras))
        else:
            field = QLineEdit(self._setup.sources[kind], page)
            field.setAccessibleName(_KINDS[kind][0])
            field.textChanged.connect(lambda text: self._enter(kind, text))
            self.inputs[kind] = field
            layout.addWidget(field)
            if kind == "file":
                self._add_browsing(layout, field)
        return page

    def _camera_field(self, cameras: Mapping[int, str]) -> QComboBox:
        field = QComboBox(self)
        field.setEditable(True)
        field.setAccessibleName("Camera")
        for number, name in (cameras or {0: "the first camera"}).items():
            field.addItem(f"{number}: {name}", str(number))
        field.currentTextChanged.connect(lambda text: self._enter("camera", text.partition(":")[0]))
        self._enter("camera", field.currentText().partition(":")[0])
        self.inputs["camera"] = field
        return field

    def _add_browsing(self, layout: QHBoxLayout, field: QLineEdit) -> None:
        video, folder = QPushButton("Video …", self), QPushButton("Folder …", self)
        video.clicked.connect(lambda: _take(field, QFileDialog.getOpenFileName(self, "Video of a table")[0]))
        folder.clicked.connect(lambda: _take(field, QFileDialog.getExistingDirectory(self, "Folder of pictures")))
        layout.addWidget(video)
        layout.addWidget(folder)

    def _enter(self, kind: SourceKind, text: str) -> None:
        self._setup.sources[kind] = text


def _take(field: QLineEdit, path: str) -> None:
    if path:
        field.setText(path)
