"""Terraform works in the right account only.

With the wrong credentials, an apply builds production in the sandbox, or the other way round. With
`allowed_account_ids`, the provider rejects every other account before its first call.
"""

from collections.abc import Iterator

from dynawright.rules.resources import PROVIDER, Document, Resource
from dynawright.rules.rule import NONE_APPLIES, Rule


def check(provider: Resource, _: Document) -> Iterator[str]:
    if not provider.get("allowed_account_ids"):
        yield "it works in any account that the credentials belong to: set allowed_account_ids"
    if provider.get("access_key") or provider.get("secret_key"):
        yield "it contains credentials: take them from the environment"


RULE = Rule(module=__name__, number=32, severity="medium", types=(PROVIDER,), check=check, standards=NONE_APPLIES)
