"""Other Regions of the environment: a stack has a provider for each."""

from __future__ import annotations

from collections.abc import Mapping

from constructs import Construct

from dynawright.bindings.aws.provider import AwsProvider
from dynawright.bindings.engine.location import location
from dynawright.errors import UserError


def provider_in(scope: Construct, region: str) -> AwsProvider:
    """What makes a resource in another Region, given as its `provider`.

    Stacks have one for each of the environment's other_regions, used or not: with the last resource of a Region gone from the
    code, Terraform still needs the provider to delete it.
    """
    providers: Mapping[str, AwsProvider] = getattr(location(scope).stack, "other_providers", {})
    if region not in providers:
        known = ", ".join(providers) or "none"
        raise UserError([f"no provider for '{region}'; there is {known}: add it to other_regions in the environment's file"])
    return providers[region]
