"""Our S3 backend writes what cdktf's own does."""

import json
from typing import Any

import cdktf
import pytest

from imports.backend import S3Backend


@pytest.mark.parametrize("kms_key_id", [None, "arn:aws:kms:ap-northeast-1:111111111111:key/k"])
def test_both_write_the_same(kms_key_id: str | None) -> None:
    written = []
    for backend in (S3Backend, cdktf.S3Backend):
        stack = cdktf.TerraformStack(cdktf.Testing.app(), "stack")
        backend(
            stack,
            bucket="state",
            key="a/terraform.tfstate",
            region="ap-northeast-1",
            encrypt=True,
            kms_key_id=kms_key_id,
            allowed_account_ids=["111111111111"],
        ).add_override("use_lockfile", True)
        document: dict[str, Any] = json.loads(cdktf.Testing.synth(stack))
        written.append(document["terraform"]["backend"])
    assert written[0] == written[1]
    assert written[0]["s3"]["bucket"] == "state"
