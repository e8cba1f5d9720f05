"""Identities are known.

A stack gives something to each account, role, organization, key, topic, bucket, network and address that it names:
data, messages, or the right to act. Each must belong to the environment, be built by one of its stacks, or be declared
in its settings. A name in an unknown form is a finding, too.
"""

from collections.abc import Iterator

from dynawright.rules.blocks import as_mapping
from dynawright.rules.derived.consumers import consumer_of
from dynawright.rules.derived.things import FUNCTION, ROLE, intent_of, named, names_of
from dynawright.rules.identities.known import Known
from dynawright.rules.identities.leaves import is_number, leaves, names_something
from dynawright.rules.identities.policies import strangers
from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import EVERY_TYPE, Rule


def check(resource: Resource, document: Document) -> Iterator[str]:
    known = document.worked_out(Known)
    for leaf in leaves(resource):
        place, is_naming = ".".join(leaf.path), names_something(resource, leaf)
        unknown = [] if is_number(leaf) and not is_naming else list(known.strangers(leaf.text))
        yield from (
            f"{place} names {identity}: it isn't part of this environment, and no setting names it" for identity in unknown
        )
        if is_naming and not unknown and not known.is_name(leaf.text):
            yield f"{place} is '{leaf.text}', a name that neither the stack nor a setting has"
    yield from (
        f"its policy names {stranger}: it isn't part of this environment, and no setting names it"
        for stranger in strangers(resource, document, known)
    )
    if resource.type == FUNCTION:
        yield from _variables(resource, document)


def _variables(function: Resource, document: Document) -> Iterator[str]:
    """Yield messages for variables that don't name the thing declared for them in function.json."""
    role = next((resource for resource in document.of_type(ROLE) if named(document, function.get("role"), resource)), None)
    consumer = consumer_of(role, document) if role else None
    values = as_mapping(function.block("environment").get("variables"))
    for name, variable in intent_of(document).functions.get(consumer.name if consumer else "", {}).items():
        text = names_of(document).written_out(str(values.get(name, "")))
        if not text.removesuffix(".fifo").endswith(variable.name) and not text.endswith(f"{variable.name}-of-aws"):
            yield f"variable {name} is '{text}': function.json says it names {variable.kind} {variable.name}"


RULE = Rule(
    module=__name__,
    number=43,
    severity="high",
    types=EVERY_TYPE,
    check=check,
    standards=("WA SEC03-BP07",),
    needs_intent=True,
)
