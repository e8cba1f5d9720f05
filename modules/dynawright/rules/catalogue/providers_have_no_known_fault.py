"""The AWS provider has no known fault.

Some versions of provider 6 plan endless changes of indexes, fail to create tables, or delete all indexes of a table
when one is removed. A stack pins a healthy version, or its lock file does; a version range is judged by the lock file.
"""

from collections.abc import Iterator

from dynawright.provider_versions import VERSION, faults, first_healthy
from dynawright.rules.resources import LOCKED_PROVIDER, REQUIRED_PROVIDER, Document, Resource
from dynawright.rules.rule import NONE_APPLIES, Rule


def check(provider: Resource, _: Document) -> Iterator[str]:
    version = str(provider.get("version", "")).removeprefix("=").strip()
    if not str(provider.get("source")).endswith("hashicorp/aws") or not VERSION.fullmatch(version):
        return
    for fault in faults(version):
        yield f"with {version} {fault.reason} ({fault.source}): use {first_healthy()} or newer"


RULE = Rule(
    module=__name__,
    number=37,
    severity="high",
    types=(LOCKED_PROVIDER, REQUIRED_PROVIDER),
    check=check,
    standards=NONE_APPLIES,
)
