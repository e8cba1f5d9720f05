"""A client for an engine on loopback, compatible with boto3's at a fraction of the CPU.

boto3 takes a millisecond of CPU per request for signatures, endpoints and models. An engine that checks no signature
needs none of that, and answers faster than boto3 sends. Requests to an account or another endpoint use boto3.
"""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Callable
from functools import cache
from http.client import HTTPConnection, HTTPException
from typing import Any
from urllib.parse import urlsplit

VERSION = "DynamoDB_20120810"
WAIT_SECONDS = 60


class WireClient:
    """The operations of a boto3 client, by their boto3 names; errors are botocore's ClientError."""

    def __init__(self, endpoint_url: str, region: str) -> None:
        parts = urlsplit(endpoint_url)
        self._host, self._port = parts.hostname or "", parts.port
        self._headers = {
            "Content-Type": "application/x-amz-json-1.0",
            "X-Amz-Date": "20260101T000000Z",
            "Authorization": f"AWS4-HMAC-SHA256 Credential=test/20260101/{region}/dynamodb/aws4_request, SignedHeaders=host, Signature=none",
        }
        self.idle: list[HTTPConnection] = []
        """Idle connections: at most as many as there were concurrent requests."""

    def __getattr__(self, operation: str) -> Callable[..., Any]:
        if operation.startswith("_"):
            raise AttributeError(operation)
        name = wire_name(operation)

        def call(**arguments: Any) -> Any:
            return self._call(name, arguments)

        setattr(self, operation, call)
        return call

    def _call(self, name: str, arguments: dict[str, Any]) -> Any:
        body = json.dumps(arguments, default=_text).encode()
        connection = self.idle.pop() if self.idle else HTTPConnection(self._host, self._port, timeout=WAIT_SECONDS)
        try:
            connection.request("POST", "/", body, {**self._headers, "X-Amz-Target": f"{VERSION}.{name}"})
            response = connection.getresponse()
            response_body = response.read()
        except (OSError, HTTPException):
            connection.close()
            raise
        self.idle.append(connection)
        answer = json.loads(response_body, object_hook=_bytes if b'"B"' in response_body or b'"BS"' in response_body else None)
        if response.status != 200:
            raise _error(name, response.status, answer)
        return answer


@cache
def wire_name(operation: str) -> str:
    """Return an operation's name in the protocol: `get_item` is GetItem."""
    return "".join(word.title() for word in operation.split("_"))


def _text(value: Any) -> str:
    if isinstance(value, bytes | bytearray):
        return b64encode(value).decode()
    raise TypeError(f"{type(value).__name__} can't be sent")


def _bytes(value: dict[str, Any]) -> dict[str, Any]:
    """Decode an attribute value of bytes."""
    if len(value) == 1:
        if isinstance(text := value.get("B"), str):
            return {"B": b64decode(text)}
        if isinstance(texts := value.get("BS"), list):
            return {"BS": [b64decode(text) for text in texts]}
    return value


def _error(name: str, status: int, answer: dict[str, Any]) -> Exception:
    from botocore.exceptions import ClientError

    code = str(answer.pop("__type", "")).rpartition("#")[2]
    message = answer.pop("message", None) or answer.pop("Message", "")
    error = {"Code": code, "Message": message}
    raised: Exception = ClientError({"Error": error, "ResponseMetadata": {"HTTPStatusCode": status}, **answer}, name)
    return raised
