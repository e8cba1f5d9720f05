"""Convert checkov's resources to our own view."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from dynawright.rules import policy_document
from dynawright.rules.blocks import as_mapping
from dynawright.rules.resources import Document, Resource

BARE = re.compile(r"(?:data\.)?aws_[a-z0-9_]+\.[\w-]+(?:\.\w+)+")
ELSEWHERE = re.compile(r"(?:data|var|local|module)\.[\w-]+[\w.\[\]\"*-]*")
"""A reference that checkov could not resolve."""
INSIDE = re.compile(r"(?<!\$)\$\{((?:data\.)?aws_[a-z0-9_]+\.)")
NOTES = re.compile(r"__\w+__|.*_$")
"""Keys that checkov adds to the attributes."""


def of_graph(graph: Any) -> Document:
    """Return all resources of checkov's graph by their full addresses, with the provider's tags."""
    resources: list[Resource] = []
    documents: dict[str, str] = {}
    tags: dict[str, str] = {}
    for node in _nodes(graph):
        kind, config = node.get("block_type_"), node.get("config_", {})
        if kind in ("resource", "data"):
            ((type, named),) = config.items()
            ((name, values),) = named.items()
            block = of_values(str(values.get("__address__") or f"{type}.{name}"), type, values)
            if kind == "resource":
                resources.append(block)
            elif type == policy_document.TYPE:
                documents[f"${{{_module(block.address)}data.{type}.{name}.json}}"] = policy_document.written(block)
        elif kind == "provider" and "aws" in config:
            provider = of_values("provider.aws", "provider_aws", config["aws"])
            tags |= as_mapping(provider.block("default_tags").get("tags"))
    whole = [replace(resource, values=_resolved(resource.values, documents)) for resource in resources]
    return Document("checkov", tuple(whole), tags)


def of_values(address: str, type: str, values: Mapping[str, Any]) -> Resource:
    return Resource(address, type, _plain(values, _module(address)))


def _module(address: str) -> str:
    """Return a resource's module, `module.a.module.b.`; its references stay within it."""
    prefix = re.match(r"(?:module\.[^.]+\.)*", address)
    return prefix[0] if prefix else ""


def _resolved(values: Mapping[str, Any], documents: Mapping[str, str]) -> dict[str, Any]:
    """Return the values with the policy documents of data sources written out."""
    return {name: documents.get(value, value) if isinstance(value, str) else value for name, value in values.items()}


def _nodes(graph: Any) -> list[Mapping[str, Any]]:
    nodes = graph.nodes() if callable(graph.nodes) else graph.nodes
    pairs = nodes(data=True) if callable(nodes) else nodes
    return [node[1] if isinstance(node, tuple) else node for node in pairs]


def _plain(value: Any, module: str) -> Any:
    """Return a value as we have it: checkov wraps values in lists, and drops the braces of references."""
    if isinstance(value, Mapping):
        return {name: _unwrapped(inner, module) for name, inner in value.items() if not NOTES.fullmatch(str(name))}
    if isinstance(value, list):
        return [_plain(inner, module) for inner in value]
    if isinstance(value, str) and BARE.fullmatch(value):
        return f"${{{module}{value}}}"
    if isinstance(value, str):
        return f"${{{value}}}" if ELSEWHERE.fullmatch(value) else INSIDE.sub(rf"${{{module}\1", value)
    return value


def _unwrapped(value: Any, module: str) -> Any:
    return _plain(value[0], module) if isinstance(value, list) and len(value) == 1 else _plain(value, module)
