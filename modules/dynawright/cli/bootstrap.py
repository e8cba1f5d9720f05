"""`dynawright bootstrap`."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from dynawright.cli.options import EnvironmentOption, JsonOption
from dynawright.cli.output import print_json

if TYPE_CHECKING:
    from dynawright.deploy.preflight.row import Row

MARKS = {"ok": "OK", "missing": "MISSING", "note": "note"}


def bootstrap(
    environment: EnvironmentOption = "local",
    check: Annotated[bool, typer.Option("--check", help="Change nothing: only look at what the first apply needs.")] = False,
    json: JsonOption = False,
) -> int:
    """Create or repair the bucket for Terraform state, then check what else the first apply needs.

    It can run any number of times: it changes only what the bucket lacks. Ends with 1 if anything else is missing.
    """
    from dynawright.deploy.bootstrap import bootstrap_with_own_credentials
    from dynawright.deploy.preflight.preflight import preflight_with_own_credentials

    bucket, done = ("", []) if check else bootstrap_with_own_credentials(environment)
    rows = preflight_with_own_credentials(environment)
    if json:
        print_json({"bucket": bucket or None, "done": done, "checks": [asdict(row) for row in rows]})
    else:
        if not check:
            print(f"s3://{bucket}: {', '.join(done) or 'is as it must be, nothing changed'}")
        _print(rows)
    return 1 if any(row.state == "missing" for row in rows) else 0


def _print(rows: list[Row]) -> None:
    width = max(len(row.check) for row in rows)
    for row in rows:
        print(f"{MARKS[row.state]:8}{row.check:{width}}  {row.subject}")
        if row.fix:
            print(f"{'':8}{'':{width}}  → {row.fix}")
    missing = sum(row.state == "missing" for row in rows)
    print(f"{missing} missing" if missing else "nothing is missing")
