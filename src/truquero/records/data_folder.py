"""The folder for the matches and other data of a user."""

from __future__ import annotations

import os
from pathlib import Path

from truquero.i18n import _
from truquero.table.errors import TableError

FOLDER_VARIABLE = "TRUQUERO_DATA"


def data_folder() -> Path:
    """Return the folder that TRUQUERO_DATA names, or `truquero` in the user's data folder of the system."""
    chosen, system = os.environ.get(FOLDER_VARIABLE), Path(os.environ.get("XDG_DATA_HOME", ""))
    try:
        if chosen:
            return Path(chosen).expanduser()
        # The XDG specification says to ignore a path that is not absolute.
        return (system if system.is_absolute() else Path.home() / ".local" / "share") / "truquero"
    except RuntimeError as error:
        message = _("there is no home folder for saved matches: set {variable} to a folder")
        raise TableError(message.format(variable=FOLDER_VARIABLE)) from error
