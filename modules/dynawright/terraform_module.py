"""A synthesized stack as a Terraform module in JSON, for teams that call it from HCL by `source`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dynawright.errors import Place, Problem, UserError
from dynawright.provider_versions import OLDEST, TOO_NEW, is_range

ASSETS = "assets"


def write_module(stack: Path, target: Path) -> list[Path]:
    """Write the stack in the folder `stack` as a module, with outputs but without backend and provider.

    Return the files.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise UserError([Problem("DW809", "the folder is not empty", Place(str(target)), fix="name a new folder")])
    content = json.loads((stack / "cdk.tf.json").read_text(encoding="utf-8"))
    target.mkdir(parents=True, exist_ok=True)
    main = target / "main.tf.json"
    main.write_text(json.dumps(as_module(content), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    if (stack / ASSETS).is_dir():
        shutil.copytree(stack / ASSETS, target / ASSETS)
    return [main, *sorted((target / ASSETS).glob("*"))]


def as_module(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return a module's JSON with paths relative to it; backend and providers are the caller's.

    The caller also picks the provider's version: an exact one here could conflict with other modules.
    """
    kept = {name: _without_notes(part) for name, part in content.items() if name in ("data", "output", "resource")}
    required = {name: dict(provider) for name, provider in content["terraform"]["required_providers"].items()}
    for provider in required.values():
        provider["version"] = provider["version"] if is_range(provider["version"]) else f">= {OLDEST}, < {TOO_NEW}"
    for name, blocks in content.get("provider", {}).items():
        if aliases := [f"{name}.{block['alias']}" for block in blocks if "alias" in block]:
            required[name]["configuration_aliases"] = aliases  # the caller passes them by `providers`
    for function in kept.get("resource", {}).get("aws_lambda_function", {}).values():
        if str(function.get("filename", "")).startswith(f"{ASSETS}/"):
            function["filename"] = f"${{path.module}}/{function['filename']}"
    return {"terraform": {"required_providers": required}, **kept}


def _without_notes(value: Any) -> Any:
    """Return the value without cdktf's metadata, which Terraform ignores."""
    if isinstance(value, dict):
        return {name: _without_notes(inner) for name, inner in value.items() if name != "//"}
    return [_without_notes(inner) for inner in value] if isinstance(value, list) else value
