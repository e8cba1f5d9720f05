"""A function under test in a cloud with faults between any two of its calls."""

from __future__ import annotations

import copy
import io
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol
from unittest import mock
from urllib.request import Request

import boto3
from botocore.exceptions import ReadTimeoutError

from dynawright.emulator.streams.function import Function
from dynawright.model import System
from dynawright.runtime import clients
from tests.functions.cloud import Item, refusal

ENDPOINT = "https://search.example"


class Crash(BaseException):
    """The process ends here: no `except` of the function sees it."""


class CrashedError(Exception):
    """What Lambda sees of a crash."""


class Cloud(Protocol):
    def client(self, service: str) -> Any: ...

    def put(self, table: str, item: Item) -> None: ...

    def delete(self, table: str, key: Item) -> None: ...

    def items(self, table: str) -> list[Item]: ...


@dataclass
class Fault:
    """A fault at the `call`-th call to AWS of an invocation."""

    kind: str  # crash_before, crash_after, throttle, lost_answer, interleave, late
    call: int


@dataclass(frozen=True)
class Call:
    """A call to AWS, whether it took effect or not."""

    name: str
    request: Mapping[str, Any]
    at: float
    invocation: int
    took_effect: bool


@dataclass
class Invocation:
    number: int
    fault: Fault | None
    calls: int = 0
    remaining_asked: int = 0

    def get_remaining_time_in_millis(self) -> int:
        self.remaining_asked += 1
        late = self.fault is not None and self.fault.kind == "late" and self.remaining_asked >= self.fault.call
        return 100 if late else 60_000


@dataclass
class Index:
    """A search index that keeps each document's newest version (`version_type: external_gte`)."""

    documents: dict[str, Item] = field(default_factory=dict)
    versions: dict[str, int] = field(default_factory=dict)

    def send(self, endpoint: str, body: bytes) -> list[int]:
        statuses, lines = [], iter(body.decode().splitlines())
        for line in lines:
            ((action, place),) = json.loads(line).items()
            document = json.loads(next(lines)) if action == "index" else None
            id, version = place["_id"], place["version"]
            if version < self.versions.get(id, 0):
                statuses.append(409)
                continue
            self.versions[id] = version
            was = self.documents.pop(id, None)
            if document is not None:
                self.documents[id] = document
            statuses.append(200 if document is not None or was is not None else 404)
        return statuses

    def urlopen(self, request: Request, timeout: float = 0) -> io.BytesIO:
        """Answer a bulk request in place of urllib."""
        assert isinstance(request.data, bytes)
        items = [{"index": {"status": status}} for status in self.send(request.full_url, request.data)]
        return io.BytesIO(json.dumps({"items": items}).encode())


class World:
    """`journal` holds every call in order of effect; `now` is the clock's time."""

    def __init__(self, function: Function, cloud: Cloud, *, topic_arn: str) -> None:
        self.cloud, self.index = cloud, Index()
        self.journal: list[Call] = []
        self.now: Callable[[], float] = lambda: 0.0
        self.interleave: Callable[[], None] = lambda: None
        self.faults_hit = 0
        self.invocations = 0
        self.cut_off: set[int] = set()
        """The invocations with a failed call or a lost answer, or that ended early."""
        self.messages = self.repeats = self.dropped_repeats = 0
        self.made_meanwhile = 0
        self._running: list[Invocation] = []
        self._handler = function.load()
        self._variables = variables(function, topic_arn)

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Replace boto3 and the search index by this world's, without state of earlier ones."""
        clients.client.cache_clear()
        patches: list[Any] = [
            mock.patch.dict(os.environ, self._variables),
            mock.patch.object(boto3, "client", lambda service, config=None: _Client(self, service)),
            mock.patch("time.sleep"),
            mock.patch("time.time", self._time),
            mock.patch("builtins.print"),
            mock.patch("urllib.request.urlopen", self._urlopen),
        ]
        for patch in patches:
            patch.start()
        try:
            yield
        finally:
            for patch in reversed(patches):
                patch.stop()
            clients.client.cache_clear()

    def _time(self) -> float:
        return self.now()

    def _urlopen(self, request: Request, timeout: float) -> Any:
        return self.call("search", "send", self.index.urlopen, (request,))

    def invoke(self, event: Mapping[str, Any], fault: Fault | None = None) -> Any:
        """The handler's answer; a crash is an error, as Lambda reports it."""
        self.invocations += 1
        invocation = Invocation(self.invocations, fault)
        self._running.append(invocation)
        try:
            return self._handler(copy.deepcopy(event), invocation)
        except Crash:
            clients.client.cache_clear()  # the next invocation is a new process
            raise CrashedError from None
        finally:
            self._running.pop()

    def call(self, service: str, method: str, real: Callable[..., Any], given: tuple[Any, ...] = (), **request: Any) -> Any:
        """Make a call to AWS, with its fault."""
        invocation = self._running[-1]
        invocation.calls += 1
        fault = invocation.fault
        kind = fault.kind if fault is not None and fault.call == invocation.calls else ""
        if kind:
            self.faults_hit += 1
        if kind not in ("", "interleave"):
            self.cut_off.add(invocation.number)
        note = partial(Call, f"{service}.{method}", request, invocation=invocation.number)
        if kind in ("crash_before", "throttle"):
            self.journal.append(note(at=self.now(), took_effect=False))
            raise Crash if kind == "crash_before" else refusal("ThrottlingException", method)
        if kind == "interleave":
            self.interleave()
        answer = real(*given, **request)
        self.journal.append(note(at=self.now(), took_effect=True))
        if kind == "crash_after":
            raise Crash
        if kind == "lost_answer":
            raise ReadTimeoutError(endpoint_url="https://somewhere")
        return answer


class _Client:
    def __init__(self, world: World, service: str) -> None:
        self._world, self._service = world, service
        self._real = world.cloud.client(service)

    def __getattr__(self, method: str) -> Callable[..., Any]:
        return lambda **request: self._world.call(self._service, method, getattr(self._real, method), **request)


def variables(function: Function, topic_arn: str) -> dict[str, str]:
    """Return the function's variables: tables by model name, an endpoint for optional ones."""
    kinds = ("table", "event_bus", "secret", "default")
    values = {
        name: topic_arn if "topic" in variable else next((variable[kind] for kind in kinds if kind in variable), ENDPOINT)
        for name, variable in function.variables.items()
    }
    return {name: str(value) for name, value in values.items()}


def system_of(function: Function) -> System:
    from dynawright.systems import systems

    return next(system for system in systems() if system.name == function.system)
