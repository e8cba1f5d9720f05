"""The JSON Schema that editors check and complete the YAML files with; `make schema` writes it."""

import json
from pathlib import Path
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from dynawright import project
from dynawright.settings.environment import Environment


class _WithoutTitles(GenerateJsonSchema):
    """pydantic's titles only repeat the names of the settings."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def json_schema() -> dict[str, Any]:
    """The schema of an environment's file, made from the classes that it is loaded into."""
    return {
        "$schema": GenerateJsonSchema.schema_dialect,
        **Environment.model_json_schema(schema_generator=_WithoutTitles),
    }


def file() -> Path:
    return project.environments_folder() / "environment.schema.json"


def text() -> str:
    return json.dumps(json_schema(), indent=2) + "\n"
