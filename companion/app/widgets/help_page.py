"""Help: topics on the left, the page of one on the right."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QBrush, QColor, QTextBlockFormat, QTextCursor, QTextFrameFormat, QTextTable
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QTextBrowser, QWidget

from companion.app.model.helping import TOPICS, page, topic_title
from companion.app.style import colours_of
from companion.app.widgets.leaf import Leaf
from companion.app.words import put, spoken
from companion.language import mark

_LINE_HEIGHT = 135.0
"""Percent: long texts are read more easily with air between the lines."""


class HelpPage(Leaf):
    """Lets a person read about something while the game goes on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(mark("Help"), parent)
        self._ready = False
        self.topics = put(QListWidget(self), name="Topics")
        self.text = put(QTextBrowser(self), name="Help page")
        self.text.setOpenExternalLinks(False)
        self.topics.setWordWrap(True)
        self.topics.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.topics.addItems([topic.title for topic in TOPICS])
        row = QHBoxLayout()
        row.setSpacing(18)
        row.addWidget(self.topics, 3)
        row.addWidget(self.text, 8)
        self.body.addLayout(row, 1)
        self.topics.currentRowChanged.connect(self._show)
        self._ready = True
        self._say()
        self.topics.setCurrentRow(0)

    def show_topic(self, topic: str) -> None:
        """Show the page of a topic, by its id."""
        self.topics.setCurrentRow(next(row for row, known in enumerate(TOPICS) if known.id == topic))

    def changeEvent(self, event: QEvent) -> None:
        """Show everything in the new language, or the new type or colours."""
        super().changeEvent(event)
        if not self._ready:
            return
        if event.type() == QEvent.Type.LanguageChange:
            self._say()
        if event.type() in (QEvent.Type.LanguageChange, QEvent.Type.FontChange, QEvent.Type.PaletteChange):
            self._show(self.topics.currentRow())

    def _say(self) -> None:
        for row, topic in enumerate(TOPICS):
            item = self.topics.item(row)
            item.setText(topic_title(topic, spoken()))
            item.setToolTip(item.text())

    def _show(self, row: int) -> None:
        if row < 0:
            return
        document = self.text.document()
        document.setDefaultFont(self.font())
        document.setMarkdown(page(TOPICS[row].id, spoken()))
        document.setDocumentMargin(self.fontMetrics().height())
        air = QTextBlockFormat()
        air.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        cursor = QTextCursor(document)
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(air)
        for frame in document.rootFrame().childFrames():
            if isinstance(frame, QTextTable):
                self._rule(frame)
        self.text.moveCursor(QTextCursor.MoveOperation.Start)

    def _rule(self, table: QTextTable) -> None:
        """Give a table thin lines and air."""
        line = self.fontMetrics().height()
        look = table.format()
        look.setBorderCollapse(True)
        look.setBorder(1.0)
        look.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)  # Else lit from above: light on light.
        look.setBorderBrush(QBrush(QColor(colours_of(self).line)))
        look.setCellSpacing(0.0)
        look.setCellPadding(line * 0.35)
        look.setTopMargin(line * 0.4)
        look.setBottomMargin(line * 0.8)
        table.setFormat(look)
