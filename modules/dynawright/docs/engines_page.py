"""docs/engines.md: the engines, the compared behaviour, and each engine's differences from AWS."""

from __future__ import annotations

from collections.abc import Iterable

from dynawright import project
from dynawright.emulator.conformance.cases import GROUPS
from dynawright.emulator.conformance.deviations import DEVIATIONS
from dynawright.emulator.engines.known_differences import KNOWN_DIFFERENCES

PAGE = project.root() / "docs" / "engines.md"

HEAD = """# DynamoDB engines

After this page you know how the emulator and other DynamoDB engines differ from AWS. `dynawright docs`
writes it. Do not edit.

Tests run every access pattern of every system on the emulator (moto with its gaps closed) and on two
independent engines, and compare items, consumed units of the table and each index, refusals and pages.
They also send each engine {count} requests with an answer that AWS documents.

| engine | comes from | runs where |
| --- | --- | --- |
| moto | PyPI, with this package's `emulator` extra | everywhere |
| dynoxide | npm `@dynoxide/linux-x64`, an optional dependency in `package.json` | Linux on x86-64 |
| DynamoDB Local | Maven `com.amazonaws:DynamoDBLocal`, kept in `.cache` | a JDK of Java 17 or newer, and Maven |

- Without Maven, name a folder with the jars of DynamoDB Local: `DYNAWRIGHT_DYNAMODB_LOCAL=<folder>`.
- All engines listen on loopback only and end with the process that started them.
- An engine that the machine can't run is left out with one line. With `CI=true`, one that it can run
  and that is missing fails the tests.
"""

UNITS = """
## Access patterns: what is not compared

| engine | operation | aspect | what differs | why |
| --- | --- | --- | --- | --- |
"""

CASES = """
## Documented requests

| requests about | number |
| --- | --- |
"""

ROWS = """
An engine's answer differs from AWS's documentation here:

| engine | requests | its answer | why |
| --- | --- | --- | --- |
"""


def page() -> str:
    """Return the text of docs/engines.md."""
    units = _rows(
        (row.engine, f"`{row.operation}`", row.aspect, row.what, f"{row.why} ([source]({row.source}))")
        for row in KNOWN_DIFFERENCES
    )
    groups = _rows((name, str(len(cases))) for name, cases in GROUPS.items())
    deviations = _rows((row.engine, ", ".join(f"`{case}`" for case in row.cases), row.actual, row.why) for row in DEVIATIONS)
    count = sum(map(len, GROUPS.values()))
    return HEAD.format(count=count) + UNITS + units + CASES + groups + ROWS + deviations


def _rows(cells: Iterable[tuple[str, ...]]) -> str:
    return "".join(f"| {' | '.join(row)} |\n" for row in cells)
