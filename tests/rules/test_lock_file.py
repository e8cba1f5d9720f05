"""Lock files of any Terraform or OpenTofu: a provider with a known fault is found."""

from __future__ import annotations

from pathlib import Path

import pytest

from dynawright.provider_versions import DEFAULT, KNOWN_FAULTS
from dynawright.rules.files import judge_files
from tests.problems import refused

LOCK = """# This file is maintained automatically by "terraform init".

provider "{source}" {{
  version     = "{version}"
  constraints = ">= 5.0.0"
  hashes = [
    "h1:0000000000000000000000000000000000000000000=",
  ]
}}

provider "registry.terraform.io/hashicorp/random" {{
  version = "6.20.0"
}}
"""


def locked(folder: Path, version: str, source: str = "registry.terraform.io/hashicorp/aws") -> Path:
    file = folder / ".terraform.lock.hcl"
    file.write_text(LOCK.format(source=source, version=version))
    return file


@pytest.mark.parametrize("host", ["registry.terraform.io", "registry.opentofu.org"])
@pytest.mark.parametrize("fault", KNOWN_FAULTS, ids=lambda fault: fault.source)
def test_a_version_with_a_known_fault_is_found(tmp_path: Path, fault: object, host: str) -> None:
    assert isinstance(fault, type(KNOWN_FAULTS[0]))
    judged = judge_files([locked(tmp_path, fault.first, f"{host}/hashicorp/aws")])
    found = [finding for finding in judged.judgement.findings if fault.source in finding.message]
    assert [(finding.rule, finding.resource.label) for finding in found] == [
        ("providers-have-no-known-fault", f'provider "{host}/hashicorp/aws"')
    ]


@pytest.mark.parametrize("version", ["5.100.0", "6.12.0", "6.39.0", DEFAULT])
def test_other_versions_and_other_providers_pass(tmp_path: Path, version: str) -> None:
    assert judge_files([locked(tmp_path, version)]).judgement.passes


def test_a_lock_file_is_judged_beside_terraform_json(tmp_path: Path) -> None:
    stack = tmp_path / "cdk.tf.json"
    stack.write_text('{"resource": {"aws_sqs_queue": {"q": {"name": "q"}}}}')
    judged = judge_files([stack, locked(tmp_path, "6.29.0")])
    assert {"providers-have-no-known-fault", "stored-data-is-encrypted"} <= {
        finding.rule for finding in judged.judgement.findings
    }


@pytest.mark.parametrize(("content", "code"), [(b"", "DW503"), (b"\xff", "DW502")])
def test_a_file_without_providers_is_refused(tmp_path: Path, content: bytes, code: str) -> None:
    file = tmp_path / ".terraform.lock.hcl"
    file.write_bytes(content)
    assert [problem[0] for problem in refused(lambda: judge_files([file]))] == [code]
