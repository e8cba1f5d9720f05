"""A system's page in an environment: data, access, alarms, backups, cost."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dynawright.errors import Place
from dynawright.model import System, TableModel
from dynawright.model.access_matrix import Right, access_matrix
from dynawright.model.advice import Remark
from dynawright.ops.bill import BillLine, bill, total
from dynawright.ops.cost import SystemCost
from dynawright.ops.cost_baseline import known_costs
from dynawright.pages.diagram import diagram
from dynawright.pages.functions import stream_functions
from dynawright.pages.key_map import KeyMap, key_maps
from dynawright.pages.pattern_rows import pattern_rows
from dynawright.pages.protection import protections
from dynawright.pages.render import render
from dynawright.pages.samples import SampleGrid, grids
from dynawright.pages.shape import shape_of
from dynawright.rules.resources import document
from dynawright.settings import Environment, load_named
from dynawright.stack import SystemStack
from dynawright.synthesis import synthesize
from dynawright.systems import tables_in

TEMPLATE = "system.html.j2"
FOLDER = "systems"


@dataclass(frozen=True)
class TableView:
    """A table's part of the page."""

    model: TableModel
    name: str
    facts: tuple[str, ...]
    maps: list[KeyMap]
    grids: list[SampleGrid]


@dataclass(frozen=True)
class AlarmRow:
    """The alarms of a rule with equal conditions."""

    title: str
    condition: str
    remedy: str
    message: str
    watched: tuple[tuple[str, str], ...]
    """Each alarm's name and subject."""
    usd: float


@dataclass(frozen=True)
class Bar:
    """A line of the bill, with its share of the largest."""

    line: BillLine
    percent: float


def pages(environment_name: str, system: str | None = None) -> dict[str, str]:
    """Return the page of each system in an environment by path, without writing files."""
    environment = load_named(environment_name)
    computed = {cost.system.name: cost for cost in known_costs(environment_name, system)}
    with tempfile.TemporaryDirectory(prefix="dynawright-") as folder:
        stacks = synthesize(environment, system=system, outdir=Path(folder))
        return {
            f"{FOLDER}/{environment_name}/{stack.system.name}.html": page(
                stack, _terraform(Path(folder), stack), computed.get(stack.system.name)
            )
            for stack in stacks
            if isinstance(stack, SystemStack)
        }


def page(stack: SystemStack, terraform: Mapping[str, Any], cost: SystemCost | None) -> str:
    """Return the page of a built stack; without cost if its Region has no prices."""
    system, environment = stack.system, stack.environment
    tables, rights = tables_in(environment, system), access_matrix(system)
    lines = bill(cost) if cost else []
    return render(
        TEMPLATE,
        system=system,
        environment=environment,
        tables=[_table(environment, table) for table in tables],
        diagram=diagram(shape_of(terraform, rights, environment.physical_name, system.name)),
        patterns=pattern_rows(system, tables, cost),
        asked={
            consumer.name: [pattern.id for _, pattern in system.access_patterns if consumer in pattern.used_by]
            for consumer in system.consumers
        },
        rights=rights,
        matrix=_matrix(system, rights),
        alarms=_alarms(stack),
        alarms_usd=stack.watching_monthly_usd,
        functions=stream_functions(document(terraform, system.name), system),
        protections=protections(environment, stack.settings, tables),
        bars=_bars(lines),
        total=total(lines) if lines else None,
        has_load=bool(cost and any(cost.load.requests.values())),
        prices=cost.prices if cost else None,
        warnings=[_remark(remark) for remark in system.remarks if remark.reason is None],
        accepted=[(_remark(remark), remark.reason) for remark in system.remarks if remark.reason is not None],
    )


def _terraform(folder: Path, stack: SystemStack) -> dict[str, Any]:
    file = folder / "stacks" / f"{stack.stack_name}-{stack.environment.name}" / "cdk.tf.json"
    read: dict[str, Any] = json.loads(file.read_text())
    return read


def _table(environment: Environment, table: TableModel) -> TableView:
    facts = [f"stream {table.stream.value}"] if table.stream else []
    facts += [f"expires by {table.ttl}"] if table.ttl else []
    facts += ["optional"] if table.optional else []
    return TableView(table, environment.table_name(table.name), tuple(facts), key_maps(table), grids(table))


def _matrix(system: System, rights: Sequence[Right]) -> dict[tuple[str, str], dict[str, list[Right]]]:
    """Return each table or index → each consumer → its rights there."""
    rows: dict[tuple[str, str], dict[str, list[Right]]] = {}
    for right in rights:
        row = rows.setdefault((right.table, right.index or ""), {consumer.name: [] for consumer in system.consumers})
        row[right.consumer].append(right)
    return rows


def _alarms(stack: SystemStack) -> list[AlarmRow]:
    if stack.alarms is None:
        return []
    same: dict[tuple[str, str, str, str], list[tuple[str, str, float]]] = {}
    for name, alarm in zip(stack.alarms.names, stack.alarms.alarms, strict=True):
        key = (alarm.rule.title, alarm.condition, alarm.rule.what_to_do, alarm.message)
        same.setdefault(key, []).append((name, alarm.subject.words, alarm.monthly_price))
    return [
        AlarmRow(*key, tuple((name, words) for name, words, _ in watched), sum(usd for _, _, usd in watched))
        for key, watched in same.items()
    ]


def _bars(lines: Sequence[BillLine]) -> dict[str, list[Bar]]:
    """Return the bars of tables and of resources around them, the most expensive first."""
    largest = max((line.usd or 0 for line in lines), default=0) or 1
    groups: dict[str, list[Bar]] = {}
    for line in lines:
        groups.setdefault(line.group, []).append(Bar(line, 100 * (line.usd or 0) / largest))
    return {group: sorted(bars, key=lambda bar: -bar.percent) for group, bars in groups.items()}


def _remark(remark: Remark) -> str:
    subject = f"{remark.table}, {remark.about.subject}" if remark.table else remark.about.subject
    return f"{remark.problem.code}: {remark.problem.at(Place(path=subject))}"
