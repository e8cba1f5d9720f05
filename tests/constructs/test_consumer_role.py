"""The role of a consumer: its trust, Lambda's rights, and its ARN as an output."""

import json
from typing import Any, ClassVar

import cdktf
import pytest

from dynawright.iam import trust
from dynawright.iam.evaluator import Policies, Policy, PolicyKind, Request, RoleSession, evaluate
from dynawright.model import Consumer, Entity, Get, Key, System, TableModel
from dynawright.settings import SystemSettings, environment_class, validated
from dynawright.stack import SystemStack
from tests.environments import REQUIRED
from tests.problems import refused

ACCOUNT, REGION = REQUIRED["account_id"], REQUIRED["region"]
WORKER = Consumer("worker", "runs in Lambda")
TASK = Consumer("task", "runs in ECS", runs_on="ecs")
HOST = Consumer("host", "runs on EC2", runs_on="ec2")
TENANT = Consumer("tenant", "a tenant's session", tenant_key="TENANT#{tenantId}")
TABLE = TableModel(
    "notes",
    partition_key=Key("id"),
    entities=[Entity("NOTE", id="{id}")],
    access_patterns=[Get("P1", "a note", id="{id}", used_by=[WORKER, TASK, HOST])],
)
MAC = "arn:aws:iam::111111111111:role/agents-on-a-mac"
NETWORK = {"vpc_id": "vpc-0a1b2c3d4e5f60718", "route_table_ids": ["rtb-0a1b2c3d4e5f60718"]}


class NotesSettings(SystemSettings):
    """Builds a network, where there is one."""

    builds: ClassVar = ("network",)


class NotesStack(SystemStack):
    """Builds nothing by itself."""

    system = System("notes", [TABLE])


def notes(**settings: Any) -> NotesStack:
    environment = validated({**REQUIRED, "systems": {"notes": settings}}, environment_class({"notes": NotesSettings}))
    return NotesStack(cdktf.Testing.app(), environment)


def synthesized(stack: SystemStack) -> dict[str, Any]:
    return json.loads(cdktf.Testing.synth(stack))  # type: ignore[no-any-return]


def trusted(consumer: Consumer, *assumed_by: dict[str, str]) -> list[dict[str, Any]]:
    """Return the statements of the trust policy that the role gets."""
    stack = notes(consumers={consumer.name: {"assumed_by": list(assumed_by)}} if assumed_by else {})
    stack.role(consumer)
    (role,) = synthesized(stack)["resource"]["aws_iam_role"].values()
    return json.loads(role["assume_role_policy"])["Statement"]  # type: ignore[no-any-return]


def functions_policy(**settings: Any) -> str:
    stack = notes(**settings)
    stack.role(WORKER)
    (policy,) = synthesized(stack)["resource"]["aws_iam_policy"].values()
    return str(policy["policy"])


def allowed(policy: str, action: str, resource: str, **context: str) -> bool:
    session = RoleSession(role_arn=f"arn:aws:iam::{ACCOUNT}:role/notes-worker-test", session_name="s")
    request = Request(
        action=action,
        resource=resource,
        principal=session,
        context={name.replace("_", ":"): value for name, value in context.items()},
    )
    return evaluate(request, Policies(identity=(Policy.parse(policy, name="p", kind=PolicyKind.IDENTITY),))).allowed


@pytest.mark.parametrize(
    ("consumer", "expected"),
    [(WORKER, trust.lambda_functions()), (TASK, trust.ecs_tasks(ACCOUNT, REGION)), (HOST, trust.ec2_instances())],
)
def test_the_model_says_who_assumes_a_role_unless_an_environment_does(consumer: Consumer, expected: Any) -> None:
    assert trusted(consumer) == [expected.json()]


@pytest.mark.parametrize(
    ("principal", "expected"),
    [
        ({"service": "ecs"}, trust.ecs_tasks(ACCOUNT, REGION)),
        ({"role_arn": MAC}, trust.role(MAC)),
        ({"account_id": "222222222222", "external_id": "k3x9"}, trust.other_account("222222222222", "k3x9")),
        ({"permission_set": "Support"}, trust.permission_set(ACCOUNT, "Support")),
        (
            {"oidc_subject": "repo:acme/notes:environment:test"},
            trust.token_bearer(
                ACCOUNT,
                provider="token.actions.githubusercontent.com",
                audience="sts.amazonaws.com",
                subject="repo:acme/notes:environment:test",
            ),
        ),
        (
            {"oidc_subject": "project_path:acme/notes", "oidc_provider": "gitlab.example.com", "oidc_audience": "aws"},
            trust.token_bearer(ACCOUNT, provider="gitlab.example.com", audience="aws", subject="project_path:acme/notes"),
        ),
    ],
)
def test_an_environment_names_each_kind_of_principal(principal: dict[str, str], expected: Any) -> None:
    assert trusted(WORKER, principal) == [expected.json()]


def test_several_principals_have_a_statement_each() -> None:
    both = trusted(WORKER, {"service": "lambda"}, {"role_arn": MAC})
    assert both == [trust.lambda_functions().json(), trust.role(MAC).json()]


def test_functions_that_run_with_a_role_write_their_own_logs_and_no_others() -> None:
    policy = functions_policy(consumers={"worker": {"functions": ["nightly"]}})
    own, other = (f"arn:aws:logs:{REGION}:{ACCOUNT}:log-group:/aws/lambda/{name}" for name in ("nightly", "weekly"))
    assert allowed(policy, "logs:CreateLogGroup", own)
    for action in ("logs:CreateLogStream", "logs:PutLogEvents"):
        assert allowed(policy, action, f"{own}:log-stream:one")
        assert not allowed(policy, action, f"{other}:log-stream:one")


def test_a_function_is_called_like_its_role_unless_settings_name_it() -> None:
    assert "log-group:/aws/lambda/notes-worker-test:*" in functions_policy()


def test_lambda_connects_functions_to_the_vpc_and_their_own_code_does_not() -> None:
    policy = functions_policy(network=NETWORK)
    interface = f"arn:aws:ec2:{REGION}:{ACCOUNT}:network-interface/eni-0a1b2c3d4e5f60718"
    code = f"arn:aws:lambda:{REGION}:{ACCOUNT}:function:notes-worker-test"
    for action in ("ec2:CreateNetworkInterface", "ec2:DeleteNetworkInterface"):
        assert allowed(policy, action, interface)
        assert not allowed(policy, action, interface, lambda_SourceFunctionArn=code)
    assert "ec2:" not in functions_policy()


@pytest.mark.parametrize("consumer", [TASK, HOST])
def test_what_is_no_function_gets_nothing_of_functions(consumer: Consumer) -> None:
    stack = notes()
    stack.role(consumer)
    assert "aws_iam_policy" not in synthesized(stack)["resource"]


def test_the_arn_of_a_role_is_an_output() -> None:
    stack = notes()
    stack.role(TASK)
    assert synthesized(stack)["output"]["TaskRoleArn"]["value"].startswith("${aws_iam_role.TaskRole")


def test_a_stack_and_a_setting_can_not_both_say_who_assumes_a_role() -> None:
    stack = notes(consumers={"worker": {"assumed_by": [{"service": "ecs"}]}})
    assert refused(lambda: stack.role(WORKER, trust.lambda_functions())) == [("DW326", "consumers.worker.assumed_by", "worker")]


def test_the_role_of_a_tenants_sessions_needs_a_trust_of_the_stack() -> None:
    assert refused(lambda: notes().role(TENANT)) == [("DW326", "consumer tenant", "tenant")]


def test_a_consumer_that_no_pattern_has_is_told() -> None:
    assert refused(lambda: notes(consumers={"wroker": {}})) == [("DW301", "systems.notes.consumers", "wroker")]
