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
        self._server_address = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self._connections: list[socket.socket] = []
        self._is_open = True
        self._lock = threading.Lock()  # so that no connection opens during a cut

    def __enter__(self) -> Self:
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *_error: object) -> None:
        self.cut()
        self._listener.close()

    def cut(self) -> None:
        with self._lock:
            self._is_open = False
            for connection in self._connections:
                with contextlib.suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
                connection.close()
            self._connections.clear()

    def restore(self) -> None:
        self._is_open = True

    def _listen(self) -> None:
        with contextlib.suppress(OSError):  # raised when the listening socket is closed
            while True:
                client_side, _address = self._listener.accept()
                with self._lock:
                    if not self._is_open:
                        client_side.close()
                        continue
                    server_side = socket.create_connection(self._server_address)
                    self._connections += [client_side, server_side]
                for source, target in ((client_side, server_side), (server_side, client_side)):
                    threading.Thread(target=self._forward, args=(source, target), daemon=True).start()

    @staticmethod
    def _forward(source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(CHUNK):
                target.sendall(data)
            target.shutdown(socket.SHUT_WR)
