"""Gives a recorded video what is only known at its end: chapters for tricks, subtitles, a length, places to jump to."""

import contextlib
import io
import shutil
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from heapq import merge
from pathlib import Path
from typing import TYPE_CHECKING, Any

import av
from av.container import InputContainer
from av.packet import Packet
from av.subtitles.stream import SubtitleStream
from av.video.stream import VideoStream

from companion.errors import UnusableError
from companion.language import mark
from companion.recording.captions import LEFT_OUT, Cue, read_cues, srt
from companion.recording.failures import FAILURES, reason
from companion.recording.layout import CAPTIONS
from companion.recording.opening import Session
from companion.recording.story import title_of, tricks_of
from companion.whole_files import becoming

if TYPE_CHECKING:
    from av.container.core import Chapter

_LEFT_OUT = tuple(kind.event for kind in LEFT_OUT)
_MILLISECONDS = Fraction(1, 1000)

_TOO_FULL = mark("{name}: chapters and subtitles were left out, the disk is too full to write it anew")
_DAMAGED = mark("{name}: is damaged; it was left as it is, without chapters and subtitles")
_UNWRITTEN = mark("{name}: chapters and subtitles could not be written ({reason})")
_BEFORE_THE_FIRST = mark("Before the first card")

_IN_MATROSKA = {"en": "eng", "es": "spa", "fr": "fre"}
"""Languages as Matroska calls them (ISO 639-2); players take what says none for English."""

Timed = tuple[float, "Packet[Any]"]
"""A packet and its time, seconds."""

_MOST_LOST = 1_000_000
"""Bytes by which a file may become smaller by being written anew; more means that part of it could not be read."""


def finish(session: Session) -> list[UnusableError]:
    """Write chapters and subtitles into the parts of a session's video.

    A new file takes the old one's place when it is complete, so nothing is lost where this ends early. It may be done
    again, for instance after corrections.

    Returns:
        What could not be done.
    """
    return [problem for path in session.videos if (problem := _finish_part(session, path)) is not None]


def cues_of(session: Session) -> list[Cue]:
    """Return what was announced, in order of time, in the words in which the people at the table heard it.

    The log has all of it in English; the subtitles have those words. Where they lack something, the log's are taken.
    """
    said = (line for line in session.events if line["event"] not in _LEFT_OUT and isinstance(line.get("text"), str))
    heard: defaultdict[int, list[Cue]] = defaultdict(list)
    with contextlib.suppress(OSError):
        for cue in read_cues(session.folder / CAPTIONS):
            heard[round(cue.start * 1000)].append(cue)
    logged: defaultdict[int, list[Cue]] = defaultdict(list)
    for line in said:
        logged[round(float(line["time"]) * 1000)].append(Cue(float(line["time"]), str(line["text"])))
    return [
        Cue(cue.start, words.text)
        for moment, cues in sorted(logged.items())
        for cue, words in zip(cues, heard[moment] if len(heard[moment]) == len(cues) else cues, strict=True)
    ]


def _finish_part(session: Session, path: Path) -> UnusableError | None:
    if shutil.disk_usage(path.parent).free < 2 * path.stat().st_size:
        return UnusableError(_TOO_FULL, name=path.name)
    try:
        with becoming(path) as unfinished:
            _rewrite(session, path, unfinished)
            if path.stat().st_size - unfinished.stat().st_size > _MOST_LOST:
                # Raised, so that what was written does not take the old file's place.
                raise UnusableError(_DAMAGED, name=path.name)
    except FAILURES as error:
        return UnusableError(_UNWRITTEN, name=path.name, reason=reason(error))
    except UnusableError as error:
        return error
    return None


def _rewrite(session: Session, path: Path, unfinished: Path) -> None:
    times = list(picture_times(path))
    start, end = min(times, default=0.0), max(times, default=0.0)
    with av.open(f"file:{path}") as old, av.open(f"file:{unfinished}", "w", format="matroska") as new:
        video = film_in(old)
        copy = new.add_stream_from_template(video)
        cues = [cue for cue in cues_of(session) if start <= cue.start <= end]
        new.set_chapters(_chapters(session, start, end))
        new.metadata["title"] = f"{session.language.text(session.game.title)}, {', '.join(session.names)}"
        with contextlib.ExitStack() as texts:
            packets: list[Iterator[Timed]] = [_video_packets(old, video, copy, times)]
            if cues:
                subtitles = texts.enter_context(av.open(io.BytesIO(srt(cues)), "r", format="srt"))
                source = subtitles.streams.subtitles[0]
                target = new.add_stream_from_template(source)
                target.metadata["language"] = _IN_MATROSKA[session.language.code]
                packets.append(_text_packets(subtitles, source, target))
            for _, packet in merge(*packets, key=lambda item: item[0]):
                new.mux(packet)


def picture_times(path: Path) -> Iterator[float]:
    """Yield the times of the pictures of a video, seconds of the session; nothing is decoded.

    They come as the pictures lie in the file: ours in order of time, those that others' tools wrote anew perhaps not.

    Raises:
        OSError: The file cannot be read, or holds no pictures.
        av.FFmpegError: It is damaged at its beginning.
    """
    with av.open(f"file:{path}") as container:
        stream = film_in(container)
        for packet in _readable(container, stream):
            yield _seconds(packet)


def film_in(container: InputContainer) -> VideoStream:
    """Return what holds the pictures of a video.

    Raises:
        OSError: There are none.
    """
    if not container.streams.video:
        raise OSError(mark("holds no pictures"))
    return container.streams.video[0]


def _readable(container: InputContainer, stream: VideoStream) -> "Iterator[Packet[VideoStream]]":
    """Yield the packets up to where the file is damaged."""
    with contextlib.suppress(av.FFmpegError):
        for packet in container.demux(stream):
            if packet.pts is not None:
                yield packet


def _seconds(packet: "Packet[VideoStream]") -> float:
    return float((packet.pts or 0) * (packet.time_base or _MILLISECONDS))


def _video_packets(
    old: InputContainer, video: VideoStream, copy: VideoStream, times: Sequence[float]
) -> Iterator[Timed]:
    """Yield the packets of a film, each with the time at which it has to be decoded: FFmpeg cannot tell it of all.

    Args:
        old: The film.
        video: Its pictures.
        copy: What they become.
        times: When they are shown, as they lie in the file.
    """
    due = sorted(times)
    early = max((turn - shown for turn, shown in zip(due, times, strict=True)), default=0.0)
    for turn, packet in zip(due, _readable(old, video), strict=False):
        packet.dts = round((turn - early) / float(packet.time_base or _MILLISECONDS))
        packet.stream = copy
        yield turn, packet


def _text_packets(container: InputContainer, source: SubtitleStream, target: SubtitleStream) -> Iterator[Timed]:
    for packet in container.demux(source):
        if packet.pts is not None:
            time = float(packet.pts * packet.time_base)
            packet.stream = target
            yield time, packet


def _chapters(session: Session, start: float, end: float) -> "list[Chapter]":
    tricks = [trick for trick in tricks_of(session) if start <= trick.start <= end]
    starts = [trick.start for trick in tricks]
    stops = [*starts[1:], end][: len(starts)]
    speaker = session.speaker_at_table
    chapters: list[Chapter] = []
    if not starts or starts[0] > start:
        chapters.append(_chapter(0, start, starts[0] if starts else end, speaker.say(_BEFORE_THE_FIRST)))
    for trick, begin, stop in zip(tricks, starts, stops, strict=True):
        chapters.append(_chapter(len(chapters), begin, max(stop, begin), title_of(trick, speaker)))
    return chapters


def _chapter(number: int, start: float, end: float, title: str) -> "Chapter":
    return {
        "id": number + 1,
        "start": round(start * 1000),
        "end": round(end * 1000),
        "time_base": _MILLISECONDS,
        "metadata": {"title": title},
    }
