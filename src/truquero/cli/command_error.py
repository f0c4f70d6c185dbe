"""The error of a command that cannot run as it was called."""


class CommandError(ValueError):
    """A command that cannot run: a busy port, or a file that cannot be written. The message says what to do."""
