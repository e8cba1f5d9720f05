"""Rules' and guard's cost as a system grows: CPU seconds, and exponents between sizes."""

from __future__ import annotations

import json
import math
import os
import re
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.measure import cost
from dynawright.emulator.report import aligned
from dynawright.guard.guard import findings
from dynawright.guard.plan import changes
from dynawright.rules.catalogue import all_rules
from dynawright.rules.judgement import findings_of
from dynawright.rules.resources import document

ROOT = Path(__file__).parent.parent
SIZES = (10, 50, 100, 500)
REFERENCE = re.compile(r"\$\{(\w+)\.(\w+)\.(\w+)\}")


def measured(tables: int, folder: Path) -> tuple[float, float, float]:
    """Return the CPU seconds of synthesis, rules and guard for one system of so many tables."""
    outdir = folder / str(tables)
    environ = {**os.environ, "PYTHONPATH": f"{ROOT}:{ROOT / 'modules'}", "DYNAWRIGHT_ENV": "production"}
    synthesis = cost([sys.executable, "benchmarks/whole.py", str(tables), str(outdir)], environ, ROOT).cpu_seconds
    (file,) = outdir.rglob("cdk.tf.json")
    content = json.loads(file.read_text())
    started = time.process_time()
    list(findings_of(all_rules(), [document(content, "shop-production", ours=True)]))
    rules = time.process_time() - started
    plan = {"resource_changes": [*changed(content["resource"])]}
    started = time.process_time()
    findings(changes(plan))
    return synthesis, rules, time.process_time() - started


def changed(resources: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield each resource as a plan would, with every policy slightly changed."""
    built = {
        type: {name: {**body, "arn": f"arn:{type}.{name}"} for name, body in group.items()} for type, group in resources.items()
    }

    def value(match: re.Match[str]) -> str:
        return str(built.get(match[1], {}).get(match[2], {}).get(match[3], match[0]))

    for type, group in built.items():
        for name, body in group.items():
            before = json.loads(
                REFERENCE.sub(value, json.dumps({key: one for key, one in body.items() if key not in ("//", "lifecycle")}))
            )
            after = (
                {**before, "policy": before["policy"].replace("dynamodb:Query", "dynamodb:Scan")}
                if "policy" in before
                else before
            )
            change = {
                "actions": ["no-op"] if before == after else ["update"],
                "before": before,
                "after": after,
                "after_unknown": {},
            }
            yield {"address": f"{type}.{name}", "mode": "managed", "type": type, "name": name, "change": change}


def exponent(size: int, seconds: float, smaller: int, fewer: float) -> str:
    """Return the power of the size with which the seconds grow."""
    return f"{math.log(seconds / fewer) / math.log(size / smaller):.2f}" if fewer > 0 < seconds else "-"


def main(sizes: tuple[int, ...] = SIZES) -> None:
    print("Growth of one system, CPU seconds; exponents from the size above", flush=True)
    rows: list[tuple[str, ...]] = []
    before: tuple[int, tuple[float, ...]] | None = None
    with tempfile.TemporaryDirectory(prefix="dynawright-bench-") as folder:
        for tables in sizes:
            seconds = measured(tables, Path(folder))
            powers = (
                [exponent(tables, one, before[0], fewer) for one, fewer in zip(seconds, before[1], strict=True)]
                if before
                else ["-"] * 3
            )
            rows.append(
                (str(tables), *(cell for one, power in zip(seconds, powers, strict=True) for cell in (f"{one:.2f} s", power)))
            )
            before = tables, seconds
    print("\n".join(aligned(("tables", "synthesis", "exponent", "rules", "exponent", "guard", "exponent"), rows)), flush=True)


if __name__ == "__main__":
    main(tuple(int(size) for size in sys.argv[1:]) or SIZES)
