"""AWS in its own process: returns minimal answers at once, and counts requests for GET."""

import json
from collections.abc import Callable, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PROJECT = {"Item": {"project_id": {"S": "alpha"}}}
ANSWERS: Mapping[str, Callable[[Any], Any]] = {
    "GetItem": lambda asked: PROJECT if asked["TableName"] == "projects" else {},
    "UpdateItem": lambda _: {"Attributes": {"Version": {"N": "1"}}},
    "PutEvents": lambda asked: {"FailedEntryCount": 0, "Entries": [{"EventId": "1"} for _ in asked["Entries"]]},
    "GetSecretValue": lambda _: {"SecretString": "k" * 32},
}
PUBLISHED = "<PublishResponse><PublishResult><MessageId>1</MessageId></PublishResult></PublishResponse>"


def _answer(operation: str, asked: Any) -> Any:
    return ANSWERS[operation](asked) if operation in ANSWERS else {}


class Aws(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # an answer is one packet: two wait for each other
    calls = 0

    def do_POST(self) -> None:
        asked = self.rfile.read(int(self.headers["Content-Length"]))
        Aws.calls += 1
        operation = self.headers.get("X-Amz-Target", "").rpartition(".")[2]
        self._say(json.dumps(_answer(operation, json.loads(asked))) if operation else PUBLISHED)

    def do_GET(self) -> None:
        self._say(str(Aws.calls))

    def _say(self, text: str) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, format: str, *_: object) -> None:
        """Quiet."""


if __name__ == "__main__":
    with ThreadingHTTPServer(("127.0.0.1", 0), Aws) as server:
        server.daemon_threads = True
        print(server.server_port, flush=True)
        server.serve_forever()
