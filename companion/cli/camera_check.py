"""`companion calibrate SOURCE --check`: how well a camera sees the cards, and what to change."""

import argparse
from typing import TYPE_CHECKING, Any

from companion.cli.output import put_json, tell

if TYPE_CHECKING:
    from companion.vision.tabletop.check import Report

_SECONDS = 6.0
_LOOK_EVERY = 0.5
_SURELY_FOUND = 0.8


def check_camera(arguments: argparse.Namespace) -> int:
    """Look through a source for a while, or to its end, and tell; 1 where cards would be misread.

    Raises:
        UnusableError: The source cannot be used.
    """
    from companion.vision.capture import open_capture
    from companion.vision.handover import SourceEvent
    from companion.vision.orientation import Orientation
    from companion.vision.refined_finder import RefinedFinder
    from companion.vision.tabletop.check import CameraCheck

    finder, check = RefinedFinder.shipped(), CameraCheck()
    patience = arguments.seconds or _SECONDS
    due, told = 0.0, ""
    orientation = Orientation(arguments.mirrored, arguments.turn)
    with open_capture(arguments.source, speed="max", orientation=orientation) as capture:
        for item in capture:
            if isinstance(item, SourceEvent):
                if item.state == "lost":
                    tell(item.message)
                continue
            if capture.is_live:
                check.frame(item.image, item.time, item.index)
            if item.time >= due:
                due = item.time + _LOOK_EVERY
                found = finder.find(item.image).at_least(_SURELY_FOUND)
                check.look(item.image, list(found.corners[found.face_up]))
                advice = check.report().advice()[0]
                if advice != told:
                    told = advice
                    tell(f"{item.time:6.1f} s: {advice}")
            if capture.is_live and item.time > patience:
                break
    report = check.report()
    _tell(report, as_json=arguments.json)
    return 1 if report.grade == "poor" else 0


def _tell(report: "Report", *, as_json: bool) -> None:
    if as_json:
        measured: dict[str, Any] = {
            finding.check.key: {"value": round(finding.value, 4), "grade": finding.grade} for finding in report.findings
        }
        summary = {"cards": report.cards, "grade": report.grade, "measures": measured, "advice": report.advice()}
        put_json(summary)
    for finding in report.findings:
        tell(f"{finding.check.title:20} {finding.value:8.3f}  {finding.grade}")
    for sentence in report.advice():
        tell(sentence)
