"""The colours of `companion.app.colours` as Qt wants them: a palette and a style sheet, following the system."""

from pathlib import Path

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QFont, QIcon, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from companion.app.colours import DARK, LIGHT, Colours
from companion.app.theme import Scheme

_ROLES = {
    QPalette.ColorRole.Window: "ground",
    QPalette.ColorRole.WindowText: "text",
    QPalette.ColorRole.Base: "raised",
    QPalette.ColorRole.AlternateBase: "surface",
    QPalette.ColorRole.Text: "text",
    QPalette.ColorRole.Button: "raised",
    QPalette.ColorRole.ButtonText: "text",
    QPalette.ColorRole.BrightText: "warning",
    QPalette.ColorRole.ToolTipBase: "raised",
    QPalette.ColorRole.ToolTipText: "text",
    QPalette.ColorRole.PlaceholderText: "quiet",
    QPalette.ColorRole.Highlight: "accent",
    QPalette.ColorRole.HighlightedText: "on_accent",
    QPalette.ColorRole.Link: "accent",
    QPalette.ColorRole.Accent: "accent",
    QPalette.ColorRole.Mid: "line",
}

_ICONS = Path(__file__).resolve().parent / "icons"

_PAINTED = {"arrow_up": "up", "arrow_down": "down", "tick": "tick"}
"""Small pictures in the style sheet, and the files they are in."""

_SHEET = """
QWidget#page {{ background: {ground}; }}
QFrame#panel {{ background: {surface}; border: 1px solid {line}; border-radius: 10px; }}
QFrame#panel:focus {{ border-color: {accent}; }}
QLabel[tone="quiet"] {{ color: {quiet}; }}
QLabel[tone="warning"] {{ color: {warning}; }}
QLabel[tone="accent"] {{ color: {accent}; }}
QPushButton {{ background: {raised}; color: {text}; border: 1px solid {line}; border-radius: 8px; padding: 7px 14px; }}
QPushButton:hover {{ border-color: {quiet}; }}
QPushButton:pressed {{ background: {line}; }}
QPushButton:focus {{ border: 2px solid {text}; padding: 6px 13px; }}
QPushButton:disabled {{ color: {quiet}; background: {surface}; }}
QPushButton:checked {{ border: 2px solid {accent}; color: {accent}; padding: 6px 13px; }}
QPushButton:checked:focus {{ border: 2px solid {text}; }}
QPushButton[tone="primary"] {{ background: {accent}; color: {on_accent}; border-color: {accent};
    padding: 7px 22px; }}
QPushButton[tone="primary"]:hover {{ border-color: {text}; }}
QPushButton[tone="primary"]:focus {{ border: 2px solid {text}; padding: 6px 21px; }}
QPushButton[tone="primary"]:disabled {{ background: {line}; color: {quiet}; border-color: {line}; }}
QPushButton[tone="tight"] {{ padding: 7px 8px; }}
QPushButton[tone="tight"]:focus, QPushButton[tone="tight"]:checked {{ padding: 6px 7px; }}
QPushButton[tone="tile"] {{ text-align: left; border-radius: 12px; padding: 0; }}
QPushButton[tone="tile"]:checked {{ border: 2px solid {accent}; background: {chosen}; color: {text}; padding: 0; }}
QPushButton[tone="tile"]:focus {{ border: 2px solid {text}; padding: 0; }}
QPushButton[tone="tile"]:checked:focus {{ border: 3px solid {accent}; padding: 0; }}
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox {{ background: {raised}; color: {text};
    border: 1px solid {edge}; border-radius: 7px; padding: 2px 8px; selection-background-color: {accent};
    selection-color: {on_accent}; }}
QLineEdit {{ placeholder-text-color: {quiet}; }}
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus {{ border: 2px solid {accent};
    padding: 1px 7px; }}
QLineEdit:disabled, QSpinBox:disabled, QComboBox:disabled {{ color: {quiet}; background: {surface}; }}
QComboBox::drop-down {{ border: none; width: 1.8em; }}
QComboBox::down-arrow {{ image: url({arrow_down}); width: 12px; height: 12px; }}
QComboBox QAbstractItemView {{ background: {raised}; color: {text}; border: 1px solid {edge}; padding: 4px;
    selection-background-color: {accent}; selection-color: {on_accent}; }}
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::down-button {{
    border: none; width: 1.6em; background: transparent; }}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {{ image: url({arrow_up}); width: 10px; height: 10px; }}
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {{ image: url({arrow_down}); width: 10px; height: 10px; }}
QAbstractSpinBox QLineEdit {{ border: none; background: transparent; padding: 0 0 0 6px; }}
QAbstractSpinBox QLineEdit:focus {{ border: none; padding: 0 0 0 6px; }}
QCheckBox::indicator {{ width: 1.2em; height: 1.2em; border: 1px solid {edge}; border-radius: 5px;
    background: {raised}; }}
QCheckBox::indicator:hover {{ border-color: {text}; }}
QCheckBox::indicator:checked {{ background: {accent}; border-color: {accent}; image: url({tick}); }}
QCheckBox::indicator:disabled {{ background: {surface}; border-color: {line}; }}
QTableView {{ background: transparent; border: none; gridline-color: transparent; }}
QTableView:focus {{ border: 1px solid {accent}; border-radius: 4px; }}
QHeaderView {{ background: transparent; border: none; }}
QTableWidget::item {{ padding: 0 8px; }}
QHeaderView::section {{ background: transparent; color: {quiet}; border: none; padding: 2px 4px; }}
QTableWidget QHeaderView::section {{ padding: 2px 9px; }}
QFrame#foot {{ background: {surface}; border: none; border-top: 1px solid {line}; }}
QFrame#head {{ background: {surface}; border: none; border-bottom: 1px solid {line}; }}
QPushButton[tone="stage"] {{ border: 2px solid transparent; border-radius: 7px; background: transparent; color: {quiet};
    padding: 5px 12px; }}
QPushButton[tone="stage"]:checked {{ color: {accent}; border: 2px solid transparent; border-bottom: 2px solid {accent};
    border-bottom-left-radius: 0; border-bottom-right-radius: 0; }}
QPushButton[tone="stage"]:hover {{ color: {text}; }}
QPushButton[tone="stage"]:focus {{ border: 2px solid {accent}; border-radius: 7px; }}
QCheckBox {{ border: 2px solid transparent; border-radius: 5px; padding: 2px; }}
QCheckBox:focus {{ border: 2px solid {accent}; }}
QTextBrowser {{ background: {surface}; border: 1px solid {line}; border-radius: 10px; padding: 14px; }}
QTextBrowser:focus {{ border: 2px solid {accent}; padding: 13px; }}
QListWidget {{ background: {surface}; border: 1px solid {line}; border-radius: 10px; padding: 6px; outline: 0; }}
QListWidget:focus {{ border: 2px solid {accent}; padding: 5px; }}
QListWidget::item {{ padding: 6px 8px; border-radius: 6px; }}
QListWidget::item:selected {{ background: {accent}; color: {on_accent}; }}
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 0; }}
QScrollBar::handle:vertical {{ background: {line}; border-radius: 4px; min-height: 28px; margin: 2px; }}
QScrollBar::handle:vertical:hover {{ background: {quiet}; }}
QScrollBar::add-line:vertical, QScrollBar::sub-line:vertical {{ height: 0; }}
QScrollBar::add-page:vertical, QScrollBar::sub-page:vertical {{ background: transparent; }}
QToolTip {{ background: {raised}; color: {text}; border: 1px solid {line}; }}
"""


def app_icon() -> QIcon:
    """Return the picture of the program."""
    return QIcon(str(_ICONS / "table-companion.svg"))


def dark_wanted(app: QApplication) -> bool:
    """Return whether the system asks for dark windows."""
    return app.styleHints().colorScheme() == Qt.ColorScheme.Dark


def colours_of(widget: QWidget) -> Colours:
    """Return the set of colours in force, told from the widget's own palette."""
    return DARK if widget.palette().color(QPalette.ColorRole.Window).lightness() < 128 else LIGHT


def apply_style(app: QApplication, dark: bool) -> None:
    """Give the whole application one of the two sets of colours."""
    colours = DARK if dark else LIGHT
    palette = QPalette()
    for role, name in _ROLES.items():
        palette.setColor(role, QColor(getattr(colours, name)))
    for role in (QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText, QPalette.ColorRole.WindowText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours.quiet))
    if not app.styleSheet():  # Set again, it would polish every widget once more than the sheet does.
        app.setStyle("Fusion")
    app.setPalette(palette)
    named = {name: getattr(colours, name) for name in Colours.__dataclass_fields__}
    tail = "dark" if dark else "light"
    icons = {name: (_ICONS / f"{icon}-{tail}.svg").as_posix() for name, icon in _PAINTED.items()}
    sheet = _SHEET.format(**named, **icons)
    if app.styleSheet() != sheet:  # Set again, it would polish every widget of every window once more.
        app.setStyleSheet(sheet)


class Dress(QObject):
    """Keeps the application in the colours that a person prefers, those of the system where that is preferred."""

    def __init__(self, app: QApplication, scheme: Scheme = "system", parent: QObject | None = None) -> None:
        """Dress the application.

        Args:
            app: The application.
            scheme: Which set of colours.
            parent: What this lives with.
        """
        super().__init__(parent)
        self._app = app
        self._scheme = scheme
        app.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    def wear(self, scheme: Scheme) -> None:
        """Take another set of colours."""
        if scheme != self._scheme:
            self._scheme = scheme
            self._apply()

    def _apply(self) -> None:
        dark = dark_wanted(self._app) if self._scheme == "system" else self._scheme == "dark"
        apply_style(self._app, dark)


def scaled(font: QFont, factor: float, weight: QFont.Weight | None = None) -> QFont:
    """Return a font so many times as large, with another weight where one is given."""
    other = QFont(font)
    other.setPointSizeF(max(6.0, font.pointSizeF() * factor))
    if weight is not None:
        other.setWeight(weight)
    return other
