"""What Terraform's AWS provider 5.100.0 calls and moto 5.2.5 lacks or gets wrong, one file per AWS service.

Green on an operation that is added here means that it round-trips through the real provider, not that AWS accepts it.
"""

from harness.gaps import dynamodb, dynamodb_limits, kms, logs


def install() -> None:
    """Changes moto's classes in this process; to be called once, before the server answers."""
    for service in (dynamodb, dynamodb_limits, kms, logs):
        service.install()
