"""A stream function reads its own stream and writes only to its own resources."""

from __future__ import annotations

import pytest

from dynawright.model import Consumer, System
from tests.access import services
from tests.access.actions import ON_ITEMS, ON_STREAMS, ON_TABLES, item_context
from tests.access.applications import COMPLETE, consumers
from tests.access.expectations import rights
from tests.access.functions import failure_bucket_arn, is_built, manifest_in, reads_stream, role_name
from tests.access.matrix import partition_keys, table_arn
from tests.access.services import World
from tests.access.simulator import Question, Request, wrong_answers
from tests.access.synthesized import Stack

FUNCTIONS = [
    (World(application, environment), system, consumer)
    for application, system, consumer in consumers()
    if manifest_in(application.folder / "stacks", system.name, consumer)
    for environment in application.environments
]
WRITES = (
    *("BatchWriteItem", "DeleteItem", "PutItem", "UpdateItem", "PartiQLDelete", "PartiQLInsert", "PartiQLUpdate"),
    *("DeleteTable", "UpdateTable", "UpdateTimeToLive", "UpdateContinuousBackups"),
)
every_function = pytest.mark.parametrize(
    ("world", "system", "consumer"),
    FUNCTIONS,
    ids=[f"{world}-{system.name}-{consumer.name}" for world, system, consumer in FUNCTIONS],
)


def wrong(stack: Stack, consumer: Consumer, asked: list[Question]) -> list[Question]:
    policies = stack.policies_of(role_name(stack, consumer)) if is_built(stack, consumer) else []
    return wrong_answers(policies, asked, account_id=stack.environment.account_id)


def test_there_is_a_function_whatever_systems_there_are() -> None:
    assert {consumer.name for world, _, consumer in FUNCTIONS if world.application == COMPLETE} == {"loan-history"}


@every_function
def test_it_reads_one_stream_of_all_systems(world: World, system: System, consumer: Consumer) -> None:
    stack = world.stacks[system.name]
    (source,) = [table_arn(stack, table) for table in system.tables if reads_stream(stack, table.name, consumer)]
    asked = [
        Question(
            Request(f"dynamodb:{action}", f"{table}/stream/2026-01-01T00:00:00.000"),
            expected=table == source and is_built(stack, consumer),
        )
        for table in world.arns(services.TABLE_TYPE)
        for action in ON_STREAMS
    ]
    assert wrong(stack, consumer, asked) == []


@every_function
def test_it_writes_to_its_source_only_as_a_pattern_says(world: World, system: System, consumer: Consumer) -> None:
    stack = world.stacks[system.name]
    (source,) = [table for table in system.tables if reads_stream(stack, table.name, consumer)]
    granted = rights(source, consumer) if is_built(stack, consumer) else set()
    asked = [
        Question(
            Request(f"dynamodb:{action}", table_arn(stack, source), item_context(action, [key])),
            expected=any(right.covers(action, "", key) for right in granted),
        )
        for action in WRITES
        for key in partition_keys(source)
    ]
    assert wrong(stack, consumer, asked) == []


@every_function
def test_it_reaches_no_table_of_another_system(world: World, system: System, consumer: Consumer) -> None:
    stack = world.stacks[system.name]
    foreign = [arn for other in world.stacks.values() if other is not stack for arn in other.arns(services.TABLE_TYPE)]
    asked = [
        Question(Request(f"dynamodb:{action}", table), expected=False) for table in foreign for action in (*ON_ITEMS, *ON_TABLES)
    ]
    assert wrong(stack, consumer, asked) == []


@every_function
def test_it_puts_into_its_own_bucket_and_touches_no_other(world: World, system: System, consumer: Consumer) -> None:
    stack = world.stacks[system.name]
    own = {failure_bucket_arn(stack, consumer)} & set(stack.arns("aws_s3_bucket"))
    assert bool(own) == is_built(stack, consumer)
    asked = world.on_buckets({bucket: {"ListBucket", "PutObject"} for bucket in own}, key="aws/lambda/uuid/record")
    asked += world.on_buckets({bucket: {"ListBucket"} for bucket in own}, key="elsewhere/record")
    assert wrong(stack, consumer, asked) == []
