"""Environment variables of the processes that the harness starts: nothing in them can reach a real AWS account."""

import os


def neutral() -> dict[str, str]:
    """This process's variables without AWS's and Terraform's: no ambient profile, session, workspace or flag leaks in."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "TF_"))}


def emulator_settings(endpoint_url: str) -> dict[str, str]:
    """What makes any AWS client, Terraform's provider included, talk to the emulator and to nothing else."""
    return {
        "AWS_ENDPOINT_URL": endpoint_url,
        "AWS_ACCESS_KEY_ID": "emulator",
        "AWS_SECRET_ACCESS_KEY": "emulator",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_CONFIG_FILE": os.devnull,
        "AWS_SHARED_CREDENTIALS_FILE": os.devnull,
    }
