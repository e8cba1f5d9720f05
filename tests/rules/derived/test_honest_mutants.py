"""Weakened generators, constructs, stacks, models and settings, synthesized honestly."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dynawright.bindings.aws.iam_role import IamRole
from dynawright.constructs import access, backup_access, encryption, role
from dynawright.errors import UserError
from dynawright.iam import trust
from dynawright.iam.policy import Statement
from dynawright.intents import with_intent
from dynawright.model import permission
from dynawright.rules.catalogue import all_rules
from dynawright.rules.resources import document
from dynawright.settings import load_named
from dynawright.synthesis import synthesize
from tests.applications import complete, inside

POLICIES, BOUNDS = "policies-follow-from-the-model", "roles-stay-within-bounds"
LIBRARY = "stacks/library"


def findings(application: Path) -> set[str]:
    """Synthesize the library for production and return which rules say something."""
    with inside(application), tempfile.TemporaryDirectory() as outdir:
        environment = load_named("production")
        synthesize(environment, system="library", outdir=Path(outdir))
        (file,) = Path(outdir).glob("stacks/*/cdk.tf.json")
        built = with_intent(document(json.loads(file.read_text()), file.parent.name, ours=True), environment)
    return {finding.rule for rule in all_rules() for finding in rule.findings(built)}


def _without_null(consumer: Any) -> dict[str, dict[str, Any]]:
    return {"ForAllValues:StringEquals": access_tenant_condition(consumer)["ForAllValues:StringEquals"]}


access_tenant_condition = access.tenant_condition


def _open_service(principal: str, condition: dict[str, dict[str, str]]) -> Statement:
    return Statement(("sts:AssumeRole",), (), principal={"Service": principal})


def _callers_without_service(self: Any, endpoint: str, *, grants: bool, retires: bool = False) -> list[Statement]:
    return [replace(grant, condition={}) for grant in callers_of(self, endpoint, grants=grants, retires=retires)]


callers_of = encryption.EncryptionKey._callers_of


def _unbounded(*arguments: Any, **given: Any) -> Any:
    return IamRole(*arguments, **{**given, "permissions_boundary": None})


GENERATORS: dict[str, tuple[Any, str, Any, str]] = {
    "a tenant's requests without a key": (access, "tenant_condition", _without_null, BOUNDS),
    "every key of a consumer": (permission, "_leading_keys", lambda partitions: (), POLICIES),
    "whatever a write returns": (access, "RETURNING", set(), POLICIES),
    "services of any account": (trust, "_service", _open_service, POLICIES),
    "roles that nothing bounds": (role, "IamRole", _unbounded, BOUNDS),
    "a key for every service": (encryption.EncryptionKey, "_callers_of", _callers_without_service, POLICIES),
    "restores into any table": (backup_access, "RESTORE_TEST_TABLES", "*", POLICIES),
    "streams that may be scanned": (access, "STREAM_ACTIONS", (*access.STREAM_ACTIONS, "dynamodb:Scan"), POLICIES),
}


@pytest.mark.parametrize("name", GENERATORS)
def test_a_weakened_generator_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, attribute, weakened, rule = GENERATORS[name]
    monkeypatch.setattr(owner, attribute, weakened)
    assert rule in findings(complete())


EDITS: dict[str, tuple[str, str, str, str]] = {
    "a tenant with the desk's patterns": (f"{LIBRARY}/stack.py", "grant(branch, model.BRANCH, loans)", "grant(branch, model.DESK, loans)", POLICIES),
    "a role without its grant": (f"{LIBRARY}/stack.py", "        grant(reports, model.REPORTS, history)\n", "", POLICIES),
    "a tenant's role for anybody": (f"{LIBRARY}/stack.py", 'trust.tenant_sessions(desk.arn, "branchId")', "trust.lambda_functions()", POLICIES),
    "a consumer of another account": (f"{LIBRARY}/stack.py", "self.role(model.REPORTS, trust.lambda_functions())", 'self.role(model.REPORTS, trust.other_account("999999999999", "abc"))', POLICIES),
    "a partner with another consumer's rights": (f"{LIBRARY}/stack.py", "admits=model.PARTNER", "admits=model.REPORTS", POLICIES),
    "a consumer that is no tenant any more": (f"{LIBRARY}/model.py", ', tenant_key="BRANCH#{branchId}"', "", POLICIES),
    "a Scan without a reason": (f"{LIBRARY}/model.py", 'because="the yearly report counts every change", ', "", BOUNDS),
}  # fmt: skip


@pytest.fixture
def edited(tmp_path: Path) -> Callable[[str, str, str], Path]:
    """Return a copy of the complete application with one edit."""

    def edit(file: str, old: str, new: str) -> Path:
        shutil.copytree(complete(), tmp_path / "application")
        path = tmp_path / "application" / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))
        return tmp_path / "application"

    return edit


@pytest.mark.parametrize("name", EDITS)
def test_a_weakened_stack_or_model_is_found(name: str, edited: Callable[[str, str, str], Path]) -> None:
    file, old, new, rule = EDITS[name]
    assert rule in findings(edited(file, old, new))


def test_production_without_a_boundary_is_refused_where_a_role_deploys(edited: Callable[[str, str, str], Path]) -> None:
    line = "  permissions_boundary_arn: arn:aws:iam::444444444444:policy/boundary\n"
    with pytest.raises(UserError):
        findings(edited("environments/production.yaml", line, "  path: /\n"))


def test_the_application_as_it_is_has_no_finding() -> None:
    assert findings(complete()) & {POLICIES, BOUNDS, "identities-are-known"} == set()
