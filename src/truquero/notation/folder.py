"""Where what a user has played is kept."""

from __future__ import annotations

import os
from pathlib import Path

from truquero.language import _
from truquero.table.errors import TableError

FOLDER_VARIABLE = "TRUQUERO_DATA"


def data_folder() -> Path:
    """The folder of TRUQUERO_DATA, or the one of the system for this user."""
    chosen, system = os.environ.get(FOLDER_VARIABLE), Path(os.environ.get("XDG_DATA_HOME", ""))
    try:
        if chosen:
            return Path(chosen).expanduser()
        # The XDG specification wants a path that is not absolute to be ignored.
        return (system if system.is_absolute() else Path.home() / ".local" / "share") / "truquero"
    except RuntimeError as error:
        about = _("there is no home to keep matches in: set {variable} to a folder")
        raise TableError(about.format(variable=FOLDER_VARIABLE)) from error
