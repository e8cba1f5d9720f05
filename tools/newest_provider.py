"""Write tests/bindings/newest_provider.json and bindings/newer.json from the newest provider's schema.

    pip download --no-deps --dest .cache/newest cdktn-provider-aws
    python -m tools.newest_provider .cache/newest/*.whl [schema.json]

The package has the schema as Python signatures, which are parsed and never imported. They lack deprecations, which the provider's
own schema has (`terraform providers schema -json`). Without one, the existing deprecations are kept.
"""

from __future__ import annotations

import ast
import json
import re
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from dynawright.bindings import newer
from dynawright.bindings.generate import wanted_types
from dynawright.errors import run
from dynawright.generated import write
from dynawright.provider_versions import NEWER

FILE = Path(__file__).parent.parent / "tests" / "bindings" / "newest_provider.json"
PROVIDER = "provider"
"""Beside the types: the arguments of the provider's own block."""
UNUSED = "endpoints."
"""AWS_ENDPOINT_URL does it; there is one for each service."""
ELEMENTS = (".TerraformResource", ".TerraformDataSource", ".TerraformProvider")
KINDS = {"builtins.str": "string", "jsii.Number": "number", "builtins.bool": "bool"}
_LINK = re.compile(
    r":param (\w+): [^{\n]*\{@link https://registry\.terraform\.io/providers/hashicorp/aws/([\d.]+)/docs[\w/-]*#(\w+) "
)


def main(arguments: list[str]) -> int:
    wheel = Path(arguments[0])
    before = json.loads(FILE.read_text()) if FILE.exists() else {}
    schema = json.loads(Path(arguments[1]).read_text()) if arguments[1:] else None
    document = {
        "deprecations_of": before.get("deprecations_of"),
        "deprecated": before.get("deprecated", {}),
        **(deprecations(schema, wanted_types()) if schema else {}),
        **signatures(wheel, (*wanted_types(), PROVIDER)),
    }
    fragments = {path: newer_schema(wheel, path) for path in sorted(NEWER)}
    files = {FILE: json.dumps(document, indent=1, sort_keys=True) + "\n", newer.FILE: json.dumps(fragments, indent=1) + "\n"}
    write(files, check=False)
    print(f"{FILE.name}: {len(document['types'])} types of provider {document['provider']}")
    for type, paths in document["deprecated"].items():
        print(f"  deprecated in {document['deprecations_of']}: {type}: {', '.join(paths)}")
    return 0


def signatures(wheel: Path, wanted: Sequence[str]) -> dict[str, Any]:
    """Return the provider's version and, per type, writable paths and readable names."""
    types: dict[str, dict[str, list[str]]] = {}
    versions: set[str] = set()
    for type in wanted:
        text, classes, main_class = _module(wheel, type)
        versions |= {match[2] for match in _LINK.finditer(text)}
        paths = sorted(path for path in paths_of(classes, main_class) if not path.startswith(UNUSED))
        types[type] = {
            "paths": paths,
            "reads": sorted(_properties(classes[main_class]) - {path.split(".")[0] for path in paths}),
        }
    return {"package": "-".join(wheel.name.split("-")[:2]), "provider": max(versions, key=len), "types": types}


def newer_schema(wheel: Path, path: str) -> dict[str, Any]:
    """Return an attribute or block as the provider's schema has it: its kind, and whether it is required."""
    type, *blocks, name = path.split(".")
    _, classes, block = _module(wheel, type)
    for outer in blocks:
        block = _class_in(_arguments(classes[block])[outer][0], classes)
    return _schema(*_arguments(classes[block])[name], classes)


def _schema(annotation: str, required: bool, classes: Mapping[str, ast.ClassDef]) -> dict[str, Any]:
    many = "typing.Sequence[" in annotation
    if nested := _class_in(annotation, classes):
        inside = {name: _schema(*argument, classes) for name, argument in _arguments(classes[nested]).items()}
        block = {
            "attributes": {name: entry for name, entry in inside.items() if "block" not in entry},
            "block_types": {name: entry for name, entry in inside.items() if "block" in entry},
        }
        return {"nesting_mode": "list", "block": block, "min_items": int(required), "max_items": 0 if many else 1}
    kind = next(kind for name, kind in KINDS.items() if name in annotation)
    return {"type": ["list", kind] if many else kind, "required" if required else "optional": True}


def _arguments(node: ast.ClassDef) -> dict[str, tuple[str, bool]]:
    """Return a class's arguments, each with its annotation and whether it is required."""
    method = next(item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == "__init__")
    pairs = zip(method.args.kwonlyargs, method.args.kw_defaults, strict=True)
    return {one.arg: (ast.unparse(one.annotation) if one.annotation else "", default is None) for one, default in pairs}


def _class_in(annotation: str, classes: Mapping[str, ast.ClassDef]) -> str:
    return next((name for name in re.findall(r"'(\w+)'", annotation) if name in classes), "")


def _module(wheel: Path, type: str) -> tuple[str, dict[str, ast.ClassDef], str]:
    """Return a type's module, its classes, and the name of the one that is the resource."""
    module = type.replace("data.aws_", "data_aws_").removeprefix("aws_")
    with zipfile.ZipFile(wheel) as archive:
        try:
            text = archive.read(f"cdktn_provider_aws/{module}/__init__.py").decode()
        except KeyError:
            raise SystemExit(f"{wheel.name} has no {type}") from None
    classes = {node.name: node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)}
    main_class = next(name for name, node in classes.items() if node.bases and ast.unparse(node.bases[0]).endswith(ELEMENTS))
    return text, classes, main_class


def paths_of(classes: Mapping[str, ast.ClassDef], name: str, before: str = "") -> Iterator[str]:
    """Yield each argument of a class and of the blocks inside it: `attribute.name`."""
    method = next(node for node in classes[name].body if isinstance(node, ast.FunctionDef) and node.name == "__init__")
    written = {match[1]: match[3] for match in _LINK.finditer(ast.get_docstring(method) or "")}
    for argument in method.args.kwonlyargs:
        if argument.arg not in written:  # cdktn's own: count, lifecycle, …
            continue
        path = before + written[argument.arg]
        yield path
        for node in ast.walk(argument.annotation) if argument.annotation else ():
            if isinstance(node, ast.Constant) and node.value in classes:
                yield from paths_of(classes, str(node.value), f"{path}.")


def _properties(node: ast.ClassDef) -> set[str]:
    """Return what can be read from a resource, besides its arguments."""
    decorated = (function for function in node.body if isinstance(function, ast.FunctionDef) and function.decorator_list)
    names = {function.name for function in decorated if ast.unparse(function.decorator_list[0]) == "builtins.property"}
    return {name for name in names if not name.endswith("_input")}


def deprecations(schema: Mapping[str, Any], wanted: Sequence[str]) -> dict[str, Any]:
    """Return each type's deprecated paths from the file that provider_schema wrote."""
    found = {}
    for type in wanted:
        section = "data_source_schemas" if type.startswith("data.") else "resource_schemas"
        found[type] = sorted(_deprecated(schema["schema"][section][type.removeprefix("data.")]["block"]))
    return {"deprecations_of": schema["version"], "deprecated": {type: paths for type, paths in found.items() if paths}}


def _deprecated(block: Mapping[str, Any], before: str = "") -> Iterator[str]:
    for name, attribute in block.get("attributes", {}).items():
        if attribute.get("deprecated"):
            yield before + name
    for name, nested in block.get("block_types", {}).items():
        if nested["block"].get("deprecated"):
            yield before + name
        else:
            yield from _deprecated(nested["block"], f"{before}{name}.")


if __name__ == "__main__":
    run(lambda: main(sys.argv[1:]))
