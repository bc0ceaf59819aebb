"""Subtitles: as long as they take to read, one after the other."""

import pytest

from companion.recording.captions import HEAD, Cue, cue_block, read_cues, srt


def test_a_sentence_in_a_film_ends_where_the_next_begins():
    cues = [Cue(1.0, "Ana wins the trick"), Cue(2.0, "Ben"), Cue(2.1, "Carla"), Cue(90.5, "The end")]
    times = [line for line in srt(cues).decode().splitlines() if "-->" in line]
    assert times == [
        "00:00:01,000 --> 00:00:02,000",
        "00:00:02,000 --> 00:00:02,300",
        "00:00:02,100 --> 00:00:04,600",
        "00:01:30,500 --> 00:01:33,000",
    ]


@pytest.mark.parametrize(
    ("name", "written"), [("<b>Ana", "&lt;b&gt;Ana"), ("Tom & Jo", "Tom &amp; Jo"), ("A\nB", "A B")]
)
def test_no_name_means_anything_to_a_player_of_films(name, written):
    assert cue_block(Cue(0.0, name)).decode().splitlines()[1] == written


def test_subtitles_read_as_they_were_written_but_for_what_was_cut_short(tmp_path):
    cues = [Cue(1.25, "Tom & Jo <b>"), Cue(4000.0, "«Él» gana"), Cue(4001.0, "−3\u00a0: fin")]
    torn = cue_block(Cue(4000.5, "Ben wins the")).removesuffix(b"\n")
    path = tmp_path / "announcements.vtt"
    path.write_bytes(b"".join([HEAD, *map(cue_block, cues[:2]), torn, cue_block(cues[2]), b"00:00:0"]))
    assert read_cues(path) == cues
