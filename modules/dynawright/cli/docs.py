"""`dynawright docs`, `schema` and `baselines`: generated files."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from dynawright.cli.options import CheckOption


def docs(check: CheckOption = False) -> int:
    """Write the generated pages: each system's README and the reference pages in docs."""
    from dynawright.docs.pages import pages
    from dynawright.generated import write

    return _told(write(pages(), check=check), check=check)


def schema(check: CheckOption = False) -> int:
    """Write the JSON Schema with which editors check and complete the files in environments/."""
    from dynawright.generated import write
    from dynawright.settings import schema as package

    return _told(write({package.file(): package.text()}, check=check), check=check)


def baselines(check: CheckOption = False) -> int:
    """Write the baselines that reviews compare with: each stack's Terraform JSON, and who may do what."""
    from dynawright import baselines as package

    return _told(package.write(check=check), check=check)


def _told(stale: Sequence[Path], *, check: bool) -> int:
    for path in stale:
        done = "out of date" if check else "written" if path.exists() else "removed"
        print(f"{os.path.relpath(path)}: {done}")
    if not stale:
        print("everything is up to date")
    return 1 if check and stale else 0
