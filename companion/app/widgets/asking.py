"""Questions that have to be answered before anything else, in the type of the page they are asked on."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QMessageBox, QWidget

from companion.app.widgets.labels import set_type


def ask(
    page: QWidget,
    title: str,
    text: str,
    answers: tuple[str, str],
    then: Callable[[], object],
    *,
    more: str = "",
    careful: bool = False,
    others: Sequence[tuple[str, Callable[[], object]]] = (),
    otherwise: Callable[[], object] = lambda: None,
) -> None:
    """Ask a person whether something is to be done.

    Args:
        page: What it is asked over.
        title: Of the box.
        text: The question.
        answers: What stands on the buttons: do it, and leave it.
        then: Does it.
        more: What else is worth knowing.
        careful: Whether Enter leaves it.
        others: What stands on more buttons, and what each does.
        otherwise: Does what is to be done where it is left.
    """
    yes, no = QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.Cancel
    box = QMessageBox(QMessageBox.Icon.Question, title, text, yes | no, page)
    box.setInformativeText(more)
    for button, answer in zip((yes, no), answers, strict=True):
        box.button(button).setText(answer)
    box.setDefaultButton(no if careful else yes)
    box.setModal(True)
    box.accepted.connect(then)
    box.button(no).clicked.connect(lambda *_: otherwise())  # Escape clicks it, too.
    more_buttons = [(box.addButton(text, QMessageBox.ButtonRole.ActionRole), do) for text, do in others]
    box.finished.connect(lambda *_: [do() for button, do in more_buttons if box.clickedButton() is button])
    box.finished.connect(box.deleteLater)
    box.open()
    # Not before it is shown: then a box of Qt's takes the type of the application.
    set_type(box, page.font())
