"""Expected rights from function.json, derived independently of the code that writes policies."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from dynawright.model import Consumer, System
from dynawright.model.function_manifest import FunctionManifest
from tests.access.expectations import rights
from tests.access.expected import expected_of
from tests.access.synthesized import Stack

CONNECTING = (
    *("ec2:AssignPrivateIpAddresses", "ec2:CreateNetworkInterface", "ec2:DeleteNetworkInterface"),
    "ec2:UnassignPrivateIpAddresses",
)


@dataclass(frozen=True)
class KeyUse:
    """A service uses the system's key for the resource in the encryption context."""

    action: str
    service: str
    context: str
    thing: str
    neighbor: str = field(default="", compare=False)
    """A resource of the same kind that is not the consumer's."""


def manifest(stack: Stack, consumer: Consumer) -> FunctionManifest | None:
    """Return the manifest of the stream function; None for other consumers."""
    return manifest_in(stack.folder, stack.system, consumer)


def manifest_in(stacks: Path, system: str, consumer: Consumer) -> FunctionManifest | None:
    """Return the same for a system whose stack is not built."""
    folder = stacks / system / "functions" / consumer.name.replace("-", "_")
    return FunctionManifest.read(folder) if folder.exists() else None


def is_built(stack: Stack, consumer: Consumer) -> bool:
    """Return whether the environment has the consumer: stream functions can be switched off."""
    streams = getattr(getattr(stack.environment.systems, stack.system), "streams", None)
    return bool(getattr(getattr(streams, consumer.name.replace("-", "_"), None), "enabled", True))


def reads_stream(stack: Stack, table_name: str, consumer: Consumer) -> bool:
    found = manifest(stack, consumer)
    return found is not None and found.table == table_name


def role_name(stack: Stack, consumer: Consumer) -> str:
    return stack.environment.physical_name(f"{stack.system.replace('_', '-')}-{consumer.name}")


def arn(stack: Stack, service: str, resource: str) -> str:
    return f"arn:aws:{service}:{stack.environment.region}:{stack.environment.account_id}:{resource}"


def failure_bucket_arn(stack: Stack, consumer: Consumer) -> str:
    name = stack.environment.physical_name(f"{stack.system.replace('_', '-')}-{consumer.name}-failed")
    return f"arn:aws:s3:::{name}-{stack.environment.account_id}"


def deeds(stack: Stack, system: System, consumer: Consumer) -> set[tuple[str, str]]:
    """Return each action with its resource, of all services but DynamoDB and KMS."""
    expected, environment = expected_of(stack.system), stack.environment
    found = {("secretsmanager:GetSecretValue", secret) for secret in _named(stack, consumer, "secret")}
    found |= {("sns:Publish", topic) for topic in _named(stack, consumer, "topic")}
    found |= {("events:PutEvents", bus) for bus in _named(stack, consumer, "event_bus")}
    if folder := expected.secret_folders.get(consumer.name):
        below, actions = _secret(stack, f"{environment.physical_name(folder.name)}/*"), ("CreateSecret", "PutSecretValue")
        found |= {(f"secretsmanager:{action}", below) for action in ("GetSecretValue", *(actions if folder.makes else ()))}
    found |= expected.deeds(environment, consumer.name)
    if manifest(stack, consumer) is not None:
        bucket = failure_bucket_arn(stack, consumer)
        found |= _writes(stack, f"/aws/lambda/{role_name(stack, consumer)}")
        found |= {("xray:PutTelemetryRecords", "*"), ("xray:PutTraceSegments", "*")}
        found |= {("s3:ListBucket", bucket), ("s3:PutObject", f"{bucket}/aws/lambda/*")}
    elif runs_in_lambda(stack, consumer):
        group = arn(stack, "logs", f"log-group:/aws/lambda/{role_name(stack, consumer)}")
        found |= {("logs:CreateLogGroup", group), ("logs:CreateLogGroup", f"{group}:*")}
        found |= _writes(stack, f"/aws/lambda/{role_name(stack, consumer)}")
        if in_network(stack):
            found |= {(action, arn(stack, "ec2", "*/*")) for action in CONNECTING}
            found |= {("ec2:DescribeNetworkInterfaces", "*"), ("ec2:DescribeSubnets", "*")}
    for group in expected.log_groups.get(consumer.name, ()):
        found |= _writes(stack, environment.physical_name(group), expected.log_streams.get(consumer.name, "*"))
    if session_role := expected.sessions.get(consumer.name):
        role = f"arn:aws:iam::{environment.account_id}:role/{environment.physical_name(session_role)}"
        found |= {("sts:AssumeRole", role), ("sts:TagSession", role)}
    if expected.cache and environment.for_system(stack.system).cache.enabled:
        cache, cached, askers = expected.cache
        cluster = arn(stack, "dax", f"cache/{environment.physical_name(cache)}")
        tables = [table for table in system.tables if table.name == cached and consumer.name in askers]
        found |= {
            (f"dax:{right.action}", cluster)
            for table in tables
            for right in rights(table, consumer)
            if goes_through_cache(consumer, right.action)
        }
    return found


def runs_in_lambda(stack: Stack, consumer: Consumer) -> bool:
    """Return whether functions outside of the stack run with the consumer's role."""
    expected = expected_of(stack.system)
    of_functions = expected.trusts.get(consumer.name, "lambda") == "lambda" and manifest(stack, consumer) is None
    return of_functions and consumer.name not in expected.without_role


def in_network(stack: Stack) -> bool:
    settings = stack.environment.for_system(stack.system)
    return "network" in settings.builds and settings.network.vpc_id is not None


def refusals(stack: Stack, consumer: Consumer) -> set[tuple[str, str, str]]:
    """Return each denied action with resource and condition: function code changes no interfaces."""
    if not (runs_in_lambda(stack, consumer) and in_network(stack)):
        return set()
    function = arn(stack, "lambda", f"function:{role_name(stack, consumer)}")
    condition = json.dumps({"ArnEquals": {"lambda:SourceFunctionArn": [function]}})
    return {(action, "*", condition) for action in CONNECTING}


def goes_through_cache(consumer: Consumer, action: str) -> bool:
    """Return whether a request goes through a cache: some consumers send only reads, some only writes."""
    reads = action in ("BatchGetItem", "GetItem", "Query", "Scan")
    return consumer.cache is None or reads == (consumer.cache == "reads")


def _writes(stack: Stack, log_group: str, which: str = "*") -> set[tuple[str, str]]:
    streams = arn(stack, "logs", f"log-group:{log_group}:{which}")
    return {("logs:CreateLogStream", streams), ("logs:PutLogEvents", streams)}


def key_uses(stack: Stack, consumer: Consumer) -> set[KeyUse]:
    """Return actions besides those on tables, which follow from the patterns."""
    found = {KeyUse("Decrypt", "secretsmanager", "SecretARN", secret) for secret in _named(stack, consumer, "secret")}
    if folder := expected_of(stack.system).secret_folders.get(consumer.name):
        name = stack.environment.physical_name(folder.name)
        of_user, of_others = (_secret(stack, f"{one}/ann-AbCdEf") for one in (name, f"{name}-elses"))
        actions = ("Decrypt", "GenerateDataKey") if folder.makes else ("Decrypt",)
        found |= {KeyUse(action, "secretsmanager", "SecretARN", of_user, of_others) for action in actions}
        if folder.makes:
            found |= {KeyUse(action, "secretsmanager", "SecretARN", "RequestToValidateKeyAccess") for action in actions}
    for topic in _named(stack, consumer, "topic"):
        found |= {KeyUse(action, "sns", "aws:sns:topicArn", topic) for action in ("Decrypt", "GenerateDataKey")}
    if manifest(stack, consumer) is not None:
        function = arn(stack, "lambda", f"function:{role_name(stack, consumer)}")
        found.add(KeyUse("Decrypt", "lambda", "aws:lambda:FunctionArn", function))
        found.add(KeyUse("GenerateDataKey", "s3", "aws:s3:arn", failure_bucket_arn(stack, consumer)))
    return found


def _secret(stack: Stack, name: str) -> str:
    return arn(stack, "secretsmanager", f"secret:{name}")


def _named(stack: Stack, consumer: Consumer, kind: str) -> set[str]:
    """Return the ARNs of a kind that the consumer's function.json or expectations name."""
    function = manifest(stack, consumer)
    things = {variable[kind] for variable in function.variables.values() if kind in variable} if function else set()
    secret = expected_of(stack.system).secrets.get(consumer.name)
    if kind == "secret" and secret:
        things.add(secret)
    forms = {
        "secret": ("secretsmanager", "secret:{}-AbCdEf"),
        "topic": ("sns", "{}.fifo"),
        "event_bus": ("events", "event-bus/{}"),
    }
    service, form = forms[kind]
    return {arn(stack, service, form.format(stack.environment.physical_name(thing))) for thing in things}
