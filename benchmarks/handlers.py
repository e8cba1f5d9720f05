"""The cost of stream functions: CPU of a cold start to the first record, and records a second.

`COMPARE=1` adds Powertools' equivalents of three.

AWS answers at once here: the figures are for our own code and boto3, which on AWS mostly wait for DynamoDB.
"""

import contextlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from dynawright.emulator.report import aligned
from dynawright.emulator.streams.function import Function, functions
from tests.functions.packaged import unpacked

ROOT = Path(__file__).parent.parent
RUNS = 5
SHARE_OF_256_MB = 256 / 1769
"""Of a CPU: AWS gives a function a whole one at 1,769 MB, and less in proportion.

The start before the first invocation has more of it.
"""
POWERTOOLS = ("aws-lambda-powertools==3.37.0", "boto3==1.44.0")
EQUIVALENTS = (  # what it is made of, its file, and whose equivalent it is
    ("batch", "powertools_batch.py", Function("shop", "audit_log")),
    ("batch and idempotency", "powertools_once.py", Function("shop", "audit_log")),
    ("batch and idempotency", "powertools_sum.py", Function("shop", "daily_sales")),
    ("batch and idempotency", "powertools_message.py", Function("miyabi_lambda", "entity_events")),
)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="dynawright-handlers-") as folder, _stub("aws") as aws, _stub("search") as search:
        os.environ.update(AWS_ENDPOINT_URL=aws, SEARCH_ENDPOINT=search)
        places = {f"{one.system} {one.name}": ([sys.executable], _unpacked(one, Path(folder) / one.name)) for one in functions()}
        if os.environ.get("COMPARE"):
            places |= _powertools(Path(folder))
        rows = [(name, *_row(python, place)) for name, (python, place) in places.items()]
    headings = (
        "function",
        "CPU of the start",
        "of the first record",
        "that is, at 256 MB",
        "calls",
        "records a second",
        "with boto3",
    )
    print(
        f"Stream functions, AWS and the search index answering at once: CPU of Python's start with boto3 and of the first record (median "
        f"of {RUNS}), calls to AWS of one record, and records a second of CPU in batches of 100, with a client that does nothing and with boto3"
    )
    print("\n".join(aligned(headings, rows)))


def _row(python: list[str], place: Path) -> tuple[str, ...]:
    _json(python, place)  # writes the bytecode
    found = [_json(python, place) for _ in range(RUNS)]
    middle = {name: statistics.median(one[name] for one in found) for name in found[0]}
    return (
        f"{middle['start']:.0f} ms",
        f"{middle['first']:.0f} ms",
        f"{middle['first'] / SHARE_OF_256_MB:.0f} ms",
        f"{middle['calls']:.1f}",
        f"{_records_per_second(python, place):,.0f}",
        f"{middle['records']:,.0f}",
    )


def _unpacked(function: Function, folder: Path) -> Path:
    """As in its zip, with its sample events beside it."""
    for path in ("events", "function.json"):
        copy = shutil.copytree if (function.folder / path).is_dir() else shutil.copy
        folder.mkdir(exist_ok=True)
        copy(function.folder / path, folder / path)
    return unpacked(function, folder)


def _powertools(folder: Path) -> dict[str, tuple[list[str], Path]]:
    venv = folder / "venv"
    print(f"• installing {', '.join(POWERTOOLS)}", flush=True)
    subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    subprocess.run([f"{venv}/bin/pip", "install", "--quiet", "--disable-pip-version-check", *POWERTOOLS], check=True)
    found = {}
    for name, source, function in EQUIVALENTS:
        place = folder / source.removesuffix(".py")
        place.mkdir()
        shutil.copy(ROOT / "benchmarks" / source, place / "handler.py")
        shutil.copytree(function.folder / "events", place / "events")
        found[f"Powertools, {name}: {function.name}"] = ([str(venv / "bin/python")], place)
    return found


def _environ(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")}
    lambdas = {
        "AWS_LAMBDA_RUNTIME_API": "127.0.0.1:9001",
        "AWS_LAMBDA_FUNCTION_NAME": "measured",
        "POWERTOOLS_SERVICE_NAME": "measured",
    }
    account = {"AWS_DEFAULT_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}
    return {**kept, **lambdas, **account, **_variables(folder / "function.json")}


def _variables(manifest: Path) -> dict[str, str]:
    if not manifest.exists():
        return {}
    given = json.loads(manifest.read_text())["variables"]
    named = {"PROJECTS_TABLE": "projects", "SEARCH_ENDPOINT": os.environ["SEARCH_ENDPOINT"]}
    return {name: variable.get("default", named.get(name, "x")) for name, variable in given.items()}


def _run(python: list[str], folder: Path, program: str) -> str:
    command = [*python, str(ROOT / "benchmarks" / program)]
    done = subprocess.run(command, cwd=folder, env=_environ(folder), capture_output=True, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{folder.name} failed:\n{done.stdout}{done.stderr}")
    return done.stdout.splitlines()[-1]


def _json(python: list[str], folder: Path) -> dict[str, float]:
    found: dict[str, float] = json.loads(_run(python, folder, "first_record.py"))
    return found


def _records_per_second(python: list[str], folder: Path) -> float:
    return float(_run(python, folder, "handler_speed.py"))


@contextlib.contextmanager
def _stub(name: str) -> Iterator[str]:
    command = [sys.executable, str(ROOT / "benchmarks" / f"{name}_stub.py")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as stub:
        try:
            yield f"http://127.0.0.1:{stub.stdout.readline().strip() if stub.stdout else ''}"
        finally:
            stub.terminate()


if __name__ == "__main__":
    main()
