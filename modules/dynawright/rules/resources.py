"""One view of resources from cdk.tf.json, a plan or a state (`terraform show -json`)."""

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
"""Types that are none of the provider's; TOP_LEVEL is any other block, such as `moved`."""
_READ = {"resource", "data", "output", "provider", "terraform", "//"}
"""The top-level blocks that are looked into."""

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
    """Its path among the constructs; empty if no construct made it."""
    notes: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """What was written beside it for tools: its `//` in the JSON."""
    misfits: tuple[Misfit, ...] = field(init=False, default=(), hash=False)
    """Values whose form Terraform refuses."""

    def __post_init__(self) -> None:
        values, misfits = as_read(self.type, self.values)
        object.__setattr__(self, "values", values)
        object.__setattr__(self, "misfits", misfits)

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
        """The single block of a name; empty if it is missing."""
        return next(iter(self.blocks(name)), {})


@dataclass(frozen=True)
class Document:
    """All resources that Terraform handles together, and what is known about where they go."""

    name: str
    resources: tuple[Resource, ...]
    default_tags: Mapping[str, str] = field(default_factory=dict, hash=False)
    is_configuration: bool = True
    """False for a plan or a state: they don't tell `lifecycle`, and hold values instead of expressions."""
    given_environment: str = ""
    """Overrules tags and the document's name."""
    is_ours: bool = False
    """Whether the package's constructs made it: then unknown arguments are findings."""
    intent: Intent | None = field(default=None, hash=False)
    """What settings and model declare; None for Terraform of which neither is known."""
    _worked_out: dict[Callable[[Document], Any], Any] = field(
        init=False, default_factory=dict, repr=False, compare=False, hash=False
    )

    _known: dict[tuple[str, tuple[str, ...]], Mapping[str, tuple[int, Resource]]] = field(
        init=False, default_factory=dict, repr=False, compare=False, hash=False
    )

    def worked_out(self, make: Callable[[Document], Worked]) -> Worked:
        """Return what `make` says of this document; it is asked once."""
        if make not in self._worked_out:
            self._worked_out[make] = make(self)
        found: Worked = self._worked_out[make]
        return found

    @property
    def built(self) -> int:
        """How many resources there are, less what is only seen as one; of a lock file, its providers."""
        return sum(resource.type.startswith(("aws_", LOCKED_PROVIDER)) for resource in self.resources)

    def of_type(self, *types: str) -> list[Resource]:
        return [resource for type in types for resource in self._by_type.get(type, ())]

    def referred(self, value: Any) -> Resource | None:
        """The resource that a text refers to, if it is a reference to one of this document."""
        match = REFERENCE.fullmatch(value) if isinstance(value, str) else None
        return self._by_address.get(match[1]) if match else None

    def at(self, address: str) -> Resource | None:
        """The resource with this address."""
        return self._by_address.get(address)

    def fix(self, setting: str, terraform: str) -> str:
        """What to do: in an environment's file or a stack of the package, and in anybody else's Terraform."""
        return setting if self.is_ours else terraform

    @cached_property
    def is_keyed(self) -> bool:
        """Whether the stack's data is meant to have a key: it is in production, or one of its tables has one."""
        tables = self.of_type("aws_dynamodb_table")
        return self.is_production or any(table.block("server_side_encryption").get("kms_key_arn") for table in tables)

    def named(self, value: Any, attribute: str, *types: str) -> Resource | None:
        """The resource of these types that a value refers to: by reference, name, or an ARN's end."""
        if found := self.referred(value):
            return found if found.type in types else None
        if not isinstance(value, str):
            return None
        names = {value, value.rsplit(":", 1)[-1], value.rsplit("/", 1)[-1]}
        known = self._known_by(attribute, types)
        return min((known[name] for name in names if name in known), key=lambda pair: pair[0], default=(0, None))[1]

    def _known_by(self, attribute: str, types: tuple[str, ...]) -> Mapping[str, tuple[int, Resource]]:
        """Return the first resource of these types with each text as this attribute, and its position."""
        if (attribute, types) not in self._known:
            known: dict[str, tuple[int, Resource]] = {}
            for position, one in enumerate(self.of_type(*types)):
                if isinstance(name := one.get(attribute), str):
                    known.setdefault(name, (position, one))
            self._known[attribute, types] = known
        return self._known[attribute, types]

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
    def environment(self) -> str:
        """The given environment, else the stricter of tag and name suffix; empty if neither has one."""
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
        found = [one for one in (str(tagged).lower(), ending if ending in DISPOSABLE | REHEARSAL | {"production"} else "") if one]
        return min(found, key=lambda one: (one in DISPOSABLE | REHEARSAL) + (one in DISPOSABLE), default="")

    @property
    def is_production(self) -> bool:
        """True unless it surely is another environment: a forgotten tag is judged strictly."""
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


def read(path: Path, environment: str = "", *, ours: bool = False) -> Document:
    """Return the resources of a cdk.tf.json, plan or state; `environment` overrides its own."""
    try:
        content = given_files.read_json(path)
    except GivenFileError as error:
        raise UserError([_not_terraform(str(error), str(path))]) from None
    name = path.parent.name if path.name == "cdk.tf.json" else path.name.removesuffix(".json")
    return replace(document(content, name, ours=ours), given_environment=environment)


def document(content: Any, name: str, *, ours: bool = False) -> Document:
    """The same, from JSON that is already read."""
    if not isinstance(content, Mapping):
        raise UserError([_not_terraform("is not a JSON object", name)])
    if "planned_values" in content or "values" in content:
        try:
            found = tuple(Resource(address, type, values) for address, type, values in plan_json.resources(content))
        except (AttributeError, KeyError, TypeError):
            raise UserError([_not_terraform("has parts of other forms than a plan or a state has", name)]) from None
        return Document(name, found, is_configuration=False, is_ours=ours)
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
    """State, providers, outputs and whatever else is written, seen as resources: rules look at them alike.

    What is accepted for the stack as a whole is beside the whole stack.
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
    """With what was written beside it."""
    notes = as_mapping(body.get("//"))
    path = str(as_mapping(notes.get("metadata")).get("path", ""))
    return Resource(address, type, {key: value for key, value in body.items() if key != "//"}, path, notes)
