"""Who changed what and when, appended to the audit table; what could tell something about a person is hashed with a secret key.

Evaluations are no changes of anything and have no entry here; CloudTrail's data events record who wrote them. Configured by
AUDIT_TABLE and HASH_KEY_SECRET_ARN: see function.json.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from functools import cache
from typing import Any

from runtime import Batch, ConfigurationError, Item, Record, Response, respond
from runtime.attributes import wire
from runtime.clients import client
from runtime.errors import error_code
from runtime.plain import as_json
from runtime.settings import text

# What is never stored as it is: rules name users and mail addresses; an assignment's keys hold the user's id.
SENSITIVE = frozenset({"targetingRules", "userId"})
SENSITIVE_KEYS = {"ASSIGN#": frozenset({"SK", "GSI1PK"})}  # by the beginning of the sort key
KEY_BYTES = 32
UNKNOWN = "unknown"


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    batch.each(_append)


def _append(record: Record) -> None:
    try:
        client("dynamodb").put_item(
            TableName=text("AUDIT_TABLE"), Item=wire(entry_of(record)), ConditionExpression="attribute_not_exists(PK)"
        )
    except Exception as error:
        if error_code(error) != "ConditionalCheckFailedException":
            raise
        # This record has been here before.


def entry_of(record: Record) -> Item:
    sort_key = str(record.keys.get("SK", ""))
    sensitive = SENSITIVE.union(*(names for prefix, names in SENSITIVE_KEYS.items() if sort_key.startswith(prefix)))
    old, new = _shown(record.old or {}, sensitive), _shown(record.new or {}, sensitive)
    changed = sorted(name for name in {*old, *new} if old.get(name) != new.get(name))
    keys = _shown(record.keys, sensitive)
    item_key = f"{keys.get('PK')}|{keys.get('SK')}"
    return {
        "PK": item_key,
        "SK": f"CHANGE#{record.order}#{record.event_id}",
        "itemKey": item_key,
        "eventId": record.event_id,
        "order": record.order,
        "what": record.name,
        "who": _who(record),
        "when": record.changed_at.isoformat(),
        "before": as_json({name: old[name] for name in changed if name in old}),
        "after": as_json({name: new[name] for name in changed if name in new}),
    }


def _who(record: Record) -> str:
    """A stream does not tell who wrote: the writer leaves its name in the item. A deletion leaves nothing: CloudTrail has it."""
    if record.expired:
        return "dynamodb-ttl"
    who = (record.new or {}).get("updatedBy")
    return who if isinstance(who, str) else UNKNOWN


def _shown(image: Item, sensitive: frozenset[str]) -> Item:
    return {name: hashed(value) if name in sensitive else value for name, value in image.items()}


def hashed(value: Any) -> str:
    """Equal for equal values, and of no use without the key, however few values there are to guess."""
    return f"hmac-sha256:{hmac.digest(_key(text('HASH_KEY_SECRET_ARN')), as_json(value).encode(), 'sha256').hex()}"


@cache
def _key(secret: str) -> bytes:
    """Fetched once. A new key makes new hashes: entries before and after a rotation can't be compared."""
    value = client("secretsmanager").get_secret_value(SecretId=secret)
    key: bytes = value["SecretString"].encode() if "SecretString" in value else value["SecretBinary"]
    if len(key) < KEY_BYTES:
        raise ConfigurationError(f"the secret of HASH_KEY_SECRET_ARN has {len(key)} bytes: {KEY_BYTES} or more are needed")
    return key
