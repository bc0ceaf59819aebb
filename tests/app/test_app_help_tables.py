"""Tables on the pages of help."""

from companion.app.style import colours_of


def test_a_table_of_help_has_lines_between_all_its_cells(make_window, qtbot) -> None:
    window = make_window()
    window.show_help("keys")
    page = window.help_page
    qtbot.waitExposed(window)
    image = page.text.viewport().grab().toImage()
    line = colours_of(page).line.lower()
    middle = image.height() * 2 // 3
    upright = [x for x in range(image.width()) if image.pixelColor(x, middle).name() == line]
    assert len(upright) == 3, "left of both columns, and right of the last"
