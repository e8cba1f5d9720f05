"""What stacks emit exists in the newest provider; deprecations have a plan (compatibility.md).

`newest_provider.json` is written by `python -m tools.newest_provider`.
"""

from __future__ import annotations

import importlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from dynawright.bindings.engine.kinds import Many, One
from dynawright.bindings.generate import wanted_types
from dynawright.rules.blocks import as_blocks, named, texts
from tests.conftest import ROOT

NEWEST = json.loads((Path(__file__).parent / "newest_provider.json").read_text())
TYPES: dict[str, dict[str, list[str]]] = NEWEST["types"]
META = {"//", "count", "depends_on", "for_each", "lifecycle", "provider"}
READ = re.compile(r"(?<![\w.])((?:data\.)?aws_\w+)\.[\w-]+(?:\[[^\]]*\])?\.(\w+)")
ROW = re.compile(r"^\| `([\w.]+)` \| (yes|no) \| ([^|]+) \|$", re.MULTILINE)


def written(values: Mapping[str, Any], type: str, before: str = "") -> Iterator[str]:
    """Yield a resource's attribute paths, also in blocks; the inside of maps is free."""
    for name, value in values.items():
        if not before and name in META:
            continue
        yield before + name
        if any(path.startswith(f"{before}{name}.") for path in TYPES[type]["paths"]):
            for block in as_blocks(value):
                yield from written(block, type, f"{before}{name}.")


def emitted(document: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Return (type, path) of everything that a document writes or reads."""
    found: set[tuple[str, str]] = set()
    for prefix, section in (("", "resource"), ("data.", "data")):
        for type, group in named(document.get(section)):
            for _, bodies in named(group):
                found |= {(prefix + type, path) for body in as_blocks(bodies) for path in written(body, prefix + type)}
    for _, bodies in named(document.get("provider")):
        found |= {("provider", path) for body in as_blocks(bodies) for path in written(body, "provider")}
    return found | {(type, name) for text in texts(document) if "${" in text for type, name in READ.findall(text)}


def unknown(found: set[tuple[str, str]]) -> list[tuple[str, str]]:
    return sorted((type, path) for type, path in found if type not in TYPES or path not in known(type))


def known(type: str) -> set[str]:
    return {*TYPES[type]["paths"], *TYPES[type]["reads"]}


def of_bindings() -> set[tuple[str, str]]:
    """Return (type, path) of every argument that the bindings take."""

    def paths(arguments: Mapping[str, Any], before: str = "") -> Iterator[str]:
        for name, argument in arguments.items():
            yield before + name.removesuffix("_")
            if isinstance(argument.kind, One | Many):
                yield from paths(argument.kind.block.ARGUMENTS, f"{before}{name.removesuffix('_')}.")

    found = set()
    for type in (*wanted_types(), "provider"):
        module = importlib.import_module(f"dynawright.bindings.aws.{type.replace('data.', 'data_').removeprefix('aws_')}")
        terraform_type = "aws" if type == "provider" else type.removeprefix("data.")
        [element] = [one for one in vars(module).values() if getattr(one, "TERRAFORM_TYPE", None) == terraform_type]
        found |= {(type, path) for path in paths(element.ARGUMENTS)}
    return found


@pytest.fixture(scope="module")
def of_baselines() -> set[tuple[str, str]]:
    files = sorted((ROOT / "baselines" / "terraform").rglob("*.json"))
    return set().union(*(emitted(json.loads(file.read_text())) for file in files))


def test_every_path_that_stacks_emit_exists(of_baselines: set[tuple[str, str]]) -> None:
    assert unknown(of_baselines) == []


def test_every_argument_of_the_bindings_exists() -> None:
    assert unknown(of_bindings()) == []


def test_a_path_that_does_not_exist_is_found_wherever_it_is() -> None:
    table = {
        "name": "t",
        "tags": {"any": "thing"},
        "ttl": [{"attribute_name": "at", "untill": 1}],
        "global_secondary_index": {"key_schema": [{"attribute": "a"}]},
    }
    document = {
        "resource": {"aws_dynamodb_table": {"T": table}},
        "output": {"o": {"value": "${data.aws_sns_topic.A[0].arm}"}},
        "provider": {"aws": [{"regoin": "eu-west-1"}]},
    }
    assert unknown(emitted(document)) == [
        ("aws_dynamodb_table", "global_secondary_index.key_schema.attribute"),
        ("aws_dynamodb_table", "ttl.untill"),
        ("data.aws_sns_topic", "arm"),
        ("provider", "regoin"),
    ]


def test_each_deprecated_path_that_stacks_emit_has_a_plan(of_baselines: set[tuple[str, str]]) -> None:
    deprecated = {(type, path) for type, paths in NEWEST["deprecated"].items() for path in paths}
    page = (ROOT / "docs" / "compatibility.md").read_text()
    section = page.partition("## Deprecated attributes")[2].partition("\n## ")[0]
    rows = {path: answer for path, answer, plan in ROW.findall(section) if plan.strip()}
    assert set(rows) == _joined((of_bindings() | of_baselines) & deprecated)
    assert {path for path in _joined(of_baselines & deprecated) if rows[path] == "no"} == set()


def _joined(found: set[tuple[str, str]]) -> set[str]:
    return {f"{type}.{path}" for type, path in found}
