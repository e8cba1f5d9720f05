"""A synthesized stack as a Terraform plan: every reference resolved, as after an apply."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from dynawright.gate.plan_mutants.edits import UNKNOWN
from dynawright.guard import written
from dynawright.rules.blocks import as_mapping

Values = Mapping[str, Any]
_REFERENCE = re.compile(r"\$\{((?:data\.)?aws_[a-z0-9_]+\.\w+)\.(\w+)\}")
_ACCOUNT = re.compile(r"\b\d{12}\b")
DEFAULTS: Mapping[str, Values] = {
    "aws_cloudtrail": {"enable_logging": True},
    "aws_cloudwatch_composite_alarm": {"actions_enabled": True},
    "aws_cloudwatch_event_rule": {"event_bus_name": "default", "state": "ENABLED"},
    "aws_cloudwatch_metric_alarm": {"actions_enabled": True},
    "aws_kms_key": {"is_enabled": True},
    "aws_lambda_event_source_mapping": {"enabled": True},
    "aws_scheduler_schedule": {"state": "ENABLED"},
}
"""Values that the provider writes into the state by default."""
CAPACITY = ("read_capacity", "write_capacity")


@dataclass(frozen=True)
class StackPlan:
    """An applied stack without changes."""

    name: str
    content: Mapping[str, Any]

    @cached_property
    def resources(self) -> dict[str, Values]:
        """Return the values of each resource, by address."""
        changes = written.changes(self.content, self.content)
        return {change.address: _filled(change.address, change.after, self.account) for change in changes}

    @cached_property
    def account(self) -> str:
        accounts = Counter(_ACCOUNT.findall(json.dumps(self.content)))
        return accounts.most_common(1)[0][0] if accounts else "111111111111"

    def of_type(self, type: str) -> list[str]:
        """Return the addresses of a type."""
        return [address for address in self.resources if address.split(".")[0] == type]

    def entry(self, address: str, after: Values | None = None, *actions: str) -> dict[str, Any]:
        """Return the entry in `resource_changes` for a resource that becomes `after`."""
        return entry(address, self.resources.get(address), after, *actions)


def entry(address: str, before: Values | None, after: Values | None, *actions: str) -> dict[str, Any]:
    """Return an entry of `resource_changes`."""
    type = address.split(".")[0]
    known, unknown = split(after)
    change = {"actions": list(actions), "before": before, "after": known, "after_unknown": unknown or {}}
    if set(actions) == {"create", "delete"}:
        change["replace_paths"] = [
            [name] for name in {**(before or {}), **(after or {})} if (before or {}).get(name) != (after or {}).get(name)
        ]
    return {"address": address, "mode": "managed", "type": type, "name": address.split(".")[-1], "change": change}


def split(value: Any) -> tuple[Any, Any]:
    """Return the known part of a value, and the unknown part in the form of `after_unknown`."""
    if value is UNKNOWN:
        return None, True
    if isinstance(value, Mapping):
        parts = {name: split(part) for name, part in value.items()}
        known = {name: part[0] for name, part in parts.items() if part[1] is not True}
        return known, {name: part[1] for name, part in parts.items() if part[1]}
    if isinstance(value, list):
        pairs = [split(part) for part in value]
        return [pair[0] for pair in pairs], [pair[1] or {} for pair in pairs] if any(pair[1] for pair in pairs) else False
    return value, False


def _filled(address: str, values: Values, account: str) -> Values:
    """Return values as in a state: ARNs and ids instead of references."""
    service = address.split("_")[1]
    own = {"arn": _arn(address, account), "id": f"id-{address}"}
    if service == "dynamodb":
        own["stream_arn"] = f"{own['arn']}/stream/1"

    def fill(match: re.Match[str]) -> str:
        owner, attribute = match.groups()
        if attribute == "arn":
            return _arn(owner, account)
        return f"{_arn(owner, account)}/stream/1" if attribute == "stream_arn" else f"{attribute}-{owner}"

    text = json.dumps({**DEFAULTS.get(address.split(".")[0], {}), **values, **own})
    text = _REFERENCE.sub(fill, text)
    filled = json.loads(text)
    for block in (filled, *(filled.get("global_secondary_index") or ())):
        for name in CAPACITY if isinstance(block, dict) else ():
            if isinstance(block.get(name), str):
                block[name] = 50
    for name in ("lifecycle", "depends_on", "provider"):
        filled.pop(name, None)
    return {name: value for name, value in as_mapping(filled).items() if name != "//"}


def _arn(address: str, account: str) -> str:
    kind, name = address.rsplit(".", 1)
    service = kind.removeprefix("data.").split("_")[1]
    if kind.endswith("aws_s3_bucket"):
        return f"arn:aws:s3:::{name.lower()}"
    service, region = ("iam", "") if service == "iam" else (service, "ap-northeast-1")
    service = {"cloudwatch": "events" if "event" in kind else "logs" if "log" in kind else "cloudwatch"}.get(service, service)
    return f"arn:aws:{service}:{region}:{account}:{name}"
