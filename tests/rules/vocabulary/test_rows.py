"""The vocabulary is what the package emits: no more, no less."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from dynawright.bindings.generate import wanted_types
from dynawright.rules.catalogue import all_rules
from dynawright.rules.judgement import findings_of, judged
from dynawright.rules.resources import (
    BACKEND,
    OTHER_PROVIDER,
    OUTPUT,
    PROVIDER,
    REQUIRED_PROVIDER,
    TERRAFORM,
    TOP_LEVEL,
    Document,
    Resource,
)
from dynawright.rules.values import as_read
from dynawright.rules.vocabulary import ROWS, paths
from dynawright.rules.vocabulary.domains import Blocks
from dynawright.rules.vocabulary.judge import differences
from dynawright.rules.vocabulary.row import ALWAYS, Row
from tests.rules.vocabulary.corpus import documents, emitted

BOUND_ONLY = {
    "aws_iam_role_policy": "stacks of others use the binding; the package attaches managed policies",
    **dict.fromkeys(
        ("aws_glue_job", "aws_glue_trigger", "aws_s3_object"),
        "a migration's own stack has them, which a person applies: in a system's stack the gate refuses them",
    ),
    "data.aws_caller_identity": "stacks of others use the binding; the package knows its account",
}


def test_nothing_that_the_package_emits_is_a_finding() -> None:
    rules = [rule for rule in all_rules() if rule.name in ("resources-are-known", "arguments-are-known", "values-are-safe")]
    judgement = judged(documents(), findings_of(rules, documents()), {rule.name for rule in rules}, with_checkov=False)
    assert [str(finding) for finding in judgement.findings] == []


def test_every_row_is_of_something_that_the_package_emits() -> None:
    known = {(type, path) for type in ROWS for path in ("", *paths(type))}
    assert known - set(emitted()) == set()


def test_every_type_with_a_binding_is_known_or_bound_for_others() -> None:
    assert set(wanted_types()) - ROWS.keys() == BOUND_ONLY.keys()
    assert ROWS.keys() - set(wanted_types()) == {BACKEND, PROVIDER, OUTPUT, TERRAFORM, REQUIRED_PROVIDER}
    assert not {OTHER_PROVIDER, TOP_LEVEL} & ROWS.keys()


@pytest.mark.parametrize("type", ROWS)
def test_a_row_is_a_block_where_the_provider_has_one(type: str) -> None:
    """A row for a block whose path is wrong would never be looked at."""
    if not type.startswith(("aws_", "data.")):
        return
    for row in ROWS[type]:
        is_block = isinstance(row.domain, Blocks)
        values: Any = [{}] if is_block else {"1": "1"} if "MapOf" in str(row.domain) else "1"
        for name in reversed(row.path.split(".")):
            values = {name: values}
            if name != row.path.split(".")[0]:
                values = [values]
        _, misfits = as_read(type, values)
        assert not [misfit for misfit in misfits if misfit.wanted in ("a block", "a map")], row.path


def samples() -> Iterator[tuple[Document, Resource, Row, list[str | int], Any]]:
    """Each row with a place where something is emitted for it."""
    left = {(type, row) for type in ROWS for row in ROWS[type]}
    for document in documents():
        for resource in document.resources:
            for row in ROWS.get(resource.type, ()):
                if (resource.type, row) in left and row.where.holds(document):
                    for block, place in _blocks(resource.values, row.parent):
                        if row.name in block and row.given.holds(block):
                            left.discard((resource.type, row))
                            yield document, resource, row, [*place, row.name], block[row.name]
                            break


def _blocks(values: Any, path: str) -> Iterator[tuple[Any, list[str | int]]]:
    if isinstance(values, list):
        for number, element in enumerate(values):
            yield from ((block, [number, *place]) for block, place in _blocks(element, path))
    elif not path and isinstance(values, dict):
        yield values, []
    elif isinstance(values, dict):
        first, _, rest = path.partition(".")
        yield from ((block, [first, *place]) for block, place in _blocks(values.get(first, []), rest))


def changed(document: Document, resource: Resource, place: list[str | int], value: Any) -> list[tuple[str, str]]:
    """What differs where the value at the place is another one, or is taken away."""
    values: Any = deepcopy(dict(resource.values))
    block = values
    for step in place[:-1]:
        block = block[step]
    if value is None:
        del block[place[-1]]
    else:
        block[place[-1]] = value
    other = replace(resource, values=values)
    whole = replace(document, resources=tuple(other if each is resource else each for each in document.resources))
    return [(difference.kind, difference.path) for difference in differences(other, whole)]


def test_what_is_always_written_must_be_there() -> None:
    for document, resource, row, place, value in samples():
        if row.needed is ALWAYS:
            assert ("missing", row.path) in changed(document, resource, place, None), row
            if not isinstance(row.domain, Blocks):
                assert ("missing", row.path) in changed(document, resource, place, [] if isinstance(value, list) else ""), row


@pytest.mark.parametrize("odd", ["${aws_odd.one}", "*", {"odd": ["${aws_odd.one}"]}, [[]]], ids=str)
def test_each_row_is_kept_to(odd: Any) -> None:
    for document, resource, row, place, _ in samples():
        if not row.domain.admits(odd, resource, document):
            assert ("wrong", row.path) in changed(document, resource, place, odd), row
