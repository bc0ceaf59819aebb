"""The choice of where the picture comes from."""

from collections.abc import Callable, Collection, Mapping
from functools import partial

from PySide6.QtCore import QEvent, Signal
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
from companion.app.widgets.fields import ChoiceField
from companion.app.widgets.flowing import FlowingRow
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


FindCameras = Callable[[], Mapping[int, str]]
"""Returns the names of the cameras that are plugged in now, by number; empty where that is not known."""


class SourceField(QWidget):
    """One button a kind of source, and the field that belongs to it.

    Signals:
        changed: Another source was chosen or entered.

    Attributes:
        kind: What is chosen here; not the setup's kind where that is not offered.
        inputs: The field of each kind.
    """

    changed = Signal()

    def __init__(
        self,
        setup: Setup,
        find_cameras: FindCameras,
        parent: QWidget | None = None,
        without: Collection[SourceKind] = (),
    ) -> None:
        """Make the field.

        Args:
            setup: Holds the choices.
            find_cameras: Tells which cameras there are.
            parent: The widget this is part of.
            without: Kinds that make no sense here.
        """
        super().__init__(parent)
        self._setup = setup
        self._find_cameras = find_cameras
        self._offered = tuple(kind for kind in _KINDS if kind not in without)
        self._cameras: Mapping[int, str] = {}
        self.kind: SourceKind = self._offered[0]
        self._kinds = QButtonGroup(self)
        self._stack = QStackedWidget(self)
        self.inputs: dict[SourceKind, QWidget] = {}
        self._gone = Label(parent=self, tone="warning", wraps=True)
        buttons = FlowingRow(6, 6)
        for place, kind in enumerate(self._offered):
            name, help_text = _KINDS[kind]
            button = put(QPushButton(self), name, tip=help_text)
            button.setCheckable(True)
            self._kinds.addButton(button, place)
            buttons.addWidget(button)
            self._stack.addWidget(self._page(kind))
        self._help = Label(parent=self, tone="quiet", wraps=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addLayout(buttons)
        layout.addWidget(self._stack)
        layout.addWidget(self._gone)
        layout.addWidget(self._help)
        self._kinds.idClicked.connect(lambda place: self._choose(self._offered[place]))
        self._show_kind(self._kind_of_setup())

    @property
    def chosen_button(self) -> QWidget:
        """The button of the kind that is chosen."""
        return self._kinds.button(self._offered.index(self.kind))

    def choose(self, kind: SourceKind) -> None:
        """Choose a kind, as a click does."""
        self._kinds.button(self._offered.index(kind)).click()

    def follow(self) -> None:
        """Show what is chosen, where it was chosen elsewhere."""
        self.offer_cameras()
        for kind, field in self.inputs.items():
            text = self._setup.sources[kind]
            if isinstance(field, QLineEdit) and field.text() != text:
                field.setText(text)
            elif isinstance(field, QComboBox) and field.currentText().partition(":")[0] != text:
                self._show_camera(field)
        kind = self._kind_of_setup()
        if self.kind != kind:
            self._show_kind(kind)
            self.changed.emit()

    def offer_cameras(self) -> bool:
        """Offer the cameras that are plugged in now; return whether another one is chosen by that."""
        field = self.inputs["camera"]
        assert isinstance(field, QComboBox)
        if field.view().isVisible():
            return False  # Nothing changes under somebody who is choosing.
        self._cameras = self._find_cameras()
        cameras = self._cameras or {0: tr("the first camera")}
        offered = [(tr("{name}: {reason}", name=number, reason=name), str(number)) for number, name in cameras.items()]
        if offered == [(field.itemText(place), field.itemData(place)) for place in range(field.count())]:
            return False
        before = self._setup.sources["camera"]
        # One that is not plugged in today gives way to the first there is until it is.
        self._setup.find_camera(self._cameras)
        field.blockSignals(True)
        field.clear()
        for text, number in offered:
            field.addItem(text, number)
        self._show_camera(field)
        field.blockSignals(False)
        self._tell_camera()
        return self._setup.sources["camera"] != before

    def mean_camera(self) -> None:
        """Take the camera that is chosen for the one that is meant, also the next time."""
        number = self._setup.sources["camera"]
        self._setup.camera = self._cameras.get(int(number), "") if number.isdecimal() else ""
        self._tell_camera()

    def _show_camera(self, field: QComboBox) -> None:
        number = self._setup.sources["camera"]
        place = field.findData(number)
        if place >= 0:
            field.setCurrentIndex(place)
        else:
            field.setEditText(number)

    def _tell_camera(self) -> None:
        meant = self._setup.camera
        gone = bool(meant and self._cameras) and meant not in self._cameras.values()
        self._gone.setText(tr("“{camera}” is not plugged in.", camera=meant) if gone else "")
        self._gone.setVisible(gone and self.kind == "camera")

    def changeEvent(self, event: QEvent) -> None:
        """Say it in the language that was switched to."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange and hasattr(self, "_gone"):
            self._tell_camera()

    def _kind_of_setup(self) -> SourceKind:
        return self._setup.kind if self._setup.kind in self._offered else self._offered[0]

    def _choose(self, kind: SourceKind) -> None:
        self._setup.kind = kind
        self._show_kind(kind)
        self.changed.emit()

    def _show_kind(self, kind: SourceKind) -> None:
        self.kind = kind
        place = self._offered.index(kind)
        self._kinds.button(place).setChecked(True)
        self._stack.setCurrentIndex(place)
        put(self._help, _KINDS[kind][1])
        self._tell_camera()
        self.setFocusProxy(self.inputs[kind])

    def _page(self, kind: SourceKind) -> QWidget:
        page = QWidget(self)
        layout = QHBoxLayout(page)
        layout.setContentsMargins(0, 0, 0, 0)
        if kind == "camera":
            layout.addWidget(self._camera_field())
        else:
            field = put(QLineEdit(self._setup.sources[kind], page), name=_KINDS[kind][0])
            field.textChanged.connect(partial(self._enter, kind))
            self.inputs[kind] = field
            layout.addWidget(field)
            if kind == "file":
                self._add_browsing(layout, field)
        return page

    def _camera_field(self) -> ChoiceField:
        field = put(ChoiceField(self), name="Camera")
        field.setEditable(True)
        self.inputs["camera"] = field
        self.offer_cameras()
        field.currentTextChanged.connect(lambda text: self._enter("camera", text.partition(":")[0]))
        field.activated.connect(lambda _: self.mean_camera())
        typed = field.lineEdit()
        assert typed is not None
        typed.textEdited.connect(lambda _: self.mean_camera())
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
