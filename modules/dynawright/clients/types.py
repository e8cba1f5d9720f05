"""items.py of a package: types of items as TypedDicts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dynawright.clients.layout import Code, call, docstring, flat, imports, laid_out, mapping, quoted, subscript
from dynawright.clients.names import Unique, class_name, is_field
from dynawright.model.attribute import Declared

READ: dict[str, Code] = {
    "S": "str",
    "N": "Decimal",
    "B": "bytes",
    "BOOL": "bool",
    "NULL": "None",
    "M": "dict[str, Any]",
    "L": "list[Any]",
    "SS": "set[str]",
    "NS": "set[Decimal]",
    "BS": "set[bytes]",
}
WRITTEN: dict[str, Code] = {
    **READ,
    "N": "Number",
    "M": "Mapping[str, Any]",
    "SS": "Set[str]",
    "NS": "Set[Number]",
    "BS": "Set[bytes]",
}
STANDARD = {
    "collections.abc": ("Mapping", "Set"),
    "decimal": ("Decimal",),
    "typing": ("Any", "Literal", "NotRequired", "TypeAlias", "TypedDict", "Union"),
}
RUNTIME = {".runtime.values": ("Number",)}
IMPORTED = {name for group in (STANDARD, RUNTIME) for names in group.values() for name in names}


class Types:
    """Collects a package's types under unique names; each refers to earlier ones only."""

    def __init__(self) -> None:
        self._unique = Unique()
        for name in IMPORTED:
            self._unique.name(name, name)
        self._lines: list[str] = []
        self._known: dict[tuple[str, str], str] = {}

    @property
    def names(self) -> set[str]:
        """Return the names of all types so far."""
        return {*self._unique.names} - IMPORTED

    def typed_dict(
        self,
        wanted: str,
        otherwise: str,
        fields: Mapping[str, Code],
        *,
        optional: Iterable[str] = (),
        about: str,
        total: bool = True,
    ) -> str:
        """Define a TypedDict and return its name; equal fields under an equal wanted name are one type."""
        optional = set(optional)
        every = {name: subscript("NotRequired", type) if name in optional else type for name, type in fields.items()}
        seen = (wanted, repr([(name, flat(type)) for name, type in every.items()]))
        if seen in self._known:
            return self._known[seen]
        name = self._known[seen] = self._unique.name(wanted, otherwise)
        types = {*IMPORTED, *self._unique.names}
        self._lines += ["", ""]
        if every and all(is_field(field, types) for field in every):
            self._lines += [f"class {name}(TypedDict{'' if total else ', total=False'}):", f"    {docstring(about)}", ""]
            self._lines += [line for field, type in every.items() for line in laid_out(f"{field}: ", type, indent=1)]
        else:
            arguments = {} if total else {"total": "False"}
            self._lines += laid_out(f"{name} = ", call("TypedDict", quoted(name), mapping(every), **arguments))
        return name

    def union(self, wanted: str, otherwise: str, names: Iterable[str]) -> str:
        """Define a name for a union of types and return it; a single type keeps its name."""
        names = list(dict.fromkeys(names))
        if len(names) == 1:
            return names[0]
        return self.alias(wanted, otherwise, subscript("Union", *names))

    def alias(self, wanted: str, otherwise: str, type: Code) -> str:
        """Define another name for a type and return it."""
        name = self._unique.name(wanted, otherwise)
        self._lines += ["", "", *laid_out(f"{name}: TypeAlias = ", type)]
        return name

    def of(self, declared: Declared, owner: str, *, written: bool) -> Code:
        """Return an attribute's type; a map with named attributes gets a TypedDict for reads and writes."""
        match declared:
            case tuple():
                return subscript("Literal", *map(quoted, declared))
            case Mapping():
                inside = {name: self.of(inner, f"{owner}{class_name(name)}", written=True) for name, inner in declared.items()}
                about = "What is in a map; any of it may be missing"
                return self.typed_dict(owner, f"{owner}Map", inside, about=about, total=False)
        return (WRITTEN if written else READ)[declared]

    @property
    def text(self) -> str:
        """Return the module."""
        body = "\n".join([*self._lines, ""])
        return "\n".join([docstring("Types of items"), "", *imports(body, (STANDARD, RUNTIME)), body])
