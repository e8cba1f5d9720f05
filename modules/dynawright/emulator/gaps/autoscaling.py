"""Application Auto Scaling: the tags of a scalable target."""

import json
from typing import Any

from moto.applicationautoscaling.models import ApplicationAutoscalingBackend
from moto.applicationautoscaling.responses import ApplicationAutoScalingResponse

from dynawright.emulator.gaps.patch import Original, wrap


def install() -> None:
    wrap(ApplicationAutoScalingResponse, "register_scalable_target", _register)
    wrap(ApplicationAutoscalingBackend, "describe_scaling_policies", _describe_policies)
    ApplicationAutoScalingResponse.list_tags_for_resource = _list_tags
    ApplicationAutoScalingResponse.tag_resource = _tag
    ApplicationAutoScalingResponse.untag_resource = _untag


def _register(original: Original, handler: Any) -> Any:
    """Keep tags, which moto drops."""
    result = original(handler)
    _tags(handler, json.loads(result)["ScalableTargetARN"]).update(handler._get_param("Tags", {}))
    return result


def _describe_policies(original: Original, backend: Any, *args: Any, resource_id: str = "", **kwargs: Any) -> Any:
    """Leave out the policies of a table's indexes: the provider found "more than one" policy of the table."""
    token, policies = original(backend, *args, resource_id=resource_id, **kwargs)
    return token, [policy for policy in policies if not resource_id or policy.resource_id == resource_id]


def _list_tags(handler: Any) -> str:
    """Add the operation, without which every read of a target fails."""
    return json.dumps({"Tags": _tags(handler, handler._get_param("ResourceARN"))})


def _tag(handler: Any) -> str:
    _tags(handler, handler._get_param("ResourceARN")).update(handler._get_param("Tags"))
    return "{}"


def _untag(handler: Any) -> str:
    tags = _tags(handler, handler._get_param("ResourceARN"))
    for key in handler._get_param("TagKeys"):
        tags.pop(key, None)
    return "{}"


def _tags(handler: Any, arn: str) -> dict[str, str]:
    by_arn: dict[str, dict[str, str]] = handler.applicationautoscaling_backend.__dict__.setdefault("tags_by_arn", {})
    return by_arn.setdefault(arn, {})
