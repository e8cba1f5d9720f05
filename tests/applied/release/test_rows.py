"""Every attribute that a stack emits is changed by the release, or has a reason why not."""

from __future__ import annotations

import pytest

from tests.access.applications import COMPLETE, REFERENCE, stacks
from tests.applied.release.change import attributes
from tests.applied.release.kept import reason
from tests.applied.release.rows import CHANGES
from tests.applied.release.scenario import COPY_REGION, ENVIRONMENT, RELEASED, copied
from tests.applied.release.states import BEFORE

Place = tuple[str, str]
COPY_KEY = f"arn:aws:kms:{COPY_REGION}:444444444444:key/1a2b"


@pytest.fixture(scope="module")
def emitted() -> set[Place]:
    built = [stack for name in REFERENCE.environments for stack in stacks(REFERENCE, name).values()]
    for settings in (BEFORE, copied(COPY_KEY), RELEASED):
        built += COMPLETE.built(COMPLETE.environment(ENVIRONMENT, **settings)).values()
    return {(attribute.type, attribute.path) for stack in built for attribute in attributes(stack.resources)}


def test_every_attribute_is_changed_or_has_a_reason(emitted: set[Place]) -> None:
    assert {(type, path) for type, path in emitted if path not in CHANGES.get(type, {}) and not reason(type, path)} == set()


def test_every_row_is_about_an_attribute_that_a_stack_emits(emitted: set[Place]) -> None:
    assert {(type, path) for type, rows in CHANGES.items() for path in rows} - emitted == set()
