"""What help there is: topics, and the pages that tell about them in the language wanted."""

from dataclasses import dataclass
from pathlib import Path

import companion
from companion.app.about import credits_markdown, keys_markdown
from companion.language import ENGLISH, Language, mark
from companion.rules.games import GAMES

_PAGES = Path(companion.__file__).resolve().parent / "locale"


@dataclass(frozen=True, slots=True)
class Topic:
    """Something that can be read about.

    Attributes:
        id: Name of its page.
        title: A message to translate.
    """

    id: str
    title: str


KEYS, CREDITS = "keys", "credits"


def rules_topic(game: str) -> str:
    """Return the topic with the rules of a game, given its id."""
    return f"rules-{game}"


TOPICS: tuple[Topic, ...] = (
    Topic("first-game", mark("Your first game")),
    Topic("table-setup", mark("Camera and table")),
    Topic("answers", mark("Questions and answers")),
    *(Topic(rules_topic(game.id), game.title) for game in GAMES.values()),
    Topic(KEYS, mark("Keys")),
    Topic(CREDITS, mark("Credits")),
)


def page(topic: str, language: Language = ENGLISH) -> str:
    """Return a topic's page as Markdown."""
    if topic == KEYS:
        return keys_markdown(language)
    if topic == CREDITS:
        return credits_markdown(language)
    return page_path(topic, language.code).read_text(encoding="utf-8")


def page_path(topic: str, code: str) -> Path:
    """Return the file of a page in a language."""
    return _PAGES / code / "pages" / f"{topic}.md"


def topic_title(topic: Topic, language: Language = ENGLISH) -> str:
    """Return what a topic is called."""
    game = next((game for game in GAMES.values() if rules_topic(game.id) == topic.id), None)
    if game is not None:
        return language.text("Rules: {game}").format(game=language.text(game.title))
    return language.text(topic.title)
