"""A stream function reads its own stream and writes its own places: nothing of another function, another system, or the audit trail."""

from __future__ import annotations

from pathlib import Path

import pytest

from dynawright.model import Consumer, System
from dynawright.settings import load_named, validated
from dynawright.systems import systems
from stacks.shop import model as shop
from tests.access import matrix, services
from tests.access.actions import ON_ITEMS, ON_STREAMS, ON_TABLES
from tests.access.expectations import rights
from tests.access.functions import failure_bucket_arn, is_built, manifest, reads_stream, role_name
from tests.access.matrix import partition_keys, table_arn
from tests.access.services import World
from tests.access.simulator import Question, Request, wrong_answers
from tests.access.synthesized import ENVIRONMENTS, Stack, one_stack, stacks

FUNCTIONS = [(system, consumer) for system in systems() for consumer in system.consumers if manifest(system.name, consumer)]
WRITES = (
    *("BatchWriteItem", "DeleteItem", "PutItem", "UpdateItem", "PartiQLDelete", "PartiQLInsert", "PartiQLUpdate"),
    *("DeleteTable", "UpdateTable", "UpdateTimeToLive", "UpdateContinuousBackups"),
)
every_function = pytest.mark.parametrize(("system", "consumer"), FUNCTIONS, ids=[consumer.name for _, consumer in FUNCTIONS])


@pytest.fixture(scope="module", params=ENVIRONMENTS)
def world(request: pytest.FixtureRequest) -> World:
    return World(stacks(request.param))


def wrong(stack: Stack, consumer: Consumer, asked: list[Question]) -> list[Question]:
    policies = stack.policies_of(role_name(stack, consumer)) if is_built(stack, consumer) else []
    return wrong_answers(policies, asked, account_id=stack.environment.account_id)


def test_these_are_the_functions() -> None:
    assert {consumer.name for _, consumer in FUNCTIONS} == {
        "audit-log",
        "entity-events",
        "flag-audit",
        "project-metrics",
        "stream-jobs",
    }


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
    """The shop's jobs add to a day's sales, and write nothing else to the table that they read."""
    stack = world.stacks[system.name]
    (source,) = [table for table in system.tables if reads_stream(stack, table.name, consumer)]
    writable = {(action, key) for action, key in [("UpdateItem", "SALES#2026-01-02")] if consumer.name == "stream-jobs"}
    assert {right.action for right in rights(source, consumer)} == {action for action, _ in writable}
    asked = [
        Question(
            Request(f"dynamodb:{action}", table_arn(stack, source), {"dynamodb:LeadingKeys": [key]}),
            expected=(action, key) in writable,
        )
        for action in WRITES
        for key in {*partition_keys(source), *(key for _, key in writable)}
    ]
    assert wrong(stack, consumer, asked) == []


@every_function
def test_it_reaches_no_table_of_another_system(world: World, system: System, consumer: Consumer) -> None:
    stack = world.stacks[system.name]
    foreign = [one for other in world.stacks.values() if other is not stack for one in other.arns(services.TABLE_TYPE)]
    asked = [
        Question(Request(f"dynamodb:{action}", table), expected=False) for table in foreign for action in (*ON_ITEMS, *ON_TABLES)
    ]
    assert wrong(stack, consumer, asked) == []


@pytest.mark.parametrize(
    ("host", "arn", "action", "resource"),
    [
        ("search-x.ap-northeast-1.es.amazonaws.com", "es:ap-northeast-1:111111111111:domain/products", "es:ESHttpPost", "/_bulk"),
        ("x.ap-northeast-1.aoss.amazonaws.com", "aoss:ap-northeast-1:111111111111:collection/x", "aoss:APIAccessAll", ""),
    ],
)
def test_its_role_may_write_to_the_search_index_of_aws_and_to_no_other(
    tmp_path: Path, host: str, arn: str, action: str, resource: str
) -> None:
    search = {"endpoint": f"https://{host}", "arn": f"arn:aws:{arn}"}
    given = {**load_named("dev").model_dump(exclude_unset=True), "systems": {"shop": {"streams": {"search_sync": search}}}}
    stack = one_stack(validated(given), "shop", tmp_path)
    policies = stack.policies_of(role_name(stack, shop.STREAM_JOBS))
    assert matrix.wrong(stack, shop.SYSTEM, shop.STREAM_JOBS, policies) == []
    asked = [
        Question(Request(action, f"{search['arn']}{resource}"), expected=True),
        Question(Request(action, f"{search['arn']}-elses{resource}"), expected=False),
    ]
    if resource:
        asked.append(Question(Request(action, f"{search['arn']}/_search"), expected=False))
    assert wrong(stack, shop.STREAM_JOBS, asked) == []


@every_function
def test_it_puts_into_its_own_bucket_and_touches_no_other(world: World, system: System, consumer: Consumer) -> None:
    stack = world.stacks[system.name]
    own = {failure_bucket_arn(stack, consumer)} & set(stack.arns("aws_s3_bucket"))
    assert bool(own) == is_built(stack, consumer)
    asked = world.on_buckets({bucket: {"ListBucket", "PutObject"} for bucket in own}, key="aws/lambda/uuid/record")
    asked += world.on_buckets({bucket: {"ListBucket"} for bucket in own}, key="elsewhere/record")
    assert wrong(stack, consumer, asked) == []
