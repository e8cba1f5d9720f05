"""A search index in this process for one invocation: prints bulk requests, stores nothing."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer


class _Index(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        lines = iter(self.rfile.read(int(self.headers["Content-Length"])).decode().splitlines())
        items = []
        for line in lines:
            ((action, _),) = json.loads(line).items()
            print(f"  search {action} {line}")
            if action == "index":
                print(f"    {next(lines)}")
            items.append({action: {"status": 200}})
        body = json.dumps({"errors": False, "items": items}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *_: object) -> None:
        """Suppress the server's log: only the bulk lines are printed."""


@contextmanager
def search_index() -> Iterator[str]:
    """Yield the index's address."""
    with HTTPServer(("127.0.0.1", 0), _Index) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
