"""Rules about policies: actions, resources, who is admitted, TLS, trust."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.rules.catalogue import all_rules
from dynawright.rules.resources import Document, Resource
from tests.rules.documents import TLS_ONLY, allow, messages, policy

ARN = "arn:aws:sqs:eu-west-1:111111111111:q"
MAPPINGS = "arn:aws:lambda:eu-west-1:111111111111:event-source-mapping:*"


@pytest.mark.parametrize(
    "statement",
    [
        allow(["dynamodb:GetItem", "dynamodb:Query"]),
        {"Effect": "Deny", "Action": "*", "Resource": "*"},
    ],
)
def test_a_policy_that_names_its_actions_passes(statement: dict[str, Any]) -> None:
    assert messages("policies-name-actions", {"aws_iam_policy.p": {"policy": policy(statement)}}) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (policy(allow("*")), "'*' allows actions that were never considered: name each action"),
        (policy(allow(["dynamodb:*"])), "'dynamodb:*' allows actions that were never considered: name each action"),
        (policy(allow("dynamodb:Get*")), "'dynamodb:Get*' allows actions that were never considered: name each action"),
        (
            policy({"Effect": "Allow", "NotAction": "iam:PassRole", "Resource": "*"}),
            "NotAction allows everything but iam:PassRole: name what is needed",
        ),
        ("{", "its policy is not valid JSON: AWS would reject it half-way through an apply"),
        (
            "${data.aws_iam_policy_document.d.json}",
            "its policy comes from elsewhere, where no rule can read it: write it out",
        ),
    ],
)
@pytest.mark.parametrize("address", ["aws_iam_policy.p", "aws_iam_role_policy.p", "aws_sqs_queue_policy.p"])
def test_a_policy_with_a_wildcard_in_its_actions_is_found(address: str, text: str, message: str) -> None:
    assert messages("policies-name-actions", {address: {"policy": text}}) == [f"{address}: {message}"]


@pytest.mark.parametrize(
    "statement",
    [
        allow("dynamodb:GetItem"),
        allow("dynamodb:Query", "${aws_dynamodb_table.t.arn}/index/GSI1"),
        allow("dynamodb:DescribeBackup", "${aws_dynamodb_table.t.arn}/backup/*"),
        allow(["logs:CreateLogStream", "logs:PutLogEvents"], "${aws_cloudwatch_log_group.l.arn}:*"),
        allow(["xray:PutTelemetryRecords", "xray:PutTraceSegments"], "*"),
        allow("backup:TagResource", "arn:aws:backup:eu-west-1:111111111111:recovery-point:*"),
        allow("dynamodb:PutItem", "arn:aws:dynamodb:eu-west-1:111111111111:table/awsbackup-restore-test-*"),
        allow("lambda:ListTags", MAPPINGS),
    ],
)
def test_a_policy_that_names_its_resources_passes(statement: dict[str, Any]) -> None:
    assert messages("policies-name-resources", {"aws_iam_policy.p": {"policy": policy(statement)}}) == []


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        (allow("dynamodb:GetItem", "*"), "dynamodb:GetItem on '*': everything in the account: name the resource"),
        (allow(["kms:Decrypt", "xray:PutTraceSegments"], "*"), "kms:Decrypt, xray:PutTraceSegments on '*': everything in the account: name the resource"),
        (
            allow("dynamodb:Query", "${aws_dynamodb_table.t.arn}/index/*"),
            "dynamodb:Query on '${aws_dynamodb_table.t.arn}/index/*': every index, including future ones: name each",
        ),
        (
            allow("dynamodb:Scan", "arn:aws:dynamodb:eu-west-1:111111111111:table/*"),
            "dynamodb:Scan on 'arn:aws:dynamodb:eu-west-1:111111111111:table/*': everything of its kind: name the resource",
        ),
        (allow("s3:GetObject", "arn:aws:s3:::*"), "s3:GetObject on 'arn:aws:s3:::*': everything of its kind: name the resource"),
        (
            allow("sqs:SendMessage", "arn:aws:sqs:eu-west-1:*:q"),
            "sqs:SendMessage on 'arn:aws:sqs:eu-west-1:*:q': everything of its kind: name the resource",
        ),
        (allow("sqs:SendMessage", "q"), "sqs:SendMessage on 'q': no ARN"),
        (
            allow(["lambda:DeleteEventSourceMapping", "lambda:ListTags"], MAPPINGS),
            f"lambda:DeleteEventSourceMapping, lambda:ListTags on '{MAPPINGS}': everything of its kind: name the resource",
        ),
        (
            allow("lambda:ListTags", "arn:aws:lambda:eu-west-1:111111111111:function:*"),
            "lambda:ListTags on 'arn:aws:lambda:eu-west-1:111111111111:function:*': everything of its kind: name the resource",
        ),
        (
            {"Effect": "Allow", "Action": "s3:GetObject", "NotResource": "arn:aws:s3:::secret"},
            "NotResource allows s3:GetObject on everything else: name what is needed",
        ),
    ],
)  # fmt: skip
def test_a_policy_for_everything_is_found(statement: dict[str, Any], message: str) -> None:
    assert messages("policies-name-resources", {"aws_iam_policy.p": {"policy": policy(statement)}}) == [
        f"aws_iam_policy.p: {message}"
    ]


TAG = "aws:ResourceTag/Repository"


@pytest.mark.parametrize(
    ("condition", "count"),
    [
        ({"StringEquals": {TAG: "acme/orders"}}, 0),
        ({"StringEquals": {"kms:RequestAlias": "alias/aws/dynamodb"}}, 0),
        ({"StringLike": {"kms:RequestAlias": "alias/*"}}, 1),
        ({"StringLike": {TAG: "acme/*"}}, 1),
        ({"StringEqualsIfExists": {TAG: "acme/orders"}}, 1),
        ({"StringNotEquals": {TAG: "acme/orders"}}, 1),
        ({"StringEquals": {"aws:PrincipalTag/Repository": "acme/orders"}}, 1),
    ],
)
def test_a_condition_names_what_has_no_name_by_an_exact_tag_or_alias_only(condition: dict[str, Any], count: int) -> None:
    statement = allow("kms:PutKeyPolicy", "arn:aws:kms:eu-west-1:111111111111:key/*", Condition=condition)
    assert len(messages("policies-name-resources", {"aws_iam_policy.p": {"policy": policy(statement)}})) == count


OF_OURS = {"lambda:FunctionArn": "arn:aws:lambda:eu-west-1:111111111111:function:orders-*"}


@pytest.mark.parametrize(
    ("actions", "condition", "count"),
    [
        (["lambda:GetEventSourceMapping"], {"ArnLikeIfExists": OF_OURS}, 0),
        (["lambda:GetEventSourceMapping"], {"ArnLikeIfExists": {"lambda:FunctionArn": "*"}}, 1),
        (["lambda:GetEventSourceMapping"], {"StringEqualsIfExists": {TAG: "acme/orders"}}, 1),
        (["lambda:GetEventSourceMapping"], {}, 1),
        (["lambda:DeleteEventSourceMapping"], {"ArnLikeIfExists": OF_OURS}, 1),
        (["lambda:GetEventSourceMapping", "lambda:DeleteEventSourceMapping"], {"ArnLikeIfExists": OF_OURS}, 1),
        (["lambda:DeleteEventSourceMapping"], {"ArnLike": OF_OURS}, 0),
    ],
)
def test_only_the_question_whether_a_mapping_is_gone_may_name_its_function_if_it_has_one(
    actions: list[str], condition: dict[str, Any], count: int
) -> None:
    statement = allow(actions, MAPPINGS, Condition=condition)
    assert len(messages("policies-name-resources", {"aws_iam_policy.p": {"policy": policy(statement)}})) == count


EVERYONE = {"Effect": "Allow", "Principal": "*", "Action": "sqs:SendMessage", "Resource": ARN}
ADMITTED = "it admits everyone to sqs:SendMessage: name the principal, or limit it by a condition"
HOLDERS = (
    *("aws_sqs_queue.q", "aws_sqs_queue_policy.q", "aws_sns_topic_policy.q", "aws_s3_bucket_policy.q", "aws_kms_key.q"),
    *("aws_dynamodb_resource_policy.q", "aws_secretsmanager_secret_policy.q", "aws_backup_vault_policy.q"),
)


@pytest.mark.parametrize(
    "statement",
    [
        {**EVERYONE, "Effect": "Deny"},
        {**EVERYONE, "Principal": {"AWS": "arn:aws:iam::111111111111:role/api"}},
        {**EVERYONE, "Condition": {"StringEquals": {"aws:PrincipalAccount": "111111111111"}}},
        {**EVERYONE, "Condition": {"ArnLike": {"aws:SourceArn": "arn:aws:events:eu-west-1:111111111111:rule/r"}}},
    ],
)
def test_a_private_resource_policy_passes(statement: dict[str, Any]) -> None:
    assert messages("resource-policies-are-private", {"aws_sqs_queue.q": {"policy": policy(statement)}}) == []


@pytest.mark.parametrize("address", HOLDERS)
@pytest.mark.parametrize("principal", ["*", {"AWS": "*"}, {"AWS": ["*"]}])
def test_a_public_resource_policy_is_found(address: str, principal: Any) -> None:
    text = policy({**EVERYONE, "Principal": principal})
    assert messages("resource-policies-are-private", {address: {"policy": text}}) == [f"{address}: {ADMITTED}"]


@pytest.mark.parametrize(
    "condition",
    [
        {"StringNotEquals": {"aws:PrincipalAccount": "111111111111"}},
        {"StringEqualsIfExists": {"aws:PrincipalOrgID": "o-a1b2c3d4e5"}},
        {"StringLike": {"aws:SourceArn": "*"}},
        {"Bool": {"aws:SecureTransport": "true"}},
    ],
)
def test_a_condition_that_keeps_nobody_out_does_not_count(condition: dict[str, Any]) -> None:
    text = policy({**EVERYONE, "Condition": condition})
    assert messages("resource-policies-are-private", {"aws_sqs_queue.q": {"policy": text}}) == [f"aws_sqs_queue.q: {ADMITTED}"]


def test_everyone_but_somebody_is_everyone() -> None:
    text = policy(
        {
            "Effect": "Allow",
            "NotPrincipal": {"AWS": "arn:aws:iam::111111111111:root"},
            "Action": "sqs:SendMessage",
            "Resource": ARN,
        }
    )
    assert messages("resource-policies-are-private", {"aws_sqs_queue.q": {"policy": text}}) == [
        "aws_sqs_queue.q: NotPrincipal admits everyone else: name who is admitted"
    ]


@pytest.mark.parametrize(
    ("values", "found"),
    [
        ({"principal": "events.amazonaws.com", "source_arn": "${aws_cloudwatch_event_rule.r.arn}"}, []),
        ({"principal": "events.amazonaws.com"}, ["it lets events.amazonaws.com call the function for anyone: name source_arn"]),
        ({"principal": "*"}, ["it lets everyone call the function: name the principal"]),
    ],
)
def test_who_may_call_a_function(values: dict[str, str], found: list[str]) -> None:
    assert messages("resource-policies-are-private", {"aws_lambda_permission.p": values}) == [
        f"aws_lambda_permission.p: {message}" for message in found
    ]


SERVICE = {"Effect": "Allow", "Principal": {"Service": "sns.amazonaws.com"}, "Action": "sqs:SendMessage", "Resource": ARN}


@pytest.mark.parametrize(
    "condition",
    [
        {"StringEquals": {"aws:SourceAccount": "111111111111"}},
        {"ArnEquals": {"aws:SourceArn": "${aws_sns_topic.t.arn}"}},
        {"ArnEquals": {"kms:EncryptionContext:aws:logs:arn": "arn:aws:logs:eu-west-1:111111111111:log-group:l"}},
        {"StringEquals": {"kms:EncryptionContext:aws:sns:topicArn": "${aws_sns_topic.t.arn}"}},
        {"ArnLike": {"aws:SourceArn": "arn:aws:cloudwatch:eu-west-1:111111111111:alarm:*"}},
        {"StringEquals": {"aws:SourceOrgID": "o-a1b2c3d4e5"}},
    ],
)
def test_a_service_that_acts_for_this_account_passes(condition: dict[str, Any]) -> None:
    text = policy({**SERVICE, "Condition": condition})
    assert messages("services-act-for-this-account", {"aws_sqs_queue.q": {"policy": text}}) == []


@pytest.mark.parametrize(
    "condition",
    [
        {},
        {"StringLike": {"aws:SourceAccount": "*"}},
        {"StringLike": {"aws:SourceAccount": ["111111111111", "*"]}},
        {"StringNotEquals": {"aws:SourceAccount": "111111111111"}},
        {"StringEqualsIfExists": {"aws:SourceAccount": "111111111111"}},
        {"ArnLike": {"aws:SourceArn": "arn:aws:cloudwatch:*:*:alarm:*"}},
        {"ArnLike": {"aws:SourceArn": "arn:aws:cloudwatch:*:????????????:alarm:*"}},
        {"StringLike": {"kms:EncryptionContext:aws:sns:topicArn": "*"}},
        {"StringNotEquals": {"kms:EncryptionContext:aws:sns:topicArn": "${aws_sns_topic.t.arn}"}},
        {"ForAnyValue:StringEquals": {"kms:EncryptionContextKeys": "aws:sns:topicArn"}},
        {"StringEquals": {"kms:ViaService": "sns.eu-west-1.amazonaws.com"}},
    ],
)
def test_a_service_that_acts_for_anybody_is_found(condition: dict[str, Any]) -> None:
    text = policy({**SERVICE, "Condition": condition})
    assert messages("services-act-for-this-account", {"aws_sqs_queue.q": {"policy": text}}) == [
        "aws_sqs_queue.q: it admits sns.amazonaws.com for any account: add a condition on aws:SourceAccount or aws:SourceArn"
    ]


def test_where_the_provider_names_no_account_none_is_foreign() -> None:
    text = policy({**SERVICE, "Condition": {"StringEquals": {"aws:SourceAccount": "222222222222"}}})
    queue = Resource("aws_sqs_queue.q", "aws_sqs_queue", {"policy": text})
    (rule,) = [candidate for candidate in all_rules() if candidate.name == "services-act-for-this-account"]
    assert list(rule.findings(Document("plan", (queue,), is_configuration=False))) == []


EVENTS = {"Effect": "Allow", "Principal": {"Service": "events.amazonaws.com"}, "Action": "sns:Publish", "Resource": ARN}


def test_eventbridge_which_meets_no_condition_may_publish_to_a_topic() -> None:
    assert messages("services-act-for-this-account", {"aws_sns_topic_policy.p": {"policy": policy(EVENTS)}}) == []


@pytest.mark.parametrize(
    ("type", "change"),
    [
        ("aws_sns_topic_policy", {"Action": ["sns:Publish", "sns:Subscribe"]}),
        ("aws_sns_topic_policy", {"Principal": {"Service": ["events.amazonaws.com", "s3.amazonaws.com"]}}),
        ("aws_sqs_queue", {"Action": "sqs:SendMessage"}),
        ("aws_kms_key", {"Action": "kms:GenerateDataKey"}),
    ],
)
def test_eventbridge_may_do_nothing_else_for_anybody(type: str, change: dict[str, Any]) -> None:
    (message,) = messages("services-act-for-this-account", {f"{type}.x": {"policy": policy({**EVENTS, **change})}})
    assert "for any account" in message


@pytest.mark.parametrize(
    "resources",
    [
        {"aws_sqs_queue.q": {"name": "q", "policy": TLS_ONLY}},
        {"aws_sqs_queue.q": {"name": "q"}, "aws_sqs_queue_policy.p": {"queue_url": "${aws_sqs_queue.q.url}", "policy": TLS_ONLY}},
        {"aws_sns_topic.t": {"name": "t"}, "aws_sns_topic_policy.p": {"arn": "${aws_sns_topic.t.arn}", "policy": TLS_ONLY}},
        {"aws_s3_bucket.b": {"bucket": "b"}, "aws_s3_bucket_policy.p": {"bucket": "b", "policy": TLS_ONLY}},
        {"aws_dynamodb_resource_policy.p": {"policy": TLS_ONLY}},
    ],
)
def test_a_policy_that_refuses_plain_http_passes(resources: dict[str, Any]) -> None:
    assert messages("requests-use-tls", resources) == []


@pytest.mark.parametrize(
    "text",
    [
        None,
        policy(allow("sqs:SendMessage", ARN)),
        TLS_ONLY.replace("Deny", "Allow"),
        TLS_ONLY.replace('"false"', '"true"'),
        TLS_ONLY.replace('"Principal": "*"', '"Principal": {"AWS": "arn:aws:iam::111111111111:root"}'),
        TLS_ONLY.replace('"Condition": {', '"Condition": {"StringEquals": {"aws:SourceAccount": "1"}, '),
    ],
)
@pytest.mark.parametrize("type", ["aws_sqs_queue", "aws_sns_topic", "aws_s3_bucket", "aws_secretsmanager_secret"])
def test_a_policy_that_admits_plain_http_is_found(type: str, text: str | None) -> None:
    assert messages("requests-use-tls", {f"{type}.x": {"policy": text}}) == [
        f"{type}.x: no policy denies requests without TLS: deny everyone where aws:SecureTransport is false"
    ]


def test_a_policy_that_a_plan_knows_only_later_is_not_judged() -> None:
    topic = Resource("aws_sns_topic.t", "aws_sns_topic", {"name": "t"})
    later = Resource(
        "aws_sns_topic_policy.p", "aws_sns_topic_policy", {"arn": "${aws_sns_topic.t.arn}", "policy": "${aws_sns_topic.t.arn}"}
    )
    (rule,) = [candidate for candidate in all_rules() if candidate.name == "requests-use-tls"]
    assert list(rule.findings(Document("plan", (topic, later), is_configuration=False))) == []
    assert len(list(rule.findings(Document("plan", (topic,), is_configuration=False)))) == 1
    assert len(list(rule.findings(Document("stack", (topic, later), is_ours=True)))) == 1


def trust(principal: Any, condition: dict[str, Any] | None = None) -> dict[str, Any]:
    statement = {"Effect": "Allow", "Principal": principal, "Action": "sts:AssumeRole", "Condition": condition or {}}
    return {"aws_iam_role.r": {"assume_role_policy": policy(statement)}}


GITHUB = {"Federated": "arn:aws:iam::111111111111:oidc-provider/token.actions.githubusercontent.com"}
AUD = "token.actions.githubusercontent.com:aud"
SUB = "token.actions.githubusercontent.com:sub"


@pytest.mark.parametrize(
    "role",
    [
        trust({"Service": "lambda.amazonaws.com"}),
        trust({"Service": "backup.amazonaws.com"}, {"StringEquals": {"aws:SourceAccount": "111111111111"}}),
        trust({"AWS": "arn:aws:iam::222222222222:root"}, {"StringEquals": {"sts:ExternalId": "x7"}}),
        trust({"AWS": "${aws_iam_role.other.arn}"}),
        trust(GITHUB, {"StringEquals": {AUD: "sts.amazonaws.com", SUB: "repo:team/app:environment:production"}}),
    ],
)
def test_a_role_for_somebody_passes(role: dict[str, Any]) -> None:
    assert messages("roles-trust-few", role) == []


@pytest.mark.parametrize(
    ("role", "message"),
    [
        (trust("*"), "it trusts '*': name who may assume the role"),
        (trust({"AWS": "arn:aws:iam::*:root"}), "it trusts 'arn:aws:iam::*:root': name who may assume the role"),
        (
            trust({"Service": "scheduler.amazonaws.com"}),
            "it trusts scheduler.amazonaws.com on behalf of any account: add a condition on aws:SourceAccount",
        ),
        (
            trust({"AWS": "arn:aws:iam::222222222222:root"}),
            "it trusts everyone in arn:aws:iam::222222222222:root: require an external id, or name a role",
        ),
        (
            trust(GITHUB, {"StringEquals": {AUD: "sts.amazonaws.com"}, "StringLike": {SUB: "repo:team/*"}}),
            "it compares 'sub' of token.actions.githubusercontent.com by a pattern: use StringEquals and the whole value",
        ),
        (
            trust(GITHUB, {"StringEquals": {AUD: "sts.amazonaws.com"}, "StringLike": {SUB: "repo:team/app:environment:?"}}),
            "it compares 'sub' of token.actions.githubusercontent.com by a pattern: use StringEquals and the whole value",
        ),
        (
            trust(GITHUB, {"StringEquals": {AUD: "sts.amazonaws.com"}}),
            "it trusts every token of token.actions.githubusercontent.com: compare 'sub' by StringEquals",
        ),
        (
            trust(GITHUB, {"StringEquals": {SUB: "repo:team/app:environment:production"}}),
            "it trusts every token of token.actions.githubusercontent.com: compare 'aud' by StringEquals",
        ),
    ],
)
def test_a_role_for_anybody_is_found(role: dict[str, Any], message: str) -> None:
    assert messages("roles-trust-few", role) == [f"aws_iam_role.r: {message}"]
