"""Score sheets to be printed or kept: as a web page and as PDF."""

import html
import io

from reportlab.lib.colors import HexColor
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import KeepTogether, Paragraph, SimpleDocTemplate, Spacer, TableStyle
from reportlab.platypus import Table as Grid

from companion.language import ENGLISH, Language, mark
from companion.recording.export.sheet import Sheet, Table
from companion.recording.export.sheet_fonts import BOLD, PLAIN, choose_fonts

_MARGIN = 42.0
"""Points."""

_WIDTH = A4[0] - 2 * _MARGIN - 12.0
"""Of what lies between the margins and their padding, points."""

_LACKING = mark("No font here has all letters of this sheet; the web page shows them")

_PLAIN = ParagraphStyle("plain", fontName=PLAIN, fontSize=9, leading=12.5)
_BOLD = ParagraphStyle("bold", _PLAIN, fontName=BOLD)
_TITLE = ParagraphStyle("title", _BOLD, fontSize=17, leading=22, spaceAfter=4)
_SMALL = ParagraphStyle("small", _PLAIN, fontSize=7.5, leading=9.5)
_SMALL_BOLD = ParagraphStyle("small-bold", _SMALL, fontName=BOLD)

_LOOK = TableStyle(
    [
        ("LINEBELOW", (0, 0), (-1, 0), 0.8, HexColor("#444444")),
        ("LINEBELOW", (0, 1), (-1, -1), 0.25, HexColor("#bbbbbb")),
        ("VALIGN", (0, 0), (-1, -1), "TOP"),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
    ]
)


def as_html(sheet: Sheet, language: Language = ENGLISH) -> str:
    """Return a sheet as a web page that needs no other file."""
    parts = [f"<h1>{html.escape(sheet.title)}</h1>"]
    parts += [f"<p>{html.escape(line)}</p>" for line in sheet.lines]
    parts.append(_html_table(sheet.standing))
    parts.append(f"<p><strong>{html.escape(sheet.outcome)}</strong></p>")
    if sheet.remarks:
        parts.append("<ul>" + "".join(f"<li>{html.escape(remark)}</li>" for remark in sheet.remarks) + "</ul>")
    parts += [_html_table(hand) for hand in sheet.hands]
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="{language.code}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width">\n<title>{html.escape(sheet.title)}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def as_pdf(sheet: Sheet, language: Language = ENGLISH) -> bytes:
    """Return a sheet as a PDF file in A4; it says so where no font of the machine has all letters of the names."""
    has_all = choose_fonts(_words(sheet))
    story = [_text(sheet.title, _TITLE), *(_text(line, _PLAIN) for line in sheet.lines), Spacer(1, 10)]
    story += _grid(sheet.standing, _PLAIN, _BOLD)
    story += [Spacer(1, 8), _text(sheet.outcome, _BOLD), Spacer(1, 6)]
    remarks = [*sheet.remarks, *([] if has_all else [language.text(_LACKING)])]
    story += [_text(f"\N{BULLET} {remark}", _PLAIN) for remark in remarks]
    for hand in sheet.hands:
        story += [Spacer(1, 12), KeepTogether(_grid(hand, _SMALL, _SMALL_BOLD))]
    page = io.BytesIO()
    margins = {f"{side}Margin": _MARGIN for side in ("left", "right", "top", "bottom")}
    SimpleDocTemplate(page, pagesize=A4, title=sheet.title, **margins).build(story)
    return page.getvalue()


def _words(sheet: Sheet) -> str:
    tables = (sheet.standing, *sheet.hands)
    cells = (cell for table in tables for row in ((table.title,), table.heading, *table.rows) for cell in row)
    return "\n".join((sheet.title, *sheet.lines, sheet.outcome, *sheet.remarks, *cells))


def _text(words: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(html.escape(words), style)


def _grid(table: Table, style: ParagraphStyle, heading: ParagraphStyle) -> list[Paragraph | Spacer | Grid]:
    cells = [[_text(cell, heading) for cell in table.heading]]
    for place, row in enumerate(table.rows):
        cells.append([_text(cell, heading if place in table.strong else style) for cell in row])
    heads = [_text(table.title, _BOLD), Spacer(1, 3)] if table.title else []
    parts = table.widths or tuple(1.0 for _ in table.heading)
    widths = [_WIDTH * part / sum(parts) for part in parts]
    return [*heads, Grid(cells, colWidths=widths, repeatRows=1, style=_LOOK, hAlign="LEFT")]


def _html_table(table: Table) -> str:
    caption = f"<caption>{html.escape(table.title)}</caption>" if table.title else ""
    heads = "".join(f"<th>{html.escape(cell)}</th>" for cell in table.heading)
    rows = ""
    for place, row in enumerate(table.rows):
        strong = ' class="strong"' if place in table.strong else ""
        rows += f"<tr{strong}>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>\n"
    return f"<table>{caption}<thead><tr>{heads}</tr></thead><tbody>\n{rows}</tbody></table>"


_STYLE = (
    "body{font:15px/1.45 system-ui,sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#1c2024}"
    "h1{font-size:1.6em;margin:0 0 .3em}p{margin:.2em 0}"
    "table{border-collapse:collapse;margin:1.2em 0;font-size:.92em}"
    "caption{text-align:left;font-weight:600;padding-bottom:.3em}"
    "th,td{text-align:left;padding:.25em .7em .25em 0;border-bottom:1px solid #d8d4ca;vertical-align:top}"
    "th{border-bottom:2px solid #5a6068}.strong{font-weight:700}"
    "@media print{body{margin:0;font-size:11px}}"
)
