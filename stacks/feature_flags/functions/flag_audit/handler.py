"""Append who changed what and when to the audit table; user data is hashed with a secret key.

Names of people who own and change flags (`owner`, `updatedBy`) stay readable: they are the purpose of the trail.
Evaluations change nothing and get no entry; CloudTrail's data events record who wrote them. Configured by
AUDIT_TABLE and HASH_KEY_SECRET_ARN: see function.json.
"""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from functools import cache, partial
from itertools import zip_longest
from typing import Any

from feature_flags_client import FlagAudit

from dynawright.runtime import Batch, ConfigurationError, Item, Record, Response, respond
from dynawright.runtime.clients import client
from dynawright.runtime.errors import error_code
from dynawright.runtime.pieces import PIECE_CHARACTERS, pieces, short
from dynawright.runtime.plain import as_json
from dynawright.runtime.settings import text
from dynawright.runtime.transactions import transact

# Attributes that are never stored in plain text, at any depth: rules contain users and mail addresses, an assignment's keys the user's id.
SENSITIVE = frozenset({"targetingRules", "userId"})
SENSITIVE_KEYS = {"ASSIGN#": frozenset({"SK", "GSI1PK"})}  # by the beginning of the sort key
KEY_BYTES = 32
UNKNOWN = "unknown"
SIDE_CHARACTERS = PIECE_CHARACTERS // 2  # a piece contains a part of the old and of the new value


def handler(event: Mapping[str, Any], context: Any) -> Response:
    return respond(event, context, run)


def run(batch: Batch) -> None:
    if batch.records:
        audit = FlagAudit(tables={"feature-flags-audit": text("AUDIT_TABLE")}, client=client("dynamodb"))
        batch.each(partial(_append, audit))


def _append(audit: FlagAudit, record: Record) -> None:
    """Append the entry, and further pieces of its values if they are long."""
    sort_key = str(record.keys.get("SK", ""))
    sensitive = SENSITIVE.union(*(names for prefix, names in SENSITIVE_KEYS.items() if sort_key.startswith(prefix)))
    old, new = _shown(record.old or {}, sensitive), _shown(record.new or {}, sensitive)
    changed = sorted(name for name in {*old, *new} if old.get(name) != new.get(name))
    keys = _shown(record.keys, sensitive)
    item_key, order, event_id = short(f"{keys.get('PK')}|{keys.get('SK')}"), record.order, record.event_id
    sides = [as_json({name: side[name] for name in changed if name in side}) for side in (old, new)]
    first, *rest = zip_longest(*(pieces(side, SIDE_CHARACTERS) for side in sides), fillvalue="")
    entry = audit.keep_change(
        itemKey=item_key,
        order=order,
        eventId=event_id,
        what=record.name,
        who=_who(record),
        when=record.changed_at.isoformat(),
        before=first[0],
        after=first[1],
        pieces=1 + len(rest),
    )
    further = [
        audit.keep_rest_of_long_change(
            itemKey=item_key, order=order, eventId=event_id, piece=f"{number:03}", before=before, after=after
        )
        for number, (before, after) in enumerate(rest, start=2)
    ]
    transact(lambda: audit.transact(entry, *further))  # refused as a whole if they are there


def _who(record: Record) -> str:
    """Return the writer's name, which writers leave in the item because streams lack it.

    A deletion leaves no name; CloudTrail has it.
    """
    if record.expired:
        return "dynamodb-ttl"
    who = (record.new or {}).get("updatedBy")
    return who if isinstance(who, str) else UNKNOWN


def _shown(image: Item, sensitive: frozenset[str]) -> Item:
    return {name: hashed(value) if name in sensitive else _inside(value) for name, value in image.items()}


def _inside(value: Any) -> Any:
    """Return a value with hashes instead of sensitive parts."""
    if isinstance(value, list):
        return [_inside(part) for part in value]
    return _shown(value, SENSITIVE) if isinstance(value, dict) else value


def hashed(value: Any) -> str:
    """Return a keyed hash: equal for equal values, and impossible to guess without the key."""
    return f"hmac-sha256:{hmac.digest(_key(text('HASH_KEY_SECRET_ARN')), as_json(value).encode(), 'sha256').hex()}"


@cache
def _key(secret: str) -> bytes:
    """Return the key, fetched once; entries before and after a rotation of it can't be compared."""
    try:
        value = client("secretsmanager").get_secret_value(SecretId=secret)
    except Exception as error:
        if error_code(error) != "ResourceNotFoundException":
            raise
        raise ConfigurationError(
            f"the secret of HASH_KEY_SECRET_ARN, {secret}, has no value: put {KEY_BYTES} random bytes or more into it "
            "(docs/troubleshooting.md, 'The key of the flags' audit trail')"
        ) from None
    key: bytes = value["SecretString"].encode() if "SecretString" in value else value["SecretBinary"]
    if len(key) < KEY_BYTES:
        raise ConfigurationError(f"the secret of HASH_KEY_SECRET_ARN has {len(key)} bytes: {KEY_BYTES} or more are needed")
    return key
