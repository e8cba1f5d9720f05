"""The script of the Glue job: `dynawright migrate` in the application's folder, on the job's Spark.

Glue runs this file by itself: the application is unpacked before anything of it is imported.
"""

from __future__ import annotations

import io
import json
import os
import runpy
import sys
import tempfile
import zipfile
from collections.abc import Sequence


def argument(given: Sequence[str], name: str) -> str:
    """Return the value of `--name`; Glue passes its own arguments beside the job's."""
    return given[given.index(f"--{name}") + 1]


def words(given: Sequence[str]) -> list[str]:
    """Return the command line: each run writes to a place of its own, since a place is used once."""
    via = f"{argument(given, 'via')}/{argument(given, 'JOB_RUN_ID')}"
    return [*json.loads(argument(given, "command")), "--via", via]


def enter(application: str) -> None:
    """Unpack the application's modules and environments, and go there."""
    import boto3

    bucket, _, key = application.removeprefix("s3://").partition("/")
    content = boto3.client("s3").get_object(Bucket=bucket, Key=key)["Body"].read()
    folder = tempfile.mkdtemp(prefix="dynawright-")
    zipfile.ZipFile(io.BytesIO(content)).extractall(folder)  # made by `dynawright migrate job`
    os.chdir(folder)
    sys.path.insert(0, folder)


def main() -> None:
    from pyspark.sql import SparkSession

    SparkSession.builder.getOrCreate()
    given = sys.argv
    enter(argument(given, "application"))
    sys.argv = ["dynawright", *words(given)]
    try:
        runpy.run_module("dynawright", run_name="__main__")
    except SystemExit as ended:
        if ended.code:  # Glue takes any other end for a success
            raise RuntimeError(f"dynawright ended with {ended.code}") from None


if __name__ == "__main__":
    main()
