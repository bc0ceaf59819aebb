"""The screen at the end of a game is kept as a picture."""

from companion.app.widgets.ending import EndScreen


def test_a_picture_of_the_end_is_there_whole_or_its_place_is_told(qtbot, tmp_path):
    screen = EndScreen()
    qtbot.addWidget(screen)
    place = tmp_path / "game.png"
    screen._saved(place)
    assert place.read_bytes().startswith(b"\x89PNG")
    assert str(place) in screen.facts.text()
    taken = tmp_path / "a folder"
    (taken / "with something").mkdir(parents=True)
    screen._saved(taken)
    assert "another folder" in screen.facts.text()
    assert sorted(found.name for found in tmp_path.iterdir()) == ["a folder", "game.png"]
