"""Lines of the team's document that were once not met; other decisions are in document.py."""

import pytest

from dynawright.model.reach import readable
from stacks.feature_flags.model import ADMIN, FLAGS, SYSTEM
from tests.conftest import ROOT
from tests.stacks.documents import ENVIRONMENTS, Documents


def test_the_decision_about_overrides_has_a_record() -> None:
    assert (ROOT / "docs/adr/0032-a-tenants-override-is-an-item.md").exists()


def test_the_admin_reads_all_that_saving_a_flag_replaces() -> None:
    """save() with optimistic locking: its version, and its tags."""
    flag = FLAGS.entity("FLAG_METADATA")
    assert readable(FLAGS, ADMIN, flag) == {*flag.attributes}


def test_ab_tests_of_an_environment_are_read() -> None:
    (pattern,) = [one for one in FLAGS.access_patterns if one.id == "PF17"]
    assert pattern.used_by == (ADMIN,)
    assert {warning.code for warning in SYSTEM.warnings} == {"DW264"}  # an environment's flags are one partition of the index


@pytest.mark.parametrize("environment", ENVIRONMENTS)
def test_the_keys_alias_is_the_documents(documents: Documents, environment: str) -> None:
    aliases = documents[environment, "feature_flags"]["resource"]["aws_kms_alias"].values()
    assert {alias["name"] for alias in aliases} == {f"alias/feature-flags-key-{environment}"}
