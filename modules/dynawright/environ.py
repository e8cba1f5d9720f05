"""Environment variables of the processes that we start: which AWS they can reach."""

import os
from collections.abc import Mapping

EMULATOR_HOST = "127.0.0.1"
EMULATOR_PORT = 5560
"""Where `dynawright emulator` listens unless it is told otherwise."""


def neutral() -> dict[str, str]:
    """Return this process's variables without AWS's and Terraform's, so that none leaks in."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "TF_"))}


def emulator_settings(endpoint_url: str) -> dict[str, str]:
    """Return variables that point any AWS client and Terraform's provider to the emulator only."""
    return {
        "AWS_ENDPOINT_URL": endpoint_url,
        "AWS_ACCESS_KEY_ID": "emulator",
        "AWS_SECRET_ACCESS_KEY": "emulator",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    }


def region_settings(region: str) -> dict[str, str]:
    """Return the variables of a Region: boto3 reads AWS_DEFAULT_REGION, Terraform AWS_REGION first."""
    return {"AWS_REGION": region, "AWS_DEFAULT_REGION": region}


def proxied(environ: Mapping[str, str]) -> dict[str, str]:
    """Return variables that let a Go program reach the emulator's S3 Control; nothing for real AWS.

    S3 Control is called at `<account>.<host>`, which resolves to nothing here. With the emulator as the proxy the request
    arrives; calls of the host itself go around a proxy, since it is a loopback address.
    """
    endpoint = environ.get("AWS_ENDPOINT_URL", "")
    is_emulator = endpoint.startswith((f"http://{EMULATOR_HOST}:", "http://localhost:"))
    return {"HTTP_PROXY": endpoint, "NO_PROXY": "", "no_proxy": ""} if is_emulator else {}


def emulator_endpoint() -> str:
    """Return the emulator's address: AWS_ENDPOINT_URL, or that of `dynawright emulator`."""
    return os.environ.get("AWS_ENDPOINT_URL") or f"http://{EMULATOR_HOST}:{EMULATOR_PORT}"
