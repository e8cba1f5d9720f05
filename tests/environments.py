"""An environment that tests build in code."""

from typing import Any

from dynawright.settings import Environment, validated

REQUIRED: dict[str, Any] = {
    "name": "test",
    "project": "acme",
    "account_id": "111111111111",
    "region": "ap-northeast-1",
    "state": {"local": True},
}
DISPOSABLE: dict[str, Any] = {
    "table": {"deletion_protection": False, "prevent_destroy": False},
    "encryption": {"prevent_destroy": False},
    "logs": {"retention_days": 1},
    "buckets": {"prevent_destroy": False, "force_destroy": True},
    "access_logs": {"enabled": False},
    "vault": {"lock": "none", "prevent_destroy": False},
}
"""Settings under which Terraform can destroy all that it built."""


def environment(**settings: Any) -> Environment:
    """Return an environment with these settings, and the defaults of production for everything else."""
    return validated({**REQUIRED, **settings}, Environment)
