"""KMS: the rotation period of a key, and its manager."""

import json
from typing import Any

from moto.kms.models import KmsBackend
from moto.kms.responses import KmsResponse

from dynawright.emulator.gaps.patch import Original, wrap

AWS_DEFAULT_DAYS = 365


def install() -> None:
    wrap(KmsBackend, "create_alias", _create_alias)
    wrap(KmsResponse, "enable_key_rotation", _enable_key_rotation)
    wrap(KmsResponse, "get_key_rotation_status", _get_key_rotation_status)


def _create_alias(original: Original, backend: Any, target_key_id: str, alias_name: str) -> Any:
    """Mark the key that AWS makes for a service as AWS's own."""
    result = original(backend, target_key_id, alias_name)
    if alias_name.startswith("alias/aws/"):
        backend.keys[backend.get_key_id(target_key_id)].key_manager = "AWS"
    return result


def _enable_key_rotation(original: Original, handler: Any) -> Any:
    """Keep the period: otherwise every plan sets it."""
    result = original(handler)
    _key(handler).rotation_period_in_days = handler._get_param("RotationPeriodInDays", AWS_DEFAULT_DAYS)
    return result


def _get_key_rotation_status(original: Original, handler: Any) -> Any:
    status = json.loads(original(handler))
    if status["KeyRotationEnabled"]:
        status["RotationPeriodInDays"] = getattr(_key(handler), "rotation_period_in_days", AWS_DEFAULT_DAYS)
    return json.dumps(status)


def _key(handler: Any) -> Any:
    backend = handler.kms_backend
    return backend.keys[backend.get_key_id(handler._get_param("KeyId"))]
