"""Providers for the environment's other Regions."""

from __future__ import annotations

from collections.abc import Mapping

from constructs import Construct

from dynawright.bindings.aws.provider import AwsProvider
from dynawright.bindings.engine.location import location
from dynawright.errors import Place, Problem, UserError


def provider_in(scope: Construct, region: str) -> AwsProvider:
    """Return the provider of another Region, for a resource's `provider` argument.

    Stacks have one for each of the environment's other_regions, used or not: Terraform still needs it to delete the last
    resource of a Region.
    """
    providers: Mapping[str, AwsProvider] = getattr(location(scope).stack, "other_providers", {})
    if region not in providers:
        allowed, fix = ", ".join(providers), "add the Region to other_regions in the environment's file"
        raise UserError(
            [Problem("DW322", f"there is no provider for '{region}'", Place(path="other_regions"), region, allowed, fix)]
        )
    return providers[region]
