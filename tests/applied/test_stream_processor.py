"""A table with two processors by Terraform: created, updated in place, destroyed, empty plans.

All in one stack: the provider waits 55 s for a bucket's lifecycle.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from dynawright.constructs.lambda_code import PYTHON
from dynawright.deploy.plan import Plan
from dynawright.deploy.terraform import RARE_GARBAGE_COLLECTION, Terraform, TerraformError
from dynawright.emulator.emulator import Emulator
from dynawright.framework import cdktf
from dynawright.provider_versions import OLDEST
from dynawright.settings import StreamSettings
from tests.conftest import oldest_provider
from tests.constructs.processors import FILTERS, VARIABLES, OrdersStack, OrdersStreams, environment, package

ACCOUNT, REGION = "111111111111", "ap-northeast-1"
JOBS, AUDIT = "orders-stream-jobs-local", "orders-audit-log-local"
BUCKET = f"orders-stream-jobs-failed-local-{ACCOUNT}"
QUEUE_ARN = f"arn:aws:sqs:{REGION}:{ACCOUNT}:orders-audit-log-failed-local"
TOPIC_ARN = f"arn:aws:sns:{REGION}:{ACCOUNT}:orders-audit-log-failed-local"

CREATED = OrdersStreams(
    stream_jobs=StreamSettings(failure_retention_days=45),
    audit_log=StreamSettings(failure_destination="sqs", reserved_concurrency=None),
)
UPDATED = OrdersStreams(
    stream_jobs=StreamSettings(
        failure_retention_days=45,
        batch_size=10,
        batch_window_seconds=0,
        parallelization=4,
        retries=0,
        record_age_seconds=600,
        bisect_on_error=False,
        memory_mb=512,
        timeout_seconds=30,
        reserved_concurrency=4,
    ),
    audit_log=StreamSettings(failure_destination="sns"),
)


@dataclass(frozen=True)
class State:
    """The stack after an apply: the following plan, and its description from AWS's API."""

    plan: Plan
    functions: dict[str, dict[str, Any]]
    concurrency: dict[str, int | None]
    mappings: dict[str, dict[str, Any]]


@dataclass(frozen=True)
class Run:
    created: State
    updated: State
    bucket: dict[str, Any]
    queue: dict[str, str]
    log_groups: dict[str, dict[str, Any]]
    zip_hashes: list[str]
    records: list[dict[str, Any]]
    left: list[Any]
    warnings: list[str]


@pytest.fixture(scope="module")
def emulator(needs_terraform: None) -> Iterator[Emulator]:
    with Emulator(ACCOUNT) as running:
        yield running


@pytest.fixture(scope="module")
def run(emulator: Emulator, tmp_path_factory: pytest.TempPathFactory) -> Run:
    workplace = tmp_path_factory.mktemp("processors")
    terraform = Terraform(workplace / "cdktf.out" / "stacks" / "orders-local", emulator.environ)
    hashes = [synthesize(workplace, CREATED)]
    terraform.use_emulator()
    terraform.init()
    terraform.apply()
    created = observe(emulator, terraform.plan())
    bucket = bucket_facts(emulator.client("s3", REGION))
    queue = queue_facts(emulator.client("sqs", REGION))
    log_groups = emulator.client("logs", REGION).describe_log_groups()["logGroups"]
    records = write_and_read_stream(emulator)

    hashes.append(synthesize(workplace, UPDATED, more_code="\n", audit_variables={"STORE": "audit"}))
    terraform.apply()
    updated = observe(emulator, terraform.plan())

    terraform.destroy(refresh=False)
    return Run(
        created,
        updated,
        bucket,
        queue,
        log_groups={group["logGroupName"]: group for group in log_groups},
        zip_hashes=hashes,
        records=records,
        left=[
            terraform.addresses(),
            emulator.client("lambda", REGION).list_functions()["Functions"],
            emulator.client("lambda", REGION).list_event_source_mappings()["EventSourceMappings"],
            emulator.client("s3", REGION).list_buckets()["Buckets"],
        ],
        warnings=terraform.warnings,
    )


def synthesize(workplace: Path, streams: OrdersStreams, *, more_code: str = "", audit_variables: Mapping[str, str] = {}) -> str:
    """Writes the stack as `python main.py` would; returns the hash of its code."""
    code = package(workplace)
    with (code.function / "handler.py").open("a") as handler:
        handler.write(more_code)
    app = cdktf.App(outdir=str(workplace / "cdktf.out"))
    OrdersStack(app, environment(), code, streams=streams, audit_variables=audit_variables)
    app.synth()
    return code.sha256


def observe(emulator: Emulator, plan: Plan) -> State:
    client = emulator.client("lambda", REGION)
    names = (JOBS, AUDIT)
    return State(
        plan,
        functions={name: client.get_function(FunctionName=name)["Configuration"] for name in names},
        concurrency={
            name: client.get_function_concurrency(FunctionName=name).get("ReservedConcurrentExecutions") for name in names
        },
        mappings={
            event_source_mapping["FunctionArn"].split(":")[-1]: event_source_mapping
            for event_source_mapping in client.list_event_source_mappings()["EventSourceMappings"]
        },
    )


def bucket_facts(s3: Any) -> dict[str, Any]:
    return {
        "versioning": s3.get_bucket_versioning(Bucket=BUCKET)["Status"],
        "encryption": s3.get_bucket_encryption(Bucket=BUCKET)["ServerSideEncryptionConfiguration"]["Rules"],
        "public": s3.get_public_access_block(Bucket=BUCKET)["PublicAccessBlockConfiguration"],
        "ownership": s3.get_bucket_ownership_controls(Bucket=BUCKET)["OwnershipControls"]["Rules"],
        "policy": json.loads(s3.get_bucket_policy(Bucket=BUCKET)["Policy"])["Statement"],
        "lifecycle": s3.get_bucket_lifecycle_configuration(Bucket=BUCKET)["Rules"],
    }


def queue_facts(sqs: Any) -> dict[str, str]:
    (url,) = sqs.list_queues()["QueueUrls"]
    attributes: dict[str, str] = sqs.get_queue_attributes(QueueUrl=url, AttributeNames=["All"])["Attributes"]
    return attributes


def write_and_read_stream(emulator: Emulator) -> list[dict[str, Any]]:
    emulator.client("dynamodb", REGION).put_item(TableName="orders-local", Item={"PK": {"S": "ORDER#1"}})
    streams = emulator.client("dynamodbstreams", REGION)
    (stream,) = streams.list_streams(TableName="orders-local")["Streams"]
    (shard,) = streams.describe_stream(StreamArn=stream["StreamArn"])["StreamDescription"]["Shards"]
    start = {"ShardId": shard["ShardId"], "ShardIteratorType": "TRIM_HORIZON"}
    iterator = streams.get_shard_iterator(StreamArn=stream["StreamArn"], **start)["ShardIterator"]
    records: list[dict[str, Any]] = streams.get_records(ShardIterator=iterator)["Records"]
    return records


def test_the_plans_after_creating_and_updating_are_empty(run: Run) -> None:
    assert (run.created.plan.changes, run.updated.plan.changes) == ([], [])
    assert run.created.plan.is_empty
    assert run.updated.plan.is_empty


def test_terraform_warns_of_nothing(run: Run) -> None:
    assert run.warnings == []


def test_destroy_leaves_nothing(run: Run) -> None:
    assert run.left == [[], [], [], []]


def test_functions_and_mappings_are_updated_in_place(run: Run) -> None:
    for name in (JOBS, AUDIT):
        assert run.created.mappings[name]["UUID"] == run.updated.mappings[name]["UUID"]


@pytest.mark.parametrize(
    ("fact", "created", "updated"),
    [
        ("Runtime", "python3.13", "python3.13"),
        ("Architectures", ["arm64"], ["arm64"]),
        ("Handler", "handler.handler", "handler.handler"),
        ("MemorySize", 256, 512),
        ("Timeout", 60, 30),
        ("TracingConfig", {"Mode": "Active"}, {"Mode": "Active"}),
        ("Environment", {"Variables": VARIABLES}, {"Variables": VARIABLES}),
        ("Role", f"arn:aws:iam::{ACCOUNT}:role/{JOBS}", f"arn:aws:iam::{ACCOUNT}:role/{JOBS}"),
    ],
)
def test_a_function_reads_back_as_asked(run: Run, fact: str, created: Any, updated: Any) -> None:
    assert (run.created.functions[JOBS][fact], run.updated.functions[JOBS][fact]) == (created, updated)


def test_a_function_logs_json_into_a_group_of_its_own_that_was_there_first(run: Run) -> None:
    assert run.created.functions[JOBS]["LoggingConfig"] == {
        "LogFormat": "JSON",
        "ApplicationLogLevel": "INFO",
        "SystemLogLevel": "INFO",
        "LogGroup": f"/aws/lambda/{JOBS}",
    }
    group = run.log_groups[f"/aws/lambda/{JOBS}"]
    assert (group["retentionInDays"], group["kmsKeyId"]) == (1, run.created.functions[JOBS]["KMSKeyArn"])


def test_a_function_has_the_code_that_was_packaged_and_gets_new_code(run: Run) -> None:
    first, second = run.zip_hashes
    assert first != second
    assert (run.created.functions[JOBS]["CodeSha256"], run.updated.functions[JOBS]["CodeSha256"]) == (first, second)


def test_a_function_has_a_key_as_soon_as_it_has_variables(run: Run) -> None:
    assert not run.created.functions[AUDIT].get("KMSKeyArn")
    assert run.updated.functions[AUDIT]["KMSKeyArn"] == run.created.functions[JOBS]["KMSKeyArn"]


def test_concurrency_is_reserved_and_released_as_asked(run: Run) -> None:
    assert (run.created.concurrency, run.updated.concurrency) == ({JOBS: 10, AUDIT: None}, {JOBS: 4, AUDIT: 10})


@pytest.mark.parametrize(
    ("fact", "created", "updated"),
    [
        ("BatchSize", 100, 10),
        ("MaximumBatchingWindowInSeconds", 5, 0),
        ("ParallelizationFactor", 1, 4),
        ("MaximumRetryAttempts", 3, 0),
        ("MaximumRecordAgeInSeconds", 3600, 600),
        ("BisectBatchOnFunctionError", True, False),
        ("StartingPosition", "TRIM_HORIZON", "TRIM_HORIZON"),
        ("FunctionResponseTypes", ["ReportBatchItemFailures"], ["ReportBatchItemFailures"]),
        ("MetricsConfig", {"Metrics": ["EventCount"]}, {"Metrics": ["EventCount"]}),
        ("State", "Enabled", "Enabled"),
    ],
)
def test_a_mapping_reads_back_as_asked(run: Run, fact: str, created: Any, updated: Any) -> None:
    assert (run.created.mappings[JOBS][fact], run.updated.mappings[JOBS][fact]) == (created, updated)


def test_a_mapping_filters_as_asked_or_not_at_all(run: Run) -> None:
    filters = run.created.mappings[JOBS]["FilterCriteria"]["Filters"]
    assert sorted(pattern["Pattern"] for pattern in filters) == sorted(json.dumps(pattern) for pattern in FILTERS)
    assert not run.created.mappings[AUDIT].get("FilterCriteria", {}).get("Filters")


def test_failed_records_go_where_the_environment_says(run: Run) -> None:
    found = [
        state.mappings[name]["DestinationConfig"]["OnFailure"]["Destination"]
        for state in (run.created, run.updated)
        for name in (JOBS, AUDIT)
    ]
    assert found == [f"arn:aws:s3:::{BUCKET}", QUEUE_ARN, f"arn:aws:s3:::{BUCKET}", TOPIC_ARN]


def test_the_bucket_is_versioned_encrypted_private_and_forgets(run: Run) -> None:
    key = run.created.functions[JOBS]["KMSKeyArn"]
    assert run.bucket["versioning"] == "Enabled"
    (encryption,) = run.bucket["encryption"]
    assert encryption["ApplyServerSideEncryptionByDefault"] == {"SSEAlgorithm": "aws:kms", "KMSMasterKeyID": key}
    assert encryption["BucketKeyEnabled"] is True
    assert set(run.bucket["public"].values()) == {True}
    assert run.bucket["ownership"] == [{"ObjectOwnership": "BucketOwnerEnforced"}]
    (refusal,) = run.bucket["policy"]
    assert (refusal["Effect"], refusal["Condition"]) == ("Deny", {"Bool": {"aws:SecureTransport": "false"}})
    (rule,) = run.bucket["lifecycle"]
    assert (rule["Status"], rule["Expiration"]["Days"]) == ("Enabled", 45)
    assert rule["NoncurrentVersionExpiration"]["NoncurrentDays"] == 30
    assert rule["AbortIncompleteMultipartUpload"] == {"DaysAfterInitiation": 7}


def test_the_queue_keeps_as_long_as_sqs_can_and_is_encrypted(run: Run) -> None:
    assert run.queue["MessageRetentionPeriod"] == str(14 * 24 * 60 * 60)
    assert run.queue["KmsMasterKeyId"] == run.created.functions[JOBS]["KMSKeyArn"]
    (refusal,) = json.loads(run.queue["Policy"])["Statement"]
    assert (refusal["Effect"], refusal["Resource"]) == ("Deny", QUEUE_ARN)


def test_writes_to_a_table_with_processors_stay_in_its_stream(run: Run) -> None:
    assert [record["dynamodb"]["Keys"] for record in run.records] == [{"PK": {"S": "ORDER#1"}}]


def test_the_runtime_is_the_newest_python_that_the_oldest_provider_knows(needs_terraform: None, tmp_path: Path) -> None:
    function = {"function_name": "f", "role": "arn:aws:iam::111111111111:role/r", "runtime": "python0", "handler": "h.h"}
    document = {
        "terraform": {"required_providers": {"aws": {"source": "hashicorp/aws", "version": OLDEST}}},
        "resource": {"aws_lambda_function": {"f": {**function, "filename": "f.zip"}}},
    }
    (tmp_path / "main.tf.json").write_text(json.dumps(document))
    with oldest_provider():
        terraform = Terraform(tmp_path, RARE_GARBAGE_COLLECTION)
        terraform.init(backend=False)
    with pytest.raises(TerraformError) as caught:
        terraform.validate()
    known = {tuple(map(int, version.split("."))) for version in re.findall(r'"python([0-9.]+)"', str(caught.value))}
    assert f"python{'.'.join(map(str, max(known)))}" == PYTHON
