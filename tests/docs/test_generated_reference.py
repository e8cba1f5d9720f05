"""docs/settings.md, model.md, constructs.md, outputs.md and cli.md say what the code says."""

import jsonschema
import pytest

import dynawright.constructs
import dynawright.model
from dynawright.cli import reference
from dynawright.docs import classes_page, outputs_page, settings_page
from dynawright.settings.environment import Environment
from dynawright.settings.schema import json_schema
from tests.cli.conftest import commands

CURRENT = {
    settings_page.PAGE: settings_page.page,
    classes_page.DOCS / "model.md": classes_page.model_page,
    classes_page.DOCS / "constructs.md": classes_page.constructs_page,
    outputs_page.PAGE: outputs_page.page,
    reference.PAGE: reference.page,
}


@pytest.mark.generated
@pytest.mark.parametrize("path", CURRENT, ids=lambda path: path.stem)
def test_a_page_is_current(path: object) -> None:
    assert path.read_text() == CURRENT[path]()  # type: ignore[attr-defined, index]


def test_every_setting_has_an_example_that_is_allowed() -> None:
    validator = jsonschema.Draft202012Validator(schema := json_schema(Environment))
    validator.check_schema(schema)
    examples, page = list(settings_page.examples()), settings_page.page()
    assert len(examples) > 100
    for path, part, example in examples:
        validator.evolve(schema={**part, "$defs": schema["$defs"]}).validate(example)
        assert f"`{path}`" in page, path


def test_every_public_word_of_the_model_and_every_construct_has_a_section() -> None:
    model, constructs = classes_page.model_page(), classes_page.constructs_page()
    assert [name for name in dynawright.model.__all__ if f"\n### {name}\n" not in model] == []
    assert [name for name in dynawright.constructs.__all__ if f"\n## {name}\n" not in constructs] == []


def test_every_command_has_a_section_with_its_example() -> None:
    page = reference.page()
    assert [name for name in commands() if f"\n## {name}\n" not in page] == []
    assert page.count("\n    dynawright ") == len(commands())
