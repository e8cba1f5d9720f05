"""Writes the AWS provider's schema to a file.

`python -m dynawright.deploy.provider_schema FILE [VERSION]`

`make bindings` uses the version of the bindings.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

from dynawright.bindings import PROVIDER_SOURCE, PROVIDER_VERSION
from dynawright.deploy.terraform import Terraform
from dynawright.errors import run


def provider_schema(version: str) -> dict[str, Any]:
    """Return the schema of one version of the provider."""
    with tempfile.TemporaryDirectory(prefix="dynawright-schema-") as folder:
        providers = {"aws": {"source": PROVIDER_SOURCE, "version": version}}
        (Path(folder) / "cdk.tf.json").write_text(json.dumps({"terraform": {"required_providers": providers}}))
        terraform = Terraform(Path(folder))
        terraform.init()
        schemas: dict[str, Any] = terraform.provider_schemas()
    return dict(next(iter(schemas["provider_schemas"].values())))


def main() -> None:
    target, version = Path(sys.argv[1]), (sys.argv[2:] or [PROVIDER_VERSION])[0]
    print(f"• asking the provider {PROVIDER_SOURCE} {version} for its schema", flush=True)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps({"version": version, "schema": provider_schema(version)}))


if __name__ == "__main__":
    run(main)
