"""Clients that send: asked once, and on no connection of long ago."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any, ClassVar

import pytest
from botocore import exceptions

from dynawright.runtime import clients, respond


class Server(BaseHTTPRequestHandler):
    """Answers nothing and hangs up; counts how often it is asked."""

    asked: ClassVar[list[str]] = []

    def do_POST(self) -> None:
        self.asked.append(self.path)
        self.connection.close()

    def log_message(self, format: str, *args: Any) -> None:
        pass


def test_a_client_that_sends_asks_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """botocore repeats what was not answered, unless it is told not to; and it must not use a connection of long ago."""
    for name, value in {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_DEFAULT_REGION": "us-east-1"}.items():
        monkeypatch.setenv(name, value)
    clients.client.cache_clear()
    with HTTPServer(("127.0.0.1", 0), Server) as server:
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://127.0.0.1:{server.server_port}")
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            with pytest.raises(exceptions.HTTPClientError):
                clients.client("events", attempts=1).put_events(Entries=[{"Source": "a", "DetailType": "b", "Detail": "{}"}])
        finally:
            server.shutdown()
            thread.join()
            clients.client.cache_clear()
    assert len(Server.asked) == 1


def test_a_function_hangs_up_before_it_is_frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[str] = []

    class Client:
        def __init__(self, service: str) -> None:
            self.service = service

        def close(self) -> None:
            closed.append(self.service)

    monkeypatch.setattr("boto3.client", lambda service, config: Client(service))
    monkeypatch.setattr(clients, "_asking_once", [])
    clients.client.cache_clear()
    for service, attempts in (("sns", 1), ("dynamodb", 3)):
        clients.client(service, attempts)
    respond({"Records": []}, None)
    clients.client.cache_clear()
    assert closed == ["sns"]
