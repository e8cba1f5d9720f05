"""The page of a simulation is self-contained, equals the text, and escapes all names."""

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from dynawright.ops.simulate.assumptions import EVERYTHING, NOTHING
from dynawright.ops.simulate.chart import Line, chart, thinned
from dynawright.ops.simulate.page import page
from dynawright.ops.simulate.report import report
from dynawright.ops.simulate.simulate import Simulation, simulate

BUSY = "requests: {PO4: 8000000000}\nkeys: {customerId: {values: 10, zipf: 1}, day: {values: 365, every_seconds: 86400}}\n"


@pytest.fixture
def busy(application: Path) -> Simulation:
    file = application / "busy.yaml"
    file.write_text(BUSY)
    return simulate("orders", environment_name="production", assumed=EVERYTHING, load_file=file, month_count=3)


def test_it_is_one_page_that_loads_nothing(busy: Simulation) -> None:
    text = page(busy)
    assert re.findall(r"<(?:script|link|img|iframe)|@import|url\(", text) == []
    assert {link.split("/")[2] for link in re.findall(r'href="([^"]+)"', text)} <= {
        "docs.aws.amazon.com",
        "aws.amazon.com",
        "repost.aws",
    }
    for svg in re.findall(r"<svg.*?</svg>", text):
        ElementTree.fromstring(svg)  # noqa: S314 - our own


def test_page_and_text_name_each_finding_and_each_assumption(busy: Simulation) -> None:
    assert {finding.cause for finding in busy.findings} >= {"hot key", "index"}
    for finding in busy.findings:
        assert finding.remedy in report(busy)
    for name in busy.document["assumptions"]:
        assert name in report(busy)
        assert name in page(busy)
    assert page(busy).count("<svg") >= 5


def test_names_are_escaped(busy: Simulation) -> None:
    finding = replace(busy.tables[0].findings[0], about="<b>&'", place="<script>")
    evil = replace(busy, tables=(replace(busy.tables[0], name='"><script>', findings=(finding,)),))
    assert "<script>" not in page(evil)
    assert "<b>" not in page(evil)


def test_without_assumptions_both_answers_are_the_same(application: Path) -> None:
    simulation = simulate("orders", environment_name="production", assumed=NOTHING)
    assert all(table.findings == table.pessimistic for table in simulation.tables)
    assert set(simulation.document["assumptions"].values()) == {False}


def test_growth_is_followed_to_the_first_throttle_and_to_cost(application: Path) -> None:
    file = application / "growing.yaml"
    file.write_text(
        "requests: {PO4: 900000000}\nkeys: {customerId: {values: 1000000}, day: {values: 365}}\ngrowth_percent: 100\nstored_items: {ORDER: 1000000}\n"
    )
    simulation = simulate("orders", environment_name="production", assumed=EVERYTHING, load_file=file, month_count=6)
    months = simulation.tables[0].months
    assert [round(month.on_demand_usd / months[0].on_demand_usd) for month in months[:4]] == [1, 2, 4, 8]
    assert months[3].gigabytes == pytest.approx(8 * months[0].gigabytes)
    first = simulation.first_throttled_month
    assert first is not None
    assert 0 < first <= 6


def test_a_chart_keeps_every_peak() -> None:
    values = [0.0] * 1440
    values[777] = 5.0
    assert max(thinned(values)) == 5
    assert len(thinned(values)) <= 288
    assert ">5<" in chart("title", [Line("asked", "asked", values)], ["0", "24"])
