"""`companion train`: make the models again."""

import argparse
import importlib.util
import os
from pathlib import Path

from companion.cli.names import file_path
from companion.cli.output import tell
from companion.errors import UnusableError
from companion.refusals import refusal_of
from companion.resources import models_directory

_DEFAULT_CHUNKS = {
    "finder": 28,
    "reader": 150,
    "index": 150,
    "refiner": 28,
    "outliner": 36,
    "spotter": 40,
    "counter": 100,
    "magnifier": 60,
}
_ADD_CHUNKS, _ADD_MINUTES, _ADD_FREEZE = 6, 8.0, 3
_MOST_FROZEN = 9
_LEAST = {"chunks": 1, "seed": 0, "workers": 0, "threads": 1}
_DEFAULT_MINUTES = {
    "finder": 90.0,
    "reader": 60.0,
    "index": 60.0,
    "refiner": 15.0,
    "outliner": 75.0,
    "spotter": 75.0,
    "counter": 50.0,
    "magnifier": 75.0,
}


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "train",
        help="train the finder, the reader, or one of the networks that help them",
        description=(
            "Renders synthetic pictures, trains a model on them for a given time and exports it. "
            'Needs the train extra: pip install ".[train]" in the folder of the project.'
        ),
        epilog="Exit status: 0 trained, 1 trained but not put in use by --install, for it is worse somewhere, 2 an "
        "option, a folder, a session or a package cannot be used.",
    )
    _add_run(parser)
    _add_pictures(parser)
    _add_learning(parser)
    _add_result(parser)
    parser.set_defaults(run=run)


def _add_run(parser: argparse.ArgumentParser) -> None:
    """Describe what is trained, where and how long."""
    parser.add_argument("kind", choices=tuple(_DEFAULT_MINUTES), help="which model")
    times = ", ".join(f"{kind} {minutes:g}" for kind, minutes in _DEFAULT_MINUTES.items())
    parser.add_argument(
        "--minutes", type=float, metavar="N", help=f"minutes to train (default {times}); rendering comes on top"
    )
    parser.add_argument(
        "--run", dest="folder", type=file_path, metavar="DIR", help="folder of the run (default runs/KIND)"
    )
    parser.add_argument(
        "--data", type=file_path, metavar="DIR", help="folder of rendered pictures (default data in the run's folder)"
    )
    parser.add_argument(
        "--device",
        default="cpu",
        metavar="D",
        help="cpu (default), 0 (first CUDA device); for finder and reader mps as well, not with --tutor",
    )
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes that render (default 2)")
    parser.add_argument(
        "--threads",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="threads of the network (default one a core; 1 beside other work)",
    )
    parser.add_argument("--resume", action="store_true", help="go on with the run's last checkpoint")


def _add_pictures(parser: argparse.ArgumentParser) -> None:
    """Describe the pictures that are rendered."""
    parser.add_argument(
        "--art",
        type=file_path,
        metavar="DIR",
        help="artwork folder <group>/fit/<design>/; without it only our own decks",
    )
    parser.add_argument(
        "--backgrounds", type=file_path, metavar="DIR", help="folder of pictures to lay cards on; without it drawn ones"
    )
    chunks = ", ".join(f"{kind} {count}" for kind, count in _DEFAULT_CHUNKS.items())
    parser.add_argument(
        "--chunks",
        type=int,
        metavar="N",
        help=f"chunks of pictures to render, 500 scenes or 1000 crops each (default {chunks})",
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of pictures and training (default 1)")


def _add_learning(parser: argparse.ArgumentParser) -> None:
    """Describe what it begins with and what it learns from beside rendered pictures."""
    parser.add_argument(
        "--init", type=file_path, metavar="FILE", help="checkpoint to start from, e.g. yolo26n.pt or models/finder.pt"
    )
    parser.add_argument(
        "--photos",
        type=file_path,
        metavar="DIR",
        help="labelled photographs: finder and refiner learn from most of their part `fit`, old and new model are "
        "compared on the rest of it",
    )
    parser.add_argument(
        "--add",
        nargs="+",
        type=file_path,
        default=[],
        metavar="DIR",
        help="folders of recorded sessions: the reader goes on from the one in use and learns their corrected and "
        f"confirmed cards (then --minutes {_ADD_MINUTES:g} and --chunks {_ADD_CHUNKS})",
    )
    parser.add_argument(
        "--average",
        type=float,
        default=0.0,
        metavar="SHARE",
        help="share of the weights of --init in the exported ones, below 1 (default 0; 0.4 to go on with other "
        "pictures)",
    )
    parser.add_argument(
        "--freeze",
        type=int,
        metavar="N",
        help="leave N blocks at the beginning of the finder's or reader's network as they are: to go on from a trained "
        f"reader, {_ADD_FREEZE} take a third of the time away (default 0, with --add {_ADD_FREEZE})",
    )
    parser.add_argument(
        "--kinds-only",
        action="store_true",
        help="let the refiner learn what is a card, and no corner: from a trained one (--init models/refiner.pt)",
    )
    parser.add_argument(
        "--tutor",
        choices=("wider", "itself"),
        help="from a trained reader (--init models/reader.pt) let it learn beside a network twice as wide (for a GPU: "
        "--device 0), or beside itself as it began, so that it forgets less of what it named",
    )


def _add_result(parser: argparse.ArgumentParser) -> None:
    """Describe what becomes of the model."""
    parser.add_argument(
        "--int8",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="let the model compute in 8 bits, in half to two thirds of the time (default)",
    )
    parser.add_argument(
        "--quantise",
        type=file_path,
        metavar="FILE",
        help="train nothing: let this exported model compute in 8 bits",
    )
    parser.add_argument("--install", action="store_true", help="put the model in use where it is nowhere worse")


def run(arguments: argparse.Namespace) -> int:
    """Train as told."""
    _check(arguments)
    for package in ("torch", "ultralytics", "onnx"):
        if importlib.util.find_spec(package) is None:
            raise UnusableError(
                f'training needs the package {package}: pip install ".[train]" in the folder of the project'
            )
    if arguments.quantise is not None:
        return _quantise(arguments)
    from companion.training.plan import Plan, carry_out

    add = tuple(arguments.add)
    minutes = _ADD_MINUTES if add else _DEFAULT_MINUTES[arguments.kind]
    chunks = _ADD_CHUNKS if add else _DEFAULT_CHUNKS[arguments.kind]
    in_use = models_directory() / f"{arguments.kind}.pt" if add else None
    plan = Plan(
        kind=arguments.kind,
        run=arguments.folder or Path("runs") / arguments.kind,
        minutes=minutes if arguments.minutes is None else arguments.minutes,
        chunks=chunks if arguments.chunks is None else arguments.chunks,
        seed=arguments.seed,
        art=arguments.art,
        backgrounds=arguments.backgrounds,
        init=arguments.init or in_use,
        data=arguments.data,
        device=arguments.device,
        workers=arguments.workers,
        threads=arguments.threads,
        resume=arguments.resume,
        photos=arguments.photos,
        add=add,
        average=arguments.average,
        freeze=arguments.freeze if arguments.freeze is not None else _ADD_FREEZE if add else 0,
        kinds_only=arguments.kinds_only,
        tutor=arguments.tutor,
        int8=arguments.int8,
        install=arguments.install,
    )
    try:
        model = carry_out(plan, tell)
    except BrokenPipeError:
        raise
    except OSError as error:
        # PyTorch, ONNX and Ultralytics do not say of a full disk where it was full.
        raise UnusableError(
            f"{error.filename or plan.run}: cannot be read or written ({refusal_of(error)}); what is rendered "
            "and the last checkpoint are kept, --resume goes on with them"
        ) from error
    tell(f"{model} is ready; compare it before use: companion evaluate --{model.stem} {model}")
    return 0


def _check(arguments: argparse.Namespace) -> None:
    """Refuse what could only fail after an hour of rendering."""
    for name, least in _LEAST.items():
        value = getattr(arguments, name)
        if value is not None and value < least:
            raise UnusableError(f"--{name} {value}: expected a whole number from {least}")
    if arguments.minutes is not None and not arguments.minutes > 0:
        raise UnusableError(f"--minutes {arguments.minutes:g}: expected a number above 0")
    if not 0 <= arguments.average < 1:
        raise UnusableError(f"--average {arguments.average:g}: must be at least 0 and below 1")
    if arguments.freeze is not None and not 0 <= arguments.freeze <= _MOST_FROZEN:
        raise UnusableError(f"--freeze {arguments.freeze}: must be 0 to {_MOST_FROZEN}, the blocks before the last")
    for option, folder in (("--run", arguments.folder), ("--data", arguments.data)):
        if folder is not None and folder.exists() and not folder.is_dir():
            raise UnusableError(f"{option} {folder}: is a file; name a folder, which need not be there")
    for name in ("backgrounds", "photos"):
        folder = getattr(arguments, name)
        if folder is not None and not folder.is_dir():
            raise UnusableError(f"--{name} {folder}: no such folder; name one, or leave it out")


def _quantise(arguments: argparse.Namespace) -> int:
    from companion.training.mixtures import sources_for
    from companion.training.quantise import QUANTISERS

    if arguments.kind not in QUANTISERS:
        raise UnusableError(
            f"--quantise {arguments.quantise}: what reads indices is a part of the reader's file and gets its 8 bits "
            "with it: companion train reader --quantise"
        )
    sources = sources_for(arguments.kind, arguments.art, arguments.backgrounds)
    QUANTISERS[arguments.kind](arguments.quantise, arguments.quantise, sources)
    tell(f"{arguments.quantise} computes in 8 bits now")
    return 0
