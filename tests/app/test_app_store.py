"""Settings survive the app, and a damaged file costs nobody their evening."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.app.model.preferences import OPTIONS, Preferences, Remembered, preferences_from, remembered_from
from companion.app.model.store import Store, usual_path


def test_without_a_file_the_usual_values_hold(tmp_path) -> None:
    store = Store(tmp_path / "none" / "settings.json")
    assert store.preferences == Preferences()
    assert store.remembered == Remembered()
    assert store.remark is None


def test_what_is_set_is_there_next_time(tmp_path) -> None:
    path = tmp_path / "deep" / "settings.json"
    store = Store(path)
    store.prefer(language="fr", volume=30, large_type=True)
    store.remember(names=("Ana", "Inés"), agreed={"coins": {"target": "20"}}, window=(1, 2, 900, 600))
    again = Store(path)
    assert again.preferences == Preferences(language="fr", volume=30, large_type=True)
    assert again.remembered == store.remembered
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[1]",
        b'{"preferences": 3}',
        b"\xff\xfe",
        b"null",
        b"[" * 100_000,
        rb'{"remembered": {"names": ["\ud800"]}}',
        b'{"preferences": {"volume": NaN}}',
    ],
)
def test_a_damaged_file_is_told_once_and_put_aside(tmp_path, content) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    store = Store(path)
    assert store.preferences == Preferences()
    assert store.remark is not None
    assert str(path) in str(store.remark)
    assert "(the file is damaged)" in str(store.remark)
    assert path.read_bytes() == content
    store.prefer(sounds=True)
    assert Store(path).preferences.sounds
    assert Store(path).remark is None
    assert (tmp_path / "settings.damaged").read_bytes() == content


def test_single_values_that_cannot_be_used_have_their_defaults(tmp_path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"preferences": {"volume": 900, "language": "es", "colour": 1}}), "utf-8")
    store = Store(path)
    assert store.preferences == Preferences(language="es")
    assert store.remark is not None
    assert str(store.remark).endswith("colour, volume")


def test_nothing_of_the_players_is_kept_where_nobody_wants_it(tmp_path) -> None:
    path = tmp_path / "settings.json"
    store = Store(path)
    store.prefer(keep=False)
    store.remember(names=("Ana",))
    assert "Ana" not in path.read_text("utf-8")
    store.prefer(keep=True)
    store.remember(names=("Ana",))
    assert Store(path).remembered.names == ("Ana",)


def test_two_windows_do_not_take_back_what_the_other_has_changed(tmp_path) -> None:
    path = tmp_path / "settings.json"
    one, other = Store(path), Store(path)
    one.prefer(language="fr", volume=30)
    one.remember(names=("Ana", "Inés"))
    other.prefer(sounds=True)
    other.remember(window=(1, 2, 900, 600))
    again = Store(path)
    assert (again.preferences.language, again.preferences.volume, again.preferences.sounds) == ("fr", 30, True)
    assert (again.remembered.names, again.remembered.window) == (("Ana", "Inés"), (1, 2, 900, 600))


def test_what_was_not_touched_in_one_window_stays_as_the_other_left_it(tmp_path) -> None:
    path = tmp_path / "settings.json"
    Store(path).remember(names=("Ana", "Ben"), kind="camera")
    idle, busy = Store(path), Store(path)
    busy.remember(names=("Zoe", "Yann"))
    idle.remember(names=("Ana", "Ben"), kind="stream")
    assert (Store(path).remembered.names, Store(path).remembered.kind) == (("Zoe", "Yann"), "stream")


def test_decks_taught_and_rules_agreed_in_two_windows_are_all_kept(tmp_path) -> None:
    path = tmp_path / "settings.json"
    Store(path).remember(taught={"french52": "old"}, sources={"stream": "http://phone/", "camera": "0"})
    one, other = Store(path), Store(path)
    one.remember(taught={"french52": "old", "spanish48": "Granny's"}, agreed={"coins": {"target": "9"}})
    other.remember(taught={}, agreed={"hearts": {"hands": "2"}}, sources={"stream": "", "camera": "0"})
    kept = Store(path).remembered
    assert kept.taught == {"spanish48": "Granny's"}
    assert kept.agreed == {"coins": {"target": "9"}, "hearts": {"hands": "2"}}
    assert kept.sources == {"stream": "", "camera": "0"}
    # What the window knows itself has changed only by what was chosen in it.
    assert other.remembered.agreed == {"hearts": {"hands": "2"}}


def test_who_played_before_either_of_two_windows_is_known_and_who_was_forgotten_in_one_stays_so(tmp_path) -> None:
    path = tmp_path / "settings.json"
    Store(path).remember(people=("Ana", "Ben"))
    one, other = Store(path), Store(path)
    one.remember(people=("Zoe", "Ana", "Ben"))
    other.remember(people=("Ben", "Yann", "Ana"))
    assert Store(path).remembered.people == ("Ben", "Yann", "Ana", "Zoe")
    one.forget()
    other.remember(people=("Carla", "Ben", "Yann", "Ana"))
    assert Store(path).remembered.people == ("Carla",)


def test_a_window_that_filled_the_screen_does_so_again_also_where_nothing_is_remembered(tmp_path) -> None:
    path = tmp_path / "settings.json"
    store = Store(path)
    store.prefer(keep=False)
    store.remember(window=(1, 2, 900, 600), maximised=True)
    assert Store(path).remembered == Remembered(window=(1, 2, 900, 600), maximised=True)


def test_a_folder_that_cannot_be_written_is_told(tmp_path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    store = Store(tmp_path / "file" / "deep" / "settings.json")
    store.prefer(volume=10)
    assert store.preferences.volume == 10
    assert store.remark is not None
    # Windows says it in its own way.
    reasons = ("no folder of that name is there", "something of this name is there already")
    assert str(store.remark).endswith(reasons)


def test_another_file_can_be_named(monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("COMPANION_SETTINGS", str(tmp_path / "mine.json"))
    assert usual_path() == tmp_path / "mine.json"


def test_every_preference_can_be_set_and_has_a_default_that_is_allowed() -> None:
    assert {option.name for option in OPTIONS} == set(Preferences.__dataclass_fields__)
    defaults = {option.name: getattr(Preferences(), option.name) for option in OPTIONS}
    assert preferences_from(defaults) == (Preferences(), ())


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=6,
)
_NAMES = st.sampled_from([*Preferences.__dataclass_fields__, *Remembered.__dataclass_fields__, "other"])


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(_NAMES, _JSON, max_size=5))
def test_whatever_a_file_holds_makes_usable_values(values) -> None:
    preferences, _ = preferences_from(values)
    assert 0 <= preferences.volume <= 100
    remembered, _ = remembered_from(values)
    assert all(isinstance(name, str) for name in remembered.names)


def test_a_key_that_is_there_twice_is_named_and_the_file_put_aside(tmp_path) -> None:
    path = tmp_path / "settings.json"
    content = b'{"preferences": {"volume": 10,\n "volume": 90}}'
    path.write_bytes(content)
    store = Store(path)
    assert store.preferences == Preferences()
    assert 'the key "volume" is there again in line 2' in str(store.remark)
    store.prefer(sounds=True)
    assert (tmp_path / "settings.damaged").read_bytes() == content
