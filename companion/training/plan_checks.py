"""What is wrong with a training run before it begins: nobody should wait an hour of rendering to be told."""

from typing import TYPE_CHECKING

import torch

from companion.errors import UnusableError
from companion.recording.opening import open_session
from companion.training.checkpoints import is_our_own
from companion.training.photographs import learned_photographs

if TYPE_CHECKING:
    from companion.training.plan import Plan


def check_options(plan: "Plan", *, may_freeze: bool, by_ultralytics: bool) -> None:
    """Refuse options that do not go with each other.

    Args:
        plan: What to do.
        may_freeze: Whether blocks of its network can stay as they are.
        by_ultralytics: Whether Ultralytics trains the network, on whatever device; ours takes a CPU or one CUDA device.

    Raises:
        UnusableError: They do not, or the checkpoint that one needs is missing or of another training.
    """
    if plan.add and plan.kind != "reader":
        raise UnusableError(f"--add: sessions teach the reader; there is nothing to add for the {plan.kind}")
    if plan.init is not None and not plan.init.is_file():
        raise UnusableError(f"{plan.init}: no checkpoint to start from (give --init FILE, or leave it out)")
    if plan.average and plan.init is None:
        raise UnusableError("--average: there is nothing to average with; give --init FILE as well")
    if plan.tutor and plan.kind != "reader":
        raise UnusableError(f"--tutor: is for the reader; the {plan.kind} learns without")
    if plan.tutor and plan.init is None:
        raise UnusableError("--tutor: there is no reader to begin with; give --init FILE as well (models/reader.pt)")
    if plan.tutor and (plan.add or plan.freeze):
        raise UnusableError("--tutor: does not go with --add or --freeze; leave one of them out")
    if not by_ultralytics and plan.device != "cpu" and not plan.device.isdecimal():
        raise UnusableError(
            f"--device {plan.device}: {'--tutor' if plan.tutor else f'the {plan.kind}'} learns on cpu or on one CUDA "
            "device, e.g. 0"
        )
    if plan.freeze and not may_freeze:
        raise UnusableError(f"--freeze: is for the finder and the reader; the {plan.kind} learns as a whole")
    if plan.freeze and plan.init is None:
        raise UnusableError("--freeze: there is nothing that could stay as it is; give --init FILE as well")
    if plan.init is not None and plan.init.resolve() == plan.checkpoint.resolve():
        raise UnusableError(f"{plan.init}: this run would write over what it starts from; give another --run")
    if plan.resume and not plan.checkpoint.is_file():
        raise UnusableError(f"{plan.checkpoint}: nothing to resume; train without --resume first")
    if plan.resume and plan.kind == "reader" and is_our_own(plan.checkpoint) != plan.tutor:
        raise UnusableError(
            f"{plan.checkpoint}: is of no run with --tutor; leave that out, or train without --resume first"
            if plan.tutor
            else f"{plan.checkpoint}: is of a run with --tutor; give --tutor as well, or train without --resume first"
        )


def check_inputs(plan: "Plan") -> None:
    """Open what is needed only after rendering, so that nobody waits an hour for a mistyped name.

    Raises:
        UnusableError: There is no such device, or a session, the labelled photographs, or what a training beside a
            tutor begins with cannot be opened.
    """
    if plan.device == "mps":
        there = torch.backends.mps.is_available()
    else:
        numbers = plan.device.split(",")
        there = plan.device == "cpu" or all(
            number.isdecimal() and int(number) < torch.cuda.device_count() for number in numbers
        )
    if not there:
        raise UnusableError(f"--device {plan.device}: there is no such device here; cpu is always there")
    for session in plan.add:
        open_session(session)
    if plan.kind == "finder" and plan.photos is not None:
        learned_photographs(plan.photos)
    if plan.tutor:
        from companion.training.tutoring import open_beginning

        open_beginning(plan.init)
