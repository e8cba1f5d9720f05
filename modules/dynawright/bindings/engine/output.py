"""An output of a stack."""

from __future__ import annotations

from typing import Any

from constructs import Construct

from dynawright.bindings.engine.lazy import Lazy, LazyType
from dynawright.bindings.engine.location import location, logical_id
from dynawright.framework import cdktf


class Output(Lazy, cdktf.TerraformOutput, metaclass=LazyType):
    """cdktf's output, rendered together with its stack's attributes."""

    def __init__(self, scope: Construct, id: str, *, value: str) -> None:
        self._place(cdktf.TerraformOutput, scope, id, {"value": value})

    def _render_into(self, document: dict[str, Any], stack_path: str) -> None:
        if self._created:
            return
        path = location(self).path
        name = logical_id(path)
        document.setdefault("output", {})[name] = {"value": self.__dict__["_creation"][3]["value"]}
        # cdktf's command line finds outputs here by the ids of their path.
        scopes = document.setdefault("//", {}).setdefault("outputs", {})
        for id in (*stack_path.split("/"), *path[:-1]):
            scopes = scopes.setdefault(id, {})
        scopes[path[-1]] = name
