"""The customer-managed key that encrypts a resource: `{queue_key:QueueUrl}`.

None for AWS's own keys.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynawright.emulator.iam.backends import backend, backend_of
from dynawright.iam.operations.call import Lookup, Situation


def _here(service: str, situation: Situation) -> Any:
    return backend(service, situation.account, situation.call.region)


def _any_key(value: str, situation: Situation) -> str | None:
    """Return a key's ARN by id, ARN or alias; an unknown key keeps the requested name."""
    if not value:
        return None
    if value.startswith("arn:") and ":key/" in value:
        return value
    alias = value[value.index("alias/") :] if "alias/" in value else ""
    id = _here("kms", situation).get_key_id_from_alias(alias) if alias else value
    return f"arn:aws:kms:{situation.call.region}:{situation.account}:key/{id or value}"


def _key(value: str, situation: Situation) -> str | None:
    """Return a customer-managed key's ARN, None for AWS's own, on which callers need no rights."""
    arn = _any_key(value, situation)
    if arn is None or "alias/aws/" in value:
        return None
    kms, resource = backend_of(arn, account=situation.account)
    key = kms.keys.get(resource.removeprefix("key/"))
    aliases = list(key.aliases) if key else []
    return None if any(alias.startswith("alias/aws/") for alias in aliases) else arn


def _table_key(value: str, situation: Situation) -> str | None:
    """Return a table's customer-managed key, by name or ARN of the table, its stream or index."""
    arn = value if value.startswith("arn:") else f"arn:aws:dynamodb:{situation.call.region}:{situation.account}:table/{value}"
    dynamodb, resource = backend_of(arn, account=situation.account)
    table = dynamodb.tables.get(resource.split("/")[1])
    return _key((table.sse_specification or {}).get("KMSMasterKeyId", ""), situation) if table else None


def _shard_key(value: str, situation: Situation) -> str | None:
    return _table_key(value.split("|")[0], situation)


def _topic_key(value: str, situation: Situation) -> str | None:
    topic = _here("sns", situation).topics.get(value)
    return _key(topic.kms_master_key_id or "", situation) if topic else None


def _queue_key(value: str, situation: Situation) -> str | None:
    queue = _here("sqs", situation).queues.get(value.rpartition("/")[2])
    return _key(getattr(queue, "kms_master_key_id", "") or "", situation) if queue else None


def _secret_key(value: str, situation: Situation) -> str | None:
    secret = _here("secretsmanager", situation).secrets.get(value)
    return _key(secret.kms_key_id or "", situation) if secret else None


def _stream_key(_: str, situation: Situation) -> str | None:
    given = situation.call.parameters
    name = given.get("StreamName") or given["StreamARN"].rpartition("/")[2]
    stream = _here("kinesis", situation).streams.get(name)
    return _key(stream.key_id or "", situation) if stream else None


def _function_key(value: str, situation: Situation) -> str | None:
    """Return the key of a function's variables, if it has any."""
    from moto.core.exceptions import ServiceException
    from werkzeug.exceptions import HTTPException

    try:
        function = _here("lambda", situation).get_function(value)
    except (HTTPException, ServiceException):  # no such function
        return None
    return _key(function.kms_key_arn or "", situation) if function.environment_vars else None


def _schedule_key(value: str, situation: Situation) -> str | None:
    groups = _here("scheduler", situation).schedule_groups
    group = groups.get(situation.call.parameters.get("GroupName") or "default")
    schedule = group.schedules.get(value) if group else None
    return _key(getattr(schedule, "kms_key_arn", None) or "", situation) if schedule else None


def _default_encryption(situation: Situation) -> Mapping[str, Any]:
    bucket = _here("s3", situation).buckets.get(situation.call.parameters["Bucket"])
    encryption: Mapping[str, Any] = (bucket.encryption if bucket else None) or {}
    rule: Mapping[str, Any] = encryption.get("Rule", {})
    return rule


def _bucket_key(_: str, situation: Situation) -> str | None:
    """Return the key of a request's object: the one in the request, or the bucket's."""
    named = situation.call.parameters.get("SSEKMSKeyId")
    default = _default_encryption(situation).get("ApplyServerSideEncryptionByDefault", {}).get("KMSMasterKeyID")
    return _key(named or default or "", situation)


def _bucket_context(value: str, situation: Situation) -> str:
    """Return the ARN in the encryption context: the bucket's if it has a bucket key, else the object's."""
    bucket = f"arn:aws:s3:::{situation.call.parameters['Bucket']}"
    return bucket if str(_default_encryption(situation).get("BucketKeyEnabled")).lower() == "true" else f"{bucket}/{value}"


def _request_alias(value: str, _: Situation) -> str | None:
    """Return the alias by which a request names a key; None if it uses the key's id or ARN."""
    position = value.find("alias/")
    return value[position:] if position >= 0 else None


def _key_alias(value: str, situation: Situation) -> str | None:
    """Return an alias of a key; None if it has none."""
    arn = _any_key(value, situation)
    if arn is None:
        return None
    kms, resource = backend_of(arn, account=situation.account)
    key = kms.keys.get(resource.removeprefix("key/"))
    return min(key.aliases, default=None) if key else None


KEY_LOOKUPS: Mapping[str, Lookup] = {
    "any_key": _any_key,
    "bucket_context": _bucket_context,
    "bucket_key": _bucket_key,
    "function_key": _function_key,
    "key": _key,
    "key_alias": _key_alias,
    "queue_key": _queue_key,
    "request_alias": _request_alias,
    "schedule_key": _schedule_key,
    "secret_key": _secret_key,
    "shard_key": _shard_key,
    "stream_key": _stream_key,
    "table_key": _table_key,
    "topic_key": _topic_key,
}
