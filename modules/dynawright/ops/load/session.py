"""One user's requests: chosen, sent through the generated clients, checked and counted."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from dynawright.clients.package import class_names
from dynawright.emulator.client_patterns.asker import method_name
from dynawright.model import System
from dynawright.model.load import Load
from dynawright.model.pattern import AccessPattern
from dynawright.ops.load.asking import CHANGING, Asking
from dynawright.ops.load.checking import Reference, WrongAnswer, can_be_checked
from dynawright.ops.load.counts import Measured, Tally
from dynawright.ops.load.numbers import OWN, Numbers
from dynawright.ops.load.settings import LoadTest

OWN_ITEMS = 20
ATTEMPTS = 5
"""How often to retry an account's read with a wrong answer: reads are eventually consistent."""


class Session:
    """`number` identifies the user; `client` is the boto3 client that all users share."""

    def __init__(self, test: LoadTest, system: System, load: Load, package: Any, client: Any, tally: Tally, number: int) -> None:
        self.random = Random(number)  # noqa: S311
        self._test, self._package, self._tally = test, package, tally
        self._first = OWN + number * OWN_ITEMS
        self._measured = Measured(client)
        now = int(time.time())
        classes = class_names(system)
        made = {
            consumer.name: getattr(package, classes[consumer.name])(tables=test.tables, client=self._measured, now=lambda: now)
            for consumer in system.consumers
        }
        self._askings = {
            pattern.id: Asking(table, pattern, load) for table, pattern in system.access_patterns if table.name in test.tables
        }
        self._clients = {id: made[asking.pattern.used_by[0].name] for id, asking in self._askings.items()}
        self._references = {table.name: Reference(table, now) for table in system.tables}
        self._checkable = {id for id, asking in self._askings.items() if can_be_checked(asking.model, asking)}
        self._numbers = {
            id: Numbers(asking.entity, load, id, test.items, _partition_places(asking), time.time)
            for id, asking in self._askings.items()
        }

    def ask(self, pattern: str) -> tuple[float, Exception | None]:
        """Send one request; return its milliseconds, and the error if it failed."""
        asking = self._askings[pattern]
        checked = pattern in self._checkable and self.random.random() < self._test.share_checked
        number = self._first + self.random.randrange(OWN_ITEMS) if checked else self._numbers[pattern].draw(self.random)
        arguments = asking.arguments(self._places(asking, number), self.random.randrange(CHANGING))
        counts = self._tally.of(pattern)
        before = (self._measured.read_units, self._measured.write_units)
        wrong: Exception | None = None
        milliseconds = 0.0

        def send() -> Any:
            nonlocal milliseconds
            started = time.perf_counter()
            try:
                return self._send(asking.pattern, arguments)
            finally:
                milliseconds = 1000 * (time.perf_counter() - started)

        try:
            if checked:
                counts.checked += 1
                self._checked(asking, arguments, send)
            else:
                send()
        except self._package.ConditionFailed:
            counts.conditions += 1
        except self._package.TransactionConflict:
            counts.conditions += 1
        except self._package.Throttled as error:
            counts.throttles += 1
            wrong = error
        except WrongAnswer as error:
            counts.wrong += 1
            wrong = error
        except Exception as error:
            counts.errors += 1
            wrong = error
        if wrong is not None and not isinstance(wrong, self._package.Throttled):
            self._tally.say(f"{pattern}: {type(wrong).__name__}: {wrong}"[:500])
        counts.requests += 1
        counts.read_units += self._measured.read_units - before[0]
        counts.write_units += self._measured.write_units - before[1]
        return milliseconds, wrong

    @property
    def spent_usd(self) -> float:
        reads, writes = self._measured.read_units, self._measured.write_units + self._measured.refused_units
        return (reads * self._test.read_million_usd + writes * self._test.write_million_usd) / 1e6

    def _places(self, asking: Asking, number: int) -> dict[str, int]:
        """Return the number of each key placeholder's value; in a user's own items, all are the user's."""
        if number >= OWN:
            return dict.fromkeys(asking.key_places, number)
        other = self.random.randint(1, self._test.items)
        return {**dict.fromkeys(asking.key_places, other), **self._numbers[asking.pattern.id].of(number)}

    def _checked(self, asking: Asking, arguments: dict[str, Any], send: Any) -> None:
        reference = self._references[asking.model.name]
        is_read = asking.pattern.operation in ("GetItem", "Query")
        attempts = ATTEMPTS if is_read and self._test.endpoint_url is None else 1
        for attempt in range(attempts):
            try:
                reference.ask(asking, arguments, send, self._package.ConditionFailed)
                return
            except WrongAnswer:
                if attempt == attempts - 1:
                    raise
                time.sleep(0.5)

    def _send(self, pattern: AccessPattern, arguments: dict[str, Any]) -> Any:
        client = self._clients[pattern.id]
        answer = getattr(client, method_name(pattern))(**arguments)
        if isinstance(answer, self._package.Part):
            return client.transact(answer)
        return list(answer) if isinstance(answer, self._package.Results) else answer


def _partition_places(asking: Asking) -> tuple[str, ...]:
    index = getattr(asking.pattern, "index", None)
    name = asking.model.index_keys[index][0].name if index else asking.model.partition_key.name
    template = asking.entity.keys.get(name)
    return template.parameters if template else ()
