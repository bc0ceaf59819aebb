import pytest
from camera_media import cut, number_of, write_picture

from companion.errors import UnusableError
from companion.language import language
from companion.vision.sources.base import DamagedPictureError
from companion.vision.sources.pictures import open_folder, open_picture, read_picture
from companion.vision.sources.video import open_video


def test_pictures_come_by_name_with_numbers_in_order(tmp_path):
    for number, name in enumerate(["table 1.jpg", "table 2.PNG", "table 10.webp"]):
        write_picture(tmp_path / name, 3 * number)
    (tmp_path / "notes.txt").write_text("no picture", "utf-8")
    with open_folder(tmp_path) as source:
        frames = list(iter(source.read, None))

    assert [(frame.index, frame.time, number_of(frame)) for frame in frames] == [(0, 0.0, 0), (1, 1.0, 3), (2, 2.0, 6)]
    assert not source.is_live


def test_a_broken_picture_is_named_and_the_others_are_read(tmp_path):
    for number in range(4):
        write_picture(tmp_path / f"{number}.jpg", number)
    cut(tmp_path / "2.jpg", 0.3)
    with open_folder(tmp_path, interval=0.5) as source:
        assert [source.read().time, source.read().time] == [0.0, 0.5]
        with pytest.raises(DamagedPictureError, match=r"2\.jpg: is no picture that can be read"):
            source.read()
        last = source.read()
        assert (last.index, last.time, number_of(last)) == (3, 1.5, 3)
        assert source.read() is None


@pytest.mark.parametrize(("data", "message"), [(b"", "is empty"), (b"no picture", "no picture that can be read")])
def test_a_single_picture_that_cannot_be_read_is_refused(tmp_path, data, message):
    path = tmp_path / "t.jpg"
    path.write_bytes(data)
    with pytest.raises(UnusableError, match=rf"t\.jpg: is {message}|t\.jpg: {message}"):
        open_picture(path)


def test_what_phones_save_is_named_with_what_to_do(tmp_path):
    heic = b"\0\0\0\x18ftypheic" + b"\0" * 200
    (tmp_path / "IMG_1.HEIC").write_bytes(heic)
    with pytest.raises(UnusableError, match=r"IMG_1\.HEIC: is a HEIC picture.*save it as JPEG"):
        open_picture(tmp_path / "IMG_1.HEIC")
    write_picture(tmp_path / "IMG_0.jpg", 3)
    with open_folder(tmp_path) as source:
        assert number_of(source.read()) == 3
        with pytest.raises(DamagedPictureError, match=r"IMG_1\.HEIC: is a HEIC picture"):
            source.read()


def test_a_folder_without_a_readable_picture_is_refused(tmp_path):
    with pytest.raises(UnusableError, match="holds no pictures"):
        open_folder(tmp_path)
    for name in ("a.jpg", "b.png"):
        (tmp_path / name).write_bytes(b"no picture")
    with pytest.raises(UnusableError, match=r"none of its 2 pictures can be read; .*a\.jpg"):
        open_folder(tmp_path)


def test_a_missing_picture_is_refused(tmp_path):
    with pytest.raises(UnusableError, match="there is no such file"):
        open_picture(tmp_path / "t.jpg")


def test_why_a_picture_or_video_cannot_be_read_is_told_in_the_language_of_the_window(tmp_path):
    spanish = language("es")
    for opens in (read_picture, open_video):
        with pytest.raises(UnusableError) as refusal:
            opens(tmp_path / "gone.bin")
        assert str(refusal.value).endswith("cannot be read (there is no such file or folder)")
        assert refusal.value.told(spanish).endswith("no se puede leer (no existe ese archivo o carpeta)")
