"""Stories of a system through its generated clients on Terraform's tables, with IAM enforced."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from botocore.exceptions import ClientError

from dynawright.clients.environments import table_names
from dynawright.clients.loading import imported
from dynawright.clients.package import class_names, write_package
from dynawright.emulator.consumer_clients import ConsumerClients
from dynawright.emulator.deliveries import Records, deliver, readers
from dynawright.emulator.iam.questions import AskedCall
from dynawright.emulator.streams.reader import StreamReader
from dynawright.model import Consumer
from tests.applied.shared import STORY, Applied, in_story

Changes = Mapping[str, StreamReader]


class Stage:
    """A system with its clients' package; each story runs once, in sessions with its name."""

    def __init__(self, applied: Applied, folder: Path) -> None:
        self.applied, self.system = applied, applied.system
        self.environment = applied.workspace.environment.seen_by(self.system.name)
        write_package(self.system, folder, environments=table_names(self.system))
        self.package = imported(folder / f"{self.system.name}_client")
        self._played = set[str]()

    def play(self, story: Story) -> None:
        if story.__name__ not in self._played:
            story(Cast(self, session_name(story)))
            self._played.add(story.__name__)

    @cached_property
    def calls(self) -> list[AskedCall]:
        """The IAM requests of stories, up to the first access."""
        return [call for call in self.applied.emulator.questions() if in_story(call)]


class Cast:
    """The consumers of a story, each under its own role."""

    def __init__(self, stage: Stage, session_name: str) -> None:
        self._stage, self._session_name = stage, session_name
        self._where = stage.applied.emulator, stage.environment, stage.system
        self._clients = ConsumerClients(*self._where, session_name=session_name)
        self._classes = class_names(stage.system)

    def client(self, consumer: Consumer, *, under: Consumer | None = None, tenant: str | None = None, **more: Any) -> Any:
        """Return the consumer's client, `under` its own or another role; `tenant` sets the session's tag.

        `more` is what the client takes besides, such as a cache.
        """
        role = under or consumer
        caller = self._clients(role) if tenant is None else self._clients.of_tenant(role, tenant)
        return getattr(self.package, self._classes[consumer.name])(self._stage.environment.name, client=caller, **more)

    @property
    def package(self) -> Any:
        """Return the generated package, which has the errors."""
        return self._stage.package

    def caller(self, consumer: Consumer) -> Any:
        """Return the boto3 client of a consumer, for requests that no client has a method for."""
        return self._clients(consumer)

    def service(self, name: str, consumer: Consumer) -> Any:
        """Return the boto3 client of another service than DynamoDB."""
        return self._clients.of_service(name, consumer)

    def physical_name(self, name: str) -> str:
        return self._stage.environment.physical_name(name)

    def table(self, name: str) -> str:
        return self.physical_name(name)

    @contextmanager
    def denied(self) -> Iterator[None]:
        """Expect that IAM does not allow it."""
        with pytest.raises((self.package.AccessDenied, ClientError)) as raised:
            yield
        assert "is not authorized to perform" in str(raised.value)

    @contextmanager
    def refused(self) -> Iterator[Any]:
        """Expect that a condition does not hold."""
        with pytest.raises(self.package.ConditionFailed) as raised:
            yield raised

    def changes(self) -> Changes:
        """Return what reads the streams from here on."""
        return readers(*self._where, session_name=self._session_name)

    def deliver(self, changes: Changes) -> Delivered:
        """Run the deployed functions on the new records, like Lambda; none may be given up."""
        records = {name: list(reader.read()) for name, reader in changes.items()}
        deliveries = deliver(*self._where, records=records, session_name=self._session_name)
        assert [one for one in deliveries if one.given_up] == []
        return Delivered(records, {one.function: one.effects for one in deliveries})


@dataclass(frozen=True)
class Delivered:
    """Function → its records and effects."""

    records: Mapping[str, Records]
    effects: Mapping[str, Mapping[str, int]]


Story = Callable[[Cast], None]


def session_name(story: Story) -> str:
    return f"{STORY}{story.__name__}"[:64]
