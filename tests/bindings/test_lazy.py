"""Resources that Node does not need stay in Python, without a visible difference."""

import inspect
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsii
import pytest
from constructs import Construct, IConstruct, IMixin, IValidation

from dynawright.bindings.aws.data_aws_caller_identity import DataAwsCallerIdentity
from dynawright.bindings.aws.kms_key import KmsKey
from dynawright.bindings.aws.provider import AwsProvider
from dynawright.bindings.engine import tree
from dynawright.bindings.engine.arguments import SchemaError
from dynawright.bindings.engine.output import Output
from dynawright.constructs.component import Component
from dynawright.framework import cdktf
from dynawright.settings import load_named
from dynawright.synthesis import synthesize
from tests.problems import Told, told


@pytest.fixture
def app(tmp_path: Path) -> cdktf.App:
    return cdktf.App(outdir=str(tmp_path))


@pytest.fixture
def stack(app: cdktf.App) -> cdktf.TerraformStack:
    stack = cdktf.TerraformStack(app, "stack")
    AwsProvider(stack, "aws", region="ap-northeast-1")
    return stack


def synthesized(stack: cdktf.TerraformStack) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(cdktf.Testing.synth(stack))
    return document


def written(app: cdktf.App) -> dict[str, Any]:
    """Return the output of `python main.py`, with metadata."""
    app.synth()
    document: dict[str, Any] = json.loads((Path(app.outdir) / "stacks/stack/cdk.tf.json").read_text())
    return document


def refused(write: Callable[[], object]) -> Told:
    """Return the problem; it is on the line of the `write` that makes the mistake."""
    with pytest.raises(SchemaError) as caught:
        write()
    (problem,) = caught.value.problems
    assert (problem.place.file, problem.place.line) == ("tests/bindings/test_lazy.py", inspect.getsourcelines(write)[1])
    return told([problem])[0]


# ---- what stays in Python


def test_a_resource_is_created_only_when_node_needs_it(stack: cdktf.TerraformStack) -> None:
    component = Component(stack, "Group")
    key = KmsKey(component, "Key")
    KmsKey(stack, "Other", description=key.arn)
    Output(stack, "Arn", value=key.arn)
    synthesized(stack)
    assert (component._created, key._created) == (False, False)
    assert key.fqn
    assert (component._created, key._created) == (True, True)


def everything(stack: cdktf.TerraformStack) -> None:
    group = Component(stack, "Group")
    key = KmsKey(Component(group, "Inner"), "Key/with slash", lifecycle={"prevent_destroy": True, "ignore_changes": ["tags"]})
    KmsKey(group, "Override", tags={"A": "1"}).add_override("tags.B", "2")
    identity = DataAwsCallerIdentity(stack, "Me")
    KmsKey(stack, "Other", description=f"{key.arn} {identity.account_id}", tags={key.key_id: "a key"})
    Output(stack, "Arn", value=key.arn)
    Output(group, "Text", value="text")
    KmsKey(stack, "After", lifecycle={"replace_triggered_by": [key]}, depends_on=[key])
    elsewhere = AwsProvider(stack, "elsewhere", alias="elsewhere", region="eu-west-1")
    later = KmsKey(stack, "Later", depends_on=[key], provider=elsewhere)
    later.depends_on = [key, identity]
    KmsKey(stack, "Computed", description=cdktf.Fn.upper(key.arn), tags={cdktf.Fn.lower(key.arn): "a key"})
    Output(stack, "Computed value", value=cdktf.Fn.upper(key.arn))


def test_lazy_and_created_constructs_give_the_same_json(app: cdktf.App, stack: cdktf.TerraformStack, tmp_path: Path) -> None:
    everything(stack)
    lazy = written(app)
    assert lazy["resource"]["aws_kms_key"]["Other"]["//"] == {"metadata": {"path": "stack/Other", "uniqueId": "Other"}}

    other_app = cdktf.App(outdir=str(tmp_path / "created"))
    other = cdktf.TerraformStack(other_app, "stack")
    AwsProvider(other, "aws", region="ap-northeast-1")
    tree._look_at(other.node)
    everything(other)
    assert written(other_app) == lazy


def without_notes(json_value: Any) -> Any:
    if isinstance(json_value, dict):
        return {key: without_notes(value) for key, value in json_value.items() if key != "//"}
    return [without_notes(value) for value in json_value] if isinstance(json_value, list) else json_value


def test_what_is_written_is_what_cdktf_would_have_resolved(app: cdktf.App, stack: cdktf.TerraformStack) -> None:
    everything(stack)
    resolved = synthesized(stack)
    on_disk = written(app)
    for section in ("provider", "data", "resource", "output"):
        assert without_notes(on_disk[section]) == without_notes(resolved[section])
    assert resolved["resource"]["aws_kms_key"]["Computed"]["description"].startswith("${upper(")


def test_dependencies_and_overrides_need_no_node_and_are_kept_when_it_hears_of_them(stack: cdktf.TerraformStack) -> None:
    before = KmsKey(stack, "Before")
    after = KmsKey(stack, "After", depends_on=[before])
    after.depends_on = [before, DataAwsCallerIdentity(stack, "Me")]
    after.add_override("count", 2)
    lazy = synthesized(stack)["resource"]["aws_kms_key"]["After"]
    assert (before._created, after._created) == (False, False)
    assert (lazy["depends_on"], lazy["count"]) == (["aws_kms_key.Before", "data.aws_caller_identity.Me"], 2)
    assert after.fqn
    assert synthesized(stack)["resource"]["aws_kms_key"]["After"] == lazy
    after.depends_on = [before]
    assert synthesized(stack)["resource"]["aws_kms_key"]["After"]["depends_on"] == ["aws_kms_key.Before"]


def without_statistics(file: Path) -> Any:
    """cdktf also notes which kinds of resources it saw overrides of."""
    document = json.loads(file.read_text())
    document["//"]["metadata"].pop("overrides", None)
    return document


@pytest.mark.parametrize("environment", ["local", "production"])
def test_a_system_is_the_same_lazy_or_created(
    application: Path, environment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    synthesize(load_named(environment), system=None, outdir=tmp_path / "lazy")
    monkeypatch.setattr(tree, "_watched", True)
    synthesize(load_named(environment), system=None, outdir=tmp_path / "created")
    documents = list((tmp_path / "lazy/stacks").glob("*/cdk.tf.json"))
    assert documents
    for document in documents:
        twin = tmp_path / "created/stacks" / document.parent.name / "cdk.tf.json"
        assert without_statistics(twin) == without_statistics(document)


@pytest.mark.parametrize("watched", [False, True])
def test_a_meta_argument_can_be_overridden(stack: cdktf.TerraformStack, watched: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "_watched", watched)
    KmsKey(stack, "Key", lifecycle={"prevent_destroy": True}).add_override("lifecycle.prevent_destroy", False)
    assert synthesized(stack)["resource"]["aws_kms_key"]["Key"]["lifecycle"] == {"prevent_destroy": False}


# ---- mistakes that Node would have found


def test_a_second_component_of_the_same_id_is_refused_at_its_line(stack: cdktf.TerraformStack) -> None:
    Component(stack, "Group")
    assert refused(lambda: Component(stack, "Group")) == ("DW314", "Component 'Group'", "Group")


def test_ids_that_become_the_same_in_a_path_are_refused(stack: cdktf.TerraformStack) -> None:
    group = Component(stack, "Group")
    KmsKey(group, "a/b")
    assert refused(lambda: KmsKey(group, "a--b")) == ("DW314", "aws_kms_key 'a--b'", "a--b")


def test_an_id_that_a_stock_construct_has_is_refused_when_the_resource_is_used(stack: cdktf.TerraformStack) -> None:
    cdktf.TerraformLocal(stack, "Key", "x")
    key = KmsKey(stack, "Key")
    assert refused(lambda: key.fqn) == ("DW314", "aws_kms_key 'Key'", "Key")


def test_a_token_is_no_id(stack: cdktf.TerraformStack) -> None:
    key = KmsKey(stack, "Key")
    code, _, value = refused(lambda: KmsKey(stack, key.arn))
    assert (code, value) == ("DW314", key.arn)


def test_a_stack_without_a_provider_is_refused(app: cdktf.App) -> None:
    KmsKey(cdktf.TerraformStack(app, "stack"), "Key")
    with pytest.raises(RuntimeError, match="Found resources without a matching provider construct"):
        app.synth()


def test_a_resource_made_after_its_scope_is_locked_is_refused(stack: cdktf.TerraformStack) -> None:
    KmsKey(stack, "Key")
    stack.node.lock()
    assert refused(lambda: KmsKey(stack, "Late")) == ("DW314", "aws_kms_key 'Late'", "Late")


def test_a_validation_of_a_resource_is_run(app: cdktf.App, stack: cdktf.TerraformStack) -> None:
    @jsii.implements(IValidation)
    class Never:
        def validate(self) -> list[str]:
            return ["never good"]

    KmsKey(stack, "Key").node.add_validation(Never())
    with pytest.raises(RuntimeError, match=r"\[stack/Key\] never good"):
        app.synth()


# ---- code that inspects the tree


@jsii.implements(cdktf.IAspect)
class Tag:
    def __init__(self) -> None:
        self.seen: list[str] = []

    def visit(self, node: IConstruct) -> None:
        self.seen.append(node.node.id)
        if isinstance(node, KmsKey):
            node.tags = {"Seen": "yes"}


@pytest.mark.parametrize("where", ["stack", "component"])  # cdktf asks no Aspects of an app
def test_an_aspect_visits_what_was_made_before_and_after_it(app: cdktf.App, stack: cdktf.TerraformStack, where: str) -> None:
    group = Component(stack, "Group")
    KmsKey(group, "Before")
    scopes: dict[str, Construct] = {"stack": stack, "component": group}
    aspect = Tag()
    cdktf.Aspects.of(scopes[where]).add(aspect)
    KmsKey(Component(group, "Inner"), "After")
    keys = written(app)["resource"]["aws_kms_key"].values()
    assert [key["tags"] for key in keys] == [{"Seen": "yes"}] * 2
    assert {"Group", "Before", "Inner", "After"} <= set(aspect.seen)


LOOKS: dict[str, Callable[[Construct], list[Any]]] = {
    "children": lambda scope: scope.node.children,
    "find_all": lambda scope: scope.node.find_all(),
    "find_child": lambda scope: [scope.node.find_child("Default")],
    "try_find_child": lambda scope: [scope.node.try_find_child("Default")],
    "default_child": lambda scope: [scope.node.default_child],
}


@pytest.mark.parametrize("look", LOOKS)
def test_a_look_at_the_tree_finds_lazy_constructs(stack: cdktf.TerraformStack, look: str) -> None:
    group = Component(stack, "Group")
    key = KmsKey(group, "Default")
    assert key in LOOKS[look](group)


def test_the_whole_tree_is_seen_from_the_app(app: cdktf.App, stack: cdktf.TerraformStack) -> None:
    key = KmsKey(Component(stack, "Group"), "Key")
    assert key in app.node.find_all()
    assert [scope.node.id for scope in key.node.scopes] == ["", "stack", "Group", "Key"]


def test_a_mixin_is_applied_to_lazy_constructs(stack: cdktf.TerraformStack) -> None:
    @jsii.implements(IMixin)
    class TagIt:
        def supports(self, construct: IConstruct) -> bool:
            return isinstance(construct, KmsKey)

        def apply_to(self, construct: IConstruct) -> None:
            construct.tags = {"Mixed": "in"}  # type: ignore[attr-defined]

    KmsKey(stack, "Key")
    stack.with_(TagIt())
    assert synthesized(stack)["resource"]["aws_kms_key"]["Key"]["tags"] == {"Mixed": "in"}


@pytest.mark.parametrize("watched", [False, True])
def test_a_removed_child_is_gone_with_all_below_it(
    stack: cdktf.TerraformStack, watched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "_watched", watched)
    KmsKey(Component(stack, "Group"), "Gone")
    KmsKey(stack, "Kept")
    assert stack.node.try_remove_child("Group")
    assert list(synthesized(stack)["resource"]["aws_kms_key"]) == ["Kept"]
