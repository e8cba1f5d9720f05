"""The provider's schema is read from Python signatures without importing them."""

import zipfile
from pathlib import Path

import pytest

from tools.newest_provider import deprecations, signatures

LINK = "{{@link https://registry.terraform.io/providers/hashicorp/aws/6.69.1/docs/resources/thing#{0} Thing#{0}}}"
MODULE = f"""
raise SystemExit("imported")

class ThingA(_cdktn.TerraformResource):
    def __init__(self, scope: "Construct", id_: str, *, name: str, from_: str = None,
                 block: typing.Union["IResolvable", typing.Sequence[typing.Union["ThingBlock", typing.Dict]]] = None,
                 count: int = None) -> None:
        '''Create a thing.

        :param scope: The scope in which to define this construct.
        :param name: Docs at Terraform Registry: {LINK.format("name")}.
        :param from_: Docs at Terraform Registry: {LINK.format("from")}.
        :param block: block block. Docs at Terraform Registry: {LINK.format("block")}
        :param count: -
        '''

    @builtins.property
    @jsii.member(jsii_name="arn")
    def arn(self) -> str: ...

    @builtins.property
    @jsii.member(jsii_name="nameInput")
    def name_input(self) -> str: ...

class ThingBlock:
    def __init__(self, *, size: int) -> None:
        '''
        :param size: Docs at Terraform Registry: {LINK.format("size")}.
        '''
"""


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    file = tmp_path / "cdktn_provider_aws-1.2.3-py3-none-any.whl"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("cdktn_provider_aws/thing/__init__.py", MODULE)
    return file


def test_arguments_blocks_and_what_can_be_read_are_found(wheel: Path) -> None:
    assert signatures(wheel, ["aws_thing"]) == {
        "package": "cdktn_provider_aws-1.2.3",
        "provider": "6.69.1",
        "types": {"aws_thing": {"paths": ["block", "block.size", "from", "name"], "reads": ["arn"]}},
    }


def test_a_type_that_is_gone_is_named(wheel: Path) -> None:
    with pytest.raises(SystemExit, match=r"data\.aws_thing"):
        signatures(wheel, ["data.aws_thing"])


def test_deprecated_attributes_and_blocks_are_found_at_every_depth() -> None:
    inner = {"attributes": {"old": {"deprecated": True}, "new": {}}}
    block = {
        "attributes": {"name": {}, "title": {"deprecated": True}},
        "block_types": {"part": {"block": inner}, "gone": {"block": {**inner, "deprecated": True}}},
    }
    schema = {"version": "6.61.0", "schema": {"resource_schemas": {"aws_thing": {"block": block}, "aws_other": {"block": {}}}}}
    assert deprecations(schema, ["aws_thing", "aws_other"]) == {
        "deprecations_of": "6.61.0",
        "deprecated": {"aws_thing": ["gone", "part.old", "title"]},
    }
