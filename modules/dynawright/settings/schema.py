"""Writes the JSON Schema with which editors check and complete the YAML files."""

import json
from pathlib import Path
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from dynawright import project
from dynawright.settings.discovered import application_class
from dynawright.settings.environment import Environment


class _WithoutTitles(GenerateJsonSchema):
    """Drop pydantic's titles, which only repeat the names of settings."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


def json_schema(settings: type[Environment] | None = None) -> dict[str, Any]:
    """Return the schema of an environment's file from its settings classes."""
    return {
        "$schema": GenerateJsonSchema.schema_dialect,
        **(settings or application_class()).model_json_schema(schema_generator=_WithoutTitles),
    }


def file() -> Path:
    return project.environments_folder() / "environment.schema.json"


def text() -> str:
    return json.dumps(json_schema(), indent=2) + "\n"
