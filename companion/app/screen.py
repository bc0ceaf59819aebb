"""Whether a window can be opened at all, found out before Qt starts, which aborts where it cannot."""

import ctypes
import os
import re
import sys
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from types import MappingProxyType

from companion.errors import UnusableError

Load = Callable[[str], object]
"""Loads a shared library, or raises `OSError`."""

_NONE_NEEDED = "`companion watch` and `demo --headless` need none"

_OTHER_PLUGINS = ("QT_QPA_PLATFORM_PLUGIN_PATH", "QT_PLUGIN_PATH")
"""Where these are set, Qt may find ways to open windows that are not its own."""

_PACKAGES: Mapping[str, str] = MappingProxyType(
    {
        "libEGL.so.1": "libegl1",
        "libGL.so.1": "libgl1",
        "libX11-xcb.so.1": "libx11-xcb1",
        "libX11.so.6": "libx11-6",
        "libfontconfig.so.1": "libfontconfig1",
        "libfreetype.so.6": "libfreetype6",
        "libglib-2.0.so.0": "libglib2.0-0",
        "libgthread-2.0.so.0": "libglib2.0-0",
        "libxcb-cursor.so.0": "libxcb-cursor0",
        "libxcb-icccm.so.4": "libxcb-icccm4",
        "libxcb-image.so.0": "libxcb-image0",
        "libxcb-keysyms.so.1": "libxcb-keysyms1",
        "libxcb-randr.so.0": "libxcb-randr0",
        "libxcb-render-util.so.0": "libxcb-render-util0",
        "libxcb-render.so.0": "libxcb-render0",
        "libxcb-shape.so.0": "libxcb-shape0",
        "libxcb-shm.so.0": "libxcb-shm0",
        "libxcb-sync.so.1": "libxcb-sync1",
        "libxcb-util.so.1": "libxcb-util1",
        "libxcb-xfixes.so.0": "libxcb-xfixes0",
        "libxcb-xkb.so.1": "libxcb-xkb1",
        "libxcb.so.1": "libxcb1",
        "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
        "libxkbcommon.so.0": "libxkbcommon0",
    }
)
"""The package of Debian and Ubuntu in which each library comes that Qt's windows need."""


def need_screen(environment: Mapping[str, str] = os.environ, load: Load = ctypes.CDLL) -> None:
    """See to it that there is a screen, and what Qt needs to open a window on it.

    Nothing can be told beforehand of Wayland, Windows and macOS.

    Args:
        environment: Of the process.
        load: Loads a shared library.

    Raises:
        UnusableError: There is none, it cannot be reached, or a library is missing; the message says what to do.
    """
    if not sys.platform.startswith("linux"):
        return
    platform, display = environment.get("QT_QPA_PLATFORM", ""), environment.get("DISPLAY", "")
    if not (platform or display or environment.get("WAYLAND_DISPLAY")):
        raise UnusableError(f"there is no screen to open a window on; {_NONE_NEEDED}")
    if platform and not any(environment.get(name) for name in _OTHER_PLUGINS):
        _need_plugin(platform)
    if platform.partition(":")[0] == "xcb" or (not platform and not environment.get("WAYLAND_DISPLAY")):
        _need_libraries(load)
        _need_display(display, load)


def _need_plugin(platform: str) -> None:
    """Refuse a value of `QT_QPA_PLATFORM` that names none of Qt's own ways to open windows.

    Each name may have options behind a colon; where there are several, between semicolons, one has to be there.
    """
    known = sorted({path.stem.removeprefix("libq") for path in _plugins("libq*.so")})
    names = [name.partition(":")[0] for name in platform.split(";")]
    # "wayland-egl" is in the file of "wayland" in some versions, and the other way round in others.
    if known and {name.partition("-")[0] for name in names}.isdisjoint(way.partition("-")[0] for way in known):
        raise UnusableError(
            f"QT_QPA_PLATFORM={platform}: Qt has no such way to open windows, only {', '.join(known)}; set one of "
            "these, or take the variable away"
        )


def _need_libraries(load: Load) -> None:
    """Load Qt's own part that opens windows on X; Qt takes what is loaded already."""
    plugin = next(iter(_plugins("libqxcb.so")), None)
    if plugin is None:
        return  # Installed in another way, such as by the system: it knows what it needs.
    try:
        load(str(plugin))
    except OSError as error:
        missing = re.match(r"(\S+\.so[.\d]*): cannot open shared object", str(error))
        if missing is None:
            raise UnusableError(f"windows cannot be opened on this machine: {error}") from error
        package = _PACKAGES.get(missing[1])
        told = f"on Debian and Ubuntu: sudo apt-get install {package}; " if package else ""
        raise UnusableError(
            f"windows cannot be opened on this machine: {missing[1]} is missing; {told}"
            "the README lists the system packages they need"
        ) from error


def _plugins(pattern: str) -> list[Path]:
    """Return Qt's own parts that open windows; none where it was not installed from the Python package index."""
    found = getattr(find_spec("PySide6"), "submodule_search_locations", None) or ()
    folders = (Path(place, "Qt", "plugins", "platforms") for place in found)
    return [path for folder in folders for path in folder.glob(pattern) if path.is_file()]


def _need_display(display: str, load: Load) -> None:
    """Knock at the screen as every program does that opens windows on X."""
    try:
        xcb = load("libxcb.so.1")
    except OSError:
        return
    assert isinstance(xcb, ctypes.CDLL)
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = (ctypes.c_char_p, ctypes.c_void_p)
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = (ctypes.c_void_p,)
    connection = xcb.xcb_connect(None, None)
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    if failed:
        raise UnusableError(
            f"the screen {display or '(DISPLAY is empty)'} cannot be reached: no such screen, or it is another "
            f"user's; {_NONE_NEEDED}"
        )
