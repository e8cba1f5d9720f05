"""docs/settings.md: every setting with type, default and example, from the JSON Schema."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from dynawright import project
from dynawright.docs.markdown import rows
from dynawright.settings.environment import Environment
from dynawright.settings.schema import json_schema
from dynawright.settings.system import SystemSettings

PAGE = project.root() / "docs" / "settings.md"
HEAD = """# Settings

After this page you know every setting of a file in `environments/`. `dynawright docs` writes it from the settings' classes. Do not
edit.

Every default is safe for production, so production's file is short. A system, a table or a function can differ from its environment:

```yaml
table: {capacity_mode: on_demand} # for all systems of the environment
systems:
  orders:
    table: {point_in_time_recovery_days: 7} # for all tables of one system
    tables:
      order-log: {tier: disposable} # for one table, by its name in the model
    streams:
      batch_size: 50 # for all stream functions of one system
      order_log: {retries: 5} # for one function, by the name of its folder
```

`make schema` writes a JSON Schema with which editors complete these files. A wrong line is an [error](errors.md) with its place and fix.
"""
ENVIRONMENT, SYSTEM = "The environment", "One system"
SUCH_AS = re.compile(r"such as '([^']+)'")
TYPES = {
    "string": "text",
    "boolean": "true or false",
    "integer": "a whole number",
    "array": "a list",
    "object": "lines of `name: value`",
}
MOST_OPTIONS = 8
LISTED = {
    "Approval": "approvals",
    "RuleException": "exceptions",
    "Subscription": "subscriptions",
    "ReplicaSettings": "replicas",
    "ScheduledScaling": "schedules of autoscaling",
}
"""Settings with lists of groups."""
TEXTS = (
    "orders",
    "111111111111",
    "2027-01-31",
    "0 8 * * MON-FRI",
    "nothing reads it any more",
    "https://example.com/runbook",
    "acme/tables",
    "arn:aws:kms:ap-northeast-1:111111111111:key/mrk-1",
)
"""Examples of texts; the first valid one is shown."""
Schema = Mapping[str, Any]


def page() -> str:
    """Return the page: the environment's own settings, then a section for each group."""
    environment, system = json_schema(Environment), SystemSettings.model_json_schema()
    own = {name: part for name, part in system["properties"].items() if name not in environment["properties"] or name == "region"}
    definitions = {**environment["$defs"], **system["$defs"]}
    parts = [HEAD, f"## {ENVIRONMENT}", _table(environment, definitions, "")]
    for name, part in environment["properties"].items():
        if inner := _group(part, definitions):
            parts += _section(name, inner, part, definitions)
    listed = {name: inner for name in LISTED if (inner := definitions.get(name))}
    for name, inner in listed.items():
        parts += [f"## Items of lists: {LISTED[name]}", str(inner["description"]), _table(inner, definitions, "")]
    own_part = {"properties": own, "required": []}
    parts += [
        f"## {SYSTEM}",
        "Under `systems.<system>`. All groups above but those of the environment alone can be written there, too:",
        _table(own_part, definitions, "systems.<system>."),
    ]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def examples() -> Iterator[tuple[str, Schema, Any]]:
    """Yield each setting with its schema and its example, for tests."""
    schema = json_schema(Environment)
    parts = {
        "": schema,
        **{name: inner for name, part in schema["properties"].items() if (inner := _group(part, schema["$defs"]))},
    }
    for path, part in parts.items():
        for name, setting in part.get("properties", {}).items():
            if _group(setting, schema["$defs"]) is None:
                yield f"{path}.{name}".lstrip("."), setting, _example(setting, schema["$defs"])


def _section(name: str, inner: Schema, part: Schema, definitions: Schema) -> Iterator[str]:
    if inner.get("properties"):
        yield f"## {name}"
        yield str(part.get("description", inner.get("description", "")))
        yield _table(inner, definitions, f"{name}.")


def _group(setting: Schema, definitions: Schema) -> Schema | None:
    """Return the settings inside a group; None for a single setting."""
    reference = setting.get("$ref", "")
    definition: Schema | None = definitions.get(reference.removeprefix("#/$defs/")) if reference else None
    return definition


def _table(part: Schema, definitions: Schema, prefix: str) -> str:
    lines = []
    for name, setting in part["properties"].items():
        inner = _group(setting, definitions)
        if inner is None:
            required = name in part.get("required", ())
            example = f"`{name}: {_yaml(_example(setting, definitions))}`"
            default = "required" if required else _default(setting)
            lines.append((f"`{prefix}{name}`", _allowed(setting), default, example, setting.get("description", "")))
        elif prefix:
            lines.append((f"`{prefix}{name}`", "a group", "", "", setting.get("description", "")))
            lines += [
                (
                    f"`{prefix}{name}.{deep}`",
                    _allowed(property_),
                    _default(property_),
                    f"`{deep}: {_yaml(_example(property_, definitions))}`",
                    property_.get("description", ""),
                )
                for deep, property_ in inner.get("properties", {}).items()
            ]
    return rows(("setting", "holds", "default", "example", "what it does"), lines)


def _default(setting: Schema) -> str:
    """Return the default; an empty mapping if the schema has none."""
    return f"`{_yaml(setting.get('default', {}))}`"


def _allowed(setting: Schema) -> str:
    if "errorMessage" in setting:
        return str(setting["errorMessage"])
    options = _options(setting)
    if options:
        shown = [f"`{_yaml(option)}`" for option in options[:MOST_OPTIONS]]
        return ", ".join([*shown, "…"] if len(options) > MOST_OPTIONS else shown)
    kind = setting.get("type")
    if kind == "integer" and "minimum" in setting:
        return f"a whole number from {setting['minimum']}" + (f" to {setting['maximum']}" if "maximum" in setting else "")
    return TYPES.get(str(kind), "see the example")


def _options(setting: Schema) -> list[Any]:
    return next((part["enum"] for part in (setting, *setting.get("anyOf", ())) if "enum" in part), [])


def _example(setting: Schema, definitions: Schema) -> Any:
    """Return an allowed value that is, if possible, not the default."""
    default, options = setting.get("default"), _options(setting)
    suggested = SUCH_AS.search(setting.get("errorMessage", ""))
    kinds = [part for part in (setting, *setting.get("anyOf", ())) if part.get("type") not in (None, "null")]
    kind = kinds[0]["type"] if kinds else ""
    if kind == "array":
        return [_example_item(setting.get("items", {}), definitions)]
    if kind == "boolean":
        return not default
    if suggested and (suggested[1] in options or (kind == "string" and not options and _takes(kinds[0], suggested[1]))):
        return suggested[1]
    if options:
        return next((option for option in options if option != default), options[0])
    if kind in ("integer", "number") and default is None:
        return kinds[0].get("minimum", kinds[0].get("exclusiveMinimum", 0) + 1)
    if kind == "string" and default is None:
        return next((text for text in TEXTS if _takes(kinds[0], text)), TEXTS[0])
    return {} if kind == "object" and default is None else default


def _takes(setting: Schema, text: str) -> bool:
    return len(text) >= setting.get("minLength", 0) and re.search(setting.get("pattern", ""), text) is not None


def _example_item(items: Schema, definitions: Schema) -> Any:
    """Return an item of a list; of a group, with its required settings."""
    inner = _group(items, definitions)
    if inner is None:
        return _example(items, definitions)
    return {name: _example(inner["properties"][name], definitions) for name in inner.get("required", ())}


def _yaml(value: Any) -> str:
    """Return a value as one line of YAML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_yaml(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_yaml, value)) + "]"
    if isinstance(value, str) and re.fullmatch(r"[A-Za-z][\w./:-]*", value) and value not in ("true", "false", "null"):
        return value
    return json.dumps(value)
