"""Terraform JSON of every stack of the application in every environment."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dynawright.model import System
from dynawright.settings import environment_names, load_named
from dynawright.synthesis import synthesize
from dynawright.systems import tables_in

ENVIRONMENTS = environment_names()
Document = dict[str, Any]
Documents = dict[tuple[str, str], Document]
"""By environment and stack."""


def synthesized(folder: Path) -> Documents:
    """Return the documents of all stacks in all environments."""
    documents = {}
    for environment in ENVIRONMENTS:
        synthesize(load_named(environment), system=None, outdir=folder / environment)
        for path in (folder / environment / "stacks").glob("*/cdk.tf.json"):
            documents[environment, path.parent.name.removesuffix(f"-{environment}")] = json.loads(path.read_text())
    return documents


def alarms(document: Document) -> dict[str, Document]:
    """Return the alarms of a stack by their names."""
    return {alarm["alarm_name"]: alarm for alarm in document["resource"]["aws_cloudwatch_metric_alarm"].values()}


def places(system: System, environment: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield for each table and index the beginning of its alarms' names, and its dimensions."""
    for table in tables_in(load_named(environment), system):
        dimensions = {"TableName": f"{table.name}-{environment}"}
        yield table.name, dimensions
        for index in table.indexes:
            yield f"{table.name}-{index.name}", {**dimensions, "GlobalSecondaryIndexName": index.name}
