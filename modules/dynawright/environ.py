"""Environment variables of child processes, which decide which AWS they can reach."""

import os
from collections.abc import Mapping

EMULATOR_HOST = "127.0.0.1"
EMULATOR_PORT = 5560
"""The default address of `dynawright emulator`."""


def neutral() -> dict[str, str]:
    """Return this process's variables without AWS's and Terraform's."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "TF_"))}


def emulator_settings(endpoint_url: str) -> dict[str, str]:
    """Return variables that make AWS clients and Terraform's provider use only the emulator."""
    return {
        "AWS_ENDPOINT_URL": endpoint_url,
        "AWS_ACCESS_KEY_ID": "emulator",
        "AWS_SECRET_ACCESS_KEY": "emulator",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    }


def region_settings(region: str) -> dict[str, str]:
    """Return a Region's variables: boto3 reads AWS_DEFAULT_REGION, Terraform prefers AWS_REGION."""
    return {"AWS_REGION": region, "AWS_DEFAULT_REGION": region}


def proxied(environ: Mapping[str, str]) -> dict[str, str]:
    """Return variables with which a Go program reaches the emulator's S3 Control; {} for real AWS.

    S3 Control is called at `<account>.<host>`, which does not resolve here. With the emulator as a proxy the request
    arrives; calls of the host itself bypass a proxy, since it is a loopback address.
    """
    endpoint = environ.get("AWS_ENDPOINT_URL", "")
    is_emulator = endpoint.startswith((f"http://{EMULATOR_HOST}:", "http://localhost:"))
    return {"HTTP_PROXY": endpoint, "NO_PROXY": "", "no_proxy": ""} if is_emulator else {}


def emulator_endpoint() -> str:
    """Return the emulator's address: AWS_ENDPOINT_URL, or that of `dynawright emulator`."""
    return os.environ.get("AWS_ENDPOINT_URL") or f"http://{EMULATOR_HOST}:{EMULATOR_PORT}"
