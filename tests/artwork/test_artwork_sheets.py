"""Printable sheets: exact sizes, every card once, backs behind the cards, and the PDF looks like the pictures."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QGuiApplication, QImage

from companion.artwork import BACK, deck_art
from companion.artwork.pdf import MM
from companion.artwork.sheets import PAPERS, impose, printed_cards, write_sheets
from companion.cli.main import main

QtPdf = pytest.importorskip("PySide6.QtPdf")

DECKS = ("spanish48", "french52", "seven-suitors")
SCALE = 4.0  # pixels a millimetre


def _pages(path: Path) -> list[np.ndarray]:
    """Every page as (H, W, 3) BGR on white, `SCALE` pixels a millimetre."""
    document = QtPdf.QPdfDocument()
    document.load(str(path))
    pages = []
    for number in range(document.pageCount()):
        size = document.pagePointSize(number)
        pixels = QSize(round(size.width() / MM * SCALE), round(size.height() / MM * SCALE))
        image = document.render(number, pixels).convertToFormat(QImage.Format.Format_RGBA8888)
        data = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
        alpha = data[:, : image.width(), 3:].astype(np.float32) / 255
        pages.append((data[:, : image.width(), 2::-1] * alpha + 255 * (1 - alpha)).astype(np.uint8))
    document.close()
    return pages


def _on_white(picture: np.ndarray) -> np.ndarray:
    alpha = picture[..., 3:].astype(np.float32) / 255
    return (picture[..., :3] * alpha + 255 * (1 - alpha)).astype(np.uint8)


@pytest.mark.parametrize("paper", list(PAPERS))
@pytest.mark.parametrize("deck_id", DECKS)
def test_cards_fit_on_the_sheet_and_do_not_overlap(deck_id: str, paper: str) -> None:
    art = deck_art(deck_id)
    layout = impose(art.size_mm, paper)
    assert sorted(layout.sheet) == sorted(PAPERS[paper])
    assert layout.columns * layout.rows >= 8
    places = [layout.place(index) for index in range(layout.columns * layout.rows)]
    assert len(set(places)) == len(places)
    for mirrored in (False, True):
        for index in range(len(places)):
            x, y = layout.place(index, mirrored=mirrored)
            assert 5.0 <= x <= layout.sheet[0] - 5.0 - art.size_mm[0] + 1e-9
            assert 5.0 <= y <= layout.sheet[1] - 5.0 - art.size_mm[1] + 1e-9


def test_backs_lie_behind_their_cards() -> None:
    for card, paper in (((63.0, 88.0), "a4"), ((61.5, 95.0), "letter")):
        layout = impose(card, paper)
        standing = layout.sheet[0] < layout.sheet[1]
        x, y = layout.place(0)
        turned_x, turned_y = layout.place(0, mirrored=True)
        if standing:
            assert (turned_x, turned_y) == pytest.approx((layout.sheet[0] - card[0] - x, y))
        else:
            assert (turned_x, turned_y) == pytest.approx((x, layout.sheet[1] - card[1] - y))


def test_every_card_is_printed_as_often_as_it_is_needed() -> None:
    assert [name for name, _ in printed_cards(deck_art("french52"))] == list(deck_art("french52").codes)
    suitors = [name for name, _ in printed_cards(deck_art("seven-suitors"))]
    assert suitors.count("3:7") == 2
    assert suitors.count("3:6") == 1
    assert sum(":" in name for name in suitors) == 56
    assert {"0", "1/2", "thief", "14"} <= set(suitors)
    assert sum(name.startswith("mark ") for name in suitors) == 14


@pytest.mark.parametrize("deck_id", DECKS)
def test_the_file_looks_like_the_pictures(deck_id: str, tmp_path: Path, qapp: QGuiApplication) -> None:
    art = deck_art(deck_id)
    cards = printed_cards(art)
    path = tmp_path / "deck.pdf"
    count = write_sheets(art, cards, "a4", path, backs=True, title="A deck")
    pages = _pages(path)
    layout = impose(art.size_mm, "a4")
    room = layout.columns * layout.rows
    assert count == len(pages) == 2 * -(-len(cards) // room)
    assert list(tmp_path.iterdir()) == [path]
    height = round(art.size_mm[1] * SCALE)
    back = _on_white(art.image(BACK, height))
    for index, (name, _) in enumerate(cards):
        for page, mirrored, code in ((2 * (index // room), False, name), (2 * (index // room) + 1, True, BACK)):
            x, low = layout.place(index % room, mirrored=mirrored)
            left, top = round(x * SCALE), round((layout.sheet[1] - low - art.size_mm[1]) * SCALE)
            found = pages[page][top : top + height, left : left + round(art.size_mm[0] * SCALE)]
            if code in art.codes or code == BACK:
                expected = back if code == BACK else _on_white(art.image(code, height))
                blurred = [cv2.GaussianBlur(picture, (0, 0), 2).astype(int) for picture in (found, expected)]
                assert np.abs(blurred[0] - blurred[1]).mean() < 4, f"{code} looks different in the file"
            else:
                assert found.std() > 20, f"{code} is missing"


def test_the_file_says_who_made_it_and_whose_game_it_is(tmp_path: Path, qapp: QGuiApplication) -> None:
    told = {}
    for deck_id in DECKS:
        art = deck_art(deck_id)
        path = tmp_path / f"{deck_id}.pdf"
        write_sheets(art, printed_cards(art)[:1], "a4", path, backs=False, title="A deck")
        document = QtPdf.QPdfDocument()
        document.load(str(path))
        field = QtPdf.QPdfDocument.MetaDataField
        told[deck_id] = [document.metaData(asked) for asked in (field.Title, field.Author, field.Subject)]
        document.close()
    assert all(said[:2] == ["A deck", "Table companion"] for said in told.values())
    assert "Chris Wray" in told["seven-suitors"][2]
    assert told["french52"][2] == "Playing cards"


def test_cut_marks_stand_at_the_cards_edges(tmp_path: Path, qapp: QGuiApplication) -> None:
    art = deck_art("french52")
    path = tmp_path / "deck.pdf"
    write_sheets(art, printed_cards(art)[:9], "a4", path, backs=False, title="A deck")
    (page,) = _pages(path)
    left, low = impose(art.size_mm, "a4").corner
    strip = page[round((low - 3) * SCALE), :, 0]  # between the sheet's edge and the cards
    marks = np.flatnonzero(strip < 200) / SCALE
    edges = left + 63.0 * np.arange(4)
    assert all(np.abs(marks - edge).min() < 0.3 for edge in edges)
    assert all(np.abs(edges - mark).min() < 0.5 for mark in marks)


@pytest.mark.parametrize("paper", list(PAPERS))
@pytest.mark.parametrize("deck_id", DECKS)
def test_printers_that_leave_five_millimetres_white_print_every_cut_mark(
    deck_id: str, paper: str, tmp_path: Path, qapp: QGuiApplication
) -> None:
    art = deck_art(deck_id)
    layout = impose(art.size_mm, paper)
    path = tmp_path / "deck.pdf"
    write_sheets(art, printed_cards(art)[: layout.columns * layout.rows], paper, path, backs=False, title="A deck")
    (page,) = _pages(path)
    white = round(5.5 * SCALE)
    dark = page[white:-white, white:-white, 0] < 200
    (left, low), (width, height) = layout.corner, layout.card
    columns = left - 5.5 + width * np.arange(layout.columns + 1)
    rows = low - 5.5 + height * np.arange(layout.rows + 1)
    above, beside = dark[: max(int((low - 6.5) * SCALE), 0)], dark[:, : max(int((left - 6.5) * SCALE), 0)]
    for marks, edges in ((above.any(axis=0), columns), (beside.any(axis=1), rows)):
        seen = np.flatnonzero(marks) / SCALE
        assert all((np.abs(seen - edge) < 0.5).any() for edge in edges)


def test_command_writes_the_same_file_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = [tmp_path / "new" / f"{number}.pdf" for number in range(2)]
    for file in files:
        assert main(["print", "spanish48", "--paper", "Letter", "--out", str(file), "--json"]) == 0
        captured = capsys.readouterr()
        summary = json.loads(captured.out)
        assert (summary["cards"], summary["pages"], summary["file"]) == (48, 12, str(file))
        assert "100 %" in captured.err
    assert files[0].read_bytes() == files[1].read_bytes()


def test_command_names_the_file_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["print", "calibration-board", "--paper", "letter"]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["calibration-board-letter.pdf"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tarot", "--out", "x.pdf"], "tarot"),
        (["french52", "--out", "x.png"], ".pdf"),
        (["french52", "--out", "file/none/x.pdf"], "x.pdf: cannot be written"),
        (["calibration-board", "--out", "x.pdf", "--no-backs"], "--no-backs: is for decks"),
    ],
)
def test_command_says_what_it_cannot_do(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str], monkeypatch, tmp_path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    assert main(["print", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert "Traceback" not in error


def test_who_has_no_colour_printer_is_told_which_decks_do_without(capsys) -> None:
    with pytest.raises(SystemExit):
        main(["print", "--help"])
    assert "Printed in grey" in " ".join(capsys.readouterr().out.split())
