"""`dynawright docs`, `schema` and `baselines`: generated files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from dynawright.cli.options import CheckOption


def docs(check: CheckOption = False) -> int:
    """Write the generated pages: each system's README and the reference pages in docs."""
    from dynawright.cli import reference
    from dynawright.docs.pages import is_the_packages_repository, pages
    from dynawright.generated import write

    commands = {reference.PAGE: reference.page()} if is_the_packages_repository() else {}
    return _told(write({**pages(), **commands}, check=check), check=check)


def schema(check: CheckOption = False) -> int:
    """Write the JSON Schema with which editors check and complete the files in environments/."""
    from dynawright.generated import write
    from dynawright.settings import schema as package

    return _told(write({package.file(): package.text()}, check=check), check=check)


def baselines(check: CheckOption = False) -> int:
    """Write the baselines for reviews: each stack's Terraform JSON, access matrix and monthly cost."""
    from dynawright import baselines as package
    from dynawright.ops import cost_baseline

    return _told(package.write(check=check, besides=cost_baseline.files), check=check)


def _told(stale: Sequence[Path], *, check: bool) -> int:
    for path in stale:
        done = "out of date" if check else "written" if path.exists() else "removed"
        print(f"{os.path.relpath(path)}: {done}")
    if not stale:
        print("everything is up to date")
    return 1 if check and stale else 0
