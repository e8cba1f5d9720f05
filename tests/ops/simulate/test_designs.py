"""Bad designs are reported with their cause, good ones are not reported."""

import pytest

from dynawright.ops.simulate.assumptions import EVERYTHING, NOTHING
from dynawright.ops.simulate.day import simulate_day
from dynawright.ops.simulate.findings import Finding, findings
from tests.ops.simulate.designs import BAD, GOOD, Design


def found(design: Design, assumed: object = EVERYTHING) -> list[Finding]:
    day = simulate_day(design.model, design.load, design.settings, assumed)  # type: ignore[arg-type]
    return findings(day, design.load, design.settings)


def test_there_are_ten_of_each_and_every_one_has_a_source() -> None:
    assert len(BAD) >= 10 <= len(GOOD)
    assert all(design.source.startswith("https://") for design in (*BAD, *GOOD))


@pytest.mark.parametrize("design", BAD, ids=lambda design: design.name)
def test_a_bad_design_is_flagged_for_its_cause(design: Design) -> None:
    assert design.cause in {finding.cause for finding in found(design)}


@pytest.mark.parametrize("design", GOOD, ids=lambda design: design.name)
def test_a_good_design_is_not_flagged(design: Design) -> None:
    assert found(design) == []


@pytest.mark.parametrize(
    "design", [design for design in GOOD if design.settings.capacity_mode == "on_demand"], ids=lambda design: design.name
)
def test_a_good_on_demand_design_needs_no_assumption(design: Design) -> None:
    assert found(design, NOTHING) == []
