"""Generated files with which reviews compare; `dynawright baselines` writes them.

`baselines/terraform/<environment>/<stack>.json` is a stack's Terraform JSON, `baselines/access/<system>.json` the access matrix,
`baselines/cost/<environment>/<system>.json` the monthly cost.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from dynawright import generated, project
from dynawright.bindings.engine.node import choose_node
from dynawright.model.access_matrix import access_matrix, to_json
from dynawright.settings import environment_names, load_named
from dynawright.systems import systems

FOLDER = "baselines"


def stack_path(environment: str, stack: str) -> str:
    """Return the path of a stack's baseline, relative to the application."""
    return f"{FOLDER}/terraform/{environment}/{stack}.json"


def access_path(system: str) -> str:
    """Return the path of a system's access matrix, relative to the application."""
    return f"{FOLDER}/access/{system}.json"


def current() -> dict[str, str]:
    """Return the content of each file by its path relative to the application."""
    choose_node(os.environ)
    from dynawright.synthesis import synthesize  # starts Node

    files = {access_path(system.name): _text(to_json(access_matrix(system))) for system in systems()}
    # The models' advice would be printed per environment; `dynawright synth` shows it.
    with tempfile.TemporaryDirectory() as outdir, contextlib.redirect_stderr(io.StringIO()):
        for name in environment_names():
            for stack in synthesize(load_named(name), system=None, outdir=Path(outdir) / name):
                document = Path(outdir) / name / "stacks" / f"{stack.stack_name}-{name}" / "cdk.tf.json"
                files[stack_path(name, stack.stack_name)] = _text(without_metadata(json.loads(document.read_text())))
    return files


def written() -> set[str]:
    """Return the paths of existing files."""
    root = project.root()
    return {path.relative_to(root).as_posix() for path in (root / FOLDER).rglob("*.json")}


def write(*, check: bool = False, besides: Callable[[], Mapping[str, str]] = dict) -> list[Path]:
    """Write files that differ, and remove those of removed stacks and systems; return the changed paths.

    `besides` returns more files by path, from parts of the package that this module can't import.
    """
    root = project.root()
    files = {root / path: text for path, text in {**current(), **besides()}.items()}
    return generated.write(files, check=check, obsolete={root / path for path in written()} - files.keys())


def without_metadata(value: Any) -> Any:
    """Return Terraform JSON without cdktf's metadata, which contains paths and versions."""
    if isinstance(value, dict):
        return {name: without_metadata(inner) for name, inner in value.items() if name != "//"}
    return [without_metadata(inner) for inner in value] if isinstance(value, list) else value


def _text(value: Any) -> str:
    return json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n"
