"""All alarms that the teams' pages ask for exist, on real metrics; none is mute."""

import json

import pytest

from dynawright.model import System
from dynawright.rules.catalogue import alarms_can_fire, alarms_have_actions
from dynawright.rules.resources import document as read
from dynawright.rules.rule import Finding
from dynawright.settings import load_named
from dynawright.systems import systems, tables_in
from tests.stacks.documents import ENVIRONMENTS, Documents, alarms, places
from tests.stacks.pages import pages

PAGES = pages()
SYSTEMS = [system for system in systems() if system.name in PAGES]


@pytest.mark.parametrize("environment", ENVIRONMENTS)
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_throttles_over_5_in_5_minutes_are_watched_for_each_table_and_index(
    documents: Documents, system: System, environment: str
) -> None:
    found = alarms(documents[environment, system.name])
    for stem, dimensions in places(system, environment):
        for kind in ("Read", "Write"):
            alarm = found[f"{stem}-{kind}Throttles-{environment}"]
            assert (alarm["metric_name"], alarm["dimensions"]) == (f"{kind}ThrottleEvents", dimensions)
            assert (alarm["statistic"], alarm["period"], alarm["threshold"]) == ("Sum", 300, 5)
            assert (alarm["comparison_operator"], alarm["treat_missing_data"]) == ("GreaterThanThreshold", "notBreaching")


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_system_errors_and_their_rate_are_watched_over_the_operations_in_use(documents: Documents, system: System) -> None:
    found = alarms(documents["production", system.name])
    for table in tables_in(load_named("production"), system):
        used = {pattern.request for pattern in table.access_patterns}
        errors = found[f"{table.name}-SystemErrors-production"]
        asked = [query["metric"] for query in errors["metric_query"] if "metric" in query]
        assert {metric["dimensions"]["Operation"] for metric in asked} == used
        assert {metric["metric_name"] for metric in asked} == {"SystemErrors"}
        rates = [found[name] for name in found if name.startswith(table.name) and "ErrorRate" in name]
        in_rates = [query["metric"] for rate in rates for query in rate["metric_query"] if "metric" in query]
        assert {metric["dimensions"]["Operation"] for metric in in_rates} >= used
        assert {rate["threshold"] for rate in rates} == {1}


def test_every_alarm_everywhere_can_fire_and_acts(documents: Documents) -> None:
    for (environment, stack), document in documents.items():
        for rule in (alarms_can_fire.RULE, alarms_have_actions.RULE):
            findings = rule.findings(read(document, f"{stack} in {environment}"))
            assert [finding for finding in findings if not _is_accepted(finding)] == []


def _is_accepted(finding: Finding) -> bool:
    notes: dict[str, dict[str, str]] = finding.resource.notes.get("dynawright", {})
    return finding.rule in notes.get("suppressions", {})


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda system: system.name)
def test_each_system_has_a_dashboard_and_one_alarm_that_sums_up(documents: Documents, system: System) -> None:
    document = documents["production", system.name]
    (dashboard,) = document["resource"]["aws_cloudwatch_dashboard"].values()
    stem = system.name.replace("_", "-")
    assert dashboard["dashboard_name"] == f"{stem}-production"
    widgets = json.loads(dashboard["dashboard_body"])["widgets"]
    shown = [arn for widget in widgets if widget["type"] == "alarm" for arn in widget["properties"]["alarms"]]
    assert {arn.split(":alarm:")[1] for arn in shown} == set(alarms(document))
    composites = document["resource"]["aws_cloudwatch_composite_alarm"].values()
    (silent,) = [composite for composite in composites if "alarm_actions" not in composite]
    assert silent["alarm_name"] == f"{stem}-health-production"
