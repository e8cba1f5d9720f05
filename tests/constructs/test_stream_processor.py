"""A processor: its function, its mapping, and exactly what its role may do."""

import json
from pathlib import Path
from typing import Any

import pytest

from dynawright.bindings.engine.location import logical_id
from dynawright.constructs.stream_processor import StreamProcessor
from dynawright.errors import UserError
from dynawright.framework import cdktf
from dynawright.model import Consumer
from dynawright.settings import AlarmSettings, EncryptionSettings, ReplicaSettings, StreamSettings
from tests.constructs.conftest import resources_of
from tests.constructs.processors import AUDIT_LOG, STREAM_JOBS, OrdersStack, OrdersStreams, environment, package
from tests.problems import told

KEY = "${aws_kms_key.Key_43586C89.arn}"
STREAM = "${aws_dynamodb_table.Orders_Table_C3D8F3FA.stream_arn}"
FUNCTIONS = "arn:aws:lambda:ap-northeast-1:111111111111:function"


@pytest.fixture
def orders(tmp_path: Path) -> OrdersStack:
    return stack(tmp_path)


def stack(tmp_path: Path, streams: OrdersStreams | None = None, **settings: Any) -> OrdersStack:
    app = cdktf.App(outdir=str(tmp_path / "cdktf.out"))
    return OrdersStack(app, environment(**settings), package(tmp_path), streams=streams)


def one(made: OrdersStack, terraform_type: str, name: str) -> dict[str, Any]:
    """The resource of that type which belongs to the processor of that name."""
    (found,) = [each for each in resources_of(made, terraform_type) if name in json.dumps(each)]
    return found


def function(made: OrdersStack, name: str) -> dict[str, Any]:
    return one(made, "aws_lambda_function", f'"function_name": "orders-{name}-local"')


def mapping(made: OrdersStack, id: str) -> dict[str, Any]:
    return one(made, "aws_lambda_event_source_mapping", f"aws_lambda_function.{id}_")


def statements(made: OrdersStack, policy: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(one(made, "aws_iam_policy", f'"name": "{policy}-local"')["policy"])["Statement"]
    return found


def reference(terraform_type: str, path: str, attribute: str) -> str:
    return f"${{{terraform_type}.{logical_id(tuple(path.split('/')))}.{attribute}}}"


def test_a_function_runs_current_python_on_arm_with_json_logs_and_traces(orders: OrdersStack) -> None:
    made = function(orders, "stream-jobs")
    (zip_file,) = (Path(cdktf.App.of(orders).outdir) / "stacks" / "orders-local" / "assets").iterdir()
    assert made == {
        "function_name": "orders-stream-jobs-local",
        "description": "adds up what was ordered",
        "role": reference("aws_iam_role", "StreamJobs/Role/Role", "arn"),
        "runtime": "python3.13",
        "architectures": ["arm64"],
        "handler": "handler.handler",
        "filename": f"assets/{zip_file.name}",
        "source_code_hash": made["source_code_hash"],
        "memory_size": 256,
        "timeout": 60,
        "reserved_concurrent_executions": 10,
        "environment": {"variables": {"TABLE": "orders", "THRESHOLD": "10"}},
        "kms_key_arn": KEY,
        "tracing_config": {"mode": "Active"},
        "logging_config": {
            "log_format": "JSON",
            "log_group": reference("aws_cloudwatch_log_group", "StreamJobs/Logs/LogGroup", "name"),
            "application_log_level": "INFO",
            "system_log_level": "INFO",
        },
    }


def test_the_hash_is_that_of_the_zip_beside_the_stack(orders: OrdersStack, tmp_path: Path) -> None:
    assert function(orders, "stream-jobs")["source_code_hash"] == package(tmp_path).sha256


def test_a_function_without_variables_has_neither_them_nor_a_key(orders: OrdersStack) -> None:
    assert {"environment", "kms_key_arn"} & set(function(orders, "audit-log")) == set()


def test_a_function_that_reserves_nothing_says_so(tmp_path: Path) -> None:
    made = stack(tmp_path, OrdersStreams(stream_jobs=StreamSettings(reserved_concurrency=None)))
    assert function(made, "stream-jobs")["reserved_concurrent_executions"] == -1


def test_its_logs_have_the_functions_name_a_retention_and_the_key(orders: OrdersStack) -> None:
    assert one(orders, "aws_cloudwatch_log_group", "stream-jobs") == {
        "name": "/aws/lambda/orders-stream-jobs-local",
        "retention_in_days": 1,
        "kms_key_id": KEY,
    }


def test_a_mapping_has_every_setting_and_none_is_endless(orders: OrdersStack) -> None:
    assert mapping(orders, "AuditLog") == {
        "event_source_arn": STREAM,
        "function_name": reference("aws_lambda_function", "AuditLog/Function", "arn"),
        "batch_size": 100,
        "maximum_batching_window_in_seconds": 5,
        "starting_position": "TRIM_HORIZON",
        "parallelization_factor": 1,
        "maximum_retry_attempts": 3,
        "maximum_record_age_in_seconds": 3600,
        "bisect_batch_on_function_error": True,
        "function_response_types": ["ReportBatchItemFailures"],
        "destination_config": {
            "on_failure": {"destination_arn": reference("aws_s3_bucket", "AuditLog/Failures/Bucket/Bucket", "arn")}
        },
        "metrics_config": {"metrics": ["EventCount"]},
        "depends_on": mapping(orders, "AuditLog")["depends_on"],
    }


@pytest.mark.parametrize(
    ("setting", "value", "argument"),
    [
        ("batch_size", 7, "batch_size"),
        ("batch_window_seconds", 0, "maximum_batching_window_in_seconds"),
        ("starting_position", "LATEST", "starting_position"),
        ("parallelization", 3, "parallelization_factor"),
        ("retries", 0, "maximum_retry_attempts"),
        ("record_age_seconds", 90, "maximum_record_age_in_seconds"),
        ("bisect_on_error", False, "bisect_batch_on_function_error"),
    ],
)
def test_every_dial_of_a_mapping_turns(tmp_path: Path, setting: str, value: Any, argument: str) -> None:
    made = stack(tmp_path, OrdersStreams(stream_jobs=StreamSettings.model_validate({setting: value})))
    assert mapping(made, "StreamJobs")[argument] == value
    assert mapping(made, "AuditLog")[argument] != value


@pytest.mark.parametrize(("setting", "argument"), [("memory_mb", "memory_size"), ("timeout_seconds", "timeout")])
def test_every_dial_of_a_function_turns(tmp_path: Path, setting: str, argument: str) -> None:
    made = stack(tmp_path, OrdersStreams(stream_jobs=StreamSettings.model_validate({setting: 200})))
    assert function(made, "stream-jobs")[argument] == 200
    assert function(made, "audit-log")[argument] != 200


def test_filters_are_lambdas_own_patterns(orders: OrdersStack) -> None:
    filters = mapping(orders, "StreamJobs")["filter_criteria"]["filter"]
    assert [json.loads(each["pattern"]) for each in filters] == [
        {"eventName": ["INSERT"]},
        {"dynamodb": {"Keys": {"PK": {"S": [{"prefix": "ORDER#"}]}}}},
    ]


def test_a_mapping_waits_for_every_policy_even_for_a_grant_that_comes_later(orders: OrdersStack) -> None:
    waits = [address.split("_Role_")[1].split("Attachment")[0] for address in mapping(orders, "StreamJobs")["depends_on"]]
    assert waits == ["OrdersStream", "Function", "Orders"]
    assert len(mapping(orders, "AuditLog")["depends_on"]) == 2


def test_the_role_is_named_after_the_consumer_and_is_lambdas(orders: OrdersStack) -> None:
    role = one(orders, "aws_iam_role", "orders-stream-jobs-local")
    assert role["description"] == STREAM_JOBS.description
    assert json.loads(role["assume_role_policy"])["Statement"][0]["Principal"] == {"Service": "lambda.amazonaws.com"}


def test_the_role_reads_this_stream(orders: OrdersStack) -> None:
    read, decrypt = statements(orders, "orders-audit-log-ordersstream")
    assert read == {
        "Effect": "Allow",
        "Action": ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
        "Resource": STREAM,
    }
    assert decrypt["Condition"]["StringEquals"]["kms:EncryptionContext:aws:dynamodb:tableName"] == "orders-local"


def test_the_role_may_log_trace_write_failures_and_read_its_variables_and_nothing_else(orders: OrdersStack) -> None:
    log_group = reference("aws_cloudwatch_log_group", "StreamJobs/Logs/LogGroup", "arn")
    bucket = reference("aws_s3_bucket", "StreamJobs/Failures/Bucket/Bucket", "arn")
    assert statements(orders, "orders-stream-jobs-function") == [
        {"Effect": "Allow", "Action": ["logs:CreateLogStream", "logs:PutLogEvents"], "Resource": f"{log_group}:*"},
        {"Effect": "Allow", "Action": ["xray:PutTelemetryRecords", "xray:PutTraceSegments"], "Resource": "*"},
        {"Effect": "Allow", "Action": "s3:ListBucket", "Resource": bucket},
        {"Effect": "Allow", "Action": "s3:PutObject", "Resource": f"{bucket}/aws/lambda/*"},
        {
            "Effect": "Allow",
            "Action": "kms:GenerateDataKey",
            "Resource": KEY,
            "Condition": {
                "StringEquals": {
                    "kms:ViaService": "s3.ap-northeast-1.amazonaws.com",
                    "kms:EncryptionContext:aws:s3:arn": bucket,
                }
            },
        },
        {
            "Effect": "Allow",
            "Action": "kms:Decrypt",
            "Resource": KEY,
            "Condition": {
                "StringEquals": {
                    "kms:ViaService": "lambda.ap-northeast-1.amazonaws.com",
                    "kms:EncryptionContext:aws:lambda:FunctionArn": f"{FUNCTIONS}:orders-stream-jobs-local",
                }
            },
        },
    ]


def test_the_role_has_no_other_policies(orders: OrdersStack) -> None:
    names = {policy["name"] for policy in resources_of(orders, "aws_iam_policy")}
    assert names == {
        "orders-stream-jobs-ordersstream-local",
        "orders-stream-jobs-function-local",
        "orders-stream-jobs-orders-local",  # what the stack granted
        "orders-audit-log-ordersstream-local",
        "orders-audit-log-function-local",
    }


def test_without_a_key_of_ours_no_right_to_one_is_given(tmp_path: Path) -> None:
    made = stack(tmp_path, encryption=EncryptionSettings(key="aws_owned", prevent_destroy=False))
    actions = [each["Action"] for each in statements(made, "orders-stream-jobs-function")]
    assert actions == [
        ["logs:CreateLogStream", "logs:PutLogEvents"],
        ["xray:PutTelemetryRecords", "xray:PutTraceSegments"],
        "s3:ListBucket",
        "s3:PutObject",
    ]
    assert "kms_key_arn" not in function(made, "stream-jobs")


def test_the_keys_policy_admits_callers_through_lambda_and_lets_it_hold_on(orders: OrdersStack) -> None:
    (key,) = resources_of(orders, "aws_kms_key")
    through = {"kms:ViaService": "lambda.ap-northeast-1.amazonaws.com"}
    admitted = [
        each for each in json.loads(key["policy"])["Statement"] if each.get("Condition", {}).get("StringEquals") == through
    ]
    assert [each["Action"] for each in admitted if "Bool" in each["Condition"]] == ["kms:CreateGrant"]
    assert len(admitted) == 2
    assert admitted[1]["Condition"]["Bool"] == {"kms:GrantIsForAWSResource": "true"}


def test_what_alarms_look_at_is_told(orders: OrdersStack) -> None:
    jobs = orders.jobs
    assert (jobs.timeout_seconds, jobs.record_age_seconds, jobs.failures.kind) == (60, 3600, "s3")
    told = (jobs.function_name, jobs.function_arn, jobs.mapping_uuid, jobs.failures.name, jobs.failures.arn, jobs.log_group.name)
    assert len(set(told)) == len(told)
    assert all(text.startswith("${TfToken[") for text in told)


def third(made: OrdersStack, consumer: Consumer, **parts: Any) -> StreamProcessor:
    return StreamProcessor(
        made, "Third", table=made.orders, consumer=consumer, key=made.key, settings=made.settings, code=parts.pop("code"), **parts
    )


def test_a_third_reader_of_a_stream_is_refused(orders: OrdersStack, tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        third(orders, AUDIT_LOG, code=package(tmp_path))
    assert told(caught.value.problems) == [("DW325", "table orders", "audit-log")]


def test_a_second_reader_of_a_replicated_tables_stream_is_refused(orders: OrdersStack, tmp_path: Path) -> None:
    replicated = {"replicas": (ReplicaSettings(region="us-east-1"),)}
    orders.orders._settings = orders.orders._settings.model_copy(update=replicated)
    orders.orders.stream_readers[:] = ["stream-jobs"]
    with pytest.raises(UserError) as caught:
        third(orders, AUDIT_LOG, code=package(tmp_path))
    assert told(caught.value.problems) == [("DW325", "table orders", "audit-log")]


def test_more_filters_than_lambda_takes_are_refused(orders: OrdersStack, tmp_path: Path) -> None:
    orders.orders.stream_readers.clear()
    with pytest.raises(UserError) as caught:
        third(orders, AUDIT_LOG, code=package(tmp_path), filters=[{"eventName": ["INSERT"]}] * 6)
    assert told(caught.value.problems) == [("DW325", "processor orders-audit-log", 6)]


def test_a_processor_is_watched_before_records_are_lost(orders: OrdersStack) -> None:
    alarms = {alarm.id: alarm for alarm in orders.jobs.alarms(AlarmSettings())}
    assert set(alarms) == {
        f"StreamJobs{name}"
        for name in (
            *("IteratorAge", "Errors", "Throttles", "Duration", "DroppedEvents", "FailedRecords"),
            *("DestinationFailures", "PollingStopped"),
        )
    }
    stopped = alarms["StreamJobsPollingStopped"]
    (polls,) = stopped.terms.values()
    assert (polls.metric.name, polls.statistic, polls.dimensions) == (
        "PolledEventCount",
        "SampleCount",
        {"EventSourceMappingUUID": orders.jobs.mapping_uuid},
    )
    assert (stopped.rule.missing, stopped.message) == ("missing", "page")
    (lost,) = alarms["StreamJobsDestinationFailures"].terms.values()
    assert (lost.metric.name, lost.dimensions) == (
        "DestinationDeliveryFailures",
        {"FunctionName": f"orders-stream-jobs-{orders.environment.name}"},
    )
    assert alarms["StreamJobsDestinationFailures"].rule.level == "essential"
    (age,) = alarms["StreamJobsIteratorAge"].terms.values()
    assert age.dimensions == {"FunctionName": f"orders-stream-jobs-{orders.environment.name}"}
    assert alarms["StreamJobsIteratorAge"].threshold == 300_000  # milliseconds
    assert alarms["StreamJobsDuration"].threshold == orders.jobs.timeout_seconds * 1000 * 0.8
    (dropped,) = alarms["StreamJobsDroppedEvents"].terms.values()
    assert dropped.dimensions == {"EventSourceMappingUUID": orders.jobs.mapping_uuid}


def test_a_failure_queue_is_watched_too(tmp_path: Path) -> None:
    orders = stack(tmp_path, OrdersStreams(failure_destination="sqs"))
    assert "StreamJobsNotEmpty" in {alarm.id for alarm in orders.jobs.alarms(AlarmSettings())}


def test_its_charts_show_only_metrics_that_exist(orders: OrdersStack) -> None:
    assert [chart.title.partition(": ")[2] for chart in orders.jobs.charts()] == ["runs", "age of the stream", "records"]
