"""Resources of a cdk.tf.json, a plan or a state (`terraform show -json`) in one form."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from dynawright import given_files
from dynawright.errors import Place, Problem, UserError
from dynawright.given_files import GivenFileError
from dynawright.rules import plan_json
from dynawright.rules.blocks import as_blocks as as_blocks
from dynawright.rules.blocks import as_list, as_mapping, named
from dynawright.rules.blocks import texts as texts
from dynawright.rules.intent import Intent
from dynawright.rules.values import Misfit, as_read

Worked = TypeVar("Worked")
REFERENCE = re.compile(r"(?<!\$)\$\{((?:module\.[\w-]+\.)*(?:data\.)?[a-z][a-z0-9_]*\.[\w-]+)((?:\.\w+|\[[^\]]*\])*)\}")
"""A plain reference inside a text: the address, then the attribute."""

ALARMS = ("aws_cloudwatch_metric_alarm", "aws_cloudwatch_composite_alarm")
BACKEND, PROVIDER, OUTPUT = "terraform_backend", "provider_aws", "output"
REQUIRED_PROVIDER, LOCKED_PROVIDER = "required_provider", "locked_provider"
TERRAFORM, OTHER_PROVIDER, TOP_LEVEL = "terraform", "provider", "block"
"""Types of our own for what isn't a resource; TOP_LEVEL is any other block, such as `moved`."""
_READ = {"resource", "data", "output", "provider", "terraform", "//"}
"""Top-level blocks that are read."""

DISPOSABLE = {"local", "dev", "development", "test", "sandbox"}
REHEARSAL = {"staging", "stage", "preproduction", "qa", "uat"}
"""Environments that are not production; any other name, or none, counts as production."""


@dataclass(frozen=True)
class Resource:
    """A resource; `values` are its attributes and blocks, with `${…}` for what only Terraform knows."""

    address: str
    type: str
    values: Mapping[str, Any] = field(hash=False)
    path: str = ""
    """Its construct path; empty if no construct made it."""
    notes: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Notes for tools beside it: its `//` in the JSON."""
    misfits: tuple[Misfit, ...] = field(init=False, default=(), hash=False)
    """Values in a form that Terraform rejects."""

    def __post_init__(self) -> None:
        values, misfits = as_read(self.type, self.values)
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "misfits", misfits)

    @property
    def label(self) -> str:
        """Return a name for people: the construct path, or else the address."""
        return self.path or self.address

    def get(self, name: str, default: Any = None) -> Any:
        """Return an attribute; null counts as not written."""
        value = self.values.get(name)
        return default if value is None else value

    def blocks(self, name: str) -> list[Mapping[str, Any]]:
        """Return all blocks of a name: JSON has one as an object, several as a list; a plan always a list."""
        return as_blocks(self.values.get(name))

    def listed(self, name: str) -> list[Any]:
        """Return a list; empty if it is missing or an expression."""
        return as_list(self.values.get(name))

    def block(self, name: str) -> Mapping[str, Any]:
        """Return the single block of a name; empty if it is missing."""
        return next(iter(self.blocks(name)), {})


@dataclass(frozen=True)
class Document:
    """All resources that Terraform handles together, and the environment they are for."""

    name: str
    resources: tuple[Resource, ...]
    default_tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    is_configuration: bool = True
    """False for a plan or a state: they lack `lifecycle`, and hold values instead of expressions."""
    given_environment: str = ""
    """Overrides tags and the document's name."""
    is_ours: bool = False
    """Whether the package's constructs made it; unknown arguments are findings then."""
    intent: Intent | None = field(default=None, hash=False)
    """What settings and model declare; None for Terraform without them."""
    _worked_out: dict[Callable[[Document], Any], Any] = field(
        init=False, default_factory=dict, repr=False, compare=False, hash=False
    )

    _known: dict[tuple[str, tuple[str, ...]], Mapping[str, tuple[int, Resource]]] = field(
        init=False, default_factory=dict, repr=False, compare=False, hash=False
    )

    def worked_out(self, make: Callable[[Document], Worked]) -> Worked:
        """Return the result of `make` for this document, which is computed once."""
        if make not in self._worked_out:
            self._worked_out[make] = make(self)
        result: Worked = self._worked_out[make]
        return result

    @property
    def built(self) -> int:
        """Return the number of resources, without pseudo-resources; for a lock file, of its providers."""
        return sum(resource.type.startswith(("aws_", LOCKED_PROVIDER)) for resource in self.resources)

    def of_type(self, *types: str) -> list[Resource]:
        return [resource for type in types for resource in self._by_type.get(type, ())]

    def referred(self, value: Any) -> Resource | None:
        """Return the resource that a text refers to, if it is a reference to one of this document."""
        match = REFERENCE.fullmatch(value) if isinstance(value, str) else None
        return self._by_address.get(match[1]) if match else None

    def at(self, address: str) -> Resource | None:
        """Return the resource with this address."""
        return self._by_address.get(address)

    def fix(self, setting: str, terraform: str) -> str:
        """Return the fix for stacks of the package, or the one for other Terraform."""
        return setting if self.is_ours else terraform

    @cached_property
    def is_keyed(self) -> bool:
        """Whether the stack's data needs a key: it is production, or one of its tables has one."""
        tables = self.of_type("aws_dynamodb_table")
        return self.is_production or any(table.block("server_side_encryption").get("kms_key_arn") for table in tables)

    def named(self, value: Any, attribute: str, *types: str) -> Resource | None:
        """Return the resource of these types that a value names: by reference, name, or an ARN's end."""
        if target := self.referred(value):
            return target if target.type in types else None
        if not isinstance(value, str):
            return None
        names = {value, value.rsplit(":", 1)[-1], value.rsplit("/", 1)[-1]}
        known = self._known_by(attribute, types)
        return min((known[name] for name in names if name in known), key=lambda pair: pair[0], default=(0, None))[1]

    def _known_by(self, attribute: str, types: tuple[str, ...]) -> Mapping[str, tuple[int, Resource]]:
        """Return text → the first resource of these types with this attribute value, and its position."""
        if (attribute, types) not in self._known:
            known: dict[str, tuple[int, Resource]] = {}
            for position, resource in enumerate(self.of_type(*types)):
                if isinstance(name := resource.get(attribute), str):
                    known.setdefault(name, (position, resource))
            self._known[attribute, types] = known
        return self._known[attribute, types]

    def alarms_named(self, name: str) -> list[Resource]:
        """Return the alarms with this alarm_name; CloudWatch keeps only one."""
        return self._alarms.get(name, [])

    def tags_of(self, resource: Resource) -> dict[str, str]:
        """Return its own tags, merged with the default tags of its provider."""
        provider = self._provider_of(resource)
        given = _default_tags(provider.values) if provider else self.default_tags
        return {**given, **as_mapping(resource.get("tags")), **as_mapping(resource.get("tags_all"))}

    def is_tagged_later(self, resource: Resource) -> bool:
        """Whether its tags are an expression that only Terraform can evaluate."""
        return any(isinstance(resource.get(name), str) for name in ("tags", "tags_all"))

    def region_of(self, resource: Resource) -> str | None:
        """Return the Region if it is known: provider 6 has an attribute for it, a plan the ARN."""
        provider = self._provider_of(resource)
        written = resource.get("region") or (provider.get("region") if provider else None)
        arn = str(resource.get("arn", "")).split(":")
        return str(written) if written else arn[3] if len(arn) > 3 else None

    def _provider_of(self, resource: Resource) -> Resource | None:
        """Return the provider that it names, `aws.<alias>`; None for the default one, or if none is known."""
        alias = str(resource.get("provider", "")).removeprefix("aws.")
        return next((provider for provider in self.of_type(PROVIDER) if alias and provider.get("alias") == alias), None)

    @cached_property
    def environment(self) -> str:
        """Return the given environment, else the stricter of tag and name suffix; empty if neither has one."""
        if self.given_environment:
            return self.given_environment.lower()
        tagged = self.default_tags.get("Environment") or next(
            (
                tags["Environment"]
                for resource in self.resources
                if "Environment" in (tags := as_mapping(resource.get("tags_all")))
            ),
            "",
        )
        ending = self.name.rsplit("-", 1)[-1]
        names = [
            name for name in (str(tagged).lower(), ending if ending in DISPOSABLE | REHEARSAL | {"production"} else "") if name
        ]
        return min(names, key=lambda name: (name in DISPOSABLE | REHEARSAL) + (name in DISPOSABLE), default="")

    @property
    def is_production(self) -> bool:
        """True unless it surely is another environment: a forgotten tag is judged strictly."""
        return self.environment not in DISPOSABLE | REHEARSAL

    @property
    def is_disposable(self) -> bool:
        """Whether the environment holds no data that anyone would miss."""
        return self.environment in DISPOSABLE

    @cached_property
    def _by_type(self) -> dict[str, list[Resource]]:
        by_type: dict[str, list[Resource]] = {}
        for resource in self.resources:
            by_type.setdefault(resource.type, []).append(resource)
        return by_type

    @cached_property
    def _alarms(self) -> dict[str, list[Resource]]:
        by_attribute: dict[str, list[Resource]] = {}
        for alarm in self.of_type(*ALARMS):
            by_attribute.setdefault(str(alarm.get("alarm_name")), []).append(alarm)
        return by_attribute

    @cached_property
    def _by_address(self) -> dict[str, Resource]:
        return {resource.address: resource for resource in self.resources}


def read(path: Path, environment: str = "", *, ours: bool = False) -> Document:
    """Return the resources of a cdk.tf.json, plan or state; `environment` overrides its own."""
    try:
        content = given_files.read_json(path)
    except GivenFileError as error:
        raise UserError([_not_terraform(str(error), str(path))]) from None
    name = path.parent.name if path.name == "cdk.tf.json" else path.name.removesuffix(".json")
    return replace(document(content, name, ours=ours), given_environment=environment)


def document(content: Any, name: str, *, ours: bool = False) -> Document:
    """Return the resources of JSON that is already parsed."""
    if not isinstance(content, Mapping):
        raise UserError([_not_terraform("is not a JSON object", name)])
    if "planned_values" in content or "values" in content:
        try:
            planned = tuple(Resource(address, type, values) for address, type, values in plan_json.resources(content))
        except (AttributeError, KeyError, TypeError):
            raise UserError([_not_terraform("has parts of other forms than a plan or a state has", name)]) from None
        return Document(name, planned, is_configuration=False, is_ours=ours)
    if not {"resource", "terraform"} & set(content):
        raise UserError([_not_terraform("has neither 'resource' nor 'planned_values'", name)])
    own = next((provider for provider in _providers(content) if "alias" not in provider), {})
    return Document(name, (*_written(content), *_surroundings(content, name)), _default_tags(own), is_ours=ours)


def _not_terraform(text: str, file: str) -> Problem:
    fix = "give a cdk.tf.json, or what `terraform show -json` prints of a plan or a state"
    return Problem("DW502", text, Place(file), fix=fix)


def _default_tags(provider: Mapping[str, Any]) -> Mapping[str, str]:
    return next((as_mapping(block["tags"]) for block in as_blocks(provider.get("default_tags")) if "tags" in block), {})


def _providers(content: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [block for name, bodies in named(content.get("provider")) if name == "aws" for block in as_blocks(bodies)]


def _written(content: Mapping[str, Any]) -> Iterator[Resource]:
    for section, prefix in (("resource", ""), ("data", "data.")):
        for type, group in named(content.get(section)):
            for name, bodies in named(group):
                yield from (_made(f"{prefix}{type}.{name}", f"{prefix}{type}", body) for body in as_blocks(bodies))


def _surroundings(content: Mapping[str, Any], name: str) -> Iterator[Resource]:
    """Yield state, providers, outputs and all other blocks as pseudo-resources, for rules to check alike.

    Suppressions for the stack as a whole are notes of the stack.
    """
    notes = as_mapping(content.get("//"))
    path = name if "dynawright" in notes else ""
    settings: dict[str, Any] = {}
    for block in as_blocks(content.get("terraform")):
        settings |= {key: value for key, value in block.items() if key not in ("backend", "cloud", "required_providers", "//")}
        for kind, bodies in (*named(block.get("backend")), *named({"cloud": block["cloud"]} if "cloud" in block else {})):
            settings.setdefault("backend", []).append({})
            values = {**next(iter(as_blocks(bodies)), {}), "kind": kind}
            yield Resource(f"terraform.backend.{kind}", BACKEND, values, path, notes)
        for required, given in named(block.get("required_providers")):
            settings["required_providers"] = [{}]
            written = as_mapping(given) or {"version": given}
            values = {"source": f"hashicorp/{required}", **written}
            yield Resource(f"terraform.required_providers.{required}", REQUIRED_PROVIDER, values, path, notes)
    yield Resource("terraform", TERRAFORM, settings, path, notes)
    for provider, bodies in named(content.get("provider")):
        type = PROVIDER if provider == "aws" else OTHER_PROVIDER
        yield from (Resource(f"provider.{provider}", type, body, path, notes) for body in as_blocks(bodies))
    for output, bodies in named(content.get("output")):
        yield from (_made(f"output.{output}", OUTPUT, body) for body in as_blocks(bodies))
    for key in sorted(content.keys() - _READ):
        yield from (Resource(key, TOP_LEVEL, body, path, notes) for body in as_blocks(content[key]) or [{}])


def _made(address: str, type: str, body: Mapping[str, Any]) -> Resource:
    """Return a resource with the notes beside it."""
    notes = as_mapping(body.get("//"))
    path = str(as_mapping(notes.get("metadata")).get("path", ""))
    return Resource(address, type, {key: value for key, value in body.items() if key != "//"}, path, notes)
