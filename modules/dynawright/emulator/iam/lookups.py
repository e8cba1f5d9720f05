"""What a row's placeholder stands for, where only the account's state knows: `{key:KeyId}`, `{role:RoleName}`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dynawright.emulator.iam.backends import backend, backend_of, role_named
from dynawright.iam.operations.call import Situation

Lookup = Callable[[str, Situation], str | None]


def _here(service: str, situation: Situation) -> Any:
    return backend(service, situation.account, situation.call.region)


def _any_key(value: str, situation: Situation) -> str | None:
    """Return the ARN of a key by its id, ARN or alias; one that does not exist is named as it was asked for."""
    if not value:
        return None
    if value.startswith("arn:") and ":key/" in value:
        return value
    alias = value[value.index("alias/") :] if "alias/" in value else ""
    id = _here("kms", situation).get_key_id_from_alias(alias) if alias else value
    return f"arn:aws:kms:{situation.call.region}:{situation.account}:key/{id or value}"


def _key(value: str, situation: Situation) -> str | None:
    """Return the ARN of a customer-managed key, None for AWS's own: no caller needs rights on those."""
    arn = _any_key(value, situation)
    if arn is None or "alias/aws/" in value:
        return None
    kms, resource = backend_of(arn, account=situation.account)
    key = kms.keys.get(resource.removeprefix("key/"))
    aliases = list(key.aliases) if key else []
    return None if any(alias.startswith("alias/aws/") for alias in aliases) else arn


def _table_key(value: str, situation: Situation) -> str | None:
    """Return the customer-managed key of a table, by the table's name or ARN (or that of its stream or index)."""
    arn = value if value.startswith("arn:") else f"arn:aws:dynamodb:{situation.call.region}:{situation.account}:table/{value}"
    dynamodb, resource = backend_of(arn, account=situation.account)
    table = dynamodb.tables.get(resource.split("/")[1])
    return _key((table.sse_specification or {}).get("KMSMasterKeyId", ""), situation) if table else None


def _shard_stream(value: str, _: Situation) -> str:
    """Return the stream that an iterator belongs to: moto's iterators begin with its ARN."""
    return value.split("|")[0]


def _shard_key(value: str, situation: Situation) -> str | None:
    return _table_key(_shard_stream(value, situation), situation)


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


LOOKUPS: Mapping[str, Lookup] = {
    "any_key": _any_key,
    "boundary": _boundary,
    "host": _host,
    "key": _key,
    "role": _role,
    "shard_key": _shard_key,
    "shard_stream": _shard_stream,
    "shard_table": _shard_table,
    "table_key": _table_key,
}
