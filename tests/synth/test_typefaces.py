"""Decks by lot whose indices are set in typefaces of font files."""

import numpy as np
import pytest

from companion.artwork import fonts
from companion.artwork.fonts import SIGNS, font_families, load_face
from companion.synth.drawn import RandomDesign

pytest.importorskip("fontTools", reason="fontTools reads the font files: it comes with the train extra")
SPANISH, FRENCH = "3-cups", "7H"
SEEDS = range(40)


def font_file(path, signs):
    """Write a font in which every sign is a tall narrow bar."""
    from fontTools.fontBuilder import FontBuilder
    from fontTools.pens.ttGlyphPen import TTGlyphPen

    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    for corner in ((100, 700), (220, 700), (220, 0)):
        pen.lineTo(corner)
    pen.closePath()
    bar = pen.glyph()
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder([".notdef", "bar"])
    builder.setupCharacterMap({ord(sign): "bar" for sign in signs})
    builder.setupGlyf({".notdef": bar, "bar": bar})
    builder.setupHorizontalMetrics({".notdef": (320, 100), "bar": (320, 100)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": path.stem, "styleName": "Regular"})
    builder.setupOS2()
    builder.setupPost()
    builder.save(path)
    return path


@pytest.fixture(scope="module")
def bars(tmp_path_factory):
    return font_file(tmp_path_factory.mktemp("fonts") / "Bars.ttf", SIGNS)


def face_of(deck, seed, code, families=()):
    return RandomDesign(deck, seed, 120, typefaces=families).load().faces[code].levels[0]


def test_about_three_decks_in_five_are_set_in_type_and_the_others_stay_as_they_were(bars):
    for deck, code in (("spanish48", SPANISH), ("french52", FRENCH)):
        changed = [
            not np.array_equal(face_of(deck, seed, code), face_of(deck, seed, code, ((bars,),))) for seed in SEEDS
        ]
        assert 0.35 < np.mean(changed) < 0.85, deck


def test_symbols_stay_where_they_are(bars):
    """But for the few decks that show a number or a letter in the middle as well."""
    middle = np.s_[45:75, 25:-25]
    pairs = [[face_of("french52", seed, FRENCH, families) for families in ((), ((bars,),))] for seed in SEEDS]
    same = [np.array_equal(plain[middle], typed[middle]) for plain, typed in pairs]
    assert np.mean(same) > 0.9


def test_a_file_that_lacks_a_sign_of_a_deck_is_not_used(tmp_path):
    poor = font_file(tmp_path / "Poor.ttf", SIGNS.replace("7", ""))
    assert load_face(poor) is None
    broken = tmp_path / "Broken.ttf"
    broken.write_bytes(b"no font at all")
    assert load_face(broken) is None
    families = ((poor,), (broken,))
    assert all(
        np.array_equal(face_of("french52", seed, FRENCH), face_of("french52", seed, FRENCH, families)) for seed in SEEDS
    )


def test_labels_that_a_file_cannot_write_are_left_to_the_projects_pens(bars):
    """Russian indices need a letter that few files have."""
    face = load_face(bars)
    assert face.can_write("10")
    assert not face.can_write("Д")
    for seed in range(200):
        assert RandomDesign("french52", seed, 60, typefaces=((bars,),)).load().faces["QH"].levels


def test_typefaces_of_the_machine_can_write_indices():
    faces = [face for family in font_families() for path in family[:2] if (face := load_face(path)) is not None]
    if not faces:
        pytest.skip("no known font files on this machine")
    for face in faces:
        for sign in SIGNS:
            body, width = face.write(sign, "#000000")
            assert "<path" in body
            assert 0.05 < width < 2.5


def test_font_files_are_known_by_name_and_go_by_family(tmp_path, monkeypatch):
    for name in ("Lato-Bold.ttf", "Lato-Regular.ttf", "FreeSansBold.ttf", "FreeSans.ttf", "Wingdings.ttf"):
        (tmp_path / name).touch()
    monkeypatch.setattr(fonts, "_USUAL_FOLDERS", (str(tmp_path), str(tmp_path / "not there")))
    monkeypatch.setattr(fonts, "_matplotlib_folder", lambda: iter(()))
    families = [[path.name for path in family] for family in font_families()]
    assert families == [["FreeSans.ttf", "FreeSansBold.ttf"], ["Lato-Bold.ttf", "Lato-Regular.ttf"]]
