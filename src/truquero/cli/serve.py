"""`truquero serve`: run the server for tables in the browser."""

from __future__ import annotations

import argparse

from truquero.cli.command_error import CommandError
from truquero.i18n import N_, _

HELP = N_("serve tables to the browser")
EXAMPLE = "truquero serve --host 0.0.0.0 --port 8000 --no-browser"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", metavar="H", help=_("the address to listen on (default: this machine only)"))
    parser.add_argument("--port", metavar="N", type=_port, help=_("the port (default: 8000, or the next free one)"))
    parser.add_argument("--no-browser", action="store_true", help=_("do not open a browser"))


def _port(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(_("it must be a number from 0 to 65535"))
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    from truquero.server.settings import SettingError, Settings  # slow to import
    from truquero.server.start import StartError, serve

    try:
        settings = Settings.read(host=arguments.host, port=arguments.port)
        serve(settings, browser=not arguments.no_browser)
    except (SettingError, StartError) as error:
        raise CommandError(str(error)) from error
    return 0
