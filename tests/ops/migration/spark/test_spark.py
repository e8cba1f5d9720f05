"""On Spark: both engines write equal files, and two exports are compared."""

import gzip
import json
import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dynawright.errors import UserError
from dynawright.ops.migration.spark.java import Found, every_java, java_home
from tests.conftest import ROOT
from tests.ops.migration.bulk.conftest import TRANSFORMS, Aws, findings, lines
from tests.ops.migration.spark.conftest import Migrate

FAN_OUT = ("--transform", f"{TRANSFORMS}:fan_out")
ITEMS = 3000
JOB = """
from pyspark.sql import SparkSession
spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
from dynawright.cli import main
try:
    main()
except SystemExit as ended:
    print(ended.code, "and the job's own Spark counts to", spark.sparkContext.parallelize([1, 2, 3]).count())
"""


def fanned(number: int) -> dict[str, Any]:
    """Most become one item; some become none or two, or share one with others; some are invalid."""
    to = [str(number)] if number % 10 else [str(number), "1"] if number % 100 == 50 else []
    item: dict[str, Any] = {"sessionId": {"S": f"s{number}"}, "to": {"L": [{"N": target} for target in to]}}
    if number % 97 == 0:
        del item["to"]
    return item


@pytest.fixture
def export(tmp_path: Path) -> str:
    """Write some thousand items to four files in a migration's form."""
    folder = tmp_path / "export"
    (folder / "data").mkdir(parents=True)
    parts = []
    for file in range(4):
        found = [json.dumps({"Item": fanned(number)}) for number in range(file, ITEMS, 4)]
        (folder / f"data/{file}.json.gz").write_bytes(gzip.compress("\n".join(found).encode()))
        parts.append({"name": f"data/{file}.json.gz", "items": len(found)})
    (folder / "summary.json").write_text(json.dumps({"written": "once", "parts": parts}))
    return str(folder)


def counts(folder: Path) -> dict[str, int]:
    summary = json.loads((folder / "summary.json").read_text())
    return {name: summary[name] for name in ("read", "items", "size", "dropped", "rejected")}


def test_both_engines_write_the_same(
    aws: Aws, migrate: Callable[..., int], on_spark: Migrate, named: str, export: str, tmp_path: Path
) -> None:
    target = aws.table(named, "userId", "sessionId")
    one, many = tmp_path / "one", tmp_path / "many"
    assert migrate("run", export, target, str(one), *FAN_OUT) == 1
    done = on_spark("run", export, target, str(many), *FAN_OUT)
    assert (done.returncode, done.stderr.count("Traceback")) == (1, 0), done.stderr
    assert lines(many) == lines(one)
    assert findings(many) == findings(one)
    assert counts(many) == counts(one)
    kinds = {kind for kind, *_ in findings(one)}
    assert kinds == {"conflict", "rejected"}
    assert len(lines(one)) > ITEMS * 0.8


def test_an_export_of_aws_is_moved_to_s3_and_compared_by_entity(
    aws: Aws, on_spark: Migrate, named: str, application: Path
) -> None:
    source = aws.table(f"{named}-from", "PK", "SK")
    order = {"amount": {"N": "1.50"}, "day": {"S": "d"}, "photo": {"B": b"\0\1"}}
    aws.put(source, *({"PK": {"S": "CUSTOMER#1"}, "SK": {"S": f"ORDER#{number}"}, **order} for number in range(8)))
    export = aws.export(source)
    done = on_spark("run", export, "orders-local", f"s3://items/{named}", "--environment", "local")
    assert done.returncode == 0, done.stderr
    assert "imported: 8 items into the new table orders-local" in done.stdout
    assert aws.items("orders-local") == aws.items(source)

    def verify() -> tuple[int, str]:
        compared = on_spark("verify", export, "orders-local", aws.export("orders-local"), "--environment", "local")
        return compared.returncode, compared.stdout

    assert verify() == (0, "ORDER: 8 equal\n")
    aws.dynamodb.delete_item(TableName="orders-local", Key={"PK": {"S": "CUSTOMER#1"}, "SK": {"S": "ORDER#3"}})
    aws.put("orders-local", {"PK": {"S": "CUSTOMER#1"}, "SK": {"S": "ORDER#4"}}, {"PK": {"S": "elsewhere"}, "SK": {"S": "x"}})
    status, said = verify()
    assert (status, said.splitlines()[:2]) == (1, ["ORDER: 1 different, 6 equal, 1 missing", "no entity: 1 extra"])
    found = findings(Path(said.splitlines()[2].removeprefix("all of them: ")).parent)
    assert [(kind, key and json.loads(key)["SK"]["S"]) for kind, _, key, _ in found] == [
        ("different", "ORDER#4"),
        ("extra", "x"),
        ("missing", "ORDER#3"),
    ]


def test_a_broken_export_is_told_in_words(aws: Aws, on_spark: Migrate, named: str, export: str, tmp_path: Path) -> None:
    target = aws.table(named, "userId", "sessionId")
    (Path(export) / "data" / "3.json.gz").write_bytes(b"no gzip")
    done = on_spark("run", export, target, str(tmp_path / "to"), *FAN_OUT)
    assert done.returncode == 2
    assert "DW734" in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "to" / "summary.json").exists()


def test_a_session_that_is_there_is_used_and_left_running(
    aws: Aws, spark_path: Path, named: str, export: str, tmp_path: Path, application: Path, python: str
) -> None:
    target = aws.table(named, "userId", "sessionId")
    script = tmp_path / "job.py"
    script.write_text(JOB)
    path = os.pathsep.join([str(spark_path), str(ROOT)])
    words = ("migrate", "run", "--engine", "spark", "--from", export, "--to", target, "--via", str(tmp_path / "to"), *FAN_OUT)
    env = {**os.environ, "PYTHONPATH": path, "PYSPARK_PYTHON": python, "SPARK_LOCAL_IP": "127.0.0.1"}
    done = subprocess.run([python, script, *words], env=env, cwd=application, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines()[-1] == "1 and the job's own Spark counts to 3", done.stderr
    assert counts(tmp_path / "to")["read"] == ITEMS


@pytest.mark.parametrize(("versions", "home"), [([25, 17], "java17"), ([17, 25], "java17"), ([25, 8], None), ([], None)])
def test_only_java_17_will_do(versions: list[int], home: str | None) -> None:
    def installed() -> Iterator[Found]:
        yield from (("PATH", Path(f"java{version}"), version) for version in versions)

    if home:
        assert java_home(installed).name == home
        return
    with pytest.raises(UserError) as error:
        java_home(installed)
    (problem,) = error.value.problems
    assert problem.code == "DW737"
    assert all(str(version) in problem.text for version in versions)


def test_a_broken_java_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "java").write_text("#!/bin/sh\nexit 1\n")
    (tmp_path / "bin" / "java").chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert "JAVA_HOME" not in [place for place, _, _ in every_java()]


@pytest.mark.soak
def test_five_million_items_need_no_more_memory(spark_path: Path, tmp_path: Path, python: str) -> None:
    """The figures of `python -m tests.ops.migration.spark.soak` are in docs/migrate-on-spark.md."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(spark_path), str(Path.cwd())])}
    command = [python, "-m", "tests.ops.migration.spark.soak", "5000000", str(tmp_path / "soak")]
    done = json.loads(subprocess.run(command, env=env, check=True, capture_output=True, text=True).stdout.splitlines()[-1])
    print(done)
    assert (done["items"], done["differences"]) == (5_000_000, {"equal no entity": 5_000_000})
    assert done["megabytes"] < 2500
