"""What the stream functions cost: CPU of a cold start, and records per second. `COMPARE=1` adds Powertools' equivalents of three of them.

AWS answers at once here: the figures are those of our own code, which on AWS waits for DynamoDB most of the time.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from benchmarks.measure import cost
from dynawright.emulator.report import aligned
from dynawright.emulator.streams.function import Function, functions

ROOT = Path(__file__).parent.parent
RUNS = 9
LIMIT_MILLISECONDS = 150
POWERTOOLS = ("aws-lambda-powertools==3.37.0", "boto3==1.44.0")
# With an empty batch, since a dispatcher imports its jobs when it is first called. Powertools refuses one, and does all it does on import.
COLD_START = "import handler; hasattr(handler, 'processor') or handler.handler({'Records': []}, None)"
EQUIVALENTS = (  # what it is made of, its file, and whose equivalent it is
    ("batch", "powertools_batch.py", Function("shop", "audit_log")),
    ("batch and idempotency", "powertools_once.py", Function("shop", "audit_log")),
    ("batch and idempotency", "powertools_sum.py", Function("shop", "daily_sales")),
    ("batch and idempotency", "powertools_message.py", Function("miyabi_lambda", "entity_events")),
)


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="dynawright-handlers-") as folder:
        places = {f"{one.system} {one.name}": ([sys.executable], _unpacked(one, Path(folder) / one.name)) for one in functions()}
        if os.environ.get("COMPARE"):
            places |= _powertools(Path(folder))
        bare = _import_milliseconds([sys.executable], Path(folder), "pass")
        boto3 = _import_milliseconds([sys.executable], Path(folder), "import boto3; boto3.client('dynamodb', 'us-east-1')") - bare
        rows = []
        for name, (python, place) in places.items():
            milliseconds = _import_milliseconds(python, place, COLD_START) - bare
            verdict = "yes" if milliseconds < LIMIT_MILLISECONDS else "NO"
            rows.append((name, f"{milliseconds:.0f} ms", verdict, f"{_records_per_second(python, place):,.0f}"))
    headings = ("function", "CPU of a cold start", f"under {LIMIT_MILLISECONDS} ms", "records per second")
    print(
        f"Stream functions: CPU of import and an empty batch beyond Python's own {bare:.0f} ms (median of {RUNS}); "
        "records of batches of 100, AWS and the search index answering at once"
    )
    print("\n".join(aligned(headings, rows)))
    print(
        f"Importing boto3 and making one client takes {boto3:.0f} ms: here when the first record needs it, with Powertools on import."
    )


def _unpacked(function: Function, folder: Path) -> Path:
    """As in its zip, with bytecode as after its first start."""
    for source, target in (
        (function.folder, folder),
        (ROOT / "modules/dynawright/runtime", folder / "dynawright" / "runtime"),
        *((function.folder.parent / name, folder / name) for name in function.manifest.includes),
    ):
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    return folder


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


def _environ() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")}
    return {**kept, "AWS_DEFAULT_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}


def _import_milliseconds(python: Sequence[str], folder: Path, code: str) -> float:
    command = [*python, "-c", code]
    cost(command, _environ(), folder)  # writes the bytecode
    return statistics.median(cost(command, _environ(), folder).cpu_seconds for _ in range(RUNS)) * 1000


def _records_per_second(python: Sequence[str], folder: Path) -> float:
    environ = {**_environ(), "PYTHONPATH": str(folder)}
    script = str(ROOT / "benchmarks" / "handler_speed.py")
    done = subprocess.run([*python, script], cwd=folder, env=environ, capture_output=True, text=True, check=True)
    return float(done.stdout.splitlines()[-1])


if __name__ == "__main__":
    main()
