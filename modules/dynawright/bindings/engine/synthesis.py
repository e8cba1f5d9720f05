"""Adds JSON that cdktf need not resolve to the files that cdktf wrote, without a call to Node (ADR 3)."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dynawright.bindings.engine import tree
from dynawright.bindings.engine.attributes import keeping_back
from dynawright.framework import cdktf

_synth = cdktf.App.synth


@functools.wraps(_synth)
def synth(app: cdktf.App) -> None:
    if tree.EAGER:
        _synth(app)
        return
    with keeping_back() as documents:
        _synth(app)
    outdir = Path(app.outdir)
    manifest = json.loads((outdir / "manifest.json").read_text())
    for stack in manifest["stacks"].values():
        if document := documents.get(stack["constructPath"]):
            file = outdir / stack["synthesizedStackPath"]
            whole = _together(document, json.loads(file.read_text()))
            file.write_text(json.dumps(whole, indent=2, sort_keys=True, ensure_ascii=False))


def _together(ours: Mapping[str, Any], cdktfs: Mapping[str, Any]) -> dict[str, Any]:
    """Merge the two; a resource that exists in Node is in both, since cdktf writes its meta-arguments."""
    both = dict(ours)
    for key, value in cdktfs.items():
        both[key] = _together(ours[key], value) if isinstance(ours.get(key), dict) and isinstance(value, dict) else value
    return both


cdktf.App.synth = synth  # type: ignore[method-assign,assignment]
