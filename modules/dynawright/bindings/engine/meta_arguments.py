"""Terraform's meta-arguments: `lifecycle`, `depends_on`, `provider`, …"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dynawright.bindings.engine.lazy import Lazy
from dynawright.bindings.engine.location import location
from dynawright.framework import cdktf

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


def as_json(meta: Mapping[str, Any]) -> dict[str, Any]:
    """Return a dict for any mapping and a list for any sequence: jsii accepts no others."""
    plain = dict(meta)
    if isinstance(plain.get("lifecycle"), Mapping):
        plain["lifecycle"] = dict(plain["lifecycle"])
    if "depends_on" in plain:
        plain["depends_on"] = list(plain["depends_on"])
    return plain


def can_be_lazy(meta: Mapping[str, Any], stack: cdktf.TerraformStack) -> bool:
    """Return whether their JSON needs nothing from cdktf: flags, names, and elements of the same stack."""
    return all(_is_lazy(name, value, stack) for name, value in meta.items())


def rendered(meta: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON of meta-arguments that can be lazy, as cdktf would write it."""
    plain = {name: value for name, value in meta.items() if value}
    if "depends_on" in plain:
        plain["depends_on"] = [element.address for element in plain["depends_on"]]
    if "provider" in plain:
        plain["provider"] = plain["provider"].address
    return plain


def for_cdktf(meta: Mapping[str, Any]) -> dict[str, Any]:
    """Return the meta-arguments for cdktf's constructors."""
    return {META_ARGUMENTS[name]: _lifecycle(value) if name == "lifecycle" else value for name, value in meta.items()}


def _is_plain(lifecycle: Any) -> bool:
    return isinstance(lifecycle, dict) and all(
        name in _PLAIN_LIFECYCLE and (isinstance(value, bool) if name != "ignore_changes" else _is_names(value))
        for name, value in lifecycle.items()
    )


def _is_lazy(name: str, value: Any, stack: cdktf.TerraformStack) -> bool:
    if name == "depends_on":
        return isinstance(value, list) and all(_is_element(element, stack) for element in value)
    return _is_element(value, stack) if name == "provider" else name == "lifecycle" and _is_plain(value)


def _is_element(value: Any, stack: cdktf.TerraformStack) -> bool:
    return isinstance(value, Lazy) and hasattr(value, "address") and location(value).stack is stack  # type: ignore[arg-type]  # a Construct


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def _lifecycle(value: Any) -> Any:
    if _is_plain(value):
        return {_PLAIN_LIFECYCLE[name]: rule for name, rule in value.items()}
    return cdktf.TerraformResourceLifecycle(**value) if isinstance(value, dict) else value
