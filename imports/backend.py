"""Where Terraform keeps a stack's state."""

from __future__ import annotations

from typing import Any

import cdktf
import jsii
from constructs import Construct


class S3Backend(cdktf.S3Backend):
    """cdktf's own, made without its checks at run time: of sixty arguments, twice, they take longer than the call."""

    def __init__(
        self,
        scope: Construct,
        *,
        bucket: str,
        key: str,
        region: str,
        encrypt: bool,
        kms_key_id: str | None,
        allowed_account_ids: list[str],
    ) -> None:
        config: dict[str, Any] = {"bucket": bucket, "key": key, "region": region, "encrypt": encrypt}
        config |= {"kmsKeyId": kms_key_id, "allowedAccountIds": allowed_account_ids}
        jsii.create(cdktf.S3Backend, self, [scope, config])
