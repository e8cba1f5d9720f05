"""The AWS provider's schema, asked of the provider itself: `python -m dynawright.deploy.provider_schema FILE` (part of `make bindings`)."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from dynawright.bindings import PROVIDER_SOURCE, PROVIDER_VERSION
from dynawright.deploy.terraform import Terraform
from dynawright.errors import run


def provider_schema() -> dict[str, Any]:
    """The schema of the version that the bindings are generated from."""
    with tempfile.TemporaryDirectory(prefix="dynawright-schema-") as folder:
        providers = {"aws": {"source": PROVIDER_SOURCE, "version": PROVIDER_VERSION}}
        (Path(folder) / "cdk.tf.json").write_text(json.dumps({"terraform": {"required_providers": providers}}))
        terraform = Terraform(Path(folder))
        terraform.init()
        schemas: dict[str, Any] = terraform.provider_schemas()
    return dict(next(iter(schemas["provider_schemas"].values())))


def main() -> None:
    print(f"• asking the provider {PROVIDER_SOURCE} {PROVIDER_VERSION} for its schema", flush=True)
    target = Path(sys.argv[1])
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps({"version": PROVIDER_VERSION, "schema": provider_schema()}))


if __name__ == "__main__":
    run(main)
