"""Each system with a page agrees with it, in every environment."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from dynawright.model import (
    AccessPattern,
    BatchGet,
    BatchWrite,
    ConditionCheck,
    Delete,
    DeleteItem,
    Entity,
    Get,
    Put,
    PutItem,
    Query,
    Scan,
    System,
    TransactWrite,
    Update,
    UpdateItem,
)
from dynawright.model.condition import KeyCondition
from dynawright.model.template import Template
from dynawright.settings import environment_names, load_named
from dynawright.synthesis import synthesize
from dynawright.systems import systems, tables_in
from tests.stacks.pages import PageTable, pages

PAGES = pages()
DOCUMENTED = ("local", "dev", "staging", "production")
"""The environments whose capacity modes the pages give; one that is added chooses its own."""
SYSTEMS = [system for system in systems() if system.name in PAGES]
Built = dict[str, dict[str, Any]]


@pytest.fixture(scope="module", params=environment_names())
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Built]:
    """The tables of all systems in one environment, by their names without it."""
    outdir = tmp_path_factory.mktemp("pages")
    synthesize(load_named(request.param), system=None, outdir=outdir)
    found: Built = {}
    for path in (outdir / "stacks").glob("*/cdk.tf.json"):
        for table in json.loads(path.read_text())["resource"].get("aws_dynamodb_table", {}).values():
            found[table["name"].removesuffix(f"-{request.param}")] = table
    return request.param, found


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_the_tables_have_the_pages_names_keys_indexes_ttl_and_stream(built: tuple[str, Built], system: System) -> None:
    environment, tables = built
    wanted = {table.name for table in tables_in(load_named(environment), system)}
    for name, page in PAGES[system.name].tables.items():
        if page.optional and name not in wanted:
            continue
        found = described(tables[name], optional=page.optional)
        named = page.billing and environment in DOCUMENTED
        assert replace(found, billing=found.billing if named else page.billing) == page, name
        assert tables[name]["point_in_time_recovery"]["enabled"] is True


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_the_entities_have_the_pages_keys(system: System) -> None:
    found = {name: {key: template.text for key, template in entity.keys.items()} for name, entity in entities(system).items()}
    expected = PAGES[system.name].entities
    assert {name: found.get(name) for name in expected} == expected


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_the_entities_of_the_page_expire_when_it_says_and_no_others_do(system: System) -> None:
    page = PAGES[system.name]
    assert {
        name: life(entity) for name, entity in entities(system).items() if name in page.entities and life(entity)
    } == page.lives


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_the_entities_have_the_pages_attributes(system: System) -> None:
    for name, listed in PAGES[system.name].attributes.items():
        entity = entities(system)[name]
        for attribute in listed.split():
            assert attribute.removesuffix("?") in entity.attributes, f"{name}.{attribute}"
            assert (attribute.removesuffix("?") in entity.optional) == attribute.endswith("?"), f"{name}.{attribute}"


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_the_patterns_ask_what_the_page_asks_in_its_way(system: System) -> None:
    expected = PAGES[system.name].patterns
    found = {one.id: said(one, conditions=" if " in expected.get(one.id, "")) for _, one in system.access_patterns}
    assert {id: found.get(id) for id in expected} == expected


def described(table: Mapping[str, Any], *, optional: bool) -> PageTable:
    types = {entry["name"]: entry["type"] for entry in table["attribute"]}

    def keys(of: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(f"{of[key]} {types[of[key]]}" for key in ("hash_key", "range_key") if key in of)

    return PageTable(
        keys(table),
        {entry["name"]: (keys(entry), entry["projection_type"]) for entry in table.get("global_secondary_index", [])},
        ttl=table.get("ttl", {}).get("attribute_name"),
        stream=table.get("stream_view_type"),
        billing=table["billing_mode"],
        optional=optional,
    )


def entities(system: System) -> dict[str, Entity]:
    return {entity.name: entity for table in system.tables for entity in table.entities}


def life(entity: Entity) -> str | None:
    """`30 days`, `24 hours`."""
    after = entity.expires_after
    if after is None:
        return None
    text = f"{after.days} days" if after >= timedelta(days=2) else f"{after // timedelta(hours=1)} hours"
    return f"{text} from {', '.join(entity.expires_from)}" if entity.expires_from else text


def said(pattern: AccessPattern, *, conditions: bool) -> str:
    """A pattern in one line: what it asks of what, in which order, how much of it."""
    text = " ".join([pattern.operation, *filter(None, parts(pattern))])
    return text if conditions else re.sub(r" if [^,]*", "", text)


def parts(pattern: AccessPattern) -> list[str]:
    projected = "projected" if getattr(pattern, "attributes", ()) else ""
    match pattern:
        case Query():
            order = "descending" if pattern.descending else ""
            limits = [
                f"limit {pattern.limit}" if pattern.limit else "",
                f"pages of {pattern.page_size}" if pattern.page_size else "",
            ]
            return [pattern.index or "", condition(pattern.key), order, *limits, projected]
        case Scan():
            return [pattern.index or "", projected]
        case Get():
            return [condition(pattern.item.key), projected]
        case BatchGet():
            return [condition(pattern.key), projected]
        case Put() | Update() | Delete():
            return [write(pattern.item).split(" ", 1)[1]]
        case BatchWrite():
            return [", ".join(pattern.entities)]
        case TransactWrite():
            return [", ".join(write(item) for item in pattern.items)]
    raise AssertionError(pattern)


def write(item: PutItem | UpdateItem | DeleteItem | ConditionCheck) -> str:
    kind = type(item).__name__.removesuffix("Item").lower()
    what = item.entity if isinstance(item, PutItem) else condition(item.key)
    return f"{kind} {what} if {item.condition}" if item.condition else f"{kind} {what}"


def condition(key: Mapping[str, KeyCondition] | Mapping[str, Template]) -> str:
    """`PK=USER#{userId} SK^REPO#`: equal to, beginning with."""
    texts = []
    for name, given in key.items():
        match given:
            case Template():
                texts.append(f"{name}={given.text}")
            case KeyCondition("=", (one,)):
                texts.append(f"{name}={one.text}")
            case KeyCondition("begins_with", (one,)):
                texts.append(f"{name}^{one.text}")
            case _:
                texts.append(f"{name} {given}")
    return " ".join(texts)
