"""Additional access, or access that can't be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dynawright.guard.change import Change
from dynawright.guard.document import Grant
from dynawright.guard.rule import Finding, Kind, Seen

WIDENED = Kind(
    "access-widened",
    happens="An existing principal gets additional rights as soon as it is applied.",
    instead="Declare the access pattern that needs it, so that the policy follows from the model; narrow it to the table, "
    "index and key needed; then have the data's owner approve.",
)
UNKNOWN_ACCESS = Kind(
    "access-unknown",
    happens="Additional rights can't be detected: the policy is known only after the apply.",
    instead="Apply the resources that the policy refers to first, then plan again; or read the policy in the synthesized JSON and approve.",
)


def new(owner: Change, grants: Iterable[Grant]) -> Iterator[Finding]:
    """Yield a finding for each grant that is new, and for each denial that is gone."""
    for grant in sorted(grants, key=lambda grant: (grant.effect, str(grant))):
        verb = "may now" if grant.effect == "Allow" else "is no longer denied"
        yield WIDENED.finding(owner, Seen(f"{verb}: {grant.detail}", str(grant)))
