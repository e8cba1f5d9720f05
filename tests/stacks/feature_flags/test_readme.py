"""The README's statements on tenants' rights; another test keeps it current."""

from pathlib import Path

import pytest


@pytest.fixture
def page(project_root: Path) -> str:
    return (project_root / "stacks/feature_flags/README.md").read_text()


def test_a_tenants_rights_name_its_own_key_only(page: str) -> None:
    rows = [line for line in page.splitlines() if line.startswith("| tenant |")]
    assert [row.split(" | ")[1] for row in rows] == ["GetItem", "Query", "PutItem"]
    assert all("`TENANT#{tenantId}` of the session's tag, no other" in row for row in rows)


def test_it_says_what_iam_cannot_keep_a_tenant_from(page: str) -> None:
    (remark,) = [line for line in page.splitlines() if "IAM can't bind" in line]
    assert all(name in remark for name in ("PF4", "`PK`", "`GSI3PK`"))
