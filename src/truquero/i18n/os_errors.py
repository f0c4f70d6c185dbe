"""Messages of file errors in the current language, instead of the language of the operating system."""

from __future__ import annotations

import errno

from truquero.i18n import N_, _

_REASONS = {
    errno.ENOENT: N_("there is no such file or directory"),
    errno.ENOTDIR: N_("a part of the path is not a directory"),
    errno.EISDIR: N_("it is a directory"),
    errno.EACCES: N_("you have no permission"),
    errno.EPERM: N_("you have no permission"),
    errno.EROFS: N_("the disk is read-only"),
    errno.ENOSPC: N_("the disk is full"),
    errno.ENAMETOOLONG: N_("the name is too long"),
    errno.EMFILE: N_("too many files are open"),
    errno.EIO: N_("the disk does not respond"),
}


def reason(error: OSError) -> str:
    """Return why a file could not be used. Unusual errors keep the message of the operating system."""
    if error.errno in _REASONS:
        return _(_REASONS[error.errno])
    return error.strerror or str(error)
