"""A receiver of messages at which anything may go wrong, and its marker in a DynamoDB in memory."""

from __future__ import annotations

from typing import Any

import pytest
from botocore import exceptions

from dynawright.model import Consumer, Entity, Get, Key, System, TableModel
from dynawright.runtime import sending
from dynawright.runtime.errors import InDoubtError, NotTakenError
from dynawright.runtime.sending import Message, send_once
from dynawright.runtime.settled import Settled
from tests.functions.cloud import Item, MemoryCloud, refusal
from tests.functions.world import Crash

TABLE, NOBODY = "messages-sent", Settled()
MARKERS = TableModel(
    TABLE,
    partition_key=Key("PK"),
    entities=[Entity("MARKER", PK="EVENT#{eventId}", attributes={"eventId": "S"})],
    access_patterns=[Get("P1", "a marker", PK="EVENT#{eventId}", used_by=[Consumer("sender", "sends each message once")])],
)
URL = "https://bus.example"
REFUSALS = [
    refusal("AccessDeniedException", "PutEvents"),
    exceptions.ConnectTimeoutError(endpoint_url=URL),
    exceptions.EndpointConnectionError(endpoint_url=URL),
    exceptions.NoCredentialsError(),
    NotTakenError("MalformedDetail"),
    exceptions.PartialCredentialsError(provider="env", cred_var="x"),
    exceptions.CredentialRetrievalError(provider="env", error_msg="x"),
    exceptions.ParamValidationError(report="x"),
]
UNKNOWNS = [
    refusal("InternalFailure", "PutEvents", ResponseMetadata={"HTTPStatusCode": 500}),
    exceptions.ReadTimeoutError(endpoint_url=URL),
    exceptions.ConnectionClosedError(endpoint_url=URL),
    exceptions.SSLError(endpoint_url=URL, error="x"),
    exceptions.ClientError({"Error": {"Code": "Strange"}}, "PutEvents"),
    refusal("RequestTimeoutException", "PutEvents", ResponseMetadata={"HTTPStatusCode": 408}),
    NotTakenError("InternalFailure"),
    KeyError("Entries"),
]
OF_AN_EARLIER_RELEASE = {"PK": "EVENT#1", "eventId": "1", "Status": "STARTED", "StartedAt": 5, "ExpiresAt": 9}
THROTTLE = refusal("ThrottlingException", "PutEvents")


class Receiver:
    """Takes a message, or does first what `goes_wrong` says: each error once, in order."""

    def __init__(self) -> None:
        self.cloud = MemoryCloud(System("messages", [MARKERS]))
        self.taken = 0
        self.now = 1_000_000.0
        self.goes_wrong: list[BaseException] = []

    def take(self) -> None:
        if self.goes_wrong:
            raise self.goes_wrong.pop(0)
        self.taken += 1

    def send(self, settled: Settled = NOBODY, *, dropped_seconds: int = 0) -> None:
        send_once(Message("1", TABLE, "EVENT#1", {"eventId": "1"}, self.take, dropped_seconds), settled)

    def fail(self, error: BaseException, raised: type[BaseException], **more: Any) -> None:
        self.goes_wrong = [error] * sending.TRIES
        with pytest.raises(raised):
            self.send(**more)
        self.goes_wrong = []

    def crash(self, **more: Any) -> None:
        """An attempt of which nobody knows whether it has arrived."""
        self.fail(Crash(), Crash, **more)

    @property
    def attempt(self) -> str:
        """The one in doubt, as it is named to whoever settles it."""
        with pytest.raises(InDoubtError) as doubt:
            self.send()
        return f"{doubt.value.message_id}@{doubt.value.attempt}"

    @property
    def marker(self) -> Item:
        (item,) = self.cloud.items(TABLE)
        return item

    @property
    def status(self) -> str | None:
        found: str | None = self.marker.get("Status")
        return found
