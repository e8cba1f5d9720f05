"""No policy of ours is wider than it must be, in any system and environment."""

from __future__ import annotations

import json
from typing import Any

import pytest
from parliament import analyze_policy_string

from tests.access.synthesized import ENVIRONMENTS, Stack, stacks

# A key policy speaks of its own key and a secret's policy of its own secret, whatever they name: AWS offers nothing else than "*".
STAR_IS_ITSELF = ("aws_kms_key.", "aws_secretsmanager_secret_policy.")
LIMITS = {"aws_iam_policy.": 6144, "aws_iam_role.": 2048, "aws_dynamodb_resource_policy.": 20480, "aws_kms_key.": 32768}


@pytest.fixture(scope="module", params=ENVIRONMENTS)
def built(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Stack]:
    return stacks(request.param, tmp_path_factory.mktemp("policies"))


def statements(built: list[Stack]) -> list[tuple[str, dict[str, Any]]]:
    found = []
    for stack in built:
        for address, document in stack.documents().items():
            found += [(f"{stack.system}: {address}", statement) for statement in document["Statement"]]
    assert len(found) > 50
    return found


def as_list(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def test_no_action_has_a_wildcard(built: list[Stack]) -> None:
    assert [(at, one["Action"]) for at, one in statements(built) if any("*" in action for action in as_list(one["Action"]))] == []


def test_no_statement_says_not(built: list[Stack]) -> None:
    assert [at for at, one in statements(built) if {"NotAction", "NotResource", "NotPrincipal"} & set(one)] == []


def test_no_resource_has_a_wildcard_but_where_it_means_the_thing_itself(built: list[Stack]) -> None:
    wide = [
        (at, resource)
        for at, one in statements(built)
        for resource in as_list(one.get("Resource", []))
        if "*" in resource and not at.split(": ")[1].startswith(STAR_IS_ITSELF)
    ]
    assert wide == []


def test_nobody_is_everybody_but_in_a_refusal(built: list[Stack]) -> None:
    assert [at for at, one in statements(built) if one.get("Principal") in ("*", {"AWS": "*"}) and one["Effect"] == "Allow"] == []


def test_the_one_declared_scan_is_the_only_one(built: list[Stack]) -> None:
    scans = [
        (at.split(":")[0], one["Resource"])
        for at, one in statements(built)
        if one["Effect"] == "Allow" and "dynamodb:Scan" in as_list(one["Action"])
    ]
    assert [system for system, _ in scans] == ["miyabi_progress"]
    assert all("/miyabi-projects-" in resource and "/index/" not in resource for _, resource in scans)


def test_every_use_of_a_key_goes_through_a_service(built: list[Stack]) -> None:
    """Nobody can hand ciphertext to KMS by themselves."""
    using = ("kms:Decrypt", "kms:Encrypt", "kms:GenerateDataKey")
    for at, one in statements(built):
        if one["Effect"] == "Allow" and set(using) & set(as_list(one["Action"])):
            keys = {key for values in one["Condition"].values() for key in values}
            assert keys & {"kms:ViaService", "aws:SourceAccount", "kms:EncryptionContext:aws:logs:arn"}, at


def test_every_policy_stays_under_its_limit(built: list[Stack]) -> None:
    for stack in built:
        for address, document in stack.documents().items():
            limit = next((size for prefix, size in LIMITS.items() if address.startswith(prefix)), 6144)
            assert len(json.dumps(document, separators=(",", ":"))) <= limit, address


def test_the_linter_finds_nothing(built: list[Stack]) -> None:
    found = []
    for stack in built:
        for address, document in stack.documents().items():
            if address.startswith("aws_iam_policy."):
                findings = analyze_policy_string(json.dumps(document)).findings
                found += [(stack.system, address, finding.issue, finding.detail) for finding in findings]
    assert found == []
