"""The command line of a tool that takes no arguments."""

from __future__ import annotations

import argparse


def check_no_arguments(name: str, description: str | None) -> None:
    """Print the help of `python -m NAME` and exit if --help is given. Refuse any other argument."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {name}", description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.parse_args()
