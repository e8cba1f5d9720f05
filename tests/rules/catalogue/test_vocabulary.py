"""Whatever constructs never write is a finding in stacks of the package, and nowhere else."""

from __future__ import annotations

from typing import Any

import pytest

from dynawright.rules.catalogue import all_rules
from dynawright.rules.resources import document
from tests.rules.documents import TERRAFORM, changed, messages, policy, written

KNOWN, ARGUMENTS, SAFE = "resources-are-known", "arguments-are-known", "values-are-safe"
STATEMENT = {"Effect": "Deny", "Principal": "*", "Action": "sns:Publish", "Resource": "*"}
TOPIC = {
    "aws_sns_topic.t": {"name": "orders-alarms", "kms_master_key_id": "alias/aws/sns"},
    "aws_sns_topic_policy.p": {"arn": "${aws_sns_topic.t.arn}", "policy": policy(STATEMENT)},
}
SELECTOR = {"field_selector": [{"field": "eventCategory", "equals": ["Data"]}]}


def found(rule: str, content: dict[str, Any], *, ours: bool = True) -> list[str]:
    (judge,) = [candidate for candidate in all_rules() if candidate.name == rule]
    return [
        f"{finding.resource.address}: {finding.message}"
        for finding in judge.findings(document(content, "orders-production", ours=ours))
    ]


@pytest.mark.parametrize("rule", [KNOWN, ARGUMENTS, SAFE])
def test_what_constructs_make_is_known(rule: str) -> None:
    assert messages(rule, TOPIC) == []


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ({"resource": {"terraform_data": {"x": {}}}}, "terraform_data.x: constructs make no terraform_data: it may run a program"),
        ({"resource": {"aws_db_instance": {"x": {}}}}, "aws_db_instance.x: constructs make no aws_db_instance: no construct makes it"),
        ({"data": {"external": {"x": {"program": ["sh"]}}}}, "data.external.x: constructs make no data.external: it runs a program"),
        ({"data": {"http": {"x": {}}}}, "data.http.x: constructs make no data.http: the server's response decides"),
        ({"module": {"m": {"source": "./m"}}}, "module: constructs make no module: what it builds shows only in a plan"),
        ({"moved": [{"from": "a.b", "to": "a.c"}]}, "moved: constructs make no moved: with a wrong address"),
        ({"import": {"to": "a.b", "id": "x"}}, "import: constructs make no import: with a wrong id"),
        ({"removed": {"from": "a.b"}}, "removed: constructs make no removed: Terraform forgets"),
        ({"locals": {"a": 1}}, "locals: constructs make no locals: constructs write values"),
        ({"variable": {"v": {}}}, "variable: constructs make no variable: the apply's caller decides"),
        ({"provider": {"random": {}}}, "provider.random: no construct uses provider 'random': it is a program with the rights"),
    ],
    ids=str,
)  # fmt: skip
def test_nothing_else_is(block: dict[str, Any], message: str) -> None:
    (said,) = found(KNOWN, {"terraform": {}, **block})
    assert said.startswith(message)
    assert found(KNOWN, {"terraform": {}, **block}, ours=False) == []


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        (
            "count",
            0,
            "no construct writes count: the resource may not be built at all; remove it, or accept it with a reason",
        ),
        ("for_each", {"a": "b"}, "no construct writes for_each: the resource may not be built at all"),
        ("provider", "aws.elsewhere", "no construct writes provider: another provider builds it in another Region or account"),
        ("provisioner", [{"local-exec": {"command": "id"}}], "no construct writes provisioner: it runs a program on the machine"),
        ("connection", {"host": "h"}, "no construct writes connection: Terraform signs in to a machine"),
        ("dynamic", {"tags": {}}, "no construct writes dynamic: its result shows only in a plan"),
        ("delivery_policy", "{}", "no construct writes delivery_policy: no rule checks it"),
    ],
)
def test_an_argument_that_no_construct_writes_is_found(place: str, value: Any, message: str) -> None:
    (said,) = messages(ARGUMENTS, changed(TOPIC, {f"aws_sns_topic.t.{place}": value}))
    assert said.startswith(f"aws_sns_topic.t: {message}")
    whole = written(changed(TOPIC, {f"aws_sns_topic.t.{place}": value}), ours=False)
    assert [finding for rule in all_rules() if rule.name == ARGUMENTS for finding in rule.findings(whole)] == []


@pytest.mark.parametrize(
    ("provider", "argument"),
    [
        ({"endpoints": [{"dynamodb": "http://x"}]}, "endpoints"),
        ({"skip_credentials_validation": True}, "skip_credentials_validation"),
        ({"insecure": True}, "insecure"),
        ({"assume_role": {"role_arn": "r"}}, "assume_role"),
        ({"https_proxy": "http://x"}, "https_proxy"),
    ],
)
def test_so_is_one_of_the_provider(provider: dict[str, Any], argument: str) -> None:
    given = {
        "region": "eu-west-1",
        "allowed_account_ids": ["111111111111"],
        "default_tags": {"tags": {"Environment": "production"}},
    }
    assert found(ARGUMENTS, {"terraform": {}, "provider": {"aws": given}}) == []
    (message,) = found(ARGUMENTS, {"terraform": {}, "provider": {"aws": {**given, **provider}}})
    assert message.startswith(f"provider.aws: no construct writes {argument}: no rule checks it")


BACKEND = {**TERRAFORM["backend"]["s3"], "use_lockfile": "true"}
PROVIDERS = {"aws": {"source": "hashicorp/aws", "version": "6.61.0"}}


@pytest.mark.parametrize(
    ("terraform", "problems"),
    [
        ({"required_providers": PROVIDERS, "backend": {"s3": BACKEND}}, []),
        (
            {
                "required_providers": {"aws": {"source": "hashicorp/aws", "version": ">= 6.39.0, < 7.0.0"}},
                "backend": {"s3": BACKEND},
            },
            [],
        ),
        ({"required_providers": PROVIDERS}, ["terraform: backend is missing: without one, the state is a local file"]),
        (
            {"required_providers": {"aws": {"source": "evil/aws", "version": "6.61.0"}}, "backend": {"s3": BACKEND}},
            [
                "terraform.required_providers.aws: source is \"evil/aws\"; it must be 'hashicorp/aws': another provider is "
                "an unknown program with our rights"
            ],
        ),
        (
            {"required_providers": PROVIDERS, "backend": {"s3": {**BACKEND, "key": "orders"}}},
            [
                'terraform.backend.s3: key is "orders"; it must be <environment>/<stack>/terraform.tfstate: each stack has a state of its '
                "own"
            ],
        ),
        (
            {"required_providers": PROVIDERS, "backend": {"http": {}}},
            ["terraform.backend.http: kind is \"http\"; it must be 's3' or 'local': state-is-kept-safe says which"],
        ),
    ],
    ids=str,
)
def test_provider_and_state_are_what_was_tested(terraform: dict[str, Any], problems: list[str]) -> None:
    assert found(SAFE, {"terraform": terraform}) == problems


@pytest.mark.parametrize(
    ("place", "value", "message"),
    [
        ("aws_sns_topic.t.name", None, "name is missing: AWS knows it by this name"),
        ("aws_sns_topic.t.name", "", "name is missing: AWS knows it by this name"),
        ("aws_sns_topic.t.name", "a b", 'name is "a b"; it must be a topic\'s name: AWS knows it by this name'),
        ("aws_sns_topic.t.name", ["a"], 'name is ["a"]: Terraform takes a text'),
        ("aws_sns_topic.t.fifo_topic", "yes", 'fifo_topic is "yes": Terraform takes true or false'),
        ("aws_sns_topic.t.name", "a.fifo", "fifo_topic is missing: alerts about one resource stay in order"),
        (
            "aws_sns_topic.t.kms_master_key_id",
            "arn:aws:kms:eu-west-1:999999999999:key/1",
            'kms_master_key_id is "arn:aws:kms:eu-west-1:999999999999:key/1"; it must be the arn of an aws_kms_key of this stack, or '
            "'alias/aws/sns': messages say what is wrong, and where",
        ),
    ],
)
def test_a_value_beyond_what_constructs_write_is_found(place: str, value: Any, message: str) -> None:
    assert messages(SAFE, changed(TOPIC, {place: value})) == [f"aws_sns_topic.t: {message}"]


def test_a_reference_must_be_to_something_of_the_stack() -> None:
    (message,) = messages(SAFE, changed(TOPIC, {"aws_sns_topic_policy.p.arn": "${aws_sns_topic.other.arn}"}))
    assert message.startswith(
        'aws_sns_topic_policy.p: arn is "${aws_sns_topic.other.arn}"; it must be the arn of an aws_sns_topic'
    )


@pytest.mark.parametrize(("environment", "problems"), [("production", 1), ("staging", 1), ("dev", 0)])
def test_limits_are_stricter_where_data_must_be_kept(environment: str, problems: int) -> None:
    group = {"aws_cloudwatch_log_group.g": {"name": "g", "retention_in_days": "3"}}
    assert len(messages(SAFE, group, environment=environment)) == problems
