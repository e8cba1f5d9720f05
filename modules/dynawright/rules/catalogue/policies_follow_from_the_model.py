"""Policies follow from the model.

The rule derives the expected policies a second time, from the model's access patterns, the settings and the stack's
other resources, with code that is independent of the constructs: what each role may do, whom it trusts, and whom a
resource's own policy admits. The written policies must be equivalent: a missing condition, an additional action,
resource or principal, and a missing right or denial are findings. Another way to write the same policy is not.
"""

from collections.abc import Iterator

from dynawright.rules.derived import resource_policies, roles, trusts
from dynawright.rules.derived.difference import extra_text, missing_text
from dynawright.rules.derived.grant import Grant
from dynawright.rules.derived.need import Need
from dynawright.rules.derived.things import ROLE
from dynawright.rules.derived.written import INLINE, POLICY, roles_of, said_by, written_of
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule
from dynawright.rules.statements import RESOURCE

MOST = 3
"""How many differences of one kind are reported for one resource."""


def check(resource: Resource, document: Document) -> Iterator[str]:
    if resource.type == ROLE:
        yield from _of_role(resource, document)
    elif resource.type in (POLICY, INLINE):
        yield from _of_policy(resource, document)
    elif resource.type in resource_policies.SOURCES:
        yield from _of_resource(resource, document)
    elif resource.get("policy"):
        yield "nothing declares what this policy should allow: remove it, or use a construct"


def _of_role(role: Resource, document: Document) -> Iterator[str]:
    comparison = roles.judged(role, document)
    if not comparison.needs:
        yield "nothing uses the role, and no consumer has its name: its rights follow from nothing"
    inside = {grant for grant, policy in written_of(role, document).placed if policy is role}
    yield from _extra([grant for grant in comparison.difference.extra if grant in inside], comparison.needs)
    yield from _missing(comparison.difference.missing)
    trusted, difference, wrong = trusts.judged(role, document)
    yield from wrong
    yield from _extra(difference.extra, trusted)
    yield from _missing(difference.missing)


def _of_policy(policy: Resource, document: Document) -> Iterator[str]:
    written, wrong = said_by(policy, document)
    yield from wrong
    holders = roles_of(policy, document)
    if not holders:
        yield "it is attached to no role of this stack: its rights follow from nothing"
    for role in holders:
        comparison = roles.judged(role, document)
        yield from _extra([grant for grant in comparison.difference.extra if grant in written], comparison.needs)


def _of_resource(resource: Resource, document: Document) -> Iterator[str]:
    if not resource.get("policy"):
        return  # other rules say which resources need a policy
    follows, difference, wrong = resource_policies.judged(resource, document)
    yield from wrong
    yield from _extra(difference.extra, follows)
    yield from _missing(difference.missing)


def _extra(extra: list[Grant] | tuple[Grant, ...], follows: list[Need] | tuple[Need, ...]) -> Iterator[str]:
    yield from _some([extra_text(grant, follows) for grant in extra])


def _missing(missing: tuple[Need, ...]) -> Iterator[str]:
    yield from _some([missing_text(need) for need in missing])


def _some(messages: list[str]) -> Iterator[str]:
    for number, message in enumerate(messages[:MOST], start=1):
        more = len(messages) - number
        yield f"{message} (and {more} more)" if number == MOST and more else message


RULE = Rule(
    module=__name__,
    number=41,
    severity="high",
    types=(ROLE, POLICY, INLINE, *RESOURCE),
    check=check,
    standards=("WA SEC03-BP02",),
    needs_intent=True,
)
