"""Placeholders whose values come from the account's state: `{role:RoleName}`, `{queue:QueueUrl}`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynawright.emulator.iam.backends import backend, role_named
from dynawright.emulator.iam.key_lookups import KEY_LOOKUPS
from dynawright.iam.operations.call import Lookup, Situation

_NETWORK_KINDS = {
    "eni": "network-interface",
    "rtb": "route-table",
    "sg": "security-group",
    "sgr": "security-group-rule",
    "subnet": "subnet",
    "vpc": "vpc",
    "vpce": "vpc-endpoint",
}


def _at(service: str, situation: Situation) -> str:
    return f"arn:aws:{service}:{situation.call.region}:{situation.account}"


def _shard_stream(value: str, _: Situation) -> str:
    """Return the stream of an iterator: moto's iterators begin with its ARN."""
    return value.split("|")[0]


def _shard_table(value: str, _: Situation) -> str:
    return value.split("/")[1]


def _role(value: str, situation: Situation) -> str:
    role = role_named(value, situation.account)
    return str(role.arn) if role else f"arn:aws:iam::{situation.account}:role/{value}"


def _boundary(value: str, situation: Situation) -> str | None:
    role = role_named(value, situation.account)
    return role.permissions_boundary_arn or None if role else None


def _host(value: str, _: Situation) -> str:
    return value.split("://", 1)[-1]


def _parameter(value: str, _: Situation) -> str:
    """Return a parameter's name as in ARNs: without a leading slash."""
    return value.removeprefix("/")


def _scalable_target(value: str, situation: Situation) -> str:
    targets = backend("application-autoscaling", situation.account, situation.call.region).targets
    target = targets.get(situation.call.parameters.get("ScalableDimension"), {}).get(value)
    return target.arn if target else f"{_at('application-autoscaling', situation)}:scalable-target/*"


def _restore_test(value: str, situation: Situation) -> str:
    tests = vars(backend("backup", situation.account, situation.call.region)).get("restore_tests", {})
    unknown = f"{_at('backup', situation)}:restore-testing-plan:{value}-unknown"
    return str(tests[value]["plan"]["RestoreTestingPlanArn"]) if value in tests else unknown


def _network_resource(value: str, situation: Situation) -> str:
    return f"{_at('ec2', situation)}:{_NETWORK_KINDS.get(value.partition('-')[0], 'instance')}/{value}"


def _alias(value: str, situation: Situation) -> str:
    return f"{_at('kms', situation)}:{value}"


def _rule(value: str, situation: Situation) -> str:
    """Return the ARN of a rule; on the default bus, it omits the bus."""
    bus = (situation.call.parameters.get("EventBusName") or "default").rpartition("/")[2]
    return f"{_at('events', situation)}:rule/{value if bus == 'default' else f'{bus}/{value}'}"


def _stream(_: str, situation: Situation) -> str:
    """Return the ARN of a stream; moto uses the name if both are given."""
    given = situation.call.parameters
    name = given.get("StreamName")
    return f"{_at('kinesis', situation)}:stream/{name}" if name else str(given["StreamARN"])


def _mapped_function(value: str, situation: Situation) -> str | None:
    mapping = backend("lambda", situation.account, situation.call.region).get_event_source_mapping(value)
    return mapping.function_arn if mapping else None


def _secret(value: str, situation: Situation) -> str:
    secret = backend("secretsmanager", situation.account, situation.call.region).secrets.get(value)
    unknown = value if value.startswith("arn:") else f"{_at('secretsmanager', situation)}:secret:{value}-AbCdEf"
    return str(secret.arn) if secret else unknown


def _subscribed_topic(value: str, _: Situation) -> str:
    return value.rpartition(":")[0] if value.count(":") > 5 else value


def _queue(value: str, situation: Situation) -> str:
    account, name = value.split("/")[-2:]
    return f"arn:aws:sqs:{situation.call.region}:{account}:{name}"


def _subnet_group(value: str, situation: Situation) -> Mapping[str, Any]:
    groups = vars(backend("dax", situation.account, situation.call.region)).get("subnet_groups", {})
    group: Mapping[str, Any] = groups.get(value, {})
    return group


def _cache_subnet(value: str, situation: Situation) -> str | None:
    """Return the first subnet of a cache's group."""
    subnets = _subnet_group(value, situation).get("Subnets", ())
    return f"{_at('ec2', situation)}:subnet/{subnets[0]['SubnetIdentifier']}" if subnets else None


def _cache_vpc(value: str, situation: Situation) -> str | None:
    vpc = _subnet_group(value, situation).get("VpcId")
    return f"{_at('ec2', situation)}:vpc/{vpc}" if vpc else None


LOOKUPS: Mapping[str, Lookup] = {
    **KEY_LOOKUPS,
    "alias": _alias,
    "boundary": _boundary,
    "cache_subnet": _cache_subnet,
    "cache_vpc": _cache_vpc,
    "host": _host,
    "mapped_function": _mapped_function,
    "network_resource": _network_resource,
    "parameter": _parameter,
    "queue": _queue,
    "restore_test": _restore_test,
    "role": _role,
    "rule": _rule,
    "scalable_target": _scalable_target,
    "secret": _secret,
    "shard_stream": _shard_stream,
    "shard_table": _shard_table,
    "stream": _stream,
    "subscribed_topic": _subscribed_topic,
}
