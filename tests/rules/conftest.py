"""The flag that rewrites golden files."""

from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent.parent / "golden"


def pytest_addoption(parser):
    parser.addoption("--rewrite-golden", action="store_true", help="rewrite the golden files of tests/rules")


@pytest.fixture
def golden(request):
    """Compare a text with a golden file, or rewrite the file."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--rewrite-golden", default=False):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert path.read_text(encoding="utf-8") == text

    return compare
