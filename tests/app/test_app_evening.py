"""A whole game of every kind before the real window: a misread card, a question, undo, camera and language."""

import pytest
from app_evening import NAMES, FedWatch, evening
from PySide6.QtCore import QPoint, Qt

from companion.app.model.setup import Plan
from companion.app.words import speak
from companion.rules.games import GAMES
from companion.table.events import CardPlayed, GameWon, TiebreakCardDealt, TrickWon

PATIENCE = 240_000
"""Milliseconds that a slow machine may take."""

LEFT = Qt.MouseButton.LeftButton

GAMES_PLAYED = [
    ("steere_suits", {"hands": 1}, 21),
    ("coins", {"target": 6}, 2),
    ("hearts_pp", {"losing": 1}, 2),
    ("seven_suitors", {"special": True, "short": True}, 20),
    ("forum_suits", {"players": 3, "rounds": 1}, 28),
    ("forum_suits", {"players": 3, "rounds": 1}, 4),
]
"""Game, settings and seed: a tie that is broken by the tiebreak, two hands, tricks without and with straights."""


def _plan(game: str, chosen: dict[str, object], seed: int) -> Plan:
    settings = GAMES[game].configure(**chosen)
    players = GAMES[game].start(settings).players
    return Plan(GAMES[game], settings, NAMES[:players], "simulated", str(seed))


def _truth(script, kind) -> list:
    return [event for event in script.truth if isinstance(event, kind)]


def _late(script, but=()) -> str:
    """Return a card that comes late in the hand, so that nobody misses it before."""
    return next(play.cards[0] for play in reversed(_truth(script, CardPlayed)) if play.cards[0] not in but)


def _before(plays: list[CardPlayed], trick: int) -> float:
    """Return a moment just before somebody leads to a trick."""
    return next(play.time for play in plays if play.trick == trick) - 0.7


class _Table:
    """The window with a game that is played before it, and what people do with keys and clicks."""

    def __init__(self, window, qtbot, plan: Plan) -> None:
        self.window, self.qtbot, self.page = window, qtbot, window.table_page
        self.script = evening(plan)
        plays = _truth(self.script, CardPlayed)
        single = [play for play in plays if len(play.cards) == 1]
        self.misread = next(play for play in single if play.trick == 0)
        self.asked = next(play for play in single if play.trick == 1)
        wrong, other = _late(self.script), _late(self.script, (_late(self.script),))
        self.wrong = wrong
        self.watch = FedWatch(
            plan,
            self.script,
            {
                self.misread.cards[0]: ((wrong, 0.985), (self.misread.cards[0], 0.01)),
                self.asked.cards[0]: ((other, 0.5), (self.asked.cards[0], 0.45)),
            },
            [_before(plays, 1), _before(plays, 4)],
        )
        self.answers = False
        window.activateWindow()  # On a screen without a window manager nobody else does.
        qtbot.waitUntil(window.isActiveWindow, timeout=PATIENCE)
        window.show_watch(plan, self.watch)

    @property
    def live(self):
        return self.window.live

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(row.total for row in self.live.score.rows)

    def entry(self, seat: int):
        """Return what a seat is taken to have played to the first trick."""
        return next(entry for entry in self.live.snapshot.history if entry.trick == 0 and entry.seat == seat)

    def until(self, reached) -> None:
        self.qtbot.waitUntil(lambda: (self._tell(), reached())[1], timeout=PATIENCE)

    def won(self, tricks: int) -> bool:
        rulings = self.live.moment.log.rulings
        return sum(ruling.event == "trick_won" for ruling in rulings) >= tricks

    def key(self, key) -> None:
        self.qtbot.keyClick(self.page, key)

    def _tell(self) -> None:
        """Say by keyboard what the game asks of people, and what else the referee asks."""
        ask, question = self.live.editor.ask, self.live.snapshot.question
        if not self.page.question.isVisible():
            return
        if question is not None:
            self._answer(question)
            return
        if ask is None:
            return
        facts = [said.what for said in self.script.said if said.what not in self.live.snapshot.facts]
        wanted = {"face_up": "FaceUpCard", "kept_cards": "CardsKept", "thief": "ThiefTook"}[ask.need.kind]
        fact = next(fact for fact in facts if type(fact).__name__ == wanted)
        cards = getattr(fact, "cards", None) or (fact.card,)
        if cards == ("none",):
            self.key("n")
        elif ask.choices:
            self.key(str(ask.choices.index(cards[0]) + 1))
        else:
            self.key("o")
            for card in cards:
                self._pick(card)
            self.qtbot.keyClick(self.page.correction.deck, Qt.Key.Key_Return)

    def _answer(self, question) -> None:
        """Answer what is asked beside the question that a test waits for."""
        codes = self.page.question.candidates.codes
        if not self.answers or not codes:
            return
        trick = self.live.snapshot.view.trick
        truth = [p.cards for p in _truth(self.script, CardPlayed) if (p.trick, p.seat) == (trick, question.seat)]
        right = [place for place, code in enumerate(codes, 1) if any(code in cards for cards in truth)]
        self.key(str(right[0] if right else 1))

    def _pick(self, code: str) -> None:
        deck = self.page.correction.deck
        rows = range(deck.cards.rowCount())
        place = next(
            index
            for row in rows
            for column in range(deck.cards.columnCount())
            if deck.cards.code(index := deck.cards.index(row, column)) == code
        )
        self.qtbot.mouseClick(deck.viewport(), LEFT, pos=deck.visualRect(place).center())


@pytest.mark.parametrize(("game", "chosen", "seed"), GAMES_PLAYED)
def test_a_whole_game_is_refereed_and_set_right_by_the_people_at_the_table(
    make_window, qtbot, game, chosen, seed
) -> None:
    table = _Table(make_window(), qtbot, _plan(game, chosen, seed))
    page, script = table.page, table.script

    # A card was misread: a click on it, the first letters of its name, and the score is right.
    table.until(lambda: table.won(1))
    wrong = table.entry(table.misread.seat)
    assert wrong.cards == (table.wrong,)
    qtbot.mouseClick(page.table, LEFT, pos=page.table.place_of(wrong.fact).toPoint())
    assert page.correction.isVisible()
    qtbot.keyClicks(page.correction.search, table.misread.cards[0].replace("-", " ").replace(":", " "))
    assert page.correction.effect.text() != ""
    qtbot.keyClick(page.correction.search, Qt.Key.Key_Return)
    assert table.entry(table.misread.seat).cards == table.misread.cards
    assert "Corrected" in page.announcement.text
    assert page.table.isVisible()
    first = _truth(script, TrickWon)[0]
    shown = table.live.board.rows[0]
    assert (shown.winner, shown.points) == (first.seat, first.points)

    # Undo takes the correction back, redo makes it again.
    qtbot.keyClick(page, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert table.entry(table.misread.seat).cards == (table.wrong,)
    redo = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(page, Qt.Key.Key_Z, redo)
    assert table.entry(table.misread.seat).cards == table.misread.cards

    # The camera is lost and found.
    table.watch.lose()
    table.until(lambda: "no picture" in table.live.pulse.message)
    table.watch.find()
    table.until(lambda: table.live.pulse.message == "")
    table.watch.let_go()

    # A question is answered by one key, the game goes on meanwhile.
    table.until(lambda: table.live.snapshot.question is not None and page.question.isVisible())
    code = table.asked.cards[0]
    table.key(str(page.question.candidates.codes.index(code) + 1))
    table.until(lambda: table.won(2))
    assert any(entry.cards == (code,) and entry.source == "person" for entry in table.live.snapshot.history)

    table.answers = True

    # The window speaks Spanish in the middle of the hand, and English again.
    table.until(lambda: table.won(4))
    speak("es")
    assert "trick" not in page.toolbar.place.text()
    assert page.toolbar.undo.text() != "Undo"
    assert all(" wins " not in told for told in (page.announcement.text, page.detail.text()))
    speak("en")
    assert page.toolbar.undo.text() == "Undo"
    table.watch.let_go()

    # To the end of the game, the tiebreak deal of a tie with it.
    end = _truth(script, GameWon)[0]
    table.until(page.ending.isVisible)
    assert table.totals == end.totals
    assert table.live.snapshot.view.winners == end.winners
    plays = [entry for entry in table.live.snapshot.history if entry.kind == "play"]
    assert [play.cards for play in plays] == [play.cards for play in _truth(script, CardPlayed)]
    dealt = [entry.cards for entry in table.live.snapshot.history if entry.kind != "play"]
    assert dealt == [(card.card,) for card in _truth(script, TiebreakCardDealt)]
    assert table.live.score.rows[end.winners[0]].players[0] in page.ending.headline.text
    table.key(Qt.Key.Key_Escape)
    assert page.table.isVisible()


def test_a_click_beside_everything_opens_nothing(make_window, qtbot) -> None:
    table = _Table(make_window(), qtbot, _plan("coins", {"target": 6}, 2))
    table.until(lambda: table.won(1))
    qtbot.mouseClick(table.page.table, LEFT, pos=QPoint(5, 5))
    assert not table.page.stage.is_busy
