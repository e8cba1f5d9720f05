"""Many requests over one connection to the emulator."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterable, Iterator
from http.client import HTTPConnection
from typing import Any

import pytest
from werkzeug.serving import make_server

from dynawright.emulator.connections import KeptConnection


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Answer with the body of the request, with nothing, or not at all, as the path says."""
    path = environ["PATH_INFO"]
    if path == "/broken":
        raise ValueError("as wanted")
    body = environ["wsgi.input"].read() if path == "/echo" else b""
    if path == "/too-much":
        start_response("204 NO CONTENT", [])
        return [b"which a client would take for the next answer"]
    length = [("Content-Length", "12345")] if environ["REQUEST_METHOD"] == "HEAD" else []
    start_response("204 NO CONTENT" if path == "/nothing" else "200 OK", length)
    return [body[:2], body[2:]]


@pytest.fixture
def port() -> Iterator[int]:
    server = make_server("127.0.0.1", 0, application, threaded=True, request_handler=KeptConnection)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.port
    server.shutdown()
    thread.join()


@pytest.fixture
def connection(port: int) -> Iterator[HTTPConnection]:
    connection = HTTPConnection("127.0.0.1", port)
    connection.connect()
    yield connection
    connection.close()


@pytest.mark.parametrize(
    ("method", "path", "body", "answer"),
    [
        ("POST", "/echo", b"whole", (200, b"whole")),
        ("POST", "/echo", iter([b"in ", b"parts"]), (200, b"in parts")),
        ("POST", "/unread", b"GET /echo HTTP/1.1\r\n\r\n", (200, b"")),
        ("DELETE", "/nothing", None, (204, b"")),
        ("DELETE", "/too-much", None, (204, b"")),
        ("HEAD", "/echo", None, (200, b"")),
        ("GET", "/broken", None, (500, b"")),
    ],
)
def test_after_any_request_the_connection_takes_the_next(
    connection: HTTPConnection, method: str, path: str, body: Any, answer: tuple[int, bytes]
) -> None:
    opened = connection.sock
    connection.request(method, path, body)
    first = connection.getresponse()
    assert (first.status, first.read()) == answer
    connection.request("PUT", "/echo", b"second")
    second = connection.getresponse()
    assert (second.status, second.read(), connection.sock is opened) == (200, b"second", True)


def test_a_head_says_how_long_the_answer_would_be(connection: HTTPConnection) -> None:
    connection.request("HEAD", "/echo")
    assert connection.getresponse().headers["Content-Length"] == "12345"


def test_a_client_that_asks_first_is_told_to_go_on(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as asking, asking.makefile("rb") as said:
        asking.sendall(b"PUT /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n")
        assert said.readline().startswith(b"HTTP/1.1 100 ")
        asking.sendall(b"ok")
        assert said.readline() == b"\r\n"
        assert said.readline() == b"HTTP/1.1 200 OK\r\n"
