"""Base classes of the generated bindings: cdktf resources that check their inputs at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import jsii
from constructs import Construct

from dynawright.bindings import GENERATOR, PROVIDER_SOURCE
from dynawright.bindings.engine import meta_checks
from dynawright.bindings.engine.arguments import Argument, SchemaError, checked, unknown_argument, writer, written_at
from dynawright.bindings.engine.lazy import Lazy, LazyType
from dynawright.bindings.engine.location import location, logical_id
from dynawright.bindings.engine.meta_arguments import META_ARGUMENTS, as_json, can_be_lazy, for_cdktf, rendered
from dynawright.bindings.engine.references import reference
from dynawright.errors import did_you_mean
from dynawright.framework import cdktf
from dynawright.provider_versions import DEFAULT


class Element(Lazy):
    """Inputs and references of a resource, data source or provider.

    `inputs` are the arguments as plain JSON, for Aspects and tests. Reading an attribute (`table.arn`) returns a
    cdktf token; assigning one (`table.tags = {...}`) checks and changes the input.
    """

    TERRAFORM_TYPE: ClassVar[str] = ""
    ARGUMENTS: ClassVar[Mapping[str, Argument]] = {}
    REFERENCES: ClassVar[Mapping[str, str]] = {}  # attribute → the cdktf method that makes its token
    inputs: dict[str, Any]

    def _build(self, jsii_class: Any, scope: Construct, id: str, given: Mapping[str, Any], meta: Mapping[str, Any]) -> None:
        self.__dict__["inputs"] = checked(f"{self.TERRAFORM_TYPE} {id!r}", self.ARGUMENTS, self.REFERENCES, given)
        # Passed to cdktf as a map: its config classes check types at run time, which takes longer than the call.
        config = {"terraformResourceType": self.TERRAFORM_TYPE, "terraformGeneratorMetadata": GENERATOR, **meta}
        self._place(jsii_class, scope, id, config)

    @property
    def _owner(self) -> str:
        return f"{self.TERRAFORM_TYPE} {self.__dict__['_creation'][2]!r}"

    if not TYPE_CHECKING:  # mypy and editors see only the attributes that the generated class declares

        def __getattr__(self, name: str) -> Any:
            method = self.REFERENCES.get(name)
            if method is None or "_creation" not in self.__dict__:
                raise AttributeError(f"{self.TERRAFORM_TYPE} has no attribute {name!r}; {did_you_mean(name, self.REFERENCES)}")
            self.__dict__[name] = self._token(method, name.rstrip("_"))
            return self.__dict__[name]

        def __setattr__(self, name: str, value: Any) -> None:
            if name in self.REFERENCES or name in self.ARGUMENTS:
                self._assign(name, value)
            elif name.startswith("_") or hasattr(type(self), name):
                super().__setattr__(name, value)
            else:
                names = {*self.ARGUMENTS, *META_ARGUMENTS}
                raise SchemaError(written_at(writer(self._owner), [unknown_argument(name, names, self.REFERENCES)]))

    @property
    def _attributes(self) -> set[str]:
        """Return all its attributes by Terraform's names."""
        return {name.rstrip("_") for name in (*self.ARGUMENTS, *self.REFERENCES)}

    def _token(self, method: str, attribute: str) -> Any:
        return jsii.invoke(self, method, [attribute])

    def _assign(self, name: str, value: Any) -> None:
        if name not in self.ARGUMENTS:
            checked(self._owner, self.ARGUMENTS, self.REFERENCES, {**self.inputs, name: value})
        changed = checked(self._owner, {name: self.ARGUMENTS[name]}, (), {name: value})
        self.inputs.pop(name, None)
        self.inputs.update(changed)


class Rendered(Element):
    """Base of resources and data sources, which their stack's `Attributes` renders."""

    SECTION: ClassVar[str] = ""
    logical_id: str
    moved_away = False

    def _build_with_meta(self, jsii_class: Any, scope: Construct, id: str, given: dict[str, Any]) -> None:
        meta = {name: value for name in META_ARGUMENTS if (value := given.pop(name, None)) is not None}
        if meta and (wrong := meta_checks.problems(meta, self._attributes)):
            raise SchemaError(written_at(writer(f"{self.TERRAFORM_TYPE} {id!r}"), wrong))
        meta = as_json(meta)
        self.__dict__["_meta"] = meta
        self.__dict__["_overrides"] = {}
        self._build(jsii_class, scope, id, given, for_cdktf(meta))
        self.__dict__["logical_id"] = logical_id(location(self).path)  # type: ignore[arg-type]  # always mixed into a Construct
        if not can_be_lazy(meta, self.stack):
            self._create()

    @property
    def stack(self) -> cdktf.TerraformStack:
        return location(self).stack  # type: ignore[arg-type]  # always mixed into a Construct

    @property
    def address(self) -> str:
        """What Terraform calls it."""
        return f"{'data.' if self.SECTION == 'data' else ''}{self.TERRAFORM_TYPE}.{self.logical_id}"

    def _create(self) -> None:
        if not self._created:
            super()._create()
            for name in META_ARGUMENTS.keys() & self.__dict__["_overrides"].keys():
                super().add_override(name, self.__dict__["_overrides"].pop(name))  # type: ignore[misc]  # always mixed into one that has it

    @property
    def depends_on(self) -> list[str] | None:
        """Its dependencies: elements of the same stack, or addresses."""
        found: list[str] | None = super().depends_on  # type: ignore[misc]  # always mixed into one that has it
        return found

    @depends_on.setter
    def depends_on(self, value: list[Any]) -> None:
        if not self._created and can_be_lazy({"depends_on": value}, self.stack):
            self.__dict__["_meta"]["depends_on"] = value
            self.__dict__["_creation"][3]["dependsOn"] = value
        else:
            super(Rendered, type(self)).depends_on.fset(self, [getattr(part, "address", part) for part in value])  # type: ignore[misc]

    def _token(self, method: str, attribute: str) -> Any:
        if method == "getStringAttribute" and not self._created:
            return reference(self, attribute)
        return super()._token(method, attribute)

    def _render_into(self, document: dict[str, Any], stack_path: str) -> None:
        if not self.moved_away:
            elements = document.setdefault(self.SECTION, {}).setdefault(self.TERRAFORM_TYPE, {})
            elements[self.logical_id] = self._rendered(stack_path)

    def _rendered(self, stack_path: str) -> dict[str, Any]:
        plain = {name.rstrip("_"): value for name, value in self.inputs.items()}
        if self._created:
            return _merged(plain, self.__dict__["_overrides"])
        plain |= rendered(self.__dict__["_meta"])
        path = "/".join((stack_path, *location(self).path))  # type: ignore[arg-type]  # always mixed into a Construct
        plain["//"] = {"metadata": {"path": path, "uniqueId": self.logical_id}}
        return _merged(plain, self.__dict__["_overrides"])

    def add_override(self, path: str, value: Any) -> None:
        """Set `path` (dotted) in the JSON, unchecked; None removes it (cdktf's escape hatch)."""
        *parents, last = path.split(".")
        if self._created and (parents or [last])[0] in META_ARGUMENTS:  # cdktf writes these after the attributes
            super().add_override(path, value)  # type: ignore[misc]  # always mixed into one that has it
            return
        target = self.__dict__["_overrides"]
        for part in parents:
            if not isinstance(target.get(part), dict):
                target[part] = {}
            target = target[part]
        target[last] = value


class Resource(Rendered, cdktf.TerraformResource, metaclass=LazyType):
    """Base of the generated resources."""

    SECTION = "resource"

    def __init__(self, scope: Construct, id: str, **given: Any) -> None:
        self._build_with_meta(cdktf.TerraformResource, scope, id, given)

    def override_logical_id(self, new_logical_id: str) -> None:
        super().override_logical_id(new_logical_id)
        self.__dict__["logical_id"] = new_logical_id

    def reset_override_logical_id(self) -> None:
        super().reset_override_logical_id()
        self.__dict__["logical_id"] = logical_id(location(self).path)

    def move_to(self, move_target: str, index: str | float | None = None) -> None:
        super().move_to(move_target, index)
        self.__dict__["moved_away"] = True

    def move_to_id(self, id: str) -> None:
        super().move_to_id(id)
        self.__dict__["moved_away"] = True


# On every creation, jsii compares all methods with those of its class, to tell Node about overridden ones. Node never calls the
# methods above; naming jsii's own class skips the search and the overrides.
Resource.__jsii_declared_type__ = cdktf.TerraformResource.__jsii_type__  # type: ignore[attr-defined]  # jsii's metaclass sets it


class DataSource(Rendered, cdktf.TerraformDataSource, metaclass=LazyType):
    """Base of the generated data sources."""

    SECTION = "data"

    def __init__(self, scope: Construct, id: str, **given: Any) -> None:
        self._build_with_meta(cdktf.TerraformDataSource, scope, id, given)


class Provider(Element, cdktf.TerraformProvider):
    """Base of the generated provider. Never lazy, since cdktf checks that each stack has one."""

    required_version = DEFAULT
    """The provider's version or range, the same for all providers of a stack."""

    def __init__(self, scope: Construct, id: str, **given: Any) -> None:
        self._build(cdktf.TerraformProvider, scope, id, given, {})
        self._create()

    @property
    def alias(self) -> str | None:
        """cdktf writes it as `provider = aws.<alias>` on the resources that use this provider."""
        return self.inputs.get("alias")

    @alias.setter
    def alias(self, value: str | None) -> None:
        self._assign("alias", value)

    @property
    def address(self) -> str:
        """What Terraform calls it."""
        return f"aws.{self.alias}" if self.alias else "aws"

    def to_terraform(self) -> Any:
        """Return its JSON; cdktf would change the keys of `default_tags` to snake case."""
        return {
            "terraform": {"required_providers": {"aws": {"source": PROVIDER_SOURCE, "version": self.required_version}}},
            "provider": {"aws": [self.inputs]},
        }


def _merged(target: dict[str, Any], source: Mapping[str, Any]) -> dict[str, Any]:
    """Apply an override as cdktf does: merge maps, join lists, None removes, anything else replaces."""
    out = dict(target)
    for key, value in source.items():
        old = out.get(key)
        if value is None:
            out.pop(key, None)
        elif isinstance(value, dict):
            out[key] = _merged(old if isinstance(old, dict) else {}, value)
        elif isinstance(value, list) and isinstance(old, list):
            out[key] = [*old, *value]
        else:
            out[key] = value
    return out
