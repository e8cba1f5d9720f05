"""`dynawright clients`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dynawright.cli.options import JsonOption, systems
from dynawright.cli.output import print_json


def clients(
    system: Annotated[str, typer.Argument(help="The system.", autocompletion=systems)],
    out: Annotated[Path, typer.Option("--out", help="A new or empty folder, or one that this command wrote.")],
    json: JsonOption = False,
) -> int:
    """Write a typed Python client package: one class per consumer, one method per access pattern.

    The folder can be installed with pip. The code in it needs boto3, and nothing of dynawright.
    """
    from dynawright.clients.environments import table_names
    from dynawright.clients.package import class_names, write_package
    from dynawright.ops.systems import chosen

    (model,) = chosen(system)
    written = write_package(model, out, environments=table_names(model))
    package, classes = f"{model.name}_client", class_names(model)
    if json:
        files = sorted(str(path.relative_to(out)) for path in written)
        print_json({"system": model.name, "folder": str(out), "package": package, "clients": classes, "written": files})
    else:
        print(f"{len(written)} files written to {out}" if written else f"{out} is up to date")
        print(f"    pip install {out}\n    from {package} import {', '.join(classes.values())}")
    return 0
