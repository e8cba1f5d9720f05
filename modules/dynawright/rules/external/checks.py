"""Register a checkov check CKV_TABLE_<number> for each rule.

checkov loads this file, which needs nothing but this repository and checkov. With DYNAWRIGHT_OURS=1, Terraform JSON is
judged as a stack of this package.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from checkov.common.models.enums import CheckCategories, CheckResult
from checkov.terraform.checks.resource.base_resource_check import BaseResourceCheck

ROOT = Path(__file__).resolve().parents[3]
if str(ROOT) not in sys.path:
    sys.path.append(str(ROOT))

from dynawright.rules.catalogue import all_rules  # noqa: E402
from dynawright.rules.external_view import of_graph, of_values  # noqa: E402
from dynawright.rules.resources import Document, document  # noqa: E402
from dynawright.rules.rule import EVERY_TYPE, Rule  # noqa: E402
from dynawright.rules.statements import is_elsewhere, policies_about  # noqa: E402


class RuleCheck(BaseResourceCheck):  # type: ignore[misc]  # not installed here
    """A rule as a check: a resource fails if the rule has findings for it, which the details list."""

    def __init__(self, rule: Rule) -> None:
        types = ("aws_*",) if rule.types == EVERY_TYPE else rule.types
        super().__init__(
            name=rule.title,
            id=rule.id,
            categories=[CheckCategories.GENERAL_SECURITY],
            supported_resources=types,
            guideline=f"docs/rules.md#{rule.name}",
        )
        self.rule = rule

    def scan_resource_conf(self, conf: Mapping[str, Any]) -> CheckResult:
        file, type, name = self.entity_path.rsplit(":", 2)
        whole = _whole(self.graph, file)
        written = name if name.startswith(f"{type}.") else f"{type}.{name.rsplit('.', 1)[-1]}"
        full = conf.get("__address__", "")
        address = str(full) if written in str(full) else written  # for Terraform JSON, checkov generates addresses of its own
        resource = next((candidate for candidate in whole.resources if candidate.address == address), None)
        if resource is None:  # created by count: judged separately
            resource = of_values(address, type, conf)
        messages = list(self.rule.check(resource, whole))
        self.details = messages
        if not messages and self._is_about_policies and any(is_elsewhere(policy) for policy in policies_about(resource, whole)):
            return CheckResult.UNKNOWN
        return CheckResult.FAILED if messages else CheckResult.PASSED

    @property
    def _is_about_policies(self) -> bool:
        return any(hasattr(sys.modules[self.rule.module], name) for name in ("statements", "granted"))


def _whole(graph: Any, file: str) -> Document:
    """Return the whole configuration: rules look beyond a single resource."""
    if graph is not None:
        return of_graph(graph)
    for folder in _folders():
        path = folder / file.lstrip("/")
        if path.is_file():
            return document(json.loads(path.read_text()), path.parent.name, ours=os.environ.get("DYNAWRIGHT_OURS") == "1")
    raise FileNotFoundError(f"{file} is below none of the folders that checkov was given: a rule can't judge it")


def _folders() -> Iterator[Path]:
    """Yield the folders of `-d` and `-f`: for Terraform JSON, checkov provides no graph."""
    yield Path.cwd()
    for flag, value in zip(sys.argv, sys.argv[1:], strict=False):
        if flag in ("-d", "--directory"):
            yield Path(value)
        elif flag in ("-f", "--file"):
            yield Path(value).parent


CHECKS = [RuleCheck(rule) for rule in all_rules() if not rule.needs_intent]
