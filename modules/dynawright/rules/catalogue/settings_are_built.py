"""Settings are built.

Tables, keys, logs, buckets, caches and secrets must be built as the environment's file says, or safer. A construct that
forgets a setting or passes on the wrong one builds something else, and no plan shows that. This rule derives the
expected arguments from the merged settings a second time and compares; up to half as much more or less counts as equal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from dynawright.rules.derived import dials, dials_of_storage
from dynawright.rules.derived.dials import Due
from dynawright.rules.derived.things import at
from dynawright.rules.resources import PROVIDER, TERRAFORM, Document, Resource
from dynawright.rules.rule import NONE_APPLIES, Rule
from dynawright.rules.values import boolean, number

INDEX = "global_secondary_index"
LIVE = re.compile(r"\$\{try\(.*, (\d+)\)\}")
"""Autoscaled capacity as constructs write it: the current value, or else the minimum."""
ABOUT = 1.5
WORDS = {"exactly": "", "least": "at least ", "most": "at most ", "live": "the value set by autoscaling, initially "}
DUE: dict[str, Callable[[Resource, Document], Iterator[Due]]] = {
    "aws_dynamodb_table": dials.of_table,
    "aws_appautoscaling_target": dials.of_target,
    "aws_appautoscaling_policy": dials.of_policy,
    "aws_kms_key": dials_of_storage.of_key,
    "aws_cloudwatch_log_group": dials_of_storage.of_log_group,
    "aws_s3_bucket": dials_of_storage.of_bucket,
    "aws_s3_bucket_lifecycle_configuration": dials_of_storage.of_lifecycle,
    "aws_s3_bucket_object_lock_configuration": dials_of_storage.of_lock,
    "aws_dax_cluster": dials_of_storage.of_cluster,
    "aws_kinesis_stream": dials_of_storage.of_stream,
    "aws_secretsmanager_secret": dials_of_storage.of_secret,
    "aws_secretsmanager_secret_rotation": dials_of_storage.of_rotation,
    "aws_backup_vault": dials_of_storage.of_vault,
    "aws_backup_vault_lock_configuration": dials_of_storage.of_vault_lock,
    PROVIDER: dials_of_storage.of_provider,
}


def check(resource: Resource, document: Document) -> Iterator[str]:
    if not (document.is_ours and document.is_configuration):
        return
    if resource.type == TERRAFORM:
        yield from dials_of_storage.lacking(resource, document)
        return
    yield from _compared(resource.values, DUE[resource.type](resource, document), resource, "")
    for index in resource.blocks(INDEX) if resource.type == "aws_dynamodb_table" else ():
        name = str(index.get("name"))
        yield from _compared(index, dials.of_index(name, resource, document), resource, f" of index {name}")


def _compared(values: Any, due: Iterator[Due], resource: Resource, where: str) -> Iterator[str]:
    ignored = [name for block in resource.blocks("lifecycle") for name in block.get("ignore_changes") or ()]
    for expected in due:
        actual = next(iter(at(values, tuple(expected.path.split(".")))), None)
        if expected.path not in ignored and not _fits(actual, expected):
            limit = "" if expected.value is None else WORDS[expected.how]
            expected_text = "nothing" if expected.value is None else expected.value
            yield f"{expected.path}{where} is {'not written' if actual is None else actual}; {expected.setting} says {limit}{expected_text}"


def _fits(actual: Any, due: Due) -> bool:
    if due.value is None or due.value is False:
        return actual is None or actual is False
    if due.value is True:
        return boolean(actual) is True
    if due.how == "exactly":
        return bool(actual == due.value)
    live = LIVE.fullmatch(actual) if isinstance(actual, str) else None
    value = number(live[1] if live else actual)
    if due.how == "live":
        return live is not None and value is not None and value * ABOUT >= due.value
    if value is None:
        return actual is None and due.how == "most"  # AWS's default is sooner
    return bool(value * ABOUT >= due.value if due.how == "least" else value <= due.value * ABOUT)


RULE = Rule(
    module=__name__,
    number=57,
    severity="high",
    types=(*DUE, TERRAFORM),
    check=check,
    standards=NONE_APPLIES,
    needs_intent=True,
)
