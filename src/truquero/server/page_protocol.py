"""The number of the protocol between the server and its page.

The protocol consists of the messages over the WebSocket and the bodies over HTTP. Only the page that the server itself
serves uses it, so its names may change. A page that was loaded before an update sends an older number than the server
expects. The server refuses such a page and asks the visitor to reload it.
"""

from __future__ import annotations

from truquero.i18n import _

PROTOCOL = 6  # raise it with every change of a message or a body; tests/tools/test_typescript.py notices the change
PROTOCOL_HEADER = "X-Truquero-Protocol"  # pages send the number with every request; other programs may leave it out


def outdated_text() -> str:
    """Return the reason for refusing a page that was loaded before an update, in at most 123 bytes."""
    return _("Truquero has been updated since this page was loaded. Reload it to go on here.")
