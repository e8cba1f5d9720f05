"""The results table admits only the partner, to two actions."""

from __future__ import annotations

import pytest

from stacks.ai_chef.model import RESULTS
from tests.access import partners
from tests.access.applications import REFERENCE


@pytest.mark.usefixtures("needs_node_packages")
@pytest.mark.parametrize("account", [partners.ACCOUNT, partners.OTHER_ACCOUNT], ids=["same account", "other account"])
def test_the_results_admit_the_partner_to_its_patterns_and_nobody_else(account: str) -> None:
    stack = partners.partnered_stack(REFERENCE, "ai_chef", account, partners.ORGANIZATION)
    partnered = partners.Partnered(stack, RESULTS, "ai-chef-sessions", "ai-chef-application", account)
    assert partners.wrong(partnered, partnered.table_policy, partnered.key_policy) == []
