"""moto's backends, where the emulator keeps its resources."""

from __future__ import annotations

from typing import Any

GLOBAL = ("iam", "sts", "s3", "cloudfront")
# service in an ARN → moto's name, where they differ
_NAMES = {
    "aoss": "opensearchserverless",
    "application-autoscaling": "applicationautoscaling",
    "es": "opensearch",
}


def backend(service: str, account: str, region: str) -> Any:
    """Return the backend of a service in an account and Region."""
    from moto.backends import get_backend

    name: Any = _NAMES.get(service, service)
    return get_backend(name)[account]["aws" if service in GLOBAL else region]


def backend_of(arn: str, *, account: str) -> tuple[Any, str]:
    """Return the backend of an ARN and its resource part; S3's ARNs have no account."""
    _, _, service, region, owner, resource = arn.split(":", 5)
    return backend(service, owner or account, region), resource


def role_named(name: str, account: str) -> Any:
    """Return a role by its name, or None. The list is copied, since other threads create roles."""
    roles = list(backend("iam", account, "").roles.values())
    return next((role for role in roles if role.name == name), None)
