"""A TCP proxy between a browser and the server that can be cut at any time."""

from __future__ import annotations

import contextlib
import socket
import threading
from typing import Self

CHUNK = 65_536  # bytes


class CuttableProxy:
    """A TCP proxy. After `cut`, open connections break and new ones are refused until `restore`."""

    def __init__(self, port: int) -> None:
        self._to = ("127.0.0.1", port)
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._open: list[socket.socket] = []
        self._whole = True
        self._lock = threading.Lock()  # so that no connection opens during a cut

    def __enter__(self) -> Self:
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.cut()
        self._listening.close()

    def cut(self) -> None:
        with self._lock:
            self._whole = False
            for end in self._open:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()
            self._open.clear()

    def restore(self) -> None:
        self._whole = True

    def _listen(self) -> None:
        with contextlib.suppress(OSError):  # raised when the listening socket is closed
            while True:
                near, _from = self._listening.accept()
                with self._lock:
                    if not self._whole:
                        near.close()
                        continue
                    far = socket.create_connection(self._to)
                    self._open += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._pass, args=(one, other), daemon=True).start()

    @staticmethod
    def _pass(one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(CHUNK):
                other.sendall(data)
            other.shutdown(socket.SHUT_WR)
