"""IAM's cost in the demo, enforced and off by turns: `python -m benchmarks.iam_cost [system] [pairs]`."""

import os
import statistics
import sys
from pathlib import Path

from benchmarks.measure import Cost, cost
from dynawright.emulator.report import aligned
from dynawright.systems import systems

ROOT = Path(__file__).parent.parent
PAIRS = 3
LIMIT_PERCENT = 20


def main(arguments: list[str]) -> int:
    by_size = sorted(systems(), key=lambda system: sum(len(table.access_patterns) for table in system.tables))
    system = arguments[0] if arguments else by_size[len(by_size) // 2].name
    pairs = int(arguments[1]) if len(arguments) > 1 else PAIRS
    print(f"The demo of {system}, {pairs} pairs, enforced and off by turns", flush=True)
    measured: list[tuple[Cost, Cost]] = []
    for number in range(pairs):
        # Each pair begins with the other one: what warms up, or a busy minute, does not always fall on the same.
        first, second = ("enforce", "off") if number % 2 == 0 else ("off", "enforce")
        by_mode = {mode: _demo(system, mode) for mode in (first, second)}
        measured.append((by_mode["enforce"], by_mode["off"]))
        print(f"  pair {number + 1}: {' '.join(_ratios(*measured[-1]))}", flush=True)
    rows = [_row("enforced", [enforced for enforced, _ in measured]), _row("off", [off for _, off in measured])]
    print("\n".join(aligned(("IAM", "wall", "CPU"), rows)))
    extra = [
        100 * (statistics.median(getattr(enforced, unit) / getattr(off, unit) for enforced, off in measured) - 1)
        for unit in UNITS
    ]
    print(f"Enforcement costs {extra[0]:.0f} % of the wall time and {extra[1]:.0f} % of the CPU time (limit {LIMIT_PERCENT} %).")
    return 1 if extra[1] > LIMIT_PERCENT else 0


UNITS = ("wall_seconds", "cpu_seconds")


def _demo(system: str, iam: str) -> Cost:
    command = [sys.executable, "-m", "dynawright", "demo", "--system", system, "--iam", iam]
    return cost(command, os.environ, ROOT)


def _ratios(enforced: Cost, off: Cost) -> list[str]:
    return [f"{unit.split('_')[0]} {getattr(enforced, unit) / getattr(off, unit):.3f}" for unit in UNITS]


def _row(name: str, costs: list[Cost]) -> tuple[str, ...]:
    return (name, *(", ".join(f"{getattr(table_cost, unit):.1f}" for table_cost in costs) + " s" for unit in UNITS))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
