"""The messages that stand in the sources: every text that is handed to one of the functions that translate."""

import ast
from collections.abc import Iterator
from pathlib import Path

import companion

_SOURCES = Path(companion.__file__).parent

_FIRST = {"tr", "mark", "text", "say", "panel"}
"""Functions whose first argument is a message."""

_PUT = {"text", "tip", "name", "what", "hint", "title"}
"""Arguments of `companion.app.words.put` that are messages; the second without a name is `text`."""

Message = tuple[str | None, str]
"""Context and message."""


def messages_in_sources() -> set[Message]:
    """Return every message that the sources hold as a literal."""
    return {message for path in _SOURCES.rglob("*.py") for message in _messages(path)}


def _messages(path: Path) -> Iterator[Message]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        texts = [_literal(argument) for argument in node.args]
        if (called in _FIRST and texts and texts[0]) or (called == "plural" and texts and texts[0]):
            yield None, texts[0]
        elif called == "term" and len(texts) == 2 and texts[0] and texts[1]:
            yield texts[0], texts[1]
        elif called == "put":
            named = [_literal(keyword.value) for keyword in node.keywords if keyword.arg in _PUT]
            yield from ((None, text) for text in (*texts[1:], *named) if text)


def _literal(node: ast.expr) -> str:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
