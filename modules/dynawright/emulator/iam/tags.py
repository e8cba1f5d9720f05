"""The tags of a resource by its ARN, wherever moto keeps them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from dynawright.emulator.iam.backends import backend_of, role_named


def _pairs(tags: Any) -> dict[str, str]:
    """Return tags as a mapping; moto has mappings and lists of pairs."""
    if isinstance(tags, Mapping):
        return {str(key): str(value["Value"] if isinstance(value, Mapping) else value) for key, value in tags.items()}
    return {str(tag["Key"]): str(tag["Value"]) for tag in tags or ()}


def _table(backend: Any, resource: str, _: str) -> Any:
    return backend.tables[resource.split("/")[1]].tags


def _key(backend: Any, resource: str, _: str) -> Any:
    return backend.tagger.get_tag_dict_for_resource(resource.removeprefix("key/"))


def _iam(backend: Any, resource: str, arn: str) -> Any:
    kind, _, name = resource.partition("/")
    if kind == "role":
        role = role_named(name.rpartition("/")[2], arn.split(":")[4])
        return role.tags if role else {}
    if kind == "policy":
        return backend.managed_policies[arn].tags
    return backend.tagger.get_tag_dict_for_resource(arn) if kind == "user" else backend.open_id_providers[arn].tags


def _queue(backend: Any, resource: str, _: str) -> Any:
    return backend.queues[resource].tags


def _secret(backend: Any, _: str, arn: str) -> Any:
    return backend.secrets[arn].tags


def _stream(backend: Any, resource: str, _: str) -> Any:
    return backend.streams[resource.partition("/")[2]].tags


def _network(backend: Any, resource: str, _: str) -> Any:
    return backend.tags.get(resource.rpartition("/")[2], {})


def _function(backend: Any, resource: str, arn: str) -> Any:
    return backend.list_tags(arn)


def _topic(backend: Any, _: str, arn: str) -> Any:
    return backend.list_tags_for_resource(arn)


def _trail(backend: Any, _: str, arn: str) -> Any:
    return backend.list_tags([arn])[0]["TagsList"]


def _scalable_target(backend: Any, _: str, arn: str) -> Any:
    return vars(backend).get("tags_by_arn", {}).get(arn, {})


def _cache(backend: Any, _: str, arn: str) -> Any:
    return backend._tagger.get_tag_dict_for_resource(arn)


def _parameter(backend: Any, resource: str, _: str) -> Any:
    return backend._resource_tags["Parameter"].get(resource.removeprefix("parameter"), {})


def _tagger(backend: Any, _: str, arn: str) -> Any:
    return backend.tagger.get_tag_dict_for_resource(arn)


_READERS: Mapping[str, Callable[[Any, str, str], Any]] = {
    "application-autoscaling": _scalable_target,
    "cloudtrail": _trail,
    "dax": _cache,
    "dynamodb": _table,
    "ec2": _network,
    "iam": _iam,
    "kinesis": _stream,
    "kms": _key,
    "lambda": _function,
    "secretsmanager": _secret,
    "sns": _topic,
    "sqs": _queue,
    "ssm": _parameter,
}


def tags_of(arn: str, account: str) -> Mapping[str, str]:
    """Return a resource's tags; empty if it does not exist."""
    from moto.core.exceptions import ServiceException
    from werkzeug.exceptions import HTTPException

    service = arn.split(":")[2]
    try:
        backend, resource = backend_of(arn, account=account)
        return _pairs(_READERS.get(service, _tagger)(backend, resource, arn))
    except (IndexError, KeyError, HTTPException, ServiceException):  # no such resource
        return {}
