"""`dynawright migrate job`: what a move on Glue costs, then its Terraform."""

from __future__ import annotations

import json
import re
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from dynawright import project
from dynawright.constructs.migration_access import Exported, Loaded
from dynawright.constructs.migration_job import WORKER, JobCode, JobSize
from dynawright.errors import Place, Problem, UserError, must_be
from dynawright.ops.migrate_in_bulk import Given, export_input, prepared
from dynawright.ops.migration.bulk.export import OF_AWS, Export
from dynawright.ops.migration.bulk.store import Bucket
from dynawright.ops.migration.glue import script
from dynawright.ops.migration.glue.stack import synthesized
from dynawright.ops.own_prices import own_prices
from dynawright.prices.dynamodb import ROWS
from dynawright.settings import load_named

OUT = "migration.out"
LEAST_BOTO3 = "boto3>=1.44"
"""The first with StartBulkPutItems; Glue brings an older one."""
PACKED = ("*.py", "*.yaml", "*.json")
CRON_FIELDS = 6
KEY_ARN = r"arn:aws[a-z-]*:kms:[a-z0-9-]+:\d{12}:key/[A-Za-z0-9-]+"
PLAIN = r"[A-Za-z0-9!_.*'()/:-]+"
"""A place without anything that Terraform or a policy would expand."""
EARLIEST = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class JobOptions:
    """What only the job needs to know."""

    workers: int
    timeout_minutes: int
    schedule: str | None
    wheel: Path | None


def write(given: Given, options: JobOptions) -> int:
    """Print the cost, write the Terraform, and say how to go on."""
    if options.schedule and len(options.schedule.split()) != CRON_FIELDS:
        raise UserError([must_be("DW802", "six fields of AWS's cron", options.schedule, place=Place(path="--schedule"))])
    if options.wheel and not options.wheel.is_file():
        raise UserError([must_be("DW802", "a wheel", str(options.wheel), place=Place(path="--wheel"))])
    migration = prepared(given)
    if migration.target.there is None:
        fix = "build it with `make apply`; or run where Node is, which an import into a new table needs"
        raise UserError(
            [Problem("DW736", "the job loads a table that is there", Place(path=f"table {given.target}"), given.target, fix=fix)]
        )
    migration.target.must_be_loadable()
    read = export_input(given, migration)
    size = JobSize(options.workers, options.timeout_minutes, options.schedule)
    migration.show_cost(read)
    for line in cost_lines(size, migration.region, given.prices):
        print(line)
    environment = load_named(given.environment).in_region(migration.region)
    with tempfile.TemporaryDirectory() as folder:
        application = Path(folder) / "application.zip"
        pack(project.root(), application)
        modules = [LEAST_BOTO3] if options.wheel else [LEAST_BOTO3, f"dynawright[ops]=={version('dynawright')}"]
        code = JobCode(Path(script.__file__), application, [options.wheel] if options.wheel else [], modules)
        stack = synthesized(
            environment,
            project.root() / OUT,
            command=_command(given),
            code=code,
            size=size,
            source=_exported(read.export),
            target=_loaded(migration.target.client, given.target),
        )
    shown = stack.relative_to(project.root())
    print(f"written: {shown}")
    print(f"next: terraform -chdir={shown} init, apply; start the job; destroy when readers have switched")
    return 0


def cost_lines(size: JobSize, region: str, prices_file: Path | None) -> Iterator[str]:
    """Return what the workers cost an hour, and at the most: how long a run takes shows only in a run."""
    row = own_prices(prices_file) if prices_file else None
    row = row if row and row.region == region else ROWS.get(region)
    price = row.around.get("glue_dpu_hour") if row else None
    hour = "?" if price is None else f"{price * size.dpus:,.2f}"
    most = "?" if price is None else f"{price * size.dpus * size.timeout_minutes / 60:,.2f}"
    yield f"Glue, {size.workers} workers {WORKER}: {size.dpus} DPUs, {hour} USD an hour, {most} USD at the most (timeout {size.timeout_minutes} minutes)"
    if price is None:
        yield "No source gives the prices shown as ?: name a file of your own with --prices (glue_dpu_hour)."
    yield (
        "started by a person, each time"
        if size.schedule is None
        else f"started at cron({size.schedule}) UTC, each time at this price"
    )


def pack(root: Path, target: Path) -> None:
    """Put what the command reads of an application into a zip; equal files give equal bytes."""
    files = {
        root / project.MARKER,
        *(file for part in ("stacks", "environments") for kind in PACKED for file in (root / part).rglob(kind)),
    }
    with zipfile.ZipFile(target, "w") as archive:
        for file in sorted(files):
            if "__pycache__" not in file.parts:
                archive.writestr(zipfile.ZipInfo(file.relative_to(root).as_posix(), EARLIEST), file.read_bytes())


def _command(given: Given) -> list[str]:
    words = ["migrate", "run", "--engine", "spark", "--from", given.source, "--to", given.target]
    words += ["--environment", given.environment, "--write-units", f"{given.write_units:g}"]
    return [*words, *(["--transform", given.transform] if given.transform else [])]


def _exported(export: Export) -> Exported:
    store = export.store
    if not isinstance(store, Bucket):
        text, fix = (
            "is a folder, and Glue reads S3 only",
            "name the export where DynamoDB wrote it: s3://bucket/prefix/AWSDynamoDB/<id>",
        )
        raise UserError([Problem("DW735", text, Place(store.location), store.location, "s3://bucket/prefix", fix)])
    try:
        with store.open(OF_AWS) as file:
            key = json.loads(file.read()).get("s3SseKmsKeyId")
    except FileNotFoundError:
        key = None  # written by a migration: its bucket's key is not told
    key = key if str(key).startswith("arn:") else None
    for name, value, allowed in (("s3SseKmsKeyId", key, KEY_ARN), ("place", store.location, PLAIN)):
        if value is not None and not re.fullmatch(allowed, value):
            problem = f"{name} must match {allowed}, got '{value}'"
            remedy = "export the table again, to a place and with a key of yours"
            raise UserError([Problem("DW734", problem, Place(store.location), value, allowed, remedy)])
    return Exported(store.bucket, store.prefix, key)


def _loaded(client: Any, name: str) -> Loaded:
    table = client.describe_table(TableName=name)["Table"]
    return Loaded(name, table["TableArn"], table.get("SSEDescription", {}).get("KMSMasterKeyArn"))
