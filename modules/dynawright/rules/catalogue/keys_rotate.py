"""Keys rotate.

A key that never changes encrypts all data, old and new, with the same key material. Rotation costs callers nothing: KMS
keeps the old material to decrypt with. Keys rotate at least once a year.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule

YEAR = 365


def check(key: Resource, _: Document) -> Iterator[str]:
    if key.get("customer_master_key_spec", "SYMMETRIC_DEFAULT") != "SYMMETRIC_DEFAULT":
        return  # KMS rotates only symmetric keys with its own material
    if key.get("is_enabled") is False:
        yield "it is disabled: data that it encrypts can't be read"
    if key.get("enable_key_rotation") is not True:
        yield "rotation is off: set enable_key_rotation to true"
    elif isinstance(days := key.get("rotation_period_in_days", YEAR), int | float) and days > YEAR:
        yield f"it rotates every {days} days: once a year or more often"


RULE = Rule(
    module=__name__,
    number=23,
    severity="medium",
    types=("aws_kms_key",),
    check=check,
    standards=("Security Hub KMS.4", "CIS 3.6", "WA SEC08-BP01"),
)
