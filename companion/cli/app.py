"""`companion` without a command: the desktop app."""

import argparse


def open_app(arguments: argparse.Namespace) -> int:  # noqa: ARG001 (what every command is called with)
    """Open the app and return its exit status when it was closed."""
    from companion.app.launch import run_app

    return run_app()
