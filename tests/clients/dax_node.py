"""A loopback DAX node for its own client: describes itself and the key, answers Get and Put."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from amazondax.CborDecoder import NoMoreData  # type: ignore[import-untyped]
from amazondax.CborEncoder import CborEncoder  # type: ignore[import-untyped]
from amazondax.DaxCborDecoder import DaxCborDecoder  # type: ignore[import-untyped]

AUTHORIZE, ENDPOINTS, KEY_SCHEMA, ATTRIBUTES = 1489122155, 455855874, -742646399, -1230579644
GET, PUT = 263244906, -2106490455
ARGUMENTS = {AUTHORIZE: 5, ENDPOINTS: 0, KEY_SCHEMA: 1, ATTRIBUTES: 1, GET: 3, PUT: 4}
"""Method → how many values follow it. Authorization has no answer."""
CONDITION_FAILED = (4, 37, 38, 39, 43)
INTERNAL_ERROR = (3, 37, 54)
LEADER = 1


class DaxNode:
    """`mood` is its behaviour: it serves, hangs, or closes connections.

    `refusal` are the codes that it answers with instead.
    """

    def __init__(self, projected: Mapping[int, Any], key: Mapping[str, str]) -> None:
        self.projected, self.key = projected, key
        self.mood = "serves"
        self.refusal: tuple[int, ...] = ()
        self.connections = 0
        self.served: list[int] = []
        self._sockets: list[socket.socket] = []
        self._listener: socket.socket | None = None
        self.port = 0

    def listen(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def refuse(self) -> None:
        """Close all connections, and accept no more."""
        if self._listener is not None:
            self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            self._listener = None
        for connection in self._sockets:
            _close(connection)

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            self.connections += 1
            self._sockets.append(connection)
            threading.Thread(target=self._talk, args=(connection,), daemon=True).start()

    def _talk(self, connection: socket.socket) -> None:
        def more(buffer: bytearray, _: int) -> int:
            data = connection.recv(4096)
            buffer += data
            return len(data)

        decoder = DaxCborDecoder(more)
        try:
            for _ in range(5):  # the magic word, layers, session, user agent, types
                decoder.decode_object()
            while True:
                decoder.decode_object()  # the service
                method = decoder.decode_object()
                for _ in range(ARGUMENTS[method]):
                    decoder.decode_object()
                if method == AUTHORIZE or self.mood == "hangs":
                    continue
                if self.mood == "cuts off":
                    return
                connection.sendall(self._answer(method))
                self.served.append(method)
        except (NoMoreData, OSError):
            pass
        finally:
            _close(connection)

    def _answer(self, method: int) -> bytes:
        encoder = CborEncoder()
        if self.refusal and method in (GET, PUT):
            encoder.append_array_header(len(self.refusal))
            for code in self.refusal:
                encoder.append_int(code)
            encoder.append_string("refused").append_null()
            return bytes(encoder.as_bytes())
        encoder.append_array_header(0)
        if method == ENDPOINTS:
            encoder.append_array_header(1)
            _write(encoder, {0: 1, 1: "127.0.0.1", 2: socket.inet_aton("127.0.0.1"), 3: self.port, 4: LEADER, 5: "a", 6: 0})
        elif method == KEY_SCHEMA:
            _write(encoder, dict(self.key))
        elif method == ATTRIBUTES:
            encoder.append_int(2)
        elif method == GET:
            encoder.append_map_header(1)
            encoder.append_int(0)
            _write(encoder, self.projected)
        else:
            encoder.append_null()
        return bytes(encoder.as_bytes())


def _write(encoder: Any, values: Mapping[Any, Any]) -> None:
    encoder.append_map_header(len(values))
    for both in values.items():
        for value in both:
            if isinstance(value, bytes):
                encoder.append_binary(value)
            elif isinstance(value, str):
                encoder.append_string(value)
            else:
                encoder.append_int(value)


def _close(connection: socket.socket) -> None:
    with suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()


@contextmanager
def node(projected: Mapping[int, Any], key: Mapping[str, str]) -> Iterator[DaxNode]:
    """A node that listens until the end."""
    made = DaxNode(projected, key)
    made.listen()
    try:
        yield made
    finally:
        made.refuse()
