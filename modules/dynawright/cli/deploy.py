"""`dynawright plan`, `apply`, `destroy` and `deploy`."""

from __future__ import annotations

from dynawright.cli.options import BundledOption, EnvironmentOption, SystemOption


def plan(environment: EnvironmentOption = "local", system: SystemOption = None, bundled_terraform: BundledOption = False) -> int:
    """Show what an apply would change, and the findings of rules and guard.

    Ends with 1 if a plan is refused.
    """
    from dynawright.deploy.deploy import run_terraform

    return run_terraform("plan", environment_name=environment, system=system, allow_bundled=bundled_terraform)


def apply(environment: EnvironmentOption = "local", system: SystemOption = None, bundled_terraform: BundledOption = False) -> int:
    """Apply an environment's systems: plan, judge by rules and guard, ask, apply the shown plan."""
    from dynawright.deploy.deploy import run_terraform

    return run_terraform("apply", environment_name=environment, system=system, allow_bundled=bundled_terraform)


def destroy(
    environment: EnvironmentOption = "local", system: SystemOption = None, bundled_terraform: BundledOption = False
) -> int:
    """Delete an environment's systems, after asking."""
    from dynawright.deploy.deploy import run_terraform

    return run_terraform("destroy", environment_name=environment, system=system, allow_bundled=bundled_terraform)


def deploy(
    environment: EnvironmentOption = "local", system: SystemOption = None, bundled_terraform: BundledOption = False
) -> int:
    """Apply the plans that `dynawright review` saved, and nothing else."""
    from dynawright.deploy.deploy import apply_reviewed

    return apply_reviewed(environment_name=environment, system=system, allow_bundled=bundled_terraform)
