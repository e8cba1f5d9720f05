"""client_<consumer>.py of a package: one class with a method for each access pattern of a consumer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from dynawright.clients.conditions import conditions
from dynawright.clients.layout import (
    Code,
    Group,
    Imports,
    call,
    docstring,
    docstring_lines,
    imports,
    laid_out,
    literal,
    mapping,
    quoted,
    subscript,
)
from dynawright.clients.names import LONGEST, parameter_name
from dynawright.clients.parameters import Parameter
from dynawright.model.consumer import Consumer
from dynawright.model.pattern import AccessPattern

NEEDED: Imports = ({".": ("_patterns",), ".runtime.cache": ("READS", "WRITES"), ".runtime.connection": ("Connection",)},)
ITEMS = {".": ("items as _items",)}
TYPES: Imports = (
    {"collections.abc": ("Callable", "Iterable", "Iterator", "Mapping", "Set"), "typing": ("Any", "Literal")},
    {
        **ITEMS,
        ".runtime.access_log": ("Access",),
        ".runtime.cache": ("Cache",),
        ".runtime.patterns": ("Part",),
        ".runtime.results": ("Results",),
        ".runtime.values": ("Number",),
    },
)
IMPORTED = {name.split()[-1] for group in (*NEEDED, *TYPES) for names in group.values() for name in names}

TRANSACT = [
    "",
    "    def transact(self, *parts: Part) -> None:",
    '        """Send the parts that other methods return as one transaction: all of them happen, or none."""',
    "        self._run.transact(parts)",
]


@dataclass(frozen=True)
class Method:
    """A method and its call of the runtime."""

    pattern: AccessPattern
    name: str
    parameters: list[tuple[str, Code, str]]
    """Its parameters: name, type, and default with `=`."""
    returns: str
    call: str
    """The method of the runtime."""
    description: str
    """The constant of the pattern."""
    values: Code | None
    returning: bool = True


def parameters_of(parameters: Iterable[Parameter], types: set[str]) -> list[tuple[str, Code, str]]:
    return [
        (parameter.identifier, or_none(qualified(parameter.type, types)), " = None")
        if parameter.optional
        else (parameter.identifier, qualified(parameter.type, types), "")
        for parameter in parameters
    ]


def values_of(parameters: Iterable[Parameter], constants: dict[str, str]) -> Code:
    """Return the dict of values for the runtime."""
    fixed: dict[str, Code] = {name: literal(value) for name, value in constants.items()}
    return mapping({**fixed, **{parameter.value: parameter.identifier for parameter in parameters}})


def qualified(code: Code, types: set[str]) -> Code:
    """Return the annotation with types of items.py under their imported name."""
    if isinstance(code, str):
        return f"_items.{code}" if code in types else code
    return Group(code.before, tuple((name, qualified(element, types)) for name, element in code.elements), code.after)


def or_none(code: Code) -> Code:
    return f"{code} | None" if isinstance(code, str) else Group(code.before, code.elements, f"{code.after} | None")


def module(consumer: Consumer, name: str, class_name: str, tables: list[str], methods: list[Method]) -> str:
    """Return the text of a consumer's module; `name` is the client's name in metrics."""
    lines = ["", "", f"class {class_name}:", f"    {docstring(consumer.description)}", "", *_constructor(consumer, name, tables)]
    for method in methods:
        lines += ["", *_method(method)]
    if any(method.call == "part" for method in methods):
        lines += TRANSACT
    body = "\n".join([*lines, ""])
    return "\n".join([docstring(f"The client of {consumer.name}"), "", *imports(body, NEEDED, typing_only=TYPES), body])


def _constructor(consumer: Consumer, name: str, tables: list[str]) -> list[str]:
    names = subscript("Mapping", subscript("Literal", *map(quoted, tables)), "str")
    elements: list[tuple[str, Code]] = [
        ("", "self"),
        ("", "environment: _patterns.Environment | None = None"),
        ("", "*"),
        ("tables: ", Group(names.before, names.elements, f"{names.after} | None = None")),
        ("", "client: Any = None"),
        ("", "now: Callable[[], float] | None = None"),
        ("", "access_log: Callable[[Access], None] | None = None"),
    ]
    arguments: list[Code] = ["_patterns.ENVIRONMENTS", "environment", "tables", "client", "now"]
    more: dict[str, Code] = {"name": quoted(name), "keys": "_patterns.KEYS", "log": "access_log"}
    about = ""
    if consumer.cache is not None:
        elements.append(("", "cache: Cache | None = None"))
        more |= {"cache": "cache", "cached": consumer.cache.upper()}
        about = f" A `cache` serves {consumer.cache}."
    return [
        *laid_out("", Group("def __init__(", tuple(elements), ") -> None:"), indent=1),
        f'        """Take an environment, or the name of each table. `client` is a boto3 client, made when it is needed.{about}"""',
        *laid_out("self._run = ", call("Connection", *arguments, **more), indent=2),
    ]


def _method(method: Method) -> list[str]:
    elements: list[tuple[str, Code]] = [("", "self")]
    if method.parameters:
        elements.append(("", "*"))
    for identifier, type, default in method.parameters:
        code = f"{type}{default}" if isinstance(type, str) else Group(type.before, type.elements, f"{type.after}{default}")
        elements.append((f"{identifier}: ", code))
    arguments = [f"_patterns.{method.description}", *([] if method.values is None else [method.values])]
    called = call(f"self._run.{method.call}", *arguments)
    question = f"{method.pattern.question.rstrip('.')} ({method.pattern.id})"
    return [
        *laid_out("", Group(f"def {method.name}(", tuple(elements), f") -> {method.returns}:"), indent=1),
        *docstring_lines(question, conditions(method.pattern), indent=2),
        *laid_out("return " if method.returning else "", called, indent=2),
    ]


def entity_parameter(entity: str) -> str:
    """Return the parameter of a batch that takes the items of an entity."""
    return parameter_name(entity.lower()[:LONGEST])
