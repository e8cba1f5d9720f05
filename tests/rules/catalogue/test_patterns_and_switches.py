"""Rules about meaning: patterns, policies stored elsewhere, sources, switches."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.rules.catalogue import all_rules
from dynawright.rules.resources import document
from tests.rules.documents import allow, messages, policy

TABLE = "${aws_dynamodb_table.t.arn}"
PLACE = "eu-west-1:111111111111"
EVERYTHING = policy(allow("dynamodb:GetItem", "*"))


@pytest.mark.parametrize(
    "resource",
    [
        "*",  # another rule's
        TABLE,
        f"{TABLE}/backup/*",
        f"{TABLE}/index/GSI1",
        "${aws_cloudwatch_log_group.l.arn}:*",
        "${aws_s3_bucket.b.arn}/aws/lambda/*",
        "${aws_cloudwatch_log_group.l.arn}:log-stream:task-*",
        "arn:aws:s3:::bucket/*/terraform.tfstate",
        f"arn:aws:lambda:{PLACE}:function:f:*",
        f"arn:aws:logs:{PLACE}:log-group:/aws/lambda/f:*",
        "arn:aws:s3:::bucket/*",
        f"arn:aws:backup:{PLACE}:recovery-point:*",
        f"arn:aws:application-autoscaling:{PLACE}:scalable-target/*",
        f"arn:aws:dynamodb:{PLACE}:table/awsbackup-restore-test-*",
        f"arn:aws:secretsmanager:{PLACE}:secret:name-??????",
    ],
)
def test_a_name_that_is_spelled_out_passes(resource: str) -> None:
    assert messages("policies-spell-names-out", {"aws_iam_policy.p": {"policy": policy(allow("a:b", resource))}}) == []


@pytest.mark.parametrize(
    "resource",
    [
        f"{TABLE}*",
        f"arn:aws:dynamodb:{PLACE}:table/orders-*",
        f"arn:aws:dynamodb:{PLACE}:table/orders?",
        "arn:aws:dynamodb:*:111111111111:table/orders",
        "arn:aws:backup:*:*:recovery-point:*",
        f"arn:aws:secretsmanager:{PLACE}:secret:m*",
        f"arn:aws:logs:{PLACE}:log-group:/aws/lambda/*",
        "arn:aws:s3:::*/terraform.tfstate",
        "arn:aws:iam::111111111111:role/path/name-*",
        f"arn:aws:sns:{PLACE}:alarms-*",
        "table/orders-*",
    ],
)
def test_a_pattern_is_found_wherever_an_identity_has_it(resource: str) -> None:
    text = policy(allow("a:b", resource))
    message = f"'{resource}' is a pattern, which also matches future resources: spell the name out"
    for address, values in (
        ("aws_iam_policy.p", {"policy": text}),
        ("aws_iam_user_policy.p", {"policy": text}),
        ("aws_iam_role.r", {"inline_policy": [{"name": "a", "policy": text}]}),
    ):
        assert messages("policies-spell-names-out", {address: values}) == [f"{address}: {message}"]


def test_patterns_of_a_policy_are_counted() -> None:
    text = policy(allow("a:b", [f"{TABLE}*", "table/x*", TABLE]), allow("a:c", "*", Condition={}))
    (message,) = messages("policies-spell-names-out", {"aws_iam_policy.p": {"policy": text}})
    assert message.startswith(f"aws_iam_policy.p: '{TABLE}*' (and 1 more) is a pattern")


def test_everything_below_a_table_is_every_index() -> None:
    for resource in (f"{TABLE}/*", f"arn:aws:dynamodb:{PLACE}:table/orders/*"):
        (message,) = messages(
            "policies-name-resources", {"aws_iam_policy.p": {"policy": policy(allow("dynamodb:Query", resource))}}
        )
        assert message.endswith("every index, including future ones: name each")


def test_a_role_is_judged_by_what_stands_in_its_own_blocks() -> None:
    role = {"inline_policy": {"name": "a", "policy": EVERYTHING}}
    assert messages("policies-name-resources", {"aws_iam_role.r": role}) == [
        "aws_iam_role.r: dynamodb:GetItem on '*': everything in the account: name the resource"
    ]
    wide = {"inline_policy": {"name": "a", "policy": policy(allow("dynamodb:*"))}}
    assert len(messages("policies-name-actions", {"aws_iam_role.r": wide})) == 1


AWS_OWN = "arn:aws:iam::aws:policy/AmazonDynamoDBFullAccess"


@pytest.mark.parametrize("arn", [AWS_OWN, "arn:aws:iam::111111111111:policy/other", "${data.aws_iam_policy.d.arn}"])
def test_a_policy_that_stands_elsewhere_is_found(arn: str) -> None:
    message = f"policy '{arn}' is written elsewhere, where no rule can read it: write it out"
    for address, values in (
        ("aws_iam_role_policy_attachment.a", {"role": "r", "policy_arn": arn}),
        ("aws_iam_user_policy_attachment.a", {"user": "u", "policy_arn": arn}),
        ("aws_iam_role.r", {"managed_policy_arns": [arn]}),
    ):
        assert messages("policies-name-actions", {address: values}) == [f"{address}: {message}"]


@pytest.mark.parametrize("arn", ["${aws_iam_policy.p.arn}", "arn:aws:iam::111111111111:policy/path/mine"])
def test_a_policy_that_is_built_here_is_judged_where_it_stands(arn: str) -> None:
    resources = {"aws_iam_policy.p": {"name": "mine"}, "aws_iam_role_policy_attachment.a": {"role": "r", "policy_arn": arn}}
    assert messages("policies-name-actions", resources) == []


@pytest.mark.parametrize(
    ("condition", "is_narrow"),
    [
        ({"StringEquals": {"aws:SourceAccount": "111111111111"}}, True),
        ({"ArnLike": {"aws:SourceArn": f"arn:aws:backup:{PLACE}:backup-vault:*"}}, True),
        ({"ArnLike": {"aws:SourceArn": "arn:aws:s3:::bucket"}}, True),
        ({"StringLike": {"aws:SourceAccount": "*"}}, False),
        ({"StringEquals": {"aws:SourceAccount": ["111111111111", "*"]}}, False),
        ({"StringNotEquals": {"aws:SourceAccount": "111111111111"}}, False),
        ({"StringEqualsIfExists": {"aws:SourceAccount": "111111111111"}}, False),
        ({"ArnLike": {"aws:SourceArn": "arn:aws:backup:*:*:*"}}, False),
        ({"Null": {"aws:SourceAccount": "false"}}, False),
    ],
)
def test_a_source_narrows_only_if_it_may_not_be_any(condition: dict[str, Any], is_narrow: bool) -> None:
    statement = {
        "Effect": "Allow",
        "Action": "sts:AssumeRole",
        "Principal": {"Service": "backup.amazonaws.com"},
        "Condition": condition,
    }
    assert (messages("roles-trust-few", {"aws_iam_role.r": {"assume_role_policy": policy(statement)}}) == []) is is_narrow
    public = allow("sqs:SendMessage", Principal="*", Condition=condition)
    assert (messages("resource-policies-are-private", {"aws_sqs_queue.q": {"policy": policy(public)}}) == []) is is_narrow


@pytest.mark.parametrize(
    ("principal", "condition", "found"),
    [
        ("arn:aws:iam::111111111111:root", {}, []),
        ("999999999999", {}, ["999999999999"]),
        ("arn:aws:iam::999999999999:root", {}, ["999999999999"]),
        ("arn:aws:iam::999999999999:role/partner", {}, []),
        ("arn:aws:iam::999999999999:root", {"StringEquals": {"aws:PrincipalOrgID": "o-1"}}, []),
    ],
)
@pytest.mark.parametrize("type", ["aws_kms_key", "aws_dynamodb_resource_policy", "aws_cloudwatch_event_bus_policy"])
def test_another_account_as_a_whole_is_found(type: str, principal: str, condition: dict[str, Any], found: list[str]) -> None:
    text = policy(allow("a:b", "*", Principal={"AWS": principal}, Condition=condition))
    content = {"resource": {type: {"it": {"policy": text}}}, "provider": {"aws": {"allowed_account_ids": ["111111111111"]}}}
    (rule,) = [candidate for candidate in all_rules() if candidate.name == "resource-policies-are-private"]
    expected = [f"it admits everyone in account {message}: name a role of it" for message in found]
    assert [finding.message for finding in rule.findings(document(content, "orders-production"))] == expected


@pytest.mark.parametrize(
    ("action", "missing"),
    [
        ("s3:*", ""),
        ("*", ""),
        (["s3:GetObject*", "s3:PutObject"], ""),
        ("s3:GetObject", "s3:PutObject"),
        ("s3:List*", "s3:GetObject, s3:PutObject"),
    ],
)
def test_a_denial_of_plain_http_must_cover_what_carries_data(action: Any, missing: str) -> None:
    plain = {"Bool": {"aws:SecureTransport": "false"}}
    denial = {"Effect": "Deny", "Principal": "*", "Action": action, "Resource": "*", "Condition": plain}
    resources = {"aws_s3_bucket.b": {"bucket": "b"}, "aws_s3_bucket_policy.p": {"bucket": "b", "policy": policy(denial)}}
    expected = f"aws_s3_bucket.b: its policy denies requests without TLS, but not {missing}: add them to the denial"
    assert messages("requests-use-tls", resources) == ([expected] if missing else [])


@pytest.mark.parametrize(
    ("address", "values", "message"),
    [
        ("aws_lambda_event_source_mapping.m", {"enabled": False}, "enabled is false: it never runs: remove the line"),
        ("aws_lambda_event_source_mapping.m", {"enabled": True}, None),
        (
            "aws_lambda_function.f",
            {"reserved_concurrent_executions": 0},
            "reserved_concurrent_executions is 0: it never runs: remove the line",
        ),
        ("aws_lambda_function.f", {"reserved_concurrent_executions": 10}, None),
        ("aws_scheduler_schedule.s", {"state": "DISABLED"}, "state is DISABLED: it never runs: remove the line"),
        ("aws_cloudwatch_event_rule.r", {"state": "DISABLED"}, "state is DISABLED: it never runs: remove the line"),
        ("aws_cloudwatch_event_rule.r", {}, None),
    ],
)
def test_what_is_switched_off_is_found(address: str, values: dict[str, Any], message: str | None) -> None:
    assert messages("what-is-built-runs", {address: values}) == ([f"{address}: {message}"] if message else [])


ALARM = {"alarm_name": "a", "alarm_actions": ["${aws_sns_topic.t.arn}"]}


def test_a_topic_that_alarms_tell_has_a_subscription_in_production() -> None:
    resources: dict[str, Any] = {"aws_cloudwatch_metric_alarm.a": ALARM, "aws_sns_topic.t": {"name": "alarms"}}
    assert messages("topics-have-receivers", resources) == [
        "aws_sns_topic.t: alarms publish to it, but it has no subscription: name a receiver in notifications.subscriptions of the environment's file"
    ]
    assert messages("topics-have-receivers", resources, environment="staging") == []
    heard = {"aws_sns_topic_subscription.s": {"topic_arn": "${aws_sns_topic.t.arn}", "protocol": "email"}}
    assert messages("topics-have-receivers", {**resources, **heard}) == []
    assert messages("topics-have-receivers", {"aws_sns_topic.t": {"name": "orders"}}) == [
        "aws_sns_topic.t: its messages reach no one: add subscriptions, or accept it with the reason if others subscribe elsewhere"
    ]


@pytest.mark.parametrize(("service", "count"), [("cloudwatch.amazonaws.com", 1), ("events.amazonaws.com", 0)])
def test_a_topic_for_alarms_of_other_stacks_has_a_subscription_in_production(service: str, count: int) -> None:
    statement = {"Effect": "Allow", "Principal": {"Service": service}, "Action": "sns:Publish", "Resource": "*"}
    admits = {"arn": "${aws_sns_topic.t.arn}", "policy": policy(statement)}
    resources: dict[str, Any] = {"aws_sns_topic.t": {"name": "alarms"}, "aws_sns_topic_policy.p": admits}
    published = [message for message in messages("topics-have-receivers", resources) if "alarms publish to it" in message]
    assert len(published) == count
    heard = {"aws_sns_topic_subscription.s": {"topic_arn": "${aws_sns_topic.t.arn}", "protocol": "email"}}
    assert messages("topics-have-receivers", {**resources, **heard}) == []


@pytest.mark.parametrize("name", ["SECRET_KEY", "DB_PASS", "STRIPE_KEY", "DB_PASSWORD_PROD", "GITHUB_TOKEN", "MAPS_API_KEY"])
def test_a_variable_that_is_called_like_a_secret_is_found(name: str) -> None:
    function = {"runtime": "python3.13", "environment": {"variables": {name: "hunter2"}}}
    assert messages("nothing-holds-a-secret", {"aws_lambda_function.f": function}) == [
        f"aws_lambda_function.f: variable {name} holds a secret in plain text: store it in Secrets Manager, and its ARN in {name}_ARN"
    ]


@pytest.mark.parametrize(
    "name", ["PARTITION_KEY", "SECRET_NAME", "TOKEN_TTL_SECONDS", "KEY_ARN", "TOKENS_TABLE", "COMPASS", "MONKEY"]
)
def test_a_variable_that_only_speaks_of_one_passes(name: str) -> None:
    function = {"runtime": "python3.13", "environment": {"variables": {name: "x"}}}
    assert messages("nothing-holds-a-secret", {"aws_lambda_function.f": function}) == []


@pytest.mark.parametrize(
    ("address", "values", "message"),
    [
        (
            "aws_ssm_parameter.p",
            {"type": "String", "value": "${aws_secretsmanager_secret_version.v.secret_string}"},
            "it reads a secret's value into the state: pass on the secret's ARN, and read it from Secrets Manager",
        ),
        (
            "aws_secretsmanager_secret_version.v",
            {"secret_string": "hunter2"},
            "secret_string is in the state: write it with secret_string_wo, or by hand",
        ),
        ("aws_secretsmanager_secret_version.v", {"secret_string_wo": "hunter2"}, None),
        ("aws_ssm_parameter.p", {"type": "String", "value": "x"}, None),
        (
            "aws_ssm_parameter.p",
            {"type": "SecureString", "value": "x"},
            "value is in the state: write it with value_wo, or by hand",
        ),
        (
            "aws_iam_access_key.k",
            {"user": "u"},
            "a user's secret key would be in the state, and never expires: use a role",
        ),
    ],
)
def test_a_secret_that_terraform_would_know_is_found(address: str, values: dict[str, Any], message: str | None) -> None:
    assert messages("nothing-holds-a-secret", {address: values}) == ([f"{address}: {message}"] if message else [])


@pytest.mark.parametrize(
    ("tag", "name", "environment"),
    [
        ("production", "orders-dev", "production"),
        ("dev", "orders-production", "production"),
        ("dev", "orders-staging", "staging"),
        ("dev", "orders", "dev"),
        ("blue", "orders-dev", "blue"),
        ("", "orders-dev", "dev"),
        ("", "orders", ""),
    ],
)
def test_the_stricter_of_tag_and_name_counts(tag: str, name: str, environment: str) -> None:
    provider = {"aws": {"default_tags": {"tags": {"Environment": tag}}}}
    assert document({"resource": {}, "provider": provider}, name).environment == environment
