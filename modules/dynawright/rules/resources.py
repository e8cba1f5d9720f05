"""One view of resources, whether they come from cdk.tf.json, from a plan or from a state (`terraform show -json`)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from dynawright.errors import Place, Problem, UserError
from dynawright.rules import plan_json
from dynawright.rules.blocks import as_blocks as as_blocks
from dynawright.rules.blocks import as_list, as_mapping, named
from dynawright.rules.blocks import texts as texts

REFERENCE = re.compile(r"(?<!\$)\$\{((?:module\.[\w-]+\.)*(?:data\.)?[a-z][a-z0-9_]*\.[\w-]+)((?:\.\w+|\[[^\]]*\])*)\}")
"""A plain reference inside a text: the address, then the attribute."""

ALARMS = ("aws_cloudwatch_metric_alarm", "aws_cloudwatch_composite_alarm")
BACKEND, PROVIDER, OUTPUT = "terraform_backend", "provider_aws", "output"
"""Types that are none of the provider's."""

DISPOSABLE = {"local", "dev", "development", "test", "sandbox"}
REHEARSAL = {"staging", "stage", "preproduction", "qa", "uat"}
"""Environments that are not production; any other name, or none, is taken for production."""


@dataclass(frozen=True)
class Resource:
    """One resource; `values` are its attributes and blocks, with `${…}` where Terraform fills in later."""

    address: str
    type: str
    values: Mapping[str, Any] = field(hash=False)
    path: str = ""
    """Where it stands among the constructs; empty if no construct made it."""
    notes: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What was written beside it for tools: its `//` in the JSON."""

    @property
    def label(self) -> str:
        """For people: the construct's path, or else the address."""
        return self.path or self.address

    def get(self, name: str, default: Any = None) -> Any:
        """An attribute; one that is null counts as not written."""
        value = self.values.get(name)
        return default if value is None else value

    def blocks(self, name: str) -> list[Mapping[str, Any]]:
        """All blocks of a name: JSON has one as an object, several as a list, a plan always a list."""
        return as_blocks(self.values.get(name))

    def listed(self, name: str) -> list[Any]:
        """A list; empty if it is missing or only an expression."""
        return as_list(self.values.get(name))

    def block(self, name: str) -> Mapping[str, Any]:
        """The block of a name that stands once; empty if it is missing."""
        return next(iter(self.blocks(name)), {})


@dataclass(frozen=True)
class Document:
    """All resources that Terraform handles together, and what is known about where they go."""

    name: str
    resources: tuple[Resource, ...]
    default_tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    is_configuration: bool = True
    """False for a plan or a state: they don't tell `lifecycle`, and hold values instead of expressions."""
    is_synthesized: bool = True
    """False for what people wrote by hand, who may use any expression."""
    given_environment: str = ""
    """Overrules tags and the document's name."""

    @property
    def built(self) -> int:
        """How many resources there are, less what is only seen as one."""
        return sum(resource.type.startswith("aws_") for resource in self.resources)

    def of_type(self, *types: str) -> list[Resource]:
        return [resource for type in types for resource in self._by_type.get(type, ())]

    def referred(self, value: Any) -> Resource | None:
        """The resource that a text refers to, if it is a reference to one of this document."""
        match = REFERENCE.fullmatch(value) if isinstance(value, str) else None
        return self._by_address.get(match[1]) if match else None

    def named(self, value: Any, attribute: str, *types: str) -> Resource | None:
        """The resource of these types that a value means: by reference, by its name, or by an ARN that ends with its name."""
        if found := self.referred(value):
            return found if found.type in types else None
        if not isinstance(value, str):
            return None
        names = {value, value.rsplit(":", 1)[-1], value.rsplit("/", 1)[-1]}
        return next((one for one in self.of_type(*types) if one.get(attribute) in names), None)

    def alarms_named(self, name: str) -> list[Resource]:
        """The alarms with this alarm_name; CloudWatch has room for one."""
        return self._alarms.get(name, [])

    def tags_of(self, resource: Resource) -> dict[str, str]:
        """Its own tags, and those that its provider gives to everything."""
        provider = self._provider_of(resource)
        given = _default_tags(provider.values) if provider else self.default_tags
        return {**given, **as_mapping(resource.get("tags")), **as_mapping(resource.get("tags_all"))}

    def is_tagged_later(self, resource: Resource) -> bool:
        """True where only Terraform will know the tags: they are an expression."""
        return any(isinstance(resource.get(name), str) for name in ("tags", "tags_all"))

    def region_of(self, resource: Resource) -> str | None:
        """Where it is, if that is known: provider 6 has an attribute for it, a plan the ARN."""
        provider = self._provider_of(resource)
        written = resource.get("region") or (provider.get("region") if provider else None)
        arn = str(resource.get("arn", "")).split(":")
        return str(written) if written else arn[3] if len(arn) > 3 else None

    def _provider_of(self, resource: Resource) -> Resource | None:
        """The one that it names, `aws.<alias>`; None for the stack's own, or where providers are not known."""
        alias = str(resource.get("provider", "")).removeprefix("aws.")
        return next((one for one in self.of_type(PROVIDER) if alias and one.get("alias") == alias), None)

    @cached_property
    def account_ids(self) -> set[str]:
        """The accounts that its providers work in; empty where they name none, or are not known."""
        return {str(id) for provider in self.of_type(PROVIDER) for id in provider.listed("allowed_account_ids")}

    @cached_property
    def environment(self) -> str:
        """What was given; else what the tag says or the name ends with, the stricter of the two; empty if neither names one."""
        if self.given_environment:
            return self.given_environment.lower()
        tagged = self.default_tags.get("Environment") or next(
            (tags["Environment"] for one in self.resources if "Environment" in (tags := as_mapping(one.get("tags_all")))), ""
        )
        ending = self.name.rsplit("-", 1)[-1]
        found = [one for one in (str(tagged).lower(), ending if ending in DISPOSABLE | REHEARSAL | {"production"} else "") if one]
        return min(found, key=lambda one: (one in DISPOSABLE | REHEARSAL) + (one in DISPOSABLE), default="")

    @property
    def is_production(self) -> bool:
        """True unless the environment is known to be another: a forgotten tag is judged more strictly, never less."""
        return self.environment not in DISPOSABLE | REHEARSAL

    @property
    def is_disposable(self) -> bool:
        """True where whatever is built holds no data that anybody would miss."""
        return self.environment in DISPOSABLE

    @cached_property
    def _by_type(self) -> dict[str, list[Resource]]:
        found: dict[str, list[Resource]] = {}
        for resource in self.resources:
            found.setdefault(resource.type, []).append(resource)
        return found

    @cached_property
    def _alarms(self) -> dict[str, list[Resource]]:
        found: dict[str, list[Resource]] = {}
        for alarm in self.of_type(*ALARMS):
            found.setdefault(str(alarm.get("alarm_name")), []).append(alarm)
        return found

    @cached_property
    def _by_address(self) -> dict[str, Resource]:
        return {resource.address: resource for resource in self.resources}


def read(path: Path, environment: str = "") -> Document:
    """Return what a cdk.tf.json, or the JSON of a plan or a state, holds; `environment` overrules what it says itself."""
    try:
        content = json.loads(path.read_text())
    except (OSError, ValueError, RecursionError) as error:
        raise UserError([_not_terraform(f"can't be read as JSON: {error}", str(path))]) from None
    name = path.parent.name if path.name == "cdk.tf.json" else path.name.removesuffix(".json")
    return replace(document(content, name), given_environment=environment)


def document(content: Any, name: str) -> Document:
    """The same, from JSON that is already read."""
    if not isinstance(content, Mapping):
        raise UserError([_not_terraform("is not a JSON object", name)])
    if "planned_values" in content or "values" in content:
        found = tuple(Resource(address, type, values) for address, type, values in plan_json.resources(content))
        return Document(name, found, is_configuration=False)
    if not {"resource", "terraform"} & set(content):
        raise UserError([_not_terraform("has neither 'resource' nor 'planned_values'", name)])
    own = next((one for one in _providers(content) if "alias" not in one), {})
    return Document(name, (*_written(content), *_surroundings(content)), _default_tags(own))


def _not_terraform(text: str, file: str) -> Problem:
    fix = "give a cdk.tf.json, or what `terraform show -json` prints of a plan or a state"
    return Problem("DW502", text, Place(file), fix=fix)


def _default_tags(provider: Mapping[str, Any]) -> Mapping[str, str]:
    return next((as_mapping(one["tags"]) for one in as_blocks(provider.get("default_tags")) if "tags" in one), {})


def _providers(content: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [one for name, bodies in named(content.get("provider")) if name == "aws" for one in as_blocks(bodies)]


def _written(content: Mapping[str, Any]) -> Iterator[Resource]:
    for type, group in named(content.get("resource")):
        for name, bodies in named(group):
            for body in as_blocks(bodies):
                notes = as_mapping(body.get("//"))
                path = str(as_mapping(notes.get("metadata")).get("path", ""))
                values = {key: value for key, value in body.items() if key != "//"}
                yield Resource(f"{type}.{name}", type, values, path, notes)


def _surroundings(content: Mapping[str, Any]) -> Iterator[Resource]:
    """State, provider, data sources and outputs, seen as resources: rules look at them alike."""
    for block in as_blocks(content.get("terraform")):
        for kind, bodies in named(block.get("backend")):
            yield Resource(f"terraform.backend.{kind}", BACKEND, {**next(iter(as_blocks(bodies)), {}), "kind": kind})
    for values in _providers(content):
        yield Resource("provider.aws", PROVIDER, values)
    for type, group in named(content.get("data")):
        for name, bodies in named(group):
            yield from (Resource(f"data.{type}.{name}", f"data.{type}", values) for values in as_blocks(bodies))
    for name, bodies in named(content.get("output")):
        yield from (Resource(f"output.{name}", OUTPUT, values) for values in as_blocks(bodies))
