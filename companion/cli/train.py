"""`companion train`: make the models again."""

import argparse
import importlib.util
import os
import sys
from pathlib import Path

from companion.errors import UnusableError

_DEFAULT_CHUNKS = {"finder": 28, "reader": 150, "refiner": 28}
_DEFAULT_MINUTES = {"finder": 90.0, "reader": 60.0, "refiner": 15.0}


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Describe the command."""
    parser = subparsers.add_parser(
        "train",
        help="train the finder, the refiner or the reader",
        description=(
            "Renders synthetic pictures, trains a model on them for a given time and exports it. "
            "Needs the train extra: pip install 'table-companion[train]'."
        ),
    )
    parser.add_argument("kind", choices=tuple(_DEFAULT_MINUTES), help="which model")
    times = ", ".join(f"{kind} {minutes:g}" for kind, minutes in _DEFAULT_MINUTES.items())
    parser.add_argument("--minutes", type=float, help=f"time to train ({times}); rendering comes on top")
    parser.add_argument("--run", dest="folder", type=Path, help="folder of the run (default runs/KIND)")
    parser.add_argument("--data", type=Path, help="folder of rendered pictures (default data in the run's folder)")
    parser.add_argument("--art", type=Path, help="artwork folder <group>/fit/<design>/; without it only our own decks")
    parser.add_argument("--backgrounds", type=Path, help="folder of pictures to lay cards on; without it drawn ones")
    parser.add_argument("--init", type=Path, help="checkpoint to start from, e.g. yolo26n.pt or models/finder.pt")
    parser.add_argument("--chunks", type=int, help="chunks of pictures to render (500 scenes or 1000 crops each)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cpu", help="cpu, 0 (first CUDA device), mps")
    parser.add_argument("--workers", type=int, default=2, help="processes that render")
    parser.add_argument(
        "--threads", type=int, default=os.cpu_count() or 1, help="threads of the network (1 beside other work)"
    )
    parser.add_argument("--resume", action="store_true", help="go on with the run's last checkpoint")
    parser.add_argument("--photos", type=Path, help="labelled photographs: old and new model are compared on them too")
    parser.add_argument("--install", action="store_true", help="put the model in use where it is nowhere worse")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Train as told."""
    for package in ("torch", "ultralytics", "onnx"):
        if importlib.util.find_spec(package) is None:
            raise UnusableError(f"training needs the package {package}: pip install 'table-companion[train]'")
    from companion.training.plan import Plan, carry_out

    plan = Plan(
        kind=arguments.kind,
        run=arguments.folder or Path("runs") / arguments.kind,
        minutes=arguments.minutes or _DEFAULT_MINUTES[arguments.kind],
        chunks=arguments.chunks or _DEFAULT_CHUNKS[arguments.kind],
        seed=arguments.seed,
        art=arguments.art,
        backgrounds=arguments.backgrounds,
        init=arguments.init,
        data=arguments.data,
        device=arguments.device,
        workers=arguments.workers,
        threads=arguments.threads,
        resume=arguments.resume,
        photos=arguments.photos,
        install=arguments.install,
    )
    model = carry_out(plan, lambda line: print(line, file=sys.stderr, flush=True))  # noqa: T201
    print(f"{model} is ready; compare it before use: companion evaluate --{plan.kind} {model}", file=sys.stderr)  # noqa: T201
    return 0
