"""The printed calibration board: in its real size, and what the camera looks for."""

import json
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage

from companion.artwork.pdf import MM
from companion.artwork.sheets import PAPERS
from companion.cli.main import main
from companion.vision.tabletop.board import Board

QtPdf = pytest.importorskip("PySide6.QtPdf")
SCALE = 4.0  # pixels a millimetre


def page(path: Path) -> np.ndarray:
    document = QtPdf.QPdfDocument()
    document.load(str(path))
    assert document.pageCount() == 1
    size = document.pagePointSize(0)
    pixels = QSize(round(size.width() / MM * SCALE), round(size.height() / MM * SCALE))
    image = document.render(0, pixels).convertToFormat(QImage.Format.Format_RGBA8888)
    data = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    alpha = data[:, : image.width(), 3:].astype(np.float32) / 255
    document.close()
    return (data[:, : image.width(), 2::-1] * alpha + 255 * (1 - alpha)).astype(np.uint8)


@pytest.mark.parametrize("paper", list(PAPERS))
def test_the_printed_board_has_its_real_size_and_is_found(paper, tmp_path, capsys, qapp):
    out = tmp_path / "new" / "board.pdf"
    assert main(["print", "calibration-board", "--paper", paper, "--out", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["square_mm"] == Board().square_mm
    printed = page(out)
    assert printed.shape[1::-1] == pytest.approx([length * SCALE for length in PAPERS[paper]], abs=1)
    sighting = Board().find(printed)
    assert sighting is not None
    assert len(sighting) == (Board().columns - 1) * (Board().rows - 1)
    for axis in (0, 1):
        scale, _ = np.polyfit(sighting.millimetres[:, axis], sighting.pixels[:, axis], 1)
        assert scale == pytest.approx(SCALE, rel=0.003)
    # Nothing reaches into what printers leave white.
    edge = round(5 * SCALE)
    assert printed[edge:-edge, edge:-edge].min() < 50
    for strip in (printed[:edge], printed[-edge:], printed[:, :edge], printed[:, -edge:]):
        assert strip.min() > 250


def test_where_a_printer_scales_people_are_told_what_to_say(tmp_path, capsys):
    assert main(["print", "calibration-board", "--out", str(tmp_path / "board.pdf")]) == 0
    assert "100 mm long, tell companion calibrate --ruler MM" in capsys.readouterr().err


def test_a_board_is_a_pdf(capsys, tmp_path):
    assert main(["print", "calibration-board", "--out", str(tmp_path / "board.png")]) == 2
    assert ".pdf" in capsys.readouterr().err
