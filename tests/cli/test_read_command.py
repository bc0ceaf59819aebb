"""`companion read`: what it prints and how it ends."""

import json
import os
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from evaluation_builders import FakeEyes, box, seen, write_models

from companion.cards import DECKS, card_name
from companion.cli.main import main
from companion.errors import UnusableError
from companion.vision.counter import COURT


@pytest.fixture
def eyes(monkeypatch):
    """Let the command see these cards, whatever the picture."""

    def see(*cards, deck="french52"):
        fake = FakeEyes(*cards, deck=deck)
        monkeypatch.setattr("companion.cli.read.chosen_eyes", lambda _arguments, **_how: fake)
        return fake

    return see


@pytest.fixture
def photograph(tmp_path):
    path = tmp_path / "photos" / "p.png"
    path.parent.mkdir()
    cv2.imwrite(str(path), np.full((480, 640, 3), 70, np.uint8))
    return str(path)


def printed(capsys):
    captured = capsys.readouterr()
    return [json.loads(line) for line in captured.out.splitlines()], captured.err


def test_one_json_object_a_picture(capsys, eyes, photograph):
    corners = [[1.5, 2], [71, 2], [71, 102], [1, 102]]
    eyes(seen(corners, ("AS", 0.93), ("AC", 0.05), found=0.8))
    assert main(["read", photograph, photograph, "--deck", "french52", "--json"]) == 0
    results, errors = printed(capsys)
    assert errors == ""
    assert (
        results
        == [
            {
                "image": photograph,
                "width": 640,
                "height": 480,
                "deck": "french52",
                "cards": [
                    {
                        "card": "AS",
                        "face": "up",
                        "confidence": 0.93,
                        "found": 0.8,
                        "corners": corners,
                        "candidates": [["AS", 0.93], ["AC", 0.05]],
                    }
                ],
            }
        ]
        * 2
    )


def test_backs_and_faces_that_cannot_be_read(capsys, eyes, photograph):
    eyes(seen(box(10, 10), face_up=False), seen(box(200, 10), ("AS", 0.3), ("AC", 0.2)))
    assert main(["read", photograph, "--deck", "french52", "--json"]) == 0
    (result,), _ = printed(capsys)
    down, up = result["cards"]
    assert (down["card"], down["face"], down["candidates"]) == (None, "down", [])
    assert (up["card"], up["face"], up["candidates"]) == (None, "up", [["AS", 0.3], ["AC", 0.2]])
    assert up["confidence"] == 0.3


def test_a_picture_without_cards(capsys, eyes, photograph):
    eyes()
    assert main(["read", photograph, "--deck", "spanish48", "--json"]) == 0
    (result,), _ = printed(capsys)
    assert (result["deck"], result["cards"]) == ("spanish48", [])
    assert main(["read", photograph, "--deck", "spanish48"]) == 0
    assert capsys.readouterr().err == f"{photograph}: 640 x 480, Spanish deck, no cards\n"


def test_the_deck_is_decided_by_every_picture(capsys, eyes, photograph):
    fake = eyes(seen(box(10, 10), ("12-cups", 0.9)), deck="spanish48")
    assert main(["read", photograph, "--deck", "auto", "--json"]) == 0
    (result,), _ = printed(capsys)
    assert (result["deck"], result["cards"][0]["card"]) == ("spanish48", "12-cups")
    fake.cards = []
    assert main(["read", photograph, "--json"]) == 0
    (result,), _ = printed(capsys)
    assert (result["deck"], result["cards"]) == (None, [])


def test_people_are_told_that_the_deck_cannot_be_told_and_how_to_say_it(capsys, eyes, photograph):
    eyes(seen(box(10, 10)), seen(box(200, 10)), deck=None)
    assert main(["read", photograph]) == 0
    *_, last = capsys.readouterr().err.splitlines()
    assert "cannot be told" in last
    assert last.endswith("--deck spanish48, french52, seven-suitors")
    eyes(seen(box(10, 10), face_up=False), deck=None)
    assert main(["read", photograph]) == 0
    assert "--deck" not in capsys.readouterr().err, "backs show no deck, and nobody need be asked for it"


def test_a_long_name_does_not_run_into_how_sure_it_is(capsys, eyes, photograph):
    deck = DECKS["seven-suitors"]
    longest = max(deck.codes, key=lambda code: len(card_name(deck.parse(code))))
    eyes(seen(box(10, 10), (longest, 0.9999)), deck="seven-suitors")
    assert main(["read", photograph]) == 0
    assert " 100.0 %" in capsys.readouterr().err


def test_cards_are_decided_together_unless_told_otherwise(capsys, eyes, photograph):
    eyes(seen(box(10, 10), ("AS", 0.9)), seen(box(200, 10), ("AS", 0.8)))

    def cards(*options):
        main(["read", photograph, "--deck", "french52", "--json", *options])
        return [card["card"] for card in printed(capsys)[0][0]["cards"]]

    assert cards() == ["AS", None]
    assert cards("--no-joint") == ["AS", "AS"]


def test_for_people(capsys, eyes, photograph):
    eyes(
        seen(box(10, 10), ("QD", 0.987)),
        seen(box(200, 10), ("AS", 0.3), ("AC", 0.2)),
        seen(box(400, 10), face_up=False),
        seen(box(400, 200)),
    )
    assert main(["read", photograph, "--deck", "french52"]) == 0
    title, queen, unsure, back, nothing = capsys.readouterr().err.splitlines()
    assert title == f"{photograph}: 640 x 480, French deck, 4 cards"
    assert queen.split() == ["QD", "Queen", "of", "Diamonds", "98.7", "%", "at", "45,", "60"]
    assert unsure.split(maxsplit=2)[:2] == ["not", "readable"]
    assert unsure.endswith("perhaps AS 30 %, AC 20 %")
    assert back.split()[:2] == ["face", "down"]
    assert nothing.endswith("at 435, 250")


def test_what_cannot_be_read_is_named_in_one_line_and_the_rest_is_read(capsys, eyes, photograph, tmp_path):
    eyes(seen(box(10, 10), ("AS", 0.9)))
    missing, text, empty = str(tmp_path / "missing.jpg"), tmp_path / "text.jpg", tmp_path / "empty.png"
    text.write_text("no picture", "utf-8")
    empty.touch()
    files = [missing, photograph, str(text), str(empty), str(tmp_path), photograph]
    assert main(["read", *files, "--deck", "french52", "--json"]) == 2
    results, errors = printed(capsys)
    assert [result["image"] for result in results] == [photograph, photograph]
    assert len(errors.splitlines()) == 4
    for line, name in zip(errors.splitlines(), [missing, str(text), str(empty), str(tmp_path)], strict=True):
        assert line.startswith(f"companion: {name}: ")


def test_a_picture_with_more_pixels_than_can_be_read_is_named(capfd, eyes, tmp_path):
    eyes()
    header = struct.pack(">IIBBBBB", 40_000, 40_000, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(b"")), (b"IEND", b""))
    parts = [
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks
    ]
    path = tmp_path / "vast.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(parts))
    assert main(["read", str(path), "--deck", "french52"]) == 2
    captured = capfd.readouterr()
    assert captured.out == ""
    assert captured.err == f"companion: {path}: has more pixels than can be read; make it smaller\n"


def test_an_unknown_deck_is_answered_with_those_there_are(capsys, eyes, photograph):
    eyes()
    assert main(["read", photograph, "--deck", "tarot"]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    for text in ("'tarot'", "spanish48", "french52", "seven-suitors", "auto"):
        assert text in line


def test_annotated_pictures(capfd, eyes, photograph, tmp_path):
    eyes(seen(box(100, 100), ("AS", 0.9)))
    out = tmp_path / "annotated"
    assert main(["read", photograph, "--deck", "french52", "--json", "--annotate", str(out)]) == 0
    captured = capfd.readouterr()
    assert (len(captured.out.splitlines()), captured.err) == (1, "")
    assert [path.name for path in out.iterdir()] == ["p.png"]
    assert (cv2.imread(str(out / "p.png")) != cv2.imread(photograph)).any()


def test_photographs_are_not_overwritten(capsys, eyes, photograph):
    eyes()
    before = Path(photograph).read_bytes()
    assert main(["read", photograph, "--deck", "french52", "--annotate", str(Path(photograph).parent)]) == 2
    assert "choose another folder" in capsys.readouterr().err
    assert Path(photograph).read_bytes() == before


def test_annotated_photographs_are_written_anew(eyes, photograph, tmp_path):
    arguments = ["read", photograph, "--deck", "french52", "--annotate", str(tmp_path / "out")]
    eyes(seen(box(100, 100), ("AS", 0.9)))
    assert main(arguments) == 0
    (written,) = (tmp_path / "out").iterdir()
    first = written.read_bytes()
    eyes(seen(box(150, 120), ("AS", 0.9)))
    assert main(arguments) == 0
    assert written.read_bytes() != first
    assert cv2.imread(str(written)) is not None


def test_a_photograph_in_the_folder_for_annotated_ones_is_not_lost(capsys, eyes, photograph, tmp_path):
    eyes(seen(box(100, 100), ("AS", 0.9)))
    other = tmp_path / "holiday" / Path(photograph).name
    other.parent.mkdir()
    other.write_bytes(b"another picture of that name")
    assert main(["read", photograph, "--deck", "french52", "--annotate", str(other.parent)]) == 2
    assert f"{other}: is there already and was not annotated by companion read" in capsys.readouterr().err
    assert other.read_bytes() == b"another picture of that name"


@pytest.mark.parametrize(
    ("name", "reason"), [("none.onnx", "there is no such file or folder"), ("", "a folder of this name is there")]
)
def test_a_model_that_is_named_and_is_no_file_is_told_of_by_its_option(capsys, photograph, tmp_path, name, reason):
    model = tmp_path / name
    assert main(["read", photograph, "--deck", "french52", "--finder", str(model)]) == 2
    assert capsys.readouterr().err == f"companion: --finder {model}: cannot be read ({reason})\n"


@pytest.mark.parametrize("ending", ["gif", "webp", "tiff"])
def test_of_several_pictures_in_a_file_that_only_the_first_is_read_is_told(capsys, eyes, tmp_path, ending):
    eyes()
    path = tmp_path / f"cards.{ending}"
    frames = [np.full((64, 64, 3), level, np.uint8) for level in (0, 90, 180)]
    if ending == "tiff":
        cv2.imwritemulti(str(path), frames)
    else:
        film = cv2.Animation()
        film.frames, film.durations = frames, [100] * len(frames)
        cv2.imwriteanimation(str(path), film)
    single = tmp_path / "one.png"
    cv2.imwrite(str(single), frames[0])
    assert main(["read", str(path), str(single), "--deck", "french52"]) == 0
    said = capsys.readouterr().err
    assert f"{path}: holds 3 pictures, of which only the first is read" in said
    assert said.count("holds") == 1


def test_a_picture_with_a_name_that_is_no_unicode_is_read(capfd, eyes, tmp_path):
    eyes()
    path = tmp_path / os.fsdecode(b"caf\xe9.png")
    path.write_bytes(cv2.imencode(".png", np.zeros((64, 64, 3), np.uint8))[1].tobytes())
    assert main(["read", str(path), "--deck", "french52"]) == 0


def test_without_a_picture_the_command_line_is_unusable(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["read", "--deck", "french52"])
    assert ended.value.code == 2
    assert "IMAGE" in capsys.readouterr().err


def with_models(tmp_path, rows, chances, *decks, **shown):
    pytest.importorskip("onnx", reason="small models are built with the package onnx")
    return write_models(tmp_path, rows, chances, *decks, **shown)


# Boxes in a picture of 640 x 480.
FACE = [100.0, 200.0, 70.0, 100.0, 0.9, 0, 0.0]
BACK = [400.0, 200.0, 70.0, 100.0, 0.8, 1, 0.0]


def test_from_models_to_json(capsys, photograph, tmp_path):
    options = with_models(tmp_path, [FACE, BACK], {"spanish48 7-coins turned": 0.7, "spanish48 7-coins": 0.2})
    assert main(["read", photograph, "--deck", "spanish48", "--json", *options]) == 0
    (result,), _ = printed(capsys)
    face, back = result["cards"]
    assert (face["card"], face["face"], back["card"], back["face"]) == ("7-coins", "up", None, "down")
    # Spanish cards lie here, so what looks like cards of other decks counts less: 0.9 of 0.93, not of all.
    assert 0.9 < face["confidence"] < 0.97
    # The card lies upside down, so its own top left is at the bottom right.
    assert np.array(face["corners"]) == pytest.approx(np.array([[135, 250], [65, 250], [65, 150], [135, 150]]), abs=0.1)


def test_models_decide_the_deck(capsys, photograph, tmp_path):
    options = with_models(tmp_path, [FACE], {"french52 QH": 0.6, "spanish48 7-coins": 0.2}, shown=COURT)
    assert main(["read", photograph, "--json", *options]) == 0
    (result,), _ = printed(capsys)
    assert (result["deck"], result["cards"][0]["card"]) == ("french52", "QH")


def test_a_deck_that_the_model_cannot_read_is_named(capsys, photograph, tmp_path):
    options = with_models(tmp_path, [FACE], {"french52 QH": 0.6}, ("spanish48", "french52"))
    assert main(["read", photograph, "--deck", "seven-suitors", *options]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "cannot read the deck seven-suitors" in line


def test_a_picture_that_cannot_be_annotated_is_read_all_the_same(capsys, eyes, photograph, tmp_path, monkeypatch):
    eyes(seen(box(100, 100), ("AS", 0.9)))

    def full(*_):
        raise UnusableError("annotated/p.png: cannot be written (the disk is full)")

    monkeypatch.setattr("companion.evaluation.annotation.Annotations.write", full)
    status = main(["read", photograph, photograph, "--deck", "french52", "--json", "--annotate", str(tmp_path / "out")])
    captured = capsys.readouterr()
    assert status == 2
    assert len(captured.out.splitlines()) == 2
    assert captured.err.count("the disk is full") == 2
