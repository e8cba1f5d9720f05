"""Constructs that are created in Node only when something there needs them (docs/adr/0003).

Nothing refers to most resources: cdktf would only return their attributes at synthesis. They stay in Python. Using one in Node
(a reference, `depends_on`, `.node`, an Aspect, any method of cdktf) makes jsii read `__jsii_ref__`, which creates it, scopes
first.
"""

from __future__ import annotations

from typing import Any

import jsii
from constructs import Construct

from dynawright.bindings.engine import synthesis, tree  # noqa: F401
from dynawright.bindings.engine.arguments import SchemaError, builder
from dynawright.bindings.engine.attributes import attributes_of
from dynawright.bindings.engine.location import place
from dynawright.errors import Problem


class LazyType(jsii.JSIIMeta):
    """Creates objects in Python only; jsii's metaclass would also create each object in Node."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return type.__call__(self, *args, **kwargs)


class Lazy:
    """Mixin for a Construct; list it first."""

    @property
    def __jsii_ref__(self) -> Any:
        self._create()
        return self.__dict__["_reference"]

    @__jsii_ref__.setter
    def __jsii_ref__(self, reference: Any) -> None:
        self.__dict__["_reference"] = reference

    @property
    def _created(self) -> bool:
        """Whether this construct exists in Node."""
        return "_reference" in self.__dict__

    def _create(self) -> None:
        if self._created:
            return
        jsii_class, *arguments = self.__dict__["_creation"]
        try:
            jsii.create(jsii_class, self, arguments)
        except RuntimeError as error:
            raise SchemaError([self._misplaced(str(error))]) from None

    @property
    def _owner(self) -> str:
        return f"{type(self).__name__} {self.__dict__['_creation'][2]!r}"

    def _misplaced(self, text: str, fix: str = "") -> Problem:
        return Problem("DW314", text, builder(self._owner, self), self.__dict__["_creation"][2], fix=fix)

    def _render_into(self, document: dict[str, Any], stack_path: str) -> None:
        """Add this construct's part of the stack's JSON, without parts that Node adds itself."""

    def _place(self, jsii_class: Any, scope: Construct, id: str, *config: Any) -> None:
        """Base of lazy constructs; `config` goes to cdktf's constructor when that is called."""
        self.__dict__["_creation"] = (jsii_class, scope, id, *config)
        if not isinstance(scope, Construct):
            text = f"the scope must be a construct, got {type(scope).__name__} {scope!r:.80}"
            raise SchemaError([self._misplaced(text)])
        if not isinstance(id, str) or not id or "${" in id:
            raise SchemaError([self._misplaced(f"the id must be a text that is not empty and has no token, got {id!r:.80}")])
        stack, path = place(self, scope, id)  # type: ignore[arg-type]  # always mixed into a Construct
        attributes = attributes_of(stack)
        if path in attributes.constructs:
            within = f"{type(scope).__name__} [{path[-2] if len(path) > 1 else attributes.stack_path}]"
            raise SchemaError([self._misplaced(f"there is already a construct '{path[-1]}' in {within}", "use another id")])
        attributes.constructs[path] = self
        if tree.watched():
            self._create()
