"""Resources as checkov has them, in our own view."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from policy.resources import Document, Resource

BARE = re.compile(r"(?:data\.)?aws_[a-z0-9_]+\.[\w-]+(?:\.\w+)+")
NOTES = re.compile(r"__\w+__|.*_$")
"""What checkov keeps beside the attributes."""


def of_graph(graph: Any) -> Document:
    """All resources of checkov's graph, with the tags of the provider."""
    resources: list[Resource] = []
    tags: dict[str, str] = {}
    for node in _nodes(graph):
        kind, config = node.get("block_type_"), node.get("config_", {})
        if kind == "resource":
            ((type, named),) = config.items()
            ((name, values),) = named.items()
            resources.append(of_values(f"{type}.{name}", type, values))
        elif kind == "provider" and "aws" in config:
            provider = of_values("provider.aws", "provider_aws", config["aws"])
            tags |= provider.block("default_tags").get("tags", {})
    return Document("checkov", tuple(resources), tags, is_synthesized=False)


def of_values(address: str, type: str, values: Mapping[str, Any]) -> Resource:
    return Resource(address, type, _plain(values))


def _nodes(graph: Any) -> list[Mapping[str, Any]]:
    nodes = graph.nodes() if callable(graph.nodes) else graph.nodes
    pairs = nodes(data=True) if callable(nodes) else nodes
    return [node[1] if isinstance(node, tuple) else node for node in pairs]


def _plain(value: Any) -> Any:
    """checkov wraps each value in a list, and writes references without their braces."""
    if isinstance(value, Mapping):
        return {name: _unwrapped(inner) for name, inner in value.items() if not NOTES.fullmatch(str(name))}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    if isinstance(value, str) and BARE.fullmatch(value):
        return f"${{{value}}}"
    return value


def _unwrapped(value: Any) -> Any:
    return _plain(value[0]) if isinstance(value, list) and len(value) == 1 else _plain(value)
