"""The arguments that Terraform itself reads, the same for every resource: `lifecycle`, `depends_on`, `provider`, …"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import cdktf

META_ARGUMENTS = {
    "depends_on": "dependsOn",
    "lifecycle": "lifecycle",
    "provider": "provider",
    "for_each": "forEach",
    "count": "count",
    "connection": "connection",
    "provisioners": "provisioners",
}
_PLAIN_LIFECYCLE = {
    "create_before_destroy": "createBeforeDestroy",
    "ignore_changes": "ignoreChanges",
    "prevent_destroy": "preventDestroy",
}


def can_be_lazy(meta: Mapping[str, Any]) -> bool:
    """Whether the JSON of these needs nothing from cdktf: a lifecycle of flags and names does not, all others do."""
    return all(name == "lifecycle" and _is_plain(value) for name, value in meta.items())


def for_cdktf(meta: Mapping[str, Any]) -> dict[str, Any]:
    """The meta-arguments as cdktf's constructors take them."""
    return {META_ARGUMENTS[name]: _lifecycle(value) if name == "lifecycle" else value for name, value in meta.items()}


def _is_plain(lifecycle: Any) -> bool:
    return isinstance(lifecycle, dict) and all(
        name in _PLAIN_LIFECYCLE and (isinstance(value, bool) if name != "ignore_changes" else _is_names(value))
        for name, value in lifecycle.items()
    )


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _lifecycle(value: Any) -> Any:
    if _is_plain(value):
        return {_PLAIN_LIFECYCLE[name]: rule for name, rule in value.items()}
    return cdktf.TerraformResourceLifecycle(**value) if isinstance(value, dict) else value
