"""Stacks with everything that the package can emit."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

from dynawright.constructs.bucket import Bucket
from dynawright.constructs.encryption import EncryptionKey
from dynawright.constructs.failure_destination import FailureDestination
from dynawright.constructs.logs import LogGroup
from dynawright.constructs.secret import Secret
from dynawright.framework import cdktf
from dynawright.model import Consumer, Entity, Key, LocalIndex, Query, Stream, System, TableModel, include
from dynawright.rules.resources import Document, document
from dynawright.rules.vocabulary import paths
from dynawright.settings import StreamSettings
from dynawright.stack import SystemStack
from tests.applications import complete_stacks
from tests.environments import environment

ENVIRONMENTS = ("production", "dev", "local", "full")
READER = Consumer("reader", "for tests")
NOTES = TableModel(
    "notes",
    partition_key=Key("PK"),
    sort_key=Key("SK"),
    local_indexes=[LocalIndex("by-day", Key("day"), projection=include("title"))],
    stream=Stream.NEW_AND_OLD_IMAGES,
    entities=[Entity("NOTE", PK="A#{author}", SK="N#{note}", day="{day}", attributes=dict.fromkeys(("author", "note", "day", "title"), "S"))],
    access_patterns=[Query("P1", "notes of a day", index="by-day", PK="A#{author}", used_by=[READER], attributes=["title"])],
)  # fmt: skip
REPLICA = {"region": "ap-northeast-3", "kms_key_arn": "arn:aws:kms:ap-northeast-3:111111111111:key/1"}
FUNCTION = "arn:aws:lambda:ap-northeast-1:111111111111:function:"


class Extras(SystemStack):
    """What only code switches on, and what other stacks have no need of."""

    system = System("notes", [NOTES])


def extras() -> Document:
    """Return a stack of production with those."""
    given = environment(
        name="production",
        other_regions=["ap-northeast-3"],
        table={"capacity_mode": "provisioned", "replicas": [REPLICA]},
        notifications={"topic_arn": "arn:aws:sns:ap-northeast-1:111111111111:alarms"},
        backup={"enabled": False},
        outputs={"parameters": True},
    )
    stack = Extras(cdktf.Testing.app(), given)
    key = EncryptionKey(stack, "Key", name="notes-key", settings=given.encryption)
    notes = stack.table("Notes", NOTES, key=key)
    LogGroup(stack, "Log", name="/notes", key=key, settings=given.logs).forward(
        "Lines", destination_arn=f"{FUNCTION}search", pattern="ERROR", role_arn="arn:aws:iam::111111111111:role/lines"
    )
    Secret(
        stack,
        "Token",
        name="notes/token",
        description="",
        key=key,
        settings=given.secrets,
        rotation_function_arn=f"{FUNCTION}rotate",
    )
    Bucket(stack, "Files", name="notes-files", key=key, settings=given.buckets)
    FailureDestination(
        stack,
        "Failures",
        name="notes-failed",
        key=key,
        settings=StreamSettings(failure_destination="sns"),
        buckets=given.buckets,
    )
    stack.watch(notes)
    return document(json.loads(cdktf.Testing.synth(stack)), "notes-production", ours=True)


@cache
def documents() -> tuple[Document, ...]:
    """Return all of them."""
    stacks = [stack.document for environment in ENVIRONMENTS for stack in complete_stacks(environment).values()]
    return (*stacks, extras())


def emitted() -> Iterator[tuple[str, str]]:
    """Each type and path that one of them has; the path is empty for the resource itself."""
    for each in documents():
        for resource in each.resources:
            yield resource.type, ""
            yield from ((resource.type, path) for path in _paths(resource.type, resource.values, ""))


def _paths(type: str, block: object, prefix: str) -> Iterator[str]:
    if isinstance(block, list):
        for part in block:
            yield from _paths(type, part, prefix)
    elif isinstance(block, dict):
        for name, value in block.items():
            if f"{prefix}{name}" in paths(type):
                yield f"{prefix}{name}"
                yield from _paths(type, value, f"{prefix}{name}.")
