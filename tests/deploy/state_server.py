"""A server of Terraform's `http` backend on loopback: keeps states by path, and locks them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class States(ThreadingHTTPServer):
    """`states` by path; `calls` are the methods that came, with their paths."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.states: dict[str, bytes] = {}
        self.calls: list[tuple[str, str]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: States

    def do_GET(self) -> None:
        self._answer(self.server.states.get(self._path))

    def do_POST(self) -> None:
        self.server.states[self._path] = self._body
        self._answer(b"")

    def do_LOCK(self) -> None:
        self._answer(self._body)

    do_UNLOCK = do_LOCK  # noqa: N815

    @property
    def _path(self) -> str:
        return self.path.split("?")[0]

    @property
    def _body(self) -> bytes:
        return self.rfile.read(int(self.headers.get("Content-Length") or 0))

    def _answer(self, content: bytes | None) -> None:
        self.server.calls.append((self.command, self._path))
        self.send_response(200 if content is not None else 404)
        self.send_header("Content-Length", str(len(content or b"")))
        self.end_headers()
        self.wfile.write(content or b"")

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def states() -> Iterator[States]:
    """Run the server until the end of the block."""
    with States() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
