"""`companion record`: watches a table and records it."""

import argparse

from companion.cli.watch import add_watching_options, run, status


def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to the command line."""
    parser = subparsers.add_parser(
        "record",
        help="referee a source and record the game in a new folder",
        description="The same as companion watch SOURCE --record DIR: the game is refereed and recorded, to be "
        "replayed, corrected, exported and trained on. A recording that broke off goes on with companion watch SOURCE "
        "--resume DIR.",
        epilog=status("log or video are not whole (an end at --record-limit is as wanted)"),
    )
    add_watching_options(parser, records=True)
    parser.set_defaults(run=run, resume=None, filmed=True)
