"""The game as the windows show it, without cameras and windows."""

import pytest
from app_games import moment_of
from app_tables import NAMES

from companion.app.model.board import Board, board_of
from companion.app.model.phrases import place_in_game, turn
from companion.app.model.sayings import announce
from companion.app.model.scores import Score, score_of
from companion.app.widgets.plays import PlaysList
from companion.language import language
from companion.rules.game import Game
from companion.rules.games import COINS, STEERE_SUITS
from companion.table.camera_notices import CAMERA_NOTICES, CARD_NOTICES, LOOK_AT_IT, camera_notice, card_notice
from companion.table.events import SourceChanged
from companion.table.sentences import Speaker
from companion.table.session import TableSession

# Worked example C8 of the rules: winners 2, 1, 2, 1; coins 1, 3, 1, 0.
C8 = (
    (1, "1-coins"),
    (2, "2-cups"),
    (0, "1-swords"),
    (2, "2-coins"),
    (0, "9-coins"),
    (1, "10-coins"),
    (1, "5-clubs"),
    (2, "6-clubs"),
    (0, "3-coins"),
)


def _session(game: Game, plays=(), **chosen: object) -> TableSession:
    session = TableSession(game, game.configure(**chosen), names=NAMES)
    for seat, card in plays:
        session.insert_play(len(session.snapshot().history), seat, (card,))
    return session


def _board(game: Game, session: TableSession, **chosen: object) -> Board:
    return board_of(moment_of(game, game.configure(**chosen), session.snapshot()))


def _score(game: Game, session: TableSession, **chosen: object) -> Score:
    return score_of(moment_of(game, game.configure(**chosen), session.snapshot()))


def test_before_the_first_card_the_one_to_lead_is_shown() -> None:
    board = _board(COINS, _session(COINS))
    assert board.shown is None
    assert [place.on_turn for place in board.places] == [False, True, False]
    assert [place.dealer for place in board.places] == [True, False, False]
    assert place_in_game(board) == "Hand 1, trick 1.  Ana deals, Ben leads"
    assert _score(COINS, _session(COINS)).goal == 10


def test_a_trick_being_played_lies_on_the_table() -> None:
    board = _board(COINS, _session(COINS, C8[:2]))
    assert [[card.name for card in place.cards] for place in board.places] == [[], ["1 Coins"], ["2 Cups"]]
    assert [place.order for place in board.places] == [0, 1, 2]
    assert turn(board) == "Ana to play"
    assert not any(card.wins for place in board.places for card in place.cards)


def test_a_complete_trick_stays_until_the_next_is_led_with_its_winner_and_why() -> None:
    board = _board(COINS, _session(COINS, C8[:3]))
    assert board.shown is not None
    assert board.shown.winner == 2
    assert board.shown.why == "Cups contain Coins"
    assert [card.wins for place in board.places for card in place.cards] == [False, False, True]
    assert place_in_game(board) == "Hand 1, trick 1.  Carla leads"
    led = _board(COINS, _session(COINS, C8[:4]))
    assert [len(place.cards) for place in led.places] == [0, 0, 1]
    assert led.trick == 2


def test_rows_name_what_each_trick_was_worth() -> None:
    session = _session(COINS, C8)
    board, score = _board(COINS, session), _score(COINS, session)
    assert [(row.winner, row.points) for row in board.rows] == [(2, 1), (1, 3), (2, 1)]
    assert [row.total for row in score.rows] == [0, 3, 2]
    assert [row.present for row in score.rows] == [0, 3, 2]


def test_an_undone_card_takes_the_ruling_with_it() -> None:
    session = _session(COINS, C8[:3])
    session.undo()
    board = _board(COINS, session)
    assert board.shown is not None
    assert board.shown.winner is None
    assert [row.total for row in _score(COINS, session).rows] == [0, 0, 0]


def test_the_winner_of_the_game_is_marked() -> None:
    session = _session(COINS, C8[:6], target=3)
    board = _board(COINS, session, target=3)
    assert board.phase == "over"
    assert [row.wins for row in _score(COINS, session, target=3).rows] == [False, True, False]
    assert turn(board) == ""
    assert place_in_game(board) == "The game is over"


@pytest.fixture(scope="module")
def tied() -> TableSession:
    """A hand of SUITS in which every trick is won in turn: six, five and five would not tie, so two lead with six."""
    session = TableSession(STEERE_SUITS, STEERE_SUITS.configure(hands=1), names=NAMES)
    codes = list(STEERE_SUITS.deck.codes)
    leader, wins = 1, [0, 0, 0]
    while codes:
        order = [(leader + step) % 3 for step in range(3)]
        wanted = min(range(3), key=lambda seat: (wins[seat] >= (6, 6, 4)[seat], seat))
        plays = _won_by(codes, order, wanted)
        for seat, code in plays:
            session.insert_play(len(session.snapshot().history), seat, (code,))
            codes.remove(code)
        leader = wanted
        wins[wanted] += 1
    return session


def _won_by(codes: list[str], order: list[int], wanted: int) -> list[tuple[int, str]]:
    """Return a trick of the first three cards left that this seat wins."""
    cards = codes[:3]
    best = STEERE_SUITS.start().decide(tuple((seat, (card,)) for seat, card in enumerate(cards))).winner
    rest = [card for place, card in enumerate(cards) if place != best]
    return [(seat, cards[best] if seat == wanted else rest.pop()) for seat in order]


def test_a_tiebreak_is_shown_as_it_is_dealt(tied) -> None:
    board = _board(STEERE_SUITS, tied, hands=1)
    assert board.phase == "tiebreak"
    assert board.shown is None
    score = _score(STEERE_SUITS, tied, hands=1)
    assert [row.hands for row in score.rows] == [(6,), (6,), (4,)]
    assert [row.present for row in score.rows] == [0, 0, 0]
    assert [row.out for row in score.rows] == [False, False, True]
    assert board.tiebreak is not None
    assert board.tiebreak.title == "Ana and Ben are tied"
    assert [step.state for step in board.tiebreak.steps] == ["now", "now", "to come", "to come"]
    first = next(place for place in board.places if place.on_turn)
    assert turn(board) == f"A card face up to {first.name}"
    order = tied.snapshot().view.deal_order
    cards = dict(zip(order, ("2-cups", "5-swords", "9-coins"), strict=True))
    for seat in order:
        tied.insert_play(len(tied.snapshot().history), seat, (cards[seat],))
    done = _board(STEERE_SUITS, tied, hands=1)
    assert done.phase == "over"
    assert done.shown is not None
    assert done.shown.trick is None
    assert done.shown.winner in (0, 1)
    assert _score(STEERE_SUITS, tied, hands=1).rows[done.shown.winner].wins
    assert done.tiebreak is not None
    assert {step.state for step in done.tiebreak.steps} == {"done"}
    assert NAMES[done.shown.winner] in done.tiebreak.steps[-1].text


def test_announcements_have_a_short_headline() -> None:
    session = TableSession(COINS, COINS.configure(target=3), names=NAMES)
    said = []
    session.subscribe(lambda event: said.append(announce(event, session.speaker)))
    for seat, card in C8[:6]:
        session.insert_play(len(session.snapshot().history), seat, (card,))
    sayings = [saying for saying in said if saying is not None]
    assert [saying.headline for saying in sayings] == [
        "Carla wins the trick with the 2 of Cups",
        "Ben wins the trick with the Jack of Coins",
        "Ben wins the game",
    ]
    assert all(saying.detail and not saying.warns for saying in sayings)
    session.correct(0, ("1-clubs",))
    corrected = [saying for saying in said if saying is not None][len(sayings) :]
    assert corrected[0].headline == "Corrected: Ben played the Ace of Clubs, not the Ace of Coins"


def test_what_needs_a_person_is_a_warning() -> None:
    session = TableSession(COINS, names=NAMES)
    said = []
    session.subscribe(lambda event: said.append(announce(event, session.speaker)))
    session.insert_play(0, 0, ("3-cups",))
    warning = next(saying for saying in said if saying is not None)
    assert warning.warns
    assert "Ana" in warning.headline


@pytest.mark.parametrize("notice", sorted(CARD_NOTICES))
def test_the_card_that_a_hand_lacks_is_named(notice) -> None:
    session = TableSession(COINS, names=NAMES)
    event = card_notice(notice, "1-clubs", session.speaker.card("1-clubs"), 3.0)
    said = announce(event, session.speaker)
    assert said is not None
    assert said.warns
    assert "the ace of clubs" in said.text.lower()
    spanish = announce(event, Speaker(COINS.deck, NAMES, language("es")))
    assert spanish is not None
    assert "as de bastos" in spanish.text.lower()


@pytest.mark.parametrize(
    ("notice", "warns"), [(key, key in LOOK_AT_IT) for key in CAMERA_NOTICES if key not in CARD_NOTICES]
)
def test_what_people_should_know_of_the_camera_is_said(notice, warns) -> None:
    session = TableSession(COINS, names=NAMES)
    said = announce(camera_notice(notice, 3.0), session.speaker)
    assert said is not None
    others = {
        "who-led": ("who leads", "quién sale"),
        "lay-there": ("trick", "baza"),
        "heap-there": ("cards", "cartas"),
        "game-over": ("game is over", "ha terminado"),
        "slow": ("computer", "ordenador"),
    }
    english, translated = others.get(notice, ("camera", "cámara"))
    assert english in said.headline
    assert said.warns is warns
    spanish = announce(camera_notice(notice, 3.0), Speaker(COINS.deck, NAMES, language("es")))
    assert spanish is not None
    assert translated in spanish.headline


def test_pictures_that_come_and_go_are_only_shown() -> None:
    session = TableSession(COINS, names=NAMES)
    for state in ("opened", "lost", "resumed", "ended"):
        assert announce(SourceChanged(time=1.0, state=state, message="camera 0"), session.speaker) is None


@pytest.mark.parametrize("height", [90, 117, 148, 151, 190])
def test_no_trick_of_the_list_is_cut_in_two(qtbot, height: int) -> None:
    session = _session(COINS, C8)
    plays = PlaysList()
    qtbot.addWidget(plays)
    plays.resize(360, height)
    plays.show()
    plays.show_board(_board(COINS, session))
    room = plays.viewport().rect()
    rows = [plays.visualRect(plays.plays.index(row, 0)) for row in range(plays.plays.rowCount())]
    assert any(rectangle.top() == room.top() for rectangle in rows)
    assert all(room.contains(rectangle) or not room.intersects(rectangle) for rectangle in rows)
    assert room.contains(rows[-1])
