"""HTTP connections that stay open: opening one for each request takes longer than the answer."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterable
from io import BytesIO
from typing import Any

from moto.moto_server.werkzeug_app import MotoRequestHandler

Answer = tuple[str, list[tuple[str, str]], bytes]
"""Status line, headers and body."""


class KeptConnection(MotoRequestHandler):  # type: ignore[misc]
    """Answers all requests of a connection; werkzeug's handler closes it after the first."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1
    """Buffer, so that status, headers and body are sent at once."""
    disable_nagle_algorithm = True

    def run_wsgi(self) -> None:
        environ = self.make_environ()
        # What an application leaves of a body would be taken for the next request.
        is_whole = False
        try:
            chunked = environ.get("wsgi.input_terminated")
            body = environ["wsgi.input"].read() if chunked else self.rfile.read(int(environ.get("CONTENT_LENGTH") or 0))
            is_whole = True
            status, headers, answer = self._ask(environ | {"wsgi.input": BytesIO(body)})
        except Exception:
            print(f"{self.requestline}\n{traceback.format_exc()}", file=sys.stderr, flush=True)
            status, headers, answer = "500 Internal Server Error", [], b""
            self.close_connection = not is_whole  # else the rest of this request would be read as the next
        self._send(status, headers, answer)

    def handle_expect_100(self) -> bool:
        goes_on: bool = super().handle_expect_100()
        self.wfile.flush()  # the client waits for it before it sends the body
        return goes_on

    def _ask(self, environ: dict[str, Any]) -> Answer:
        told: list[tuple[str, list[tuple[str, str]]]] = []
        parts: Iterable[bytes] = self.server.app(environ, lambda status, headers, _=None: told.append((status, headers)))
        try:
            body = b"".join(parts)
        finally:
            if hasattr(parts, "close"):
                parts.close()
        return (*told[-1], body)

    def _send(self, status: str, headers: list[tuple[str, str]], body: bytes) -> None:
        code, _, reason = status.partition(" ")
        self.send_response_only(int(code), reason)
        given = {name.lower() for name, _ in headers}
        if "date" not in given:
            self.send_header("Date", self.date_time_string())
        is_head = self.command == "HEAD"
        for name, value in headers:
            if is_head or name.lower() != "content-length":  # of a HEAD it is the length of what GET would answer
                self.send_header(name, value)
        if not (is_head and "content-length" in given) and code not in ("204", "304"):
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if not is_head and code not in ("204", "304"):
            self.wfile.write(body)
