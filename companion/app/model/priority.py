"""Who goes first where the processor is busy: the window, then those who look for cards."""

import contextlib
import os
import sys
import threading

_NICENESS = 5


def step_back() -> None:
    """Let other threads go before this one, and before those that it starts from now on.

    Only Linux knows priorities of single threads; elsewhere nothing happens.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + _NICENESS)
