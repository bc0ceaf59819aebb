"""What is wrong with a training run before it begins: nobody should wait an hour of rendering to be told."""

import zipfile
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from companion.errors import UnusableError
from companion.recording.opening import open_session
from companion.resources import models_directory
from companion.training import finder_data, reader_data
from companion.training.checkpoints import is_our_own
from companion.training.chunks import ChunkFolder
from companion.training.export import averaged_network
from companion.training.own_networks import NETWORKS
from companion.training.photographs import OF_PHOTOGRAPHS, learned_photographs

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
    if plan.kinds_only:
        _check_kinds_only(plan)
    if plan.init is not None and plan.init.resolve() == plan.checkpoint.resolve():
        raise UnusableError(f"{plan.init}: this run would write over what it starts from; give another --run")
    if plan.resume and not plan.checkpoint.is_file():
        raise UnusableError(f"{plan.checkpoint}: nothing to resume; train without --resume first")
    if plan.resume and plan.kind == "reader" and is_our_own(plan.checkpoint) != bool(plan.tutor):
        raise UnusableError(
            f"{plan.checkpoint}: is of no run with --tutor; leave that out, or train without --resume first"
            if plan.tutor
            else f"{plan.checkpoint}: is of a run with --tutor; give --tutor as well, or train without --resume first"
        )


def _check_kinds_only(plan: "Plan") -> None:
    if plan.kind != "refiner":
        raise UnusableError(f"--kinds-only: is for the refiner; the {plan.kind} learns as a whole")
    in_use = models_directory() / "refiner.pt"
    if plan.init is None or plan.init.resolve() != in_use.resolve():
        raise UnusableError(f"--kinds-only: corners stay those of the refiner in use; give --init {in_use}")
    if not plan.int8:
        raise UnusableError("--kinds-only: corners stay in 8 bits, as they are in use; leave --no-int8 out")


def check_inputs(plan: "Plan") -> None:
    """Open what is needed only after rendering, so that nobody waits an hour for a mistyped name.

    Raises:
        UnusableError: There is no such device, or a session, the labelled photographs, or the checkpoint that the
            training begins or goes on with cannot be opened.
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
    if plan.kind in OF_PHOTOGRAPHS and plan.photos is not None:
        learned_photographs(plan.photos)
    if plan.tutor:
        from companion.training.tutoring import open_beginning

        open_beginning(plan.init)
    elif plan.resume:
        _check_checkpoint(plan, plan.checkpoint, "train without --resume")
    elif plan.init is not None:
        _check_checkpoint(plan, plan.init, "give another --init")


def _check_checkpoint(plan: "Plan", checkpoint: Path, instead: str) -> None:
    try:
        if plan.kind in NETWORKS:
            saved = torch.load(checkpoint, map_location="cpu", weights_only=True)
            NETWORKS[plan.kind]().load_state_dict(saved["network" if plan.resume else "averaged"])
            fits = True
        else:
            network = averaged_network(torch.load(checkpoint, map_location="cpu", weights_only=False))
            # Any network of Ultralytics is one to begin with: it lends what layers it has in common.
            fits = isinstance(network, torch.nn.Module) and (
                not plan.resume or _names(network) == _CLASSES[plan.kind]()
            )
    except Exception as error:  # Whatever a file that is no checkpoint makes the unpickling do.
        raise UnusableError(f"{checkpoint}: holds no weights of this network, or is damaged; {instead}") from error
    if not fits:
        raise UnusableError(f"{checkpoint}: is of another training than that of the {plan.kind}; {instead}")
    if plan.kind not in NETWORKS and checkpoint.suffix != ".pt":
        raise UnusableError(f"{checkpoint}: Ultralytics opens only files whose names end in .pt; rename it")


def _names(network: torch.nn.Module) -> tuple[str, ...]:
    return tuple(network.names.values())  # type: ignore[operator,union-attr]


_CLASSES = {"finder": lambda: finder_data.CLASSES, "reader": reader_data.class_names}


def check_data(kind: str, data: Path, size: tuple[int, ...], labels: AbstractSet[str]) -> None:
    """Refuse pictures that were rendered for another training, or that are damaged.

    Args:
        kind: What is trained.
        data: Folder of its data, which need not be there.
        size: (H, W, 3) of its pictures, or what else each of them is.
        labels: Which labels it learns from.

    Raises:
        UnusableError: They lie in that folder.
    """
    for part in ("val", "train"):
        folder = data / part
        if not folder.is_dir():
            continue
        store = ChunkFolder(folder)
        for number in store.numbers():
            try:
                chunk = store.load(number)
            except (OSError, EOFError, ValueError, zipfile.BadZipFile) as error:
                raise UnusableError(
                    f"{folder}: chunk {number} is damaged; delete its two files, they are rendered again"
                ) from error
            if chunk.images.shape[1:] != size or not labels <= set(chunk.labels):
                raise UnusableError(
                    f"{folder}: holds pictures for another training than that of the {kind}; "
                    "give another --run or --data, or delete that folder"
                )
