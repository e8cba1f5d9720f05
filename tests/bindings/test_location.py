"""Addresses computed in Python are the ones cdktf computes."""

from constructs import Construct
from hypothesis import given
from hypothesis import strategies as st

from dynawright.bindings.aws.kms_key import KmsKey
from dynawright.bindings.engine.location import location
from dynawright.constructs.component import Component
from dynawright.framework import cdktf
from tests.problems import refused

IDS = st.text(st.sampled_from("abTable_-. é9"), min_size=1, max_size=8).filter(lambda text: text.strip() != "")
PATHS = st.lists(st.one_of(IDS, st.sampled_from(["Resource", "Default", "Table", "x" * 300])), min_size=1, max_size=4)


@given(PATHS)
def test_the_logical_id_is_the_one_cdktf_computes(path: list[str]) -> None:
    scope: Construct = cdktf.TerraformStack(cdktf.Testing.app(), "stack")
    for part in path[:-1]:
        scope = Construct(scope, part)
    if all(part == "Default" for part in path):
        return  # cdktf itself refuses an address without a name
    key = KmsKey(scope, path[-1])
    assert key.logical_id == key.friendly_unique_id


def test_a_component_and_a_plain_construct_give_the_same_location() -> None:
    stack = cdktf.TerraformStack(cdktf.Testing.app(), "stack")
    ours, plain = Component(stack, "Ours"), Construct(stack, "Plain")
    assert location(Component(ours, "Inner")) == (stack, ("Ours", "Inner"))
    assert location(Construct(plain, "Inner")) == (stack, ("Plain", "Inner"))


def test_a_resource_outside_of_any_stack_is_refused() -> None:
    assert refused(lambda: Component(cdktf.Testing.app(), "Lost")) == [("DW314", "App", "App")]
