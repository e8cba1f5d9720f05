"""The existing Spark session, or a local one: in this process tree, on loopback, in one folder."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dynawright.errors import Problem, UserError
from dynawright.ops.migration.spark.java import java_home
from dynawright.ops.migration.spark.workers import problems_of_workers

DRIVER_MEMORY = "1g"
"""The Java heap; larger data is sorted on disk."""
WORKER_MEMORY = "128m"
"""Memory of each Python worker, before it sorts on disk."""
SETTINGS = {
    "spark.driver.memory": DRIVER_MEMORY,
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.python.worker.memory": WORKER_MEMORY,
    "spark.shuffle.compress": "true",
    "spark.sql.session.timeZone": "UTC",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}

LOG = """\
rootLogger.level = error
rootLogger.appenderRef.stderr.ref = stderr
appender.stderr.type = Console
appender.stderr.name = stderr
appender.stderr.target = SYSTEM_ERR
appender.stderr.layout.type = PatternLayout
appender.stderr.layout.pattern = spark: %m%n
"""


@contextmanager
def spark_session(packages: str | None = None) -> Iterator[Any]:
    """Yield this process's session, as on a cluster, or a local one that ends with the block."""
    there = _active()
    if there is None:
        with local_spark(packages=packages) as spark:
            yield spark
        return
    with problems_of_workers():
        yield there


@contextmanager
def local_spark(cores: int | None = None, packages: str | None = None) -> Iterator[Any]:
    """Yield the context of a local Spark that ends with the block."""
    home = java_home()
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        fix = "pip install 'dynawright[spark]'"
        raise UserError([Problem("DW737", "`--engine spark` needs pyspark, which is not installed", fix=fix)]) from None
    with tempfile.TemporaryDirectory(prefix="dynawright-spark-", ignore_cleanup_errors=True) as folder:
        # workers are separate processes, which resolve imports by their own paths
        paths = os.pathsep.join(path or os.getcwd() for path in sys.path)  # noqa: PTH109
        Path(folder, "log4j2.properties").write_text(LOG)
        own = {
            "SPARK_CONF_DIR": folder,
            "JAVA_HOME": str(home),
            "PYSPARK_PYTHON": sys.executable,
            "PYTHONPATH": paths,
            "SPARK_LOCAL_IP": "127.0.0.1",
        }
        before = {name: os.environ.get(name) for name in own}
        os.environ.update(own)
        builder = SparkSession.builder.master(f"local[{cores or '*'}]").appName("dynawright migrate")
        for name, value in {
            **SETTINGS,
            "spark.local.dir": folder,
            **({"spark.jars.packages": packages} if packages else {}),
        }.items():
            builder = builder.config(name, value)
        spark = _started(builder, packages)
        try:
            with problems_of_workers():
                yield spark
        finally:
            spark.stop()
            _end_java()
            for name, was in before.items():
                os.environ.pop(name, None) if was is None else os.environ.update({name: was})


def _active() -> Any:
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        return None
    return SparkSession.getActiveSession()


def _started(builder: Any, packages: str | None) -> Any:
    try:
        return builder.getOrCreate()
    except Exception as error:  # Java writes the reason to stderr
        text = f"Spark did not start: {str(error).splitlines()[0]}"
        fix = f"see its output above; it fetches {packages} from Maven" if packages else "see its output above"
        raise UserError([Problem("DW737", text, value=packages, fix=fix)]) from None


def _end_java() -> None:
    """End the Java process, which would otherwise stay, so that a next session can have other settings."""
    from pyspark import SparkContext

    gateway = SparkContext._gateway
    if gateway is None:
        return
    gateway.shutdown()
    gateway.proc.stdin.close()
    gateway.proc.wait()
    SparkContext._gateway = SparkContext._jvm = None
