"""Text from users is data everywhere: it reaches no other user's item, or is refused."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from dynawright.clients.loading import loaded
from dynawright.clients.parameters import parameters
from dynawright.clients.runtime.values import from_wire
from dynawright.clients.types import Types
from dynawright.emulator.client_patterns.asker import Asker
from dynawright.emulator.client_patterns.exercise import methods
from dynawright.emulator.client_patterns.meter import Meter
from dynawright.emulator.patterns.definition import definition
from dynawright.emulator.patterns.reference import ReferenceTable
from dynawright.emulator.patterns.session import Session
from dynawright.model import Get, Put, Query, System, TableModel, sample
from dynawright.systems import systems
from tests.clients.test_runtime import TEXTS

NOW = 1_790_000_000
SYSTEMS = systems()
HOSTILE = (*TEXTS, "*", "?", "%", "METADATA", "#METADATA", "USER#1", "x" * 2048)
REFUSED = "InvalidRequest"


@pytest.fixture(scope="module")
def package_of(tmp_path_factory: pytest.TempPathFactory) -> Callable[[System], Any]:
    """Return what makes the package of a system, once."""

    @cache
    def package(name: str) -> Any:
        system = next(system for system in SYSTEMS if system.name == name)
        return loaded(system, tmp_path_factory.mktemp(name), methods=methods(system))

    return lambda system: package(system.name)


def asked(client: Any, system: System, table: TableModel, package: Any) -> dict[tuple[str, str], Any]:
    """Ask each Get and Query with each text in every place that takes one, on a table that is not empty."""
    client.create_table(**definition(table, table.name))
    session = Session(client, table.name, ReferenceTable(table), NOW)
    session.fill([item for entity in table.entities for item in sample.items(table, entity, NOW)])
    answers: dict[tuple[str, str], Any] = {}
    for pattern in table.access_patterns:
        if not isinstance(pattern, Get | Query):
            continue
        consumer = next(one for one in package.__all__ if hasattr(getattr(package, one), pattern.id.lower()))
        made = getattr(package, consumer)(tables={table.name: table.name}, client=client)
        asker = Asker(session, package, made, Meter(client))
        names = {parameter.name: parameter.type for parameter in parameters(table, pattern, Types())}
        if "str" not in names.values():
            continue
        for text in HOSTILE:
            try:
                answer = asker.call(pattern, {name: text if type != "Number" else "1" for name, type in names.items()})
                answers[pattern.id, text] = [] if answer is None else [answer] if isinstance(answer, dict) else list(answer)
            except package.InvalidRequest:
                answers[pattern.id, text] = REFUSED
    return answers


@pytest.mark.parametrize("system", SYSTEMS, ids=[system.name for system in SYSTEMS])
def test_a_hostile_value_in_a_key_finds_nothing_or_is_refused(
    client: Any, system: System, package_of: Callable[[System], Any]
) -> None:
    package = package_of(system)
    answers = {key: found for table in system.tables for key, found in asked(client, system, table, package).items()}

    assert {key: found for key, found in answers.items() if found not in ([], REFUSED)} == {}
    too_long_or_ending_a_place = {text for (_, text), found in answers.items() if found == REFUSED}
    assert {text for text in too_long_or_ending_a_place if "#" not in text} <= {"x" * 1000, "x" * 2048}


PUTS = [
    (system, table, pattern)
    for system in SYSTEMS
    for table in system.tables
    for pattern in table.access_patterns
    if isinstance(pattern, Put) and not pattern.in_transaction
]


def stored(client: Any, table: TableModel) -> dict[str, Any]:
    """Return all items by their keys."""
    items = [from_wire(item) for page in client.get_paginator("scan").paginate(TableName=table.name) for item in page["Items"]]
    return {repr([item[key.name] for key in table.key]): item for item in items}


@pytest.mark.parametrize(("system", "table", "pattern"), PUTS, ids=[f"{system.name}-{pattern.id}" for system, _, pattern in PUTS])
def test_a_hostile_value_that_is_put_is_stored_as_it_is_beside_all_others(
    client: Any, system: System, table: TableModel, pattern: Put, package_of: Callable[[System], Any]
) -> None:
    package = package_of(system)
    consumer = next(one for one in package.__all__ if hasattr(getattr(package, one), pattern.id.lower()))
    put = getattr(getattr(package, consumer)(tables={table.name: table.name}, client=client), pattern.id.lower())
    client.create_table(**definition(table, table.name))
    entity = table.entity(pattern.item.entity)
    sampled = sample.items(table, entity, NOW)
    Session(client, table.name, ReferenceTable(table), NOW).fill(sampled)
    before = stored(client, table)
    plain, taken = sampled[0], parameters(table, pattern, Types())
    texts = [one for one in taken if one.type == "str" and one.name not in entity.expires_from]
    done = 0
    for text in HOSTILE if texts else ():
        given = {
            one.identifier: text if one in texts else plain.get(one.name, 0) for one in taken if one in texts or not one.optional
        }
        try:
            put(**given)
        except (package.InvalidRequest, package.ConditionFailed):
            continue
        after = stored(client, table)
        (new,) = after.keys() - before.keys()
        assert {name: item for name, item in after.items() if name != new} == before
        assert {one.name: after[new][one.name] for one in texts if one.name in entity.attributes} == {
            one.name: text for one in texts if one.name in entity.attributes
        }
        before, done = after, done + 1
    assert done >= 5 or not texts
