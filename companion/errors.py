"""Failures that a person is told about in one line, with the exit status they lead to."""


class CompanionError(Exception):
    """Base of every failure with a message meant for people: what was wrong, where, and what to do."""

    exit_status = 2


class UnusableError(CompanionError):
    """A file, camera, model or option cannot be used at all (exit status 2)."""

    exit_status = 2


class WrongInputError(CompanionError):
    """The input was read and found wrong (exit status 1)."""

    exit_status = 1
