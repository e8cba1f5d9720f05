"""The bindings equal the generator's output, for every form of schema."""

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dynawright.bindings import PROVIDER_VERSION, attribute_kinds
from dynawright.bindings.generate import FOLDER, modules, wanted_types
from dynawright.bindings.newer import with_newer
from dynawright.deploy.provider_schema import provider_schema
from tests.conftest import oldest_provider


@pytest.fixture(scope="module")
def schema(needs_terraform: None) -> dict[str, Any]:
    with oldest_provider():
        return with_newer(provider_schema(PROVIDER_VERSION))


def test_the_bindings_are_current(schema: dict[str, Any]) -> None:
    generated = dict(modules(schema, wanted_types(), PROVIDER_VERSION))
    stale = [name for name, text in generated.items() if not (FOLDER / name).exists() or (FOLDER / name).read_text() != text]
    assert stale == [], "run `make bindings`"
    assert {path.name for path in FOLDER.glob("*.py")} == set(generated)
    assert attribute_kinds.FILE.read_text() == attribute_kinds.text(schema, wanted_types()), "run `make bindings`"


def test_every_type_of_the_provider_can_be_generated(schema: dict[str, Any]) -> None:
    types = [*schema["resource_schemas"], *(f"data.{name}" for name in schema["data_source_schemas"])]
    assert len(types) > 2000
    generated = list(modules(schema, types, PROVIDER_VERSION))
    for name, text in generated[::10]:  # parsing takes longer than generating
        ast.parse(text, name)


def test_a_type_that_the_provider_lacks_is_named() -> None:
    with pytest.raises(SystemExit, match=r"types.txt: aws_dynamodb_tabel is not in the schema of hashicorp/aws 1"):
        list(modules({"resource_schemas": {}, "provider": {"block": {}}}, ["aws_dynamodb_tabel"], "1"))


SMALL = {
    "resource_schemas": {
        "aws_thing": {
            "block": {
                "attributes": {
                    "id": {"type": "string", "optional": True, "computed": True},
                    "arn": {"type": "string", "computed": True},
                    "name": {"type": "string", "required": True},
                    "lambda": {"type": "number", "optional": True},
                    "count": {"type": "number", "optional": True},
                    "old": {"type": "string", "optional": True, "deprecated": True},
                    "shape": {"type": ["list", ["object", {"a": "string"}]], "optional": True},
                    "nested": {"nested_type": {"attributes": {}, "nesting_mode": "single"}, "optional": True},
                    "flags": {"type": ["map", "bool"], "optional": True},
                },
                "block_types": {
                    "rule": {"nesting_mode": "list", "min_items": 1, "max_items": 3, "block": {"attributes": {}}},
                    "one": {"nesting_mode": "set", "max_items": 1, "block": {"attributes": {}}},
                },
            }
        }
    },
    "provider": {"block": {"attributes": {"region": {"type": "string", "optional": True}}, "block_types": {}}},
}


@pytest.fixture
def thing() -> str:
    return dict(modules(SMALL, ["aws_thing"], "6.0.0"))["thing.py"]


@pytest.mark.parametrize(
    "line",
    [
        '"name": Argument(STRING, required=True),',
        '"lambda_": Argument(NUMBER),',  # a keyword of Python
        '"count_": Argument(NUMBER),',  # a meta-argument of Terraform
        '"shape": Argument(ANYTHING),',
        '"nested": Argument(ANYTHING),',  # the form of provider 6
        '"flags": Argument(MapOf(BOOL)),',
        '"rule": Argument(Many(ThingRule, 1, 3), required=True),',
        '"one": Argument(One(ThingOne)),',
        '"arn": "getStringAttribute",',
        '"id": "getStringAttribute",',
        "rule: Sequence[ThingRule],",
    ],
)
def test_each_shape_has_its_form(thing: str, line: str) -> None:
    assert line in thing


def test_deprecated_and_never_set_attributes_are_no_arguments(thing: str) -> None:
    assert "old" not in thing
    assert '"id": Argument' not in thing
    assert '"arn": Argument' not in thing


def test_mypy_sees_the_signatures(tmp_path: Path, project_root: Path) -> None:
    code = tmp_path / "snippet.py"
    code.write_text(
        "from constructs import Construct\n"
        "from dynawright.bindings.aws.kms_key import KmsKey\n"
        "def build(scope: Construct) -> str:\n"
        "    key = KmsKey(scope, 'Key', deletion_window_in_days='seven', no_such=1)\n"
        "    return key.arm\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(code)], cwd=project_root, capture_output=True, text=True, check=False
    )
    assert 'Unexpected keyword argument "no_such" for "KmsKey"' in done.stdout
    assert 'has incompatible type "str"; expected "float | None"' in done.stdout
    assert '"KmsKey" has no attribute "arm"' in done.stdout
