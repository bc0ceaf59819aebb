"""What help says is told as it stands on the keys and on the buttons of the window."""

import re

import pytest

from companion.app.model.helping import KEYS, page
from companion.language import language


@pytest.mark.parametrize(
    ("code", "named", "foreign"),
    [
        ("en", ("Enter", "Del", "Shift", "Esc"), ("Entrée", "Supr")),
        ("es", ("Intro", "Supr", "Mayús", "Ctrl+Intro"), ("Enter", "Del", "Shift", "Return")),
        ("fr", ("Entrée", "Suppr", "Maj", "Échap", "Ctrl+Maj+Z"), ("Enter", "Del", "Shift", "Return", "Esc")),
    ],
)
def test_keys_have_the_names_that_stand_on_them(code, named, foreign) -> None:
    keys = " ".join(re.findall(r"\*\*(.*?)\*\*", page(KEYS, language(code))))
    assert [name for name in named if not re.search(rf"\b{re.escape(name)}(?!\w)", keys)] == []
    assert [name for name in foreign if re.search(rf"\b{name}\b", keys)] == []
