"""Dashboards show what is there.

A chart of a metric that doesn't exist, or of another Region, is empty, which looks like a quiet system. In an incident
the dashboard must show all alarms of the stack, and charts that have data.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from dynawright.rules.alarm_subjects import subject_problems
from dynawright.rules.alarm_terms import Term
from dynawright.rules.alarm_trials import queried
from dynawright.rules.blocks import as_blocks, as_list, as_mapping
from dynawright.rules.metric_problems import metric_problems
from dynawright.rules.resources import ALARMS, PROVIDER, Document, Resource
from dynawright.rules.rule import NONE_APPLIES, Rule
from dynawright.rules.values import number

KINDS = {"alarm", "metric", "text"}
OF_CONSTRUCTS = "/Alarms/"
"""The part of the path under which constructs keep their alarms."""


def check(dashboard: Resource, document: Document) -> Iterator[str]:
    if not (document.is_ours and document.is_configuration):
        return
    widgets = _widgets(dashboard)
    if not widgets:
        yield "it is empty: add widgets"
    shown = {name for widget in widgets for name in _alarms(widget)}
    for widget in widgets:
        yield from _widget(widget, document)
    built = [resource for resource in document.of_type(ALARMS[0]) if OF_CONSTRUCTS in resource.path]
    if left_out := [alarm for alarm in built if alarm.get("alarm_name") not in shown]:
        yield f"it leaves out {left_out[0].get('alarm_name')}{f' and {len(left_out) - 1} more alarms' if len(left_out) > 1 else ''}"


def _widgets(dashboard: Resource) -> list[Mapping[str, Any]]:
    try:
        body = json.loads(str(dashboard.get("dashboard_body", "")))
    except (ValueError, RecursionError):
        return []
    return as_blocks(as_mapping(body).get("widgets"))


def _alarms(widget: Mapping[str, Any]) -> list[str]:
    """Return the names of the alarms that a widget shows."""
    arns = as_list(as_mapping(widget.get("properties")).get("alarms"))
    return [str(arn).partition(":alarm:")[2] for arn in arns]


def _widget(widget: Mapping[str, Any], document: Document) -> Iterator[str]:
    title = as_mapping(widget.get("properties")).get("title")
    if widget.get("type") not in KINDS:
        yield f"'{title}' is a widget of type '{widget.get('type')}': no construct makes one"
    elif widget.get("type") == "alarm":
        yield from (
            f"'{title}' shows alarm '{name}', which is not built here"
            for name in _alarms(widget)
            if not document.alarms_named(name)
        )
    elif widget.get("type") == "metric":
        yield from (f"'{title}': {problem}" for problem in _chart(as_mapping(widget.get("properties")), document))


def _chart(properties: Mapping[str, Any], document: Document) -> Iterator[str]:
    lines = as_list(properties.get("metrics"))
    if not lines:
        yield "it has no metrics"
    regions = {provider.get("region") for provider in document.of_type(PROVIDER)}
    if properties.get("region") not in regions:
        yield f"it shows Region '{properties.get('region')}', where nothing is built"
    for line in lines:
        term = _term(as_list(line))
        if term is None:
            yield f"{str(line)[:80]} is not a metric"
        else:
            yield from metric_problems(term, document)
            yield from subject_problems(term, document)


def _term(line: list[Any]) -> Term | None:
    """Return a chart line's metric: namespace, name, dimension names and values, options; or a query."""
    options = as_mapping(line[-1]) if line else {}
    if len(line) == 1:
        query = queried(options)
        return replace(query, dimensions=None, statistic=None) if query else None
    names = line[:-1] if options else line
    if len(names) < 2 or len(names) % 2 or not all(isinstance(name, str) for name in names):
        return None
    dimensions = dict(zip(names[2::2], names[3::2], strict=True))
    return Term("", names[0], names[1], dimensions, str(options.get("stat", "Average")), number(options.get("period", 300)))


RULE = Rule(module=__name__, number=49, severity="low", types=("aws_cloudwatch_dashboard",), check=check, standards=NONE_APPLIES)
