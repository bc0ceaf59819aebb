"""A folder to look at: contact sheets of the mistakes, what was taken for what, and the table."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from companion.errors import UnusableError
from companion.evaluation.files import make_folder, save_picture, save_text
from companion.evaluation.labels import PictureSet
from companion.evaluation.running import Examined
from companion.evaluation.tables import Row, markdown_table, note_lines
from companion.evaluation.tiles import TILE_HEIGHT, TILE_WIDTH, mistakes
from companion.vision.types import Image

_COLUMNS, _ROWS = 5, 6
_GAP = 4
_RESULT, _TABLE, _CONFUSIONS = "report.json", "report.md", "confusions.txt"


class Report:
    """Collects mistakes while pictures are examined; a sheet is written when it is full."""

    def __init__(self, folder: Path) -> None:
        """Make the folder.

        Raises:
            UnusableError: It cannot be made, or holds files of these names that no evaluation wrote.
        """
        make_folder(folder)
        self._folder = folder
        last = self._last_sheets()
        # A training calls its report so, too.
        foreign = [name for name in (_TABLE, _RESULT, _CONFUSIONS) if last is None and (folder / name).exists()]
        if foreign:
            raise UnusableError(
                f"{folder / foreign[0]}: was not written by an evaluation; give --report another folder"
            )
        for name in last or ():
            # Nobody shall take the mistakes of the report that stood here before for new ones.
            (folder / Path(name).name).unlink(missing_ok=True)
        self._tiles: dict[str, list[Image]] = {}
        self._pages: Counter[str] = Counter()
        self.sheets: list[str] = []

    def notice(self, pictures: PictureSet, examined: Examined) -> None:
        """Keep the mistakes of one picture."""
        for mistake in mistakes(examined):
            name = "-".join(part for part in (pictures.source, pictures.deck, mistake.kind) if part)
            tiles = self._tiles.setdefault(name, [])
            tiles.append(mistake.tile)
            if len(tiles) == _COLUMNS * _ROWS:
                self._write_sheet(name)

    def close(self, rows: Sequence[Row], calibration: Row) -> None:
        """Write the sheets that are not full, `report.md`, `report.json` and `confusions.txt`."""
        for name in list(self._tiles):
            self._write_sheet(name)
        notes = note_lines(rows, calibration)
        parts = [
            "# Evaluation",
            markdown_table(rows),
            "\n".join(f"- {line}" for line in notes),
            "## Mistakes",
            "\n".join(f"![{name}]({name})" for name in self.sheets),
        ]
        report = {"sets": list(rows), "calibration": calibration, "sheets": self.sheets}
        # What tells that the others are of an evaluation comes first.
        save_text(self._folder / _RESULT, json.dumps(report, indent=2) + "\n")
        save_text(self._folder / _TABLE, "\n\n".join(parts) + "\n")
        confusions = [
            f"{row['source']}\t{row['deck']}\t{was}\t{taken}\t{times}\n"
            for row in rows
            for was, taken, times in row["confusions"]
        ]
        save_text(self._folder / _CONFUSIONS, "source\tdeck\twas\ttaken for\ttimes\n" + "".join(confusions))

    def _write_sheet(self, name: str) -> None:
        tiles = self._tiles.pop(name)
        self._pages[name] += 1
        page = self._pages[name]
        sheet = f"{name}{'' if page == 1 else f'-{page}'}.jpg"
        save_picture(self._folder / sheet, _lay_out(tiles))
        self.sheets.append(sheet)

    def _last_sheets(self) -> list[str] | None:
        """Return the sheets of the report that stands here; None where none does."""
        try:
            last = json.loads((self._folder / _RESULT).read_text(encoding="utf-8"))
            return [str(name) for name in last["sheets"]] if "calibration" in last else None
        except (OSError, ValueError, KeyError, TypeError):
            return None


def _lay_out(tiles: Sequence[Image]) -> Image:
    rows = -(-len(tiles) // _COLUMNS)
    columns = min(len(tiles), _COLUMNS)
    across, down = TILE_WIDTH + _GAP, TILE_HEIGHT + _GAP
    sheet = np.full((rows * down - _GAP, columns * across - _GAP, 3), 128, np.uint8)
    for index, tile in enumerate(tiles):
        y, x = index // _COLUMNS * down, index % _COLUMNS * across
        sheet[y : y + TILE_HEIGHT, x : x + TILE_WIDTH] = tile
    return sheet
