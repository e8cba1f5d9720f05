"""Bulk requests to a search index, on a real HTTP server."""

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from dynawright.runtime.errors import ConfigurationError
from dynawright.runtime.search import RefusedError, _signature, send


class Index(BaseHTTPRequestHandler):
    """Returns `answer`, and records requests."""

    answer: tuple[int, Any] = (200, {})
    asked: tuple[str, str, bytes] = ("", "", b"")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        type(self).asked = (self.path, self.headers["Content-Type"], body)
        self.send_response(self.answer[0])
        self.end_headers()
        self.wfile.write(json.dumps(self.answer[1]).encode())

    def log_message(self, *_: Any) -> None:
        """Quiet."""


@pytest.fixture
def endpoint() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Index)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_each_operation_has_its_status(endpoint: str) -> None:
    Index.answer = (200, {"errors": True, "items": [{"index": {"status": 201}}, {"delete": {"status": 404}}]})
    assert send(endpoint, b"body") == [201, 404]
    assert Index.asked == ("/_bulk", "application/x-ndjson", b"body")


@pytest.mark.parametrize(
    ("status", "may_be"), [(400, True), (413, True), (404, True), (401, False), (403, False), (429, False), (503, False)]
)
def test_a_refused_request_is_an_error(endpoint: str, status: int, may_be: bool) -> None:
    Index.answer = (status, {})
    with pytest.raises(RefusedError, match=f"the search index answered {status} to a bulk request") as refused:
        send(endpoint, b"body")
    assert refused.value.may_be_a_records_fault is may_be


@pytest.mark.parametrize("endpoint", ["http://search.example", "search.example", "file:///etc/passwd"])
def test_only_https_leaves_the_machine(endpoint: str) -> None:
    with pytest.raises(ConfigurationError, match="is allowed"):
        send(endpoint, b"body")


@pytest.mark.parametrize(
    ("host", "scope"),
    [("search-x.ap-northeast-1.es.amazonaws.com", "ap-northeast-1/es"), ("x.eu-west-1.aoss.amazonaws.com", "eu-west-1/aoss")],
)
def test_requests_to_an_index_of_aws_are_signed(monkeypatch: pytest.MonkeyPatch, host: str, scope: str) -> None:
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    headers = _signature(host, f"https://{host}/_bulk", b"body", {"Content-Type": "application/x-ndjson"})
    assert f"/{scope}/aws4_request" in headers["Authorization"]
    assert _signature("search.example", "https://search.example/_bulk", b"", {}) == {}
