"""The gate as a whole: open for what we have, shut for anything weaker."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from environments import environment_names
from policy import gate
from policy.gate import Stack
from policy.mutation import Mutation, sets
from policy.resources import document

pytestmark = pytest.mark.usefixtures("needs_checkov")


def test_the_gate_is_open_for_every_system_in_every_environment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status = gate.main(tmp_path)
    said = capsys.readouterr().out
    assert status == 0, said
    assert said.endswith("The gate is open: nothing was found that is not accepted with a reason.\n")
    assert "accepted beside the resource:" in said
    assert {path.name for path in tmp_path.iterdir()} == {"synthesized", "gate.md", "gate.sarif", "gate.xml"}


def test_the_gate_is_shut_for_a_weakened_stack(
    production: dict[str, Stack], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = production["shop-production"]
    weakening = sets("aws_dynamodb_table", "Shop_Table", point_in_time_recovery={"enabled": False})
    content = Mutation("no recovery", "shop", weakening).applied_to(shop.content)
    weakened = replace(shop, content=content, document=document(content, shop.document.name))
    monkeypatch.setattr(gate, "synthesized", lambda *_: [weakened])
    status = gate.main(tmp_path)
    said = capsys.readouterr().out
    assert status == 1
    place = "shop-production: shop-production/Shop/Table"
    fix = "point-in-time recovery is off: set table.point_in_time_recovery_days to 1 or more"
    assert f"high   {place}: {fix} [tables-can-be-restored]" in said
    assert "Ensure DynamoDB point in time recovery (backup) is enabled [CKV_AWS_28]" in said
    assert said.endswith("The gate is shut: 2 findings. docs/rules.md says why each rule is there.\n")


def test_an_environment_that_is_added_is_judged_too() -> None:
    assert environment_names() == ["dev", "local", "production", "staging"]
