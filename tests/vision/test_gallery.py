"""Galleries: made, kept, read with."""

import errno
import json
import re
import zipfile

import numpy as np
import pytest
from gallery_fakes import CODES, DECK, FakeReader, crop_of, picture_of

from companion.cards import UnknownCardError
from companion.errors import UnusableError
from companion.language import language
from companion.vision.gallery import Look, make_gallery
from companion.vision.gallery_file import gallery_names, gallery_path, load_gallery, save_gallery
from companion.vision.gallery_reader import GalleryReader
from companion.vision.played_decks import last_played

TAUGHT = ("AS", "KH", "7D", "2C")
WRONG = {"KH": {"QH": 0.97}}
"""The classifier takes the taught king for a queen."""


def gallery(reader=None, codes=TAUGHT, name="ours"):
    return make_gallery(reader or FakeReader(), name, DECK, [Look(code, crop_of(code)) for code in codes])


def names(readings):
    return [readings.ranked(row)[0][0] for row in range(len(readings))]


def test_each_card_is_nearest_to_itself_either_way_round():
    taught = gallery()
    crops = [crop_of(code, light=10) for code in taught.codes]
    similar, turned = taught.similarities(FakeReader().perceive([*crops, *(c[::-1, ::-1] for c in crops)]).embedding)
    assert similar.argmax(axis=1).tolist() == [0, 1, 2, 3] * 2
    assert turned.tolist() == [0] * 4 + [1] * 4


def test_known_and_missing_cards():
    taught = gallery()
    assert taught.codes == tuple(code for code in CODES if code in TAUGHT)
    assert set(taught.missing) == set(CODES) - set(TAUGHT)


def test_a_taught_card_is_read_rightly_where_the_classifier_errs():
    reader = FakeReader(WRONG)
    image, corners = picture_of("AS", "KH", light=6)
    assert names(reader.read(image, corners, DECK)) == ["AS", "QH"]
    assert names(GalleryReader(reader, gallery()).read(image, corners, DECK)) == ["AS", "KH"]


def test_cards_that_were_not_taught_are_read_by_the_classifier():
    reader = GalleryReader(FakeReader(), gallery())
    image, corners = picture_of("AS", "9H", "JC")
    assert names(reader.read(image, corners, DECK)) == ["AS", "9H", "JC"]


@pytest.mark.parametrize("known", [1, 2, 20])
def test_another_deck_on_the_table_is_read_as_if_nothing_had_been_taught(known):
    reader = FakeReader()
    other = make_gallery(
        reader,
        "other",
        DECK,
        [Look(code, crop_of(shown)) for code, shown in zip(CODES[:known], CODES[20 : 20 + known], strict=True)],
    )
    image, corners = picture_of("AS", "5S", "9S", light=12)
    plain = reader.read(image, corners, DECK)
    taught = GalleryReader(reader, other).read(image, corners, DECK)
    assert names(taught) == names(plain)
    assert np.abs(taught.probabilities - plain.probabilities).max() < 0.02


def test_a_deck_whose_cards_look_less_alike_every_time_is_known_by_that():
    rng = np.random.default_rng(3)

    def looks(noise):
        shown = [crop_of(code).astype(float) for code in CODES[:12] for _ in range(3)]
        crops = [np.clip(crop + rng.normal(0, noise, (5, 4, 1)).repeat(32, 0).repeat(28, 1), 0, 255) for crop in shown]
        return [Look(CODES[place // 3], crop.astype(np.uint8)) for place, crop in enumerate(crops)]

    steady, varied = (make_gallery(FakeReader(), "ours", DECK, looks(noise)) for noise in (2, 40))
    assert varied.consistency < steady.consistency - 0.05
    assert steady.consistency <= 1


def test_nothing_to_read_is_no_reading():
    image, corners = picture_of()
    assert len(GalleryReader(FakeReader(), gallery()).read(image, corners, DECK)) == 0


def test_a_gallery_of_another_model_is_not_read_with():
    with pytest.raises(ValueError, match="of this reader model"):
        GalleryReader(FakeReader(fingerprint="two"), gallery())


def test_looks_must_be_of_the_deck_and_the_model_must_embed():
    with pytest.raises(UnknownCardError):
        make_gallery(FakeReader(), "ours", DECK, [Look("1-cups", crop_of("AS"))])
    with pytest.raises(UnusableError, match="can be taught with this reader model"):
        gallery(FakeReader(embeds=False))


def test_kept_and_opened_again(tmp_path):
    taught = gallery()
    path = save_gallery(taught, tmp_path)
    opened = load_gallery("ours", FakeReader(), tmp_path)
    assert (opened.name, opened.deck, opened.codes) == ("ours", DECK, taught.codes)
    assert (opened.embeddings == taught.embeddings).all()
    assert gallery_names(tmp_path) == ("ours",)
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_a_gallery_made_with_another_model_is_embedded_anew_from_its_pictures(tmp_path):
    save_gallery(gallery(FakeReader(fingerprint="old")), tmp_path)
    opened = load_gallery("ours", FakeReader(fingerprint="new"), tmp_path)
    assert opened.fingerprint == "new"
    image, corners = picture_of("KH", "AS")
    reader = GalleryReader(FakeReader(WRONG, fingerprint="new"), opened)
    assert names(reader.read(image, corners, DECK)) == ["KH", "AS"]


def test_a_whole_deck_with_several_looks_stays_small(tmp_path):
    rng = np.random.default_rng(1)
    looks = [
        Look(code, np.clip(crop_of(code) + rng.normal(0, 6, (160, 112, 3)), 0, 255).astype(np.uint8))
        for code in CODES
        for _ in range(2)
    ]

    class Wide(FakeReader):
        def perceive(self, crops):
            seen = super().perceive(crops)
            rows = rng.normal(0, 1, (len(crops), 1280)).astype(np.float32)
            return type(seen)(seen.chances, rows)

    path = save_gallery(make_gallery(Wide(), "wide", DECK, looks), tmp_path)
    assert path.stat().st_size < 3_000_000


@pytest.mark.parametrize("name", ["", "../ours", "a/b", ".hidden", "x" * 60, "ends.", "con", "Lpt1.old"])
def test_a_name_that_is_no_file_name_everywhere_is_refused(name, tmp_path):
    with pytest.raises(UnusableError, match="cannot be used"):
        gallery_path(name, tmp_path)


@pytest.mark.parametrize("name", ["grandma's", "Abuela 2", "la bataille (été)", "console"])
def test_names_that_people_give(name, tmp_path):
    save_gallery(gallery(name=name), tmp_path)
    assert load_gallery(name, FakeReader(), tmp_path).name == name


def test_a_name_is_the_same_however_its_accents_are_written(tmp_path):
    save_gallery(gallery(name="été"), tmp_path)
    assert gallery_path("e\u0301te\u0301", tmp_path).is_file()


def test_a_file_copied_from_a_mac_is_found_by_its_name_and_taught_on_in_its_place(tmp_path):
    save_gallery(gallery(name="été"), tmp_path).rename(tmp_path / "e\u0301te\u0301.gallery")
    assert gallery_names(tmp_path) == ("été",)
    assert load_gallery("été", FakeReader(), tmp_path).name == "été"
    save_gallery(gallery(name="été"), tmp_path)
    assert len(list(tmp_path.iterdir())) == 1


def test_an_unknown_name_is_answered_with_those_there_are(tmp_path):
    save_gallery(gallery(), tmp_path)
    with pytest.raises(UnusableError, match=r"no taught deck 'theirs' \(known: ours\)"):
        load_gallery("theirs", FakeReader(), tmp_path)


def cut_short(data):
    return data[: len(data) // 2]


@pytest.mark.parametrize("damage", [cut_short, lambda data: b"", lambda data: b"PK\x03\x04 no archive", bytes.swapcase])
def test_a_damaged_file_is_named_in_one_line(damage, tmp_path):
    path = save_gallery(gallery(), tmp_path)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(UnusableError, match="is damaged") as told:
        load_gallery("ours", FakeReader(), tmp_path)
    assert "\n" not in str(told.value)


def test_a_file_with_one_changed_byte_is_damaged_or_still_right(tmp_path):
    path = save_gallery(gallery(), tmp_path)
    whole = path.read_bytes()
    told = 0
    for place in range(0, len(whole), max(len(whole) // 150, 1)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x41]) + whole[place + 1 :])
        try:
            load_gallery("ours", FakeReader(), tmp_path)
        except UnusableError:
            told += 1
    assert told


def test_an_array_whose_heading_makes_no_sense_is_called_damaged(tmp_path):
    path = save_gallery(gallery(), tmp_path)
    rewritten(path)
    whole = path.read_bytes()
    headings = [found.start() for found in re.finditer(rb"\{'descr'", whole)]
    for place in (heading + offset for heading in headings for offset in range(60)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x41]) + whole[place + 1 :])
        with pytest.raises(UnusableError, match="is damaged"):
            load_gallery("ours", FakeReader(), tmp_path)


def rewritten(path, parts=(), **changes):
    with np.load(path) as stored:
        arrays = dict(stored) | dict(parts)
    header = json.loads(arrays["header"].tobytes()) | changes
    with path.open("wb") as file:
        np.savez(file, **arrays | {"header": np.frombuffer(json.dumps(header).encode(), np.uint8)})


def test_a_file_of_a_newer_version_says_so(tmp_path):
    path = save_gallery(gallery(), tmp_path)
    rewritten(path, version=99)
    with pytest.raises(UnusableError, match="newer version"):
        load_gallery("ours", FakeReader(), tmp_path)


def test_in_the_window_it_is_told_in_its_language_that_a_deck_is_gone_or_damaged(tmp_path):
    for content in (None, b"PK"):
        if content:
            (tmp_path / "ours.gallery").write_bytes(content)
        with pytest.raises(UnusableError) as told:
            load_gallery("ours", FakeReader(), tmp_path)
        for code in ("es", "fr"):
            assert told.value.told(language(code)) != str(told.value)


ENGLISH_WORDS = {"is", "not", "file", "of", "the", "no", "card", "cards", "a", "zip", "it", "agree", "error"}


@pytest.mark.parametrize("damage", [cut_short, lambda data: b"", lambda data: b"PK\x03\x04 no archive", bytes.swapcase])
def test_why_a_file_is_damaged_is_told_in_the_language_of_the_window(damage, tmp_path):
    path = save_gallery(gallery(), tmp_path)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(UnusableError) as told:
        load_gallery("ours", FakeReader(), tmp_path)
    for code, what_to_do in (("es", "enseñe la baraja de nuevo"), ("fr", "enseignez de nouveau le jeu")):
        words = told.value.told(language(code))
        assert what_to_do in words
        (why,) = re.findall(r"\((.*?)\)", words)
        assert not ENGLISH_WORDS & (set(re.findall(r"\w+", why.lower())) - {"a", "no"})


def test_a_file_that_may_not_be_read_is_not_called_damaged_nor_to_be_removed(tmp_path, monkeypatch):
    path = save_gallery(gallery(), tmp_path)

    def locked(_):
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(type(path), "read_bytes", locked)
    with pytest.raises(UnusableError, match=r"ours\.gallery: cannot be read \(access is not permitted\)$") as told:
        load_gallery("ours", FakeReader(), tmp_path)
    assert "l'accès n'est pas autorisé" in told.value.told(language("fr"))


def test_codes_and_pictures_that_do_not_agree_are_damage(tmp_path):
    path = save_gallery(gallery(), tmp_path)
    rewritten(path, codes=["AS"])
    with pytest.raises(UnusableError, match="do not agree"):
        load_gallery("ours", FakeReader(), tmp_path)


def test_embeddings_of_another_width_are_damage_and_not_met_in_the_middle_of_a_game(tmp_path):
    taught = gallery()
    path = save_gallery(taught, tmp_path)
    rewritten(path, {"embeddings": np.ascontiguousarray(taught.embeddings[:, :7])})
    with pytest.raises(UnusableError, match="look like to the reader model"):
        load_gallery("ours", FakeReader(), tmp_path)


@pytest.mark.parametrize("fingerprint", ["one", "another"])
@pytest.mark.parametrize("codes", [["5-cups", "KH", "7D"], ["ZZ", "ZZ", "ZZ"]])
def test_cards_that_the_deck_does_not_have_are_damage(tmp_path, codes, fingerprint):
    path = save_gallery(gallery(), tmp_path)
    with np.load(path) as stored:
        count = len(json.loads(stored["header"].tobytes())["codes"])
    rewritten(path, codes=(codes * count)[:count])
    with pytest.raises(UnusableError, match=r"ours\.gallery: is damaged \(a card is none of its deck\)"):
        load_gallery("ours", FakeReader(fingerprint=fingerprint), tmp_path)
    assert last_played("ours", FakeReader(fingerprint=fingerprint), tmp_path) is None


def test_a_gallery_without_cards_is_damage(tmp_path):
    path = save_gallery(gallery(), tmp_path)
    nothing = {
        "pictures": np.zeros(0, np.uint8),
        "lengths": np.zeros(0, np.int64),
        "embeddings": np.zeros((0, 60), np.float16),
        "owner": np.zeros(0, np.int32),
        "turned": np.zeros(0, np.bool_),
    }
    rewritten(path, nothing, codes=[])
    with pytest.raises(UnusableError, match="holds no card"):
        load_gallery("ours", FakeReader(), tmp_path)


class Counting(FakeReader):
    """Counts at how many crops it looks."""

    looks = 0

    def perceive(self, crops):
        self.looks += len(crops)
        return super().perceive(crops)


def beside_another_deck(reader):
    """Return what reads with a gallery in which the first 20 cards look like the next 20."""
    taught = [Look(code, crop_of(shown)) for code, shown in zip(CODES[:20], CODES[20:40], strict=True)]
    return GalleryReader(reader, make_gallery(reader, "ours", DECK, taught))


def test_a_card_of_another_deck_is_looked_at_again_whenever_it_is_without_the_gallery():
    class Doubtful(Counting):
        def certainty(self, chances):
            return super().certainty(chances) - 0.1

    reader = Doubtful()
    reading = beside_another_deck(reader)
    looks = []
    for code in (CODES[0], CODES[25]):
        reader.looks = 0
        reading.read(*picture_of(code), DECK)
        looks.append(reader.looks)
    assert looks[0] > 1, "not one of the taught cards, and the model is in doubt"
    assert looks[1] == 1, "one of the taught cards, and the gallery is sure"


@pytest.mark.parametrize(("chance", "come", "again"), [(0.3, True, False), (0.3, False, True), (0.6, True, True)])
def test_a_newcomer_that_is_hardly_read_is_not_looked_at_again_beside_a_gallery_either(chance, come, again):
    reader = Counting({CODES[0]: {CODES[0]: chance}})
    reading = beside_another_deck(reader)
    reader.looks = 0
    reading.read(*picture_of(CODES[0]), DECK, np.array([come]))
    assert (reader.looks > 1) == again


def test_a_file_that_is_none_or_holds_no_numbers_is_damaged(tmp_path):
    path = save_gallery(gallery(), tmp_path)
    with np.load(path) as stored:
        parts = dict(stored)
    parts["embeddings"] = np.full_like(parts["embeddings"], np.nan)
    with path.open("wb") as file:
        np.savez_compressed(file, **parts)
    with pytest.raises(UnusableError, match="is damaged"):
        load_gallery("ours", FakeReader(), tmp_path)
    with zipfile.ZipFile(path, "w") as archive, archive.open("header.npy", "w") as part:
        endless = {"descr": "|u1", "fortran_order": False, "shape": (10**14,)}
        np.lib.format.write_array_header_1_0(part, endless)
    with pytest.raises(UnusableError, match="is damaged"):
        load_gallery("ours", FakeReader(), tmp_path)


@pytest.mark.parametrize("content", [b"a shopping list", b"PK", b"PK of zeros" + bytes(100), b"PK\x05\x06" + bytes(18)])
def test_a_file_that_is_no_archive_is_told_as_one_and_nobody_is_advised_to_run_it(content, tmp_path):
    path = save_gallery(gallery(), tmp_path)
    path.write_bytes(content)
    with pytest.raises(UnusableError, match="is no file of the companion") as told:
        load_gallery("ours", FakeReader(), tmp_path)
    assert "pickle" not in str(told.value)
