"""A stack for a single construct under test."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from dynawright.framework import cdktf
from dynawright.model import Consumer, Entity, Get, Key, System, TableModel
from dynawright.stack import SystemStack
from tests.environments import environment

SOMEBODY = Consumer("somebody", "for tests")
MINIMAL = TableModel(
    "orders",
    partition_key=Key("id"),
    entities=[Entity("ORDER", id="{id}")],
    access_patterns=[Get("P1", "an order", id="{id}", used_by=[SOMEBODY])],
)


class PlainStack(SystemStack):
    """A stack that builds nothing by itself."""

    system = System("orders", [MINIMAL])


def plain_stack(**settings: Any) -> SystemStack:
    """An empty stack in an environment with these settings besides what it needs."""
    return PlainStack(cdktf.Testing.app(), environment(**settings))


def resources_of(stack: SystemStack, terraform_type: str) -> list[dict[str, Any]]:
    """The resources of a type that the stack synthesizes to, without cdktf's metadata."""
    document = json.loads(cdktf.Testing.synth(stack))
    every = document.get("resource", {}).get(terraform_type, {}).values()
    return [{name: value for name, value in resource.items() if name != "//"} for resource in every]


@pytest.fixture
def stack() -> SystemStack:
    return plain_stack()


@pytest.fixture
def resources(stack: SystemStack) -> Callable[[str], list[dict[str, Any]]]:
    return lambda terraform_type: resources_of(stack, terraform_type)
