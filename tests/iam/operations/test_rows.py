"""Each row names existing operations, parameters, actions, resources and condition keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from botocore.session import Session

from dynawright.emulator.iam.lookups import LOOKUPS
from dynawright.iam import reference
from dynawright.iam.global_keys import GLOBAL_KEYS
from dynawright.iam.operations.ask import Ask
from dynawright.iam.operations.row import all_rows

PLACEHOLDER = re.compile(r"\{(?:(\w+):)?([\w.\[\]-]*)(?:\|([^}]*))?\}")
ASKS = [(service, operation, ask) for (service, operation), row in all_rows().items() if isinstance(row, tuple) for ask in row]


@cache
def model(service: str) -> Any:
    return Session().get_service_model(service)


def paths(ask: Ask) -> Iterator[str]:
    templates = [ask.resource, *ask.context.values()]
    yield from (
        path for template in templates for _, path, _ in PLACEHOLDER.findall(template) if path not in ("region", "account", "")
    )
    yield from (path for path in (ask.when, ask.unless, ask.tags) if path)


def has_parameter(shape: Any, path: str) -> bool:
    """Whether an operation's input has a parameter at a path."""
    for name in path.split("."):
        if shape.type_name == "map":
            shape = shape.value
            continue
        if shape.type_name != "structure" or name.removesuffix("[]") not in shape.members:
            return False
        shape = shape.members[name.removesuffix("[]")]
        if name.endswith("[]"):
            if shape.type_name != "list":
                return False
            shape = shape.member
    return True


def test_every_row_is_about_an_operation_of_its_service() -> None:
    assert [f"{service}:{name}" for service, name in all_rows() if name not in model(service).operation_names] == []


def test_every_parameter_that_a_row_reads_exists() -> None:
    wrong = [
        (f"{service}:{operation}", path)
        for service, operation, ask in ASKS
        for path in paths(ask)
        if not has_parameter(model(service).operation_model(operation).input_shape, path)
    ]
    assert wrong == []


def test_every_action_exists() -> None:
    assert [ask.action for _, _, ask in ASKS if reference.action(ask.action) is None] == []


def test_every_lookup_exists() -> None:
    templates = [template for _, _, ask in ASKS for template in (ask.resource, *ask.context.values())]
    kinds = {kind for template in templates for kind, _, _ in PLACEHOLDER.findall(template) if kind}
    assert kinds - set(LOOKUPS) == set()


@pytest.mark.parametrize("ask", {f"{ask.action} {ask.resource}": ask for _, _, ask in ASKS}.values(), ids=lambda ask: ask.action)
def test_each_ask_has_a_resource_and_condition_keys_that_its_action_knows(ask: Ask) -> None:
    action = reference.action(ask.action)
    assert action is not None
    if ask.resource == "*":
        assert action.takes("*"), f"{ask.action} needs a resource"
    elif ask.resource.startswith("arn:"):
        arn = PLACEHOLDER.sub(lambda match: match[3] or "x", ask.resource)
        assert action.takes(arn), f"{ask.action} does not take {arn}"
    given = (
        ["aws:TagKeys"]
        if ask.action.partition(":")[2].startswith(("Untag", "Remove", "Delete"))
        else ["aws:TagKeys", "aws:RequestTag/x"]
    )
    keys = [*ask.context, *(given if ask.tags else [])]
    owner = reference.service(ask.action.partition(":")[0])
    assert owner is not None
    templates = {*GLOBAL_KEYS, *action.condition_keys}
    templates |= {key for resource in action.resources for key in (*resource.condition_keys, *resource.type.condition_keys)}
    patterns = [re.compile(re.sub(r"\\\$\\\{[^}]*\\\}", ".+", re.escape(template)), re.IGNORECASE) for template in templates]
    unknown = [key for key in keys if not any(pattern.fullmatch(key) for pattern in patterns)]
    assert unknown == []


def test_every_file_says_its_source() -> None:
    from importlib import import_module
    from pkgutil import iter_modules

    from dynawright.iam import operations

    modules = [import_module(f"{operations.__name__}.{module.name}") for module in iter_modules(operations.__path__)]
    assert [module.__name__ for module in modules if hasattr(module, "ROWS") and not module.SOURCE.startswith("https://")] == []
