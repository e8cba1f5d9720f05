"""The deployed functions process the access patterns' writes: each effect happens once."""

from collections.abc import Callable
from typing import Any

import pytest

from dynawright.emulator.deliveries import Delivery, deliver, readers
from dynawright.emulator.streams.function import functions
from dynawright.emulator.streams.reader import StreamRecord
from dynawright.iam.evaluator import RoleSession
from dynawright.ops.failures import FailureBucket
from tests.applied.platform import scenario_of
from tests.applied.shared import Applied


def test_each_deployed_function_takes_the_stream_and_given_again_does_nothing(
    applied: Applied, deliveries: Callable[[Applied], list[Delivery]]
) -> None:
    environment, system = applied.workspace.environment, applied.system
    first = deliveries(applied)
    declared = [one for one in functions() if one.system == system.name]
    included = {name for function in declared for name in function.manifest.includes}
    assert [delivery.function for delivery in first] == [function.name for function in declared if function.name not in included]
    assert all(delivery.records > 0 and delivery.invocations > 0 for delivery in first)
    assert all(delivery.given_up == 0 and delivery.effects for delivery in first), first
    if scenario := scenario_of(system.name):
        assert {effect for delivery in first for effect in delivery.effects} >= scenario.effects, first
        assert tuple(job for delivery in first for job in delivery.off) == scenario.off

    deliver(applied.emulator, environment, system)  # the functions' own writes are on the stream by now
    again = deliver(applied.emulator, environment, system)
    assert [(one.given_up, one.effects) for one in again] == [(0, {}) for _ in again]


def empty(s3: Any, bucket: str) -> None:
    """Delete every object, which the deploy role may not do before it destroys the bucket."""
    for version in s3.list_object_versions(Bucket=bucket).get("Versions", []):
        s3.delete_object(Bucket=bucket, Key=version["Key"], VersionId=version["VersionId"])


def spoilt(record: StreamRecord) -> StreamRecord:
    """Return the record with an attribute whose value is not of its type, which no function can read."""
    image = {**record["dynamodb"].get("NewImage", {}), "Spoilt": {"BOOL": "yes"}}
    return {**record, "dynamodb": {**record["dynamodb"], "NewImage": image}}


def test_what_a_function_gives_up_is_kept_whole_in_its_bucket_by_its_own_role(
    applied: Applied, deliveries: Callable[[Applied], list[Delivery]]
) -> None:
    if not deliveries(applied):
        pytest.skip("the system has no functions")
    emulator, environment, system = applied.emulator, applied.workspace.environment, applied.system
    dynamodb, s3 = (emulator.client(service, environment.region) for service in ("dynamodb", "s3"))
    changes = readers(emulator, environment, system)
    for name in {environment.physical_name(table.name) for table in system.tables if table.stream}:
        for item in dynamodb.scan(TableName=name)["Items"]:
            dynamodb.put_item(TableName=name, Item={**item, "Spoilt": {"BOOL": True}})
    records = {name: [(shard, spoilt(record)) for shard, record in reader.read()] for name, reader in changes.items()}

    given_up = {one.function: one.given_up for one in deliver(emulator, environment, system, records=records, keep_given_up=True)}
    assert all(given_up.values())
    mappings = emulator.client("lambda", environment.region).list_event_source_mappings()["EventSourceMappings"]
    for function, count in given_up.items():
        physical = environment.physical_name(f"{system.name}-{function}".replace("_", "-"))
        (mapping,) = [one for one in mappings if one["FunctionArn"].endswith(f":{physical}")]
        bucket = mapping["DestinationConfig"]["OnFailure"]["Destination"].rpartition(":")[2]
        failures = FailureBucket(s3, bucket)
        kept = [record for one in failures.failures(failures.keys()) for record in one.records]
        empty(s3, bucket)
        assert len(kept) == count
        assert {record["dynamodb"]["NewImage"]["Spoilt"]["BOOL"] for record in kept} == {"yes"}
        roles = {
            call.principal.role_arn.rpartition("/")[2]
            for call in emulator.questions()
            if call.name == "s3:PutObject" and isinstance(call.principal, RoleSession)
            if any(asked.request.resource.startswith(f"arn:aws:s3:::{bucket}/") for asked in call.asked)
        }
        assert roles == {physical}
