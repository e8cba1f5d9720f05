"""References to attributes of resources, as text without a call to Node (docs/adr/0003).

`table.arn` is `${TfToken[dynawright.17]}`, which any text can contain. In a resource's JSON it becomes
`${aws_dynamodb_table.Orders.arn}`. In calls of cdktf and in another stack it becomes cdktf's own token of the attribute.
A reference that escaped conversion would be an error in cdktf, which has no token of that name.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import jsii
from jsii import _kernel

if TYPE_CHECKING:
    import cdktf

    from dynawright.bindings.engine.element import Rendered

_BEGIN = "${TfToken[dynawright."
_REFERENCE = re.compile(re.escape(_BEGIN) + r"(\d+)\]\}")
_MARK = "TfToken["
_NUMBER_MARKS = ("e+28", "e+29")  # cdktf encodes tokens as numbers near -1.9e289
_GREATEST_NUMBER_TOKEN = -1e280
_made: list[tuple[Rendered, str]] = []


def reference(element: Rendered, attribute: str) -> str:
    """Return the token of a string attribute of the element."""
    _made.append((element, attribute))
    return f"{_BEGIN}{len(_made) - 1}]}}"


class Written:
    """The JSON of a stack, in which Terraform's expressions replace references to its own elements.

    Kept as text: references and expressions need no escaping, so one substitution replaces all of them, and one search shows
    whether cdktf tokens remain. Only parts with cdktf objects must be traversed.
    """

    def __init__(self, value: Any, stack: cdktf.TerraformStack) -> None:
        self._text: str | None = None
        try:
            self._text = _REFERENCE.sub(lambda match: _expression(match, stack), json.dumps(value))
        except TypeError:  # objects of cdktf's
            self._walked = _walked(value, stack)

    @property
    def value(self) -> Any:
        return self._walked if self._text is None else json.loads(self._text)

    @property
    def is_resolved(self) -> bool:
        """Whether cdktf need not resolve any part."""
        return self._text is not None and not _may_hold_token(self._text)


def written_out(value: Any, stack: cdktf.TerraformStack) -> Any:
    """Return a single value with expressions."""
    return Written(value, stack).value


def unresolved(value: Any) -> list[Any]:
    """Return the parts that cdktf must resolve: strings and numbers with tokens, and its objects."""
    try:
        if not _may_hold_token(json.dumps(value)):
            return []
    except TypeError:  # objects of cdktf's
        pass
    if isinstance(value, dict):
        return [part for pair in value.items() for item in pair for part in unresolved(item)]
    if isinstance(value, list):
        return [part for item in value for part in unresolved(item)]
    if isinstance(value, str):
        return [value] if _MARK in value else []
    if isinstance(value, float):
        return [value] if value < _GREATEST_NUMBER_TOKEN else []
    return [] if value is None or isinstance(value, int) else [value]


def _may_hold_token(text: str) -> bool:
    return any(mark in text for mark in (_MARK, *_NUMBER_MARKS))


def _walked(value: Any, stack: cdktf.TerraformStack) -> Any:
    if isinstance(value, str):
        return _REFERENCE.sub(lambda match: _expression(match, stack), value)
    if isinstance(value, dict):
        return {_walked(key, stack): _walked(item, stack) for key, item in value.items()}
    return [_walked(item, stack) for item in value] if isinstance(value, list) else value


def _expression(match: re.Match[str], stack: cdktf.TerraformStack) -> str:
    element, attribute = _made[int(match[1])]
    return f"${{{element.address}.{attribute}}}" if element.stack is stack else _token(int(match[1]))


@cache
def _token(number: int) -> str:
    """Return cdktf's own token.

    It is always the same object, in which cdktf records the stacks that use it.
    """
    element, attribute = _made[number]
    token: str = jsii.invoke(element, "getStringAttribute", [attribute])
    return token


# All arguments of calls to Node pass through this function of jsii.
_for_node = _kernel._make_reference_for_native


def _with_tokens(kernel: _kernel.Kernel, d: Any) -> Any:
    if isinstance(d, str):
        return _REFERENCE.sub(lambda match: _token(int(match[1])), d) if _BEGIN in d else d
    if isinstance(d, dict):
        d = {_with_tokens(kernel, key): value for key, value in d.items()}
    return _for_node(kernel, d)


_kernel._make_reference_for_native = _with_tokens
