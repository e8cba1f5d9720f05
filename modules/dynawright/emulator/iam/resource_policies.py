"""Resource policies by ARN: tables, streams, keys, topics, queues, buckets, functions and others."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from dynawright.emulator.iam.backends import backend_of, role_named


def _table(backend: Any, resource: str, arn: str) -> Any:
    """Return the policy; an index has its table's.

    A stream's is stored under a name of its own: see gaps/dynamodb_stream_policies.py.
    """
    _, name, *rest = resource.split("/")
    table = arn.removesuffix(resource) + f"table/{name}"
    key = f"{arn}/{name}" if rest[:1] == ["stream"] else table
    return backend.resource_policies[key].policy_doc


def _key(backend: Any, resource: str, arn: str) -> Any:
    """Return the policy; for a key not yet created, AWS's default, which defers to the account."""
    key = backend.keys.get(resource.removeprefix("key/"))
    account = {"AWS": f"arn:aws:iam::{arn.split(':')[4]}:root"}
    default = {"Effect": "Allow", "Principal": account, "Action": "kms:*", "Resource": "*"}
    return key.policy if key and key.policy else {"Version": "2012-10-17", "Statement": [default]}


def _topic(backend: Any, _: str, arn: str) -> Any:
    return backend.topics[arn].policy


def _queue(backend: Any, resource: str, _: str) -> Any:
    return backend.queues[resource].policy


def _bucket(backend: Any, resource: str, _: str) -> Any:
    return backend.get_bucket(resource.partition("/")[0]).policy


def _function(backend: Any, _: str, arn: str) -> Any:
    function = backend.get_function(arn)
    return {"Version": "2012-10-17", "Statement": function.policy.statements} if function.policy.statements else None


def _secret(backend: Any, _: str, arn: str) -> Any:
    return backend.secrets[arn].policy


def _bus(backend: Any, resource: str, _: str) -> Any:
    kind, _, name = resource.partition("/")
    return getattr(backend.event_buses[name], "policy", None) if kind == "event-bus" else None


def _vault(backend: Any, resource: str, _: str) -> Any:
    return getattr(backend.vaults[resource.partition(":")[2]], "access_policy", None)


def _role(_: Any, resource: str, arn: str) -> Any:
    role = role_named(resource.rpartition("/")[2], arn.split(":")[4]) if resource.startswith("role/") else None
    return role.assume_role_policy_document if role else None


_READERS: Mapping[str, Callable[[Any, str, str], Any]] = {
    "backup": _vault,
    "dynamodb": _table,
    "events": _bus,
    "iam": _role,
    "kms": _key,
    "lambda": _function,
    "s3": _bucket,
    "secretsmanager": _secret,
    "sns": _topic,
    "sqs": _queue,
}


def policy_of(arn: str, account: str) -> str | None:
    """Return the document of a resource's policy, or None."""
    from moto.core.exceptions import ServiceException
    from werkzeug.exceptions import HTTPException

    parts = arn.split(":", 5)
    if len(parts) < 6 or parts[2] not in _READERS:
        return None
    try:
        backend, resource = backend_of(arn, account=account)
        document = _READERS[parts[2]](backend, resource, arn)
    except (IndexError, KeyError, HTTPException, ServiceException):  # no such resource
        return None
    if isinstance(document, bytes):
        return document.decode()
    return document if isinstance(document, str) or document is None else json.dumps(document)
