"""What a process of its own took: seconds of the processor and memory."""

import json
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path

_STATUS = Path("/proc/self/status")


def run_and_measure(run: Callable[[], int]) -> None:
    """Run something and end the process with its exit status; the last line on standard error tells what it took."""
    status = run()
    measured = {"seconds": round(time.process_time(), 3), "peak_bytes": peak_bytes()}
    sys.stderr.write(json.dumps(measured) + "\n")
    sys.exit(status)


def peak_bytes() -> int | None:
    """Return the largest memory this process has had (resident set); None where the system does not tell.

    On Linux `getrusage` counts the memory of the process that started this one, too, so the kernel's own mark is read.
    """
    if _STATUS.exists():
        peak = re.search(r"VmHWM:\s+(\d+) kB", _STATUS.read_text(encoding="ascii", errors="replace"))
        if peak is not None:
            return 1024 * int(peak[1])
    if sys.platform == "win32":
        return None
    import resource

    peak_of_process = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak_of_process if sys.platform == "darwin" else 1024 * peak_of_process
