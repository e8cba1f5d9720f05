"""Base classes of the generated bindings: ordinary cdktf resources whose inputs are checked where they are written."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import cdktf
import jsii
from constructs import Construct

from imports import PROVIDER_CONSTRAINT, PROVIDER_SOURCE
from imports.arguments import Argument, SchemaError, caller, checked
from imports.attributes import attributes_of
from imports.location import logical_id, place

_PROVIDER = {"providerName": "aws"}
_META_ARGUMENTS = {
    "depends_on": "dependsOn",
    "lifecycle": "lifecycle",
    "provider": "provider",
    "for_each": "forEach",
    "count": "count",
    "connection": "connection",
    "provisioners": "provisioners",
}


class Element:
    """Inputs and references of a resource, data source or provider.

    `inputs` is what was written, as plain JSON: Aspects and tests read it there. Reading an attribute (`table.arn`) gives a
    cdktf token; assigning one (`table.tags = {...}`) changes the input, checked again.
    """

    TERRAFORM_TYPE: ClassVar[str] = ""
    ARGUMENTS: ClassVar[Mapping[str, Argument]] = {}
    REFERENCES: ClassVar[Mapping[str, str]] = {}  # attribute → the cdktf method that makes its token
    inputs: dict[str, Any]

    def _check(self, scope: Any, id: Any, given: Mapping[str, Any]) -> None:
        owner = f"{self.TERRAFORM_TYPE} {id!r}"
        if not isinstance(scope, Construct):
            raise SchemaError([f"{caller()}: {owner}: the scope must be a construct, not {type(scope).__name__} {scope!r:.80}"])
        if not isinstance(id, str) or not id:
            raise SchemaError([f"{caller()}: {owner}: the id must be a string that is not empty"])
        self.__dict__["_owner"] = owner
        self.__dict__["inputs"] = checked(owner, self.ARGUMENTS, self.REFERENCES, given)

    def _create(self, jsii_class: Any, scope: Construct, id: str, config: Mapping[str, Any]) -> None:
        """cdktf's own constructor less its run-time type checks: ours are made by now, and they take longer than the call."""
        try:
            jsii.create(jsii_class, self, [scope, id, dict(config)])
        except RuntimeError as error:
            raise SchemaError([f"{caller()}: {self.__dict__['_owner']}: {error}"]) from None

    if not TYPE_CHECKING:  # mypy and editors see the attributes that the generated class declares, and no others

        def __getattr__(self, name: str) -> Any:
            method = self.REFERENCES.get(name)
            if method is None or "__jsii_ref__" not in self.__dict__:
                near = difflib.get_close_matches(name, self.REFERENCES, 1)
                hint = f"; did you mean {near[0]!r}?" if near else ""
                raise AttributeError(f"{self.TERRAFORM_TYPE} has no attribute {name!r}{hint}")
            token = self.__dict__[name] = jsii.invoke(self, method, [name.rstrip("_")])
            return token

        def __setattr__(self, name: str, value: Any) -> None:
            if name in self.REFERENCES or name in self.ARGUMENTS:
                self._assign(name, value)
            else:
                super().__setattr__(name, value)

    def _assign(self, name: str, value: Any) -> None:
        if name not in self.ARGUMENTS:
            checked(self.__dict__["_owner"], self.ARGUMENTS, self.REFERENCES, {**self.inputs, name: value})
        changed = checked(self.__dict__["_owner"], {name: self.ARGUMENTS[name]}, (), {name: value})
        self.inputs.pop(name, None)
        self.inputs.update(changed)


class Rendered(Element):
    """What resources and data sources share: a place in their stack's `Attributes`."""

    SECTION: ClassVar[str] = ""
    logical_id: str
    moved_away = False

    def _register(self, scope: Construct, id: str) -> None:
        stack, path = place(self, scope, id)  # type: ignore[arg-type]  # always mixed into a Construct
        self.__dict__["_path"] = path
        self.__dict__["logical_id"] = logical_id(path)
        self.__dict__["_overrides"] = {}
        attributes_of(stack).elements.append(self)

    def rendered(self) -> dict[str, Any]:
        """The JSON of this element's attributes, escape hatches applied."""
        names = {name: name.rstrip("_") for name in self.inputs}
        return _merged({names[name]: value for name, value in self.inputs.items()}, self.__dict__["_overrides"])

    def add_override(self, path: str, value: Any) -> None:
        """cdktf's escape hatch: sets `path` (dotted) in the JSON, unchecked; None removes it."""
        *parents, last = path.split(".")
        target = self.__dict__["_overrides"]
        for part in parents:
            if not isinstance(target.get(part), dict):
                target[part] = {}
            target = target[part]
        target[last] = value


class Resource(Rendered, cdktf.TerraformResource):
    """Base of the generated resources."""

    SECTION = "resource"

    def __init__(self, scope: Construct, id: str, **given: Any) -> None:
        meta = {name: given.pop(name, None) for name in _META_ARGUMENTS}
        self._check(scope, id, given)
        _create_with_meta(self, cdktf.TerraformResource, scope, id, meta)

    def override_logical_id(self, new_logical_id: str) -> None:
        super().override_logical_id(new_logical_id)
        self.__dict__["logical_id"] = new_logical_id

    def reset_override_logical_id(self) -> None:
        super().reset_override_logical_id()
        self.__dict__["logical_id"] = logical_id(self.__dict__["_path"])

    def move_to(self, move_target: str, index: str | float | None = None) -> None:
        super().move_to(move_target, index)
        self.__dict__["moved_away"] = True

    def move_to_id(self, id: str) -> None:
        super().move_to_id(id)
        self.__dict__["moved_away"] = True


# On every creation jsii compares all methods with those of its class, to tell Node which are overridden. Node never calls the
# ones above; passing for jsii's own class spares the search, and Node the overrides.
Resource.__jsii_declared_type__ = "cdktf.TerraformResource"


class DataSource(Rendered, cdktf.TerraformDataSource):
    """Base of the generated data sources."""

    SECTION = "data"

    def __init__(self, scope: Construct, id: str, **given: Any) -> None:
        meta = {name: given.pop(name, None) for name in _META_ARGUMENTS}
        self._check(scope, id, given)
        _create_with_meta(self, cdktf.TerraformDataSource, scope, id, meta)


class Provider(Element, cdktf.TerraformProvider):
    """Base of the generated provider."""

    def __init__(self, scope: Construct, id: str, **given: Any) -> None:
        self._check(scope, id, given)
        self._create(
            cdktf.TerraformProvider,
            scope,
            id,
            {"terraformResourceType": self.TERRAFORM_TYPE, "terraformGeneratorMetadata": _PROVIDER},
        )

    @property
    def alias(self) -> str | None:
        """What cdktf writes as `provider = aws.<alias>` on the resources that use this provider."""
        return self.inputs.get("alias")

    @alias.setter
    def alias(self, value: str | None) -> None:
        self._assign("alias", value)

    def to_terraform(self) -> Any:
        """Written out here because cdktf would snake-case the keys of `default_tags` and pin one exact provider version."""
        return {
            "terraform": {"required_providers": {"aws": {"source": PROVIDER_SOURCE, "version": PROVIDER_CONSTRAINT}}},
            "provider": {"aws": [self.inputs]},
        }


def _create_with_meta(element: Rendered, jsii_class: Any, scope: Construct, id: str, meta: dict[str, Any]) -> None:
    if isinstance(meta.get("lifecycle"), dict):
        meta["lifecycle"] = cdktf.TerraformResourceLifecycle(**meta["lifecycle"])
    config = {"terraformResourceType": element.TERRAFORM_TYPE, "terraformGeneratorMetadata": _PROVIDER}
    config |= {_META_ARGUMENTS[name]: value for name, value in meta.items() if value is not None}
    element._create(jsii_class, scope, id, config)
    element._register(scope, id)


def _merged(target: dict[str, Any], source: Mapping[str, Any]) -> dict[str, Any]:
    """cdktf's own rule for overrides: maps are merged, lists are joined, None removes, anything else replaces."""
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
