"""`dynawright clients`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dynawright.cli.options import JsonOption, systems
from dynawright.cli.output import print_json
from dynawright.errors import Place, Problem, UserError

if TYPE_CHECKING:
    from dynawright.model import System


def clients(
    system: Annotated[str | None, typer.Argument(help="The system; without it, all of them.", autocompletion=systems)] = None,
    out: Annotated[Path | None, typer.Option("--out", help="A new or empty folder, or one that this command wrote.")] = None,
    json: JsonOption = False,
) -> int:
    """Write a typed Python client package: one class per consumer, one method per access pattern.

    The folder can be installed with pip. Its code needs boto3, but not dynawright. Without --out, the packages that
    stream functions import are written to .cache/clients, for editors and type checkers.
    """
    from dynawright.ops.systems import chosen

    models = chosen(system)
    if out is None:
        return _importable(models, json=json)
    if system is None:
        raise UserError(
            [Problem("DW809", "a folder holds the clients of one system", Place("--out"), str(out), fix="name the system")]
        )
    from dynawright.clients.environments import table_names
    from dynawright.clients.package import class_names, package_name, write_package

    (model,) = models
    written = write_package(model, out, environments=table_names(model))
    package, classes = package_name(model.name), class_names(model)
    if json:
        files = sorted(str(path.relative_to(out)) for path in written)
        print_json({"system": model.name, "folder": str(out), "package": package, "clients": classes, "written": files})
    else:
        print(f"{len(written)} files written to {out}" if written else f"{out} is up to date")
        print(f"    pip install {out}\n    from {package} import {', '.join(classes.values())}")
    return 0


def _importable(models: Sequence[System], *, json: bool) -> int:
    from dynawright.clients.importable import folder, write_importable
    from dynawright.clients.package import package_name

    for model in models:
        write_importable(model)
    packages = [package_name(model.name) for model in models]
    if json:
        print_json({"folder": str(folder()), "packages": packages})
    else:
        print(f"{', '.join(packages)} written to {folder()}, where stream functions import them from")
    return 0
