"""Rules about surroundings: expressions, tags, state, account, and what has alarms."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.rules.catalogue import all_rules
from dynawright.rules.resources import Document, Resource, document
from tests.rules.documents import messages


@pytest.mark.parametrize(
    "text",
    [
        "plain",
        "${aws_kms_key.k.arn}",
        "table/${aws_dynamodb_table.t.name}/index/GSI1",
        "${data.aws_sns_topic.Alarms_Topic_FB8030DD.arn}",
        "$${aws:PrincipalTag/tenantId}",
        "100 %%{ literally",
        "${aws_s3_bucket.b[0].arn}",
        '${try(contains(data.aws_dynamodb_tables.T.names, "orders"), false) ? 1 : 0}',
        '${try([for one in data.aws_dynamodb_table.L[0].global_secondary_index : one.read_capacity if one.name == "G" && one.read_capacity > 0][0], 5)}',
    ],
)
def test_an_expression_that_a_construct_writes_passes(text: str) -> None:
    assert messages("expressions-are-ours", {"aws_sqs_queue.q": {"name": text}}) == []


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('${file("/etc/passwd")}', "it calls file()"),
        ('${templatefile("x", {})}', "it calls templatefile()"),
        ("${path.cwd}", "'path.cwd' is not a reference to a resource"),
        ("${var.token}", "'var.token' is not a reference to a resource"),
        ("${terraform.workspace}", "'terraform.workspace' is not a reference to a resource"),
        ("${1 + 1}", "it refers to no resource"),
        ("${aws_kms_key.k.policy}", "'policy' is more than a resource's name"),
        ("${aws_lambda_function.f[0].environment}", "'environment' is more than a resource's name"),
        ("${TfToken[TOKEN.3]}", "'TfToken' is not a reference to a resource"),
        ("${nonsensitive(aws_secretsmanager_secret_version.v.secret_string)}", "it calls nonsensitive()"),
    ],
)
def test_an_expression_from_elsewhere_is_found(text: str, problem: str) -> None:
    assert messages("expressions-are-ours", {"aws_sqs_queue.q": {"name": text}}) == [
        f"aws_sqs_queue.q: '{text}' is not an expression of a construct: {problem}"
    ]


def test_a_directive_is_found() -> None:
    assert messages("expressions-are-ours", {"aws_sqs_queue.q": {"name": "%{ for x in [] }"}}) == [
        "aws_sqs_queue.q: '%{ for x in [] }' is a template directive: escape it as %%{ if it is meant literally"
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('%${file("x")}', ["'${file(\"x\")}' is not an expression of a construct: it calls file()"]),
        ("$%{ if true }", ["'$%{ if true }' is a template directive: escape it as %%{ if it is meant literally"]),
        ("%$${x}", []),
        ("$%%{x}", []),
        ("$$${x}", []),  # `$$` and a literal `{`: Terraform makes "$${x}" of it
    ],
)
def test_only_the_same_sign_twice_is_an_escape(text: str, found: list[str]) -> None:
    expected = [f"aws_sqs_queue.q: {message}" for message in found]
    assert messages("expressions-are-ours", {"aws_sqs_queue.q": {"name": text}}) == expected


def found(rule: str, of: Document) -> list[str]:
    (wanted,) = [candidate for candidate in all_rules() if candidate.name == rule]
    return [f"{finding.resource.address}: {finding.message}" for finding in wanted.findings(of)]


def test_tags_may_come_from_the_provider_or_the_resource() -> None:
    queue = Resource("aws_sqs_queue.q", "aws_sqs_queue", {"tags": {"ManagedBy": "terraform"}})
    assert found("resources-are-tagged", Document("orders", (queue,), {"Environment": "dev"})) == []


def test_a_resource_without_tags_is_found() -> None:
    queue = Resource("aws_sqs_queue.q", "aws_sqs_queue", {})
    assert found("resources-are-tagged", Document("orders", (queue,), {}, is_ours=True)) == [
        "aws_sqs_queue.q: it has no tag Environment and no tag ManagedBy: add it to the provider's default_tags"
    ]


def test_any_tag_will_do_for_terraform_that_people_wrote() -> None:
    queue = Resource("aws_sqs_queue.q", "aws_sqs_queue", {})
    assert found("resources-are-tagged", Document("orders", (queue,), {"Team": "orders"})) == []
    assert found("resources-are-tagged", Document("orders", (queue,), {})) == [
        "aws_sqs_queue.q: it has no tags: write `default_tags` in the provider"
    ]


S3 = {"encrypt": True, "use_lockfile": True}


@pytest.mark.parametrize(
    ("backend", "problems"),
    [
        ({"s3": S3}, []),
        ({"s3": {**S3, "encrypt": False}}, ["terraform.backend.s3: the state is not encrypted: set encrypt to true"]),
        (
            {"s3": {"encrypt": True}},
            ["terraform.backend.s3: two applies at once would corrupt the state: set use_lockfile to true"],
        ),
        (
            {"local": {}},
            ["terraform.backend.local: the state is in a local file: use S3, or another backend with a lock"],
        ),
    ],
)
def test_where_the_state_lies(backend: dict[str, Any], problems: list[str]) -> None:
    assert found("state-is-kept-safe", document({"terraform": {"backend": backend}}, "orders-production")) == problems


def test_a_disposable_environments_state_may_lie_on_disk() -> None:
    assert found("state-is-kept-safe", document({"terraform": {"backend": {"local": {}}}}, "orders-local")) == []


@pytest.mark.parametrize(
    ("provider", "problems"),
    [
        ({"allowed_account_ids": ["111111111111"]}, []),
        ({}, ["provider.aws: it works in any account that the credentials belong to: set allowed_account_ids"]),
        (
            {"allowed_account_ids": ["1"], "access_key": "x"},
            ["provider.aws: it contains credentials: take them from the environment"],
        ),
    ],
)
def test_which_account_terraform_works_in(provider: dict[str, Any], problems: list[str]) -> None:
    assert found("account-is-the-right-one", document({"terraform": {}, "provider": {"aws": [provider]}}, "orders")) == problems


def alarm(metric: str, namespace: str = "AWS/DynamoDB", **dimensions: str) -> dict[str, Any]:
    return {"namespace": namespace, "metric_name": metric, "dimensions": dimensions, "statistic": "Sum", "period": 60}


MAPPING = "${aws_lambda_event_source_mapping.m.uuid}"
TABLE = {"name": "t", "global_secondary_index": [{"name": "G"}]}
WATCHED: dict[str, dict[str, Any]] = {
    "aws_dynamodb_table.t": TABLE,
    "aws_lambda_function.f": {"function_name": "f"},
    "aws_sqs_queue.q": {"name": "q"},
    "aws_dax_cluster.c": {"cluster_name": "c"},
    "aws_cloudwatch_metric_alarm.a": alarm("ReadThrottleEvents", TableName="t"),
    "aws_cloudwatch_metric_alarm.b": alarm("WriteThrottleEvents", TableName="${aws_dynamodb_table.t.name}"),
    "aws_cloudwatch_metric_alarm.c": {
        "metric_query": [{"id": "e", "metric": alarm("SystemErrors", TableName="t", Operation="Query")}]
    },
    "aws_cloudwatch_metric_alarm.d": alarm("ReadThrottleEvents", TableName="t", GlobalSecondaryIndexName="G"),
    "aws_cloudwatch_metric_alarm.e": alarm("WriteThrottleEvents", TableName="t", GlobalSecondaryIndexName="G"),
    "aws_cloudwatch_metric_alarm.f": alarm("Errors", "AWS/Lambda", FunctionName="f"),
    "aws_cloudwatch_metric_alarm.g": alarm("ApproximateNumberOfMessagesVisible", "AWS/SQS", QueueName="q"),
    "aws_cloudwatch_metric_alarm.y": alarm("FaultRequestCount", "AWS/DAX", ClusterId="c"),
    "aws_cloudwatch_metric_alarm.z": alarm("ThrottledRequestCount", "AWS/DAX", ClusterId="c"),
    "aws_lambda_function.reader": {"function_name": "reader"},
    "aws_lambda_event_source_mapping.m": {"function_name": "${aws_lambda_function.reader.arn}", "starting_position": "LATEST"},
    "aws_lambda_event_source_mapping.of_queue": {"function_name": "f", "event_source_arn": "${aws_sqs_queue.q.arn}"},
    "aws_backup_vault.v": {"name": "v"},
    "aws_cloudwatch_event_rule.r": {"name": "r"},
    "aws_cloudwatch_event_target.r": {"rule": "${aws_cloudwatch_event_rule.r.name}", "arn": "${aws_sqs_queue.q.arn}"},
    "aws_cloudwatch_event_rule.only_counts": {"name": "only-counts"},
    "aws_cloudwatch_metric_alarm.h": alarm("Errors", "AWS/Lambda", FunctionName="reader"),
    "aws_cloudwatch_metric_alarm.i": alarm("IteratorAge", "AWS/Lambda", FunctionName="reader"),
    "aws_cloudwatch_metric_alarm.j": alarm("DestinationDeliveryFailures", "AWS/Lambda", FunctionName="reader"),
    "aws_cloudwatch_metric_alarm.k": alarm("DroppedEventCount", "AWS/Lambda", EventSourceMappingUUID=MAPPING),
    "aws_cloudwatch_metric_alarm.l": alarm(
        "OnFailureDestinationDeliveredEventCount", "AWS/Lambda", EventSourceMappingUUID=MAPPING
    ),
    "aws_cloudwatch_metric_alarm.p": alarm("PolledEventCount", "AWS/Lambda", EventSourceMappingUUID=MAPPING),
    "aws_cloudwatch_metric_alarm.m": alarm("NumberOfBackupJobsFailed", "AWS/Backup", BackupVaultName="v"),
    "aws_cloudwatch_metric_alarm.n": alarm("FailedInvocations", "AWS/Events", RuleName="r"),
}


def test_what_has_its_alarms_passes() -> None:
    assert messages("what-runs-is-watched", WATCHED) == []


@pytest.mark.parametrize(
    ("missing", "message"),
    [
        ("a", "aws_dynamodb_table.t: no alarm watches ReadThrottleEvents: pass it to watch()"),
        ("b", "aws_dynamodb_table.t: no alarm watches WriteThrottleEvents: pass it to watch()"),
        ("c", "aws_dynamodb_table.t: no alarm watches SystemErrors: pass it to watch()"),
        ("d", "aws_dynamodb_table.t: no alarm watches ReadThrottleEvents of index G: pass it to watch()"),
        ("e", "aws_dynamodb_table.t: no alarm watches WriteThrottleEvents of index G: pass it to watch()"),
        ("f", "aws_lambda_function.f: no alarm watches Errors: pass it to watch()"),
        ("g", "aws_sqs_queue.q: no alarm watches ApproximateNumberOfMessagesVisible: pass it to watch()"),
        ("y", "aws_dax_cluster.c: no alarm watches FaultRequestCount: pass it to watch()"),
        ("z", "aws_dax_cluster.c: no alarm watches ThrottledRequestCount: pass it to watch()"),
        ("i", "aws_lambda_function.reader: no alarm watches IteratorAge: pass it to watch()"),
        ("j", "aws_lambda_function.reader: no alarm watches DestinationDeliveryFailures: pass it to watch()"),
        ("k", "aws_lambda_event_source_mapping.m: no alarm watches DroppedEventCount: pass it to watch()"),
        (
            "l",
            "aws_lambda_event_source_mapping.m: no alarm watches OnFailureDestinationDeliveredEventCount: pass it to watch()",
        ),
        ("p", "aws_lambda_event_source_mapping.m: no alarm watches PolledEventCount: pass it to watch()"),
        ("m", "aws_backup_vault.v: no alarm watches NumberOfBackupJobsFailed: pass it to watch()"),
        ("n", "aws_cloudwatch_event_rule.r: no alarm watches FailedInvocations: pass it to watch()"),
    ],
)
def test_what_lacks_an_alarm_is_found(missing: str, message: str) -> None:
    resources = {address: values for address, values in WATCHED.items() if address != f"aws_cloudwatch_metric_alarm.{missing}"}
    assert messages("what-runs-is-watched", resources) == [message]
    assert messages("what-runs-is-watched", resources, environment="dev") == []


def test_an_alarm_on_a_namesake_in_another_namespace_does_not_count() -> None:
    elsewhere = {**WATCHED, "aws_cloudwatch_metric_alarm.f": alarm("Errors", "Orders/Lambda", FunctionName="f")}
    assert messages("what-runs-is-watched", elsewhere) == ["aws_lambda_function.f: no alarm watches Errors: pass it to watch()"]


@pytest.mark.parametrize(
    ("required", "is_found"),
    [
        ({"aws": {"source": "hashicorp/aws", "version": "6.20.0"}}, True),
        ({"aws": {"version": "= 6.20.0"}}, True),
        ({"aws": "6.20.0"}, True),
        ({"aws": {"source": "hashicorp/aws", "version": "6.61.0"}}, False),
        ({"aws": {"source": "hashicorp/aws", "version": ">= 5.100.0, < 7.0.0"}}, False),
        ({"aws": {"source": "hashicorp/aws"}}, False),
        ({"random": {"source": "hashicorp/random", "version": "6.20.0"}}, False),
    ],
)
def test_which_provider_is_required(required: dict[str, Any], is_found: bool) -> None:
    content = {"terraform": {"required_providers": required}}
    assert bool(found("providers-have-no-known-fault", document(content, "orders-production"))) is is_found
