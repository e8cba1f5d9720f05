"""Lines of the team's document that were once not met; other decisions are in document.py."""

from typing import Any

from dynawright.settings import load_named, validated
from stacks.ai_chef.model import SYSTEM
from tests.conftest import ROOT


def test_names_are_checked_against_the_documents_convention() -> None:
    assert SYSTEM.attribute_style == "camelCase"
    assert SYSTEM.warnings == []


def test_the_system_may_have_a_region_of_its_own() -> None:
    settings: dict[str, Any] = load_named("production").model_dump(exclude_unset=True)
    settings["systems"]["ai_chef"]["region"] = "us-east-1"
    assert validated(settings).seen_by("ai_chef").region == "us-east-1"


def test_logs_are_kept_for_a_year_in_production_and_seven_days_in_dev() -> None:
    days = [load_named(name).for_system("ai_chef").logs.retention_days for name in ("production", "dev")]
    assert days == [365, 7]


def test_the_workflow_starts_when_it_is_changed_itself() -> None:
    assert "- .github/workflows/deploy.yml\n" in (ROOT / ".github/workflows/deploy.yml").read_text()
