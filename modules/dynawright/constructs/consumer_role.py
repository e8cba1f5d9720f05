"""The role of a consumer: its trust, and the rights that a Lambda function needs to run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from constructs import Construct

from dynawright.constructs.naming import FUNCTION, environment_of, pascal_case, physical_name
from dynawright.constructs.role import Role
from dynawright.constructs.suppression import suppress
from dynawright.errors import Place, UserError, must_be
from dynawright.iam import trust
from dynawright.iam.policy import Statement
from dynawright.model import Consumer
from dynawright.settings import AssumedBy, Environment, SystemSettings

WRITE_LOGS = ("logs:CreateLogStream", "logs:PutLogEvents")
CHANGE_INTERFACES = (
    *("ec2:AssignPrivateIpAddresses", "ec2:CreateNetworkInterface", "ec2:DeleteNetworkInterface"),
    "ec2:UnassignPrivateIpAddresses",
)
LOOK_AT_NETWORK = ("ec2:DescribeNetworkInterfaces", "ec2:DescribeSubnets")
"""Actions for Lambda to connect a function to a VPC (its guide, "Required IAM permissions")."""
NARROWED = "checkov reads no conditions: one role, external id or permission set is admitted, as roles-trust-few demands"
UNNAMED = "Lambda's guide demands all interfaces: it makes up their names; a second statement denies them to the functions' code"
LAMBDA = {"Service": "lambda.amazonaws.com"}


def consumer_role(
    scope: Construct, consumer: Consumer, *, stem: str, settings: SystemSettings, given: Statement | Sequence[Statement] | None
) -> Role:
    """Build the role; `given` is a trust from the stack, which environments can't change."""
    environment = environment_of(scope)
    own = settings.of_consumer(consumer.name)
    trusted = _given(consumer, given, settings) if given is not None else _trusted(consumer, own.assumed_by, environment)
    role = Role(
        scope,
        f"{pascal_case(consumer.name)}Role",
        name=f"{stem}-{consumer.name}",
        description=consumer.description,
        trust=trusted,
        settings=environment.roles,
    )
    if any(str(principals.get("AWS", "")).endswith(":root") for principals in _principals(trusted)):
        suppress(role, "CKV_AWS_61", because=NARROWED, on="aws_iam_role")
    if any(statement.principal == LAMBDA for statement in trusted):
        functions = own.functions or (physical_name(scope, f"{stem}-{consumer.name}", FUNCTION),)
        in_network = "network" in settings.builds and settings.network.vpc_id is not None
        for policy, _ in role.attach("Function", _of_functions(functions, environment, in_network=in_network)):
            if in_network:
                suppress(policy, "policies-spell-names-out", because=UNNAMED)
    return role


def _principals(statements: Sequence[Statement]) -> list[Mapping[str, Any]]:
    return [statement.principal for statement in statements if isinstance(statement.principal, Mapping)]


def _given(consumer: Consumer, given: Statement | Sequence[Statement], settings: SystemSettings) -> Sequence[Statement]:
    if settings.of_consumer(consumer.name).assumed_by:
        place = Place(path=f"consumers.{consumer.name}.assumed_by")
        fix = "remove the lines; or call role() without a trust in stack.py"
        raise UserError(
            [must_be("DW326", "left out: the stack itself says who assumes the role", consumer.name, place=place, fix=fix)]
        )
    return [given] if isinstance(given, Statement) else given


def _trusted(consumer: Consumer, assumed_by: Sequence[AssumedBy], environment: Environment) -> list[Statement]:
    if consumer.tenant_key is not None:
        place, fix = Place(path=consumer.subject), "give role() the trust tenant_sessions(...), which demands the tenant's tag"
        raise UserError([must_be("DW326", "given a trust: its sessions carry a tag", consumer.name, place=place, fix=fix)])
    if consumer.runs_on == "elsewhere" and not assumed_by:
        place, fix = Place(path=consumer.subject), "let a ResourcePolicy admit its role, or say what it runs on"
        raise UserError([must_be("DW326", "one that runs in this account", consumer.name, place=place, fix=fix)])
    return [_statement(principal, environment) for principal in assumed_by] or [_service(consumer.runs_on, environment)]


def _statement(principal: AssumedBy, environment: Environment) -> Statement:
    """Return the trust in one principal of the settings, which are already checked."""
    if principal.service is not None:
        return _service(principal.service, environment)
    if principal.role_arn is not None:
        return trust.role(principal.role_arn)
    if principal.account_id is not None:
        return trust.other_account(principal.account_id, principal.external_id or "")
    if principal.permission_set is not None:
        return trust.permission_set(environment.account_id, principal.permission_set)
    return trust.token_bearer(
        environment.account_id,
        provider=principal.oidc_provider,
        audience=principal.oidc_audience,
        subject=principal.oidc_subject or "",
    )


def _service(name: str, environment: Environment) -> Statement:
    if name == "ecs":
        return trust.ecs_tasks(environment.account_id, environment.region)
    return trust.ec2_instances() if name == "ec2" else trust.lambda_functions()


def _of_functions(names: Sequence[str], environment: Environment, *, in_network: bool) -> list[Statement]:
    """Return the rights that Lambda itself uses: logs, and network interfaces in a VPC.

    The functions' own code may not use the interfaces.
    """
    place = f"{environment.region}:{environment.account_id}"
    groups = [f"arn:aws:logs:{place}:log-group:/aws/lambda/{name}" for name in names]
    statements = [
        Statement(("logs:CreateLogGroup",), tuple(arn for group in groups for arn in (group, f"{group}:*"))),
        Statement(WRITE_LOGS, tuple(f"{group}:*" for group in groups)),
    ]
    if in_network:
        functions = [f"arn:aws:lambda:{place}:function:{name}" for name in names]
        by_code = {"ArnEquals": {"lambda:SourceFunctionArn": functions}}
        statements += [
            Statement(CHANGE_INTERFACES, (f"arn:aws:ec2:{place}:*/*",)),  # the guide: "include all resource IDs"
            Statement(LOOK_AT_NETWORK, ("*",)),
            Statement(CHANGE_INTERFACES, ("*",), by_code, effect="Deny"),
        ]
    return statements
