"""`dynawright bootstrap`."""

from __future__ import annotations

from dynawright.cli.options import EnvironmentOption


def bootstrap(environment: EnvironmentOption = "local") -> int:
    """Create the bucket for an environment's Terraform state, or mend it; run it before the first apply.

    Run it as often as you like: it changes only what is missing.
    """
    from dynawright.deploy.bootstrap import bootstrap_with_own_credentials

    bucket, done = bootstrap_with_own_credentials(environment)
    print(f"s3://{bucket}: {', '.join(done) or 'is as it must be, nothing changed'}")
    return 0
