"""Adds a system, a table or a stream function to a project."""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

from dynawright import project
from dynawright.errors import Place, Problem, UserError, unknown
from dynawright.new.names import check_name, class_name
from dynawright.new.project import TEMPLATE
from dynawright.new.source import Source

TEMPLATES = Path(__file__).parent / "templates"
FUNCTION = TEMPLATES / "function"
PARTS = {part: TEMPLATES / "function_parts" / f"{part}.py.jinja" for part in ("model", "stack", "grants")}
"""Lines that a function adds to the model and the stack."""


def add_system(name: str) -> list[Path]:
    """Write stacks/<name>/ and its test; return the files."""
    check_name("system", name)
    target = project.stacks_folder() / name
    if target.exists():
        raise UserError([Problem("DW809", "the system exists already", Place(f"stacks/{name}"), fix="choose another name")])
    files = {
        project.root() / file.relative_to(TEMPLATE).as_posix().removesuffix(".jinja").replace("{{ system }}", name): file
        for file in [*TEMPLATE.glob("stacks/{{ system }}/*.jinja"), *TEMPLATE.glob("tests/test_{{ system }}.py.jinja")]
    }
    return _write({path: _rendered(file, system=name) for path, file in files.items()})


def add_table(system: str | None, name: str) -> list[Path]:
    """Declare a table in the system's model and build it in its stack, like the existing tables."""
    check_name("table", name)
    folder = _system_folder(system)
    model, stack = Source(folder / "model.py"), Source(folder / "stack.py")
    constant = name.upper()
    if any(isinstance(node, ast.Name) and node.id == constant for node in ast.walk(model.tree)):
        raise UserError([Problem("DW809", f"{constant} exists already", Place(_shown(model.path)), fix="choose another name")])
    init, consumer, role = _init_of(stack), *_granted(stack)
    block = _rendered(
        TEMPLATES / "table.py.jinja", system=folder.name, name=name, consumer=consumer, prefix=_free_prefix(model, name)
    )
    declaration, tables = _system_declaration(model)
    model.insert_before(declaration, f"{block}\n")
    model.append_item(tables, constant)
    built = _last_call(stack, init, "self", "table")
    indent = " " * built.col_offset
    stack.insert_after(built, f'{indent}{name} = self.table("{class_name(name)}", model.{constant}, key=key)\n')
    stack.insert_after(_last_call(stack, init, None, "grant"), f"{indent}grant({role}, model.{consumer}, {name})\n")
    for method in ("backup", "watch"):
        stack.append_item(_call_in(_last_call(stack, init, "self", method)), name)
    return _write({model.path: model.new_text(), stack.path: stack.new_text()})


def add_function(system: str | None, name: str, *, publishes: bool = False) -> list[Path]:
    """Write a stream function on the system's first table, and build it in its stack.

    With `publishes` it publishes each change once to its own event bus, and gets a table for markers of sent messages.
    """
    check_name("function", name)
    folder = _system_folder(system)
    target = folder / "functions" / name
    if target.exists():
        raise UserError([Problem("DW809", "the function exists already", Place(_shown(target)), fix="choose another name")])
    model, stack = Source(folder / "model.py"), Source(folder / "stack.py")
    init = _init_of(stack)
    declaration, tables = _system_declaration(model)
    built = _last_call(stack, init, "self", "table", first=True)
    variable, table = _table_of(stack, built)
    _give_stream(model, table)
    values = {
        "system": folder.name,
        "name": name,
        "table": _table_name(model, table),
        "variable": variable,
        "prefix": _free_prefix(model, f"{name}_sent"),
        "class_name": class_name(name),
    }
    parts = {part: _rendered(file, publishes=publishes, **values) for part, file in PARTS.items()}
    model.insert_before(declaration, parts["model"])
    stack.insert_after(_last_call(stack, init, "self", "table"), textwrap.indent(parts["stack"], " " * built.col_offset))
    watched = [f"{name}_sent", name, f"{name}_events"] if publishes else [name]
    stack.append_item(_call_in(_last_call(stack, init, "self", "watch")), ", ".join(watched))
    if publishes:
        model.append_item(tables, f"{name.upper()}_SENT")
        _import(model, "dynawright.model", "MessageMarkers")
        _import(stack, "dynawright.constructs", "EventBus")
        grants = _last_call(stack, init, None, "grant")
        stack.insert_after(grants, textwrap.indent(parts["grants"], " " * grants.col_offset))
        stack.append_item(_call_in(_last_call(stack, init, "self", "backup")), f"{name}_sent")
    if "from pathlib import Path" not in stack.text:
        first_import = next(node for node in stack.tree.body if isinstance(node, ast.ImportFrom) and node.module != "__future__")
        stack.insert_before(first_import, "from pathlib import Path\n\n")
    written = {
        target / file.relative_to(FUNCTION).as_posix().removesuffix(".jinja"): _rendered(file, publishes=publishes, **values)
        for file in FUNCTION.rglob("*.jinja")
    }
    return _write({**written, model.path: model.new_text(), stack.path: stack.new_text()})


def _free_prefix(model: Source, name: str) -> str:
    """Return 1 to 4 capital letters that no pattern's id in the model begins with."""
    initials = "".join(word[0] for word in name.split("_") if word[0].isalpha())
    letters = "".join(letter for letter in name if letter.isalpha()).ljust(4, "x")
    for prefix in (initials[:4], *(letters[:length] for length in (2, 3, 4))):
        if f'"{prefix.upper()}1"' not in model.text:
            return prefix.upper()
    raise model.missing(f"a free prefix for the patterns of {name}", "the table, with ids of your own")


def _system_folder(system: str | None) -> Path:
    names = sorted(path.parent.name for path in project.stacks_folder().glob("*/model.py"))
    if system is None and len(names) == 1:
        return project.stacks_folder() / names[0]
    if system is None:
        fix = f"add --system with one of: {', '.join(names)}" if names else "add one with `dynawright new system <name>`"
        raise UserError([Problem("DW803", "no system is named" if names else "there is no system yet", fix=fix)])
    if system not in names:
        raise UserError([unknown("DW801", "system", system, names)])
    return project.stacks_folder() / system


def _init_of(stack: Source) -> ast.FunctionDef:
    for node in ast.walk(stack.tree):
        if isinstance(node, ast.FunctionDef) and node.name == "__init__":
            return node
    raise stack.missing("a stack class with __init__", "class …Stack(SystemStack)")


def _last_call(stack: Source, init: ast.FunctionDef, owner: str | None, name: str, *, first: bool = False) -> ast.stmt:
    """Return the statement of __init__ that calls `owner.name(...)` or `name(...)` last, or first."""
    calls = [node for node in init.body if isinstance(node, ast.Assign | ast.Expr) and _calls(node.value, owner, name)]
    if not calls:
        raise stack.missing(f"a call of {f'{owner}.' if owner else ''}{name}(...) in __init__", f"{name}(...)")
    return calls[0] if first else calls[-1]


def _calls(value: ast.expr, owner: str | None, name: str) -> bool:
    if not isinstance(value, ast.Call):
        return False
    if owner is None:
        return isinstance(value.func, ast.Name) and value.func.id == name
    method = value.func
    return isinstance(method, ast.Attribute) and method.attr == name and ast.unparse(method.value) == owner


def _call_in(statement: ast.stmt) -> ast.Call:
    value = statement.value if isinstance(statement, ast.Assign | ast.Expr) else None
    assert isinstance(value, ast.Call)  # noqa: S101  _last_call has looked
    return value


def _granted(stack: Source) -> tuple[str, str]:
    """Return the consumer and the variable of its role in the last grant of the stack."""
    call = _call_in(_last_call(stack, _init_of(stack), None, "grant"))
    if len(call.args) >= 2 and isinstance(call.args[0], ast.Name) and isinstance(call.args[1], ast.Attribute):
        return call.args[1].attr, call.args[0].id
    raise stack.missing("a grant to a role in a variable", "api = self.role(…) and grant(api, model.API, <table>)")


def _system_declaration(model: Source) -> tuple[ast.stmt, ast.List]:
    for node in model.tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "SYSTEM" and isinstance(node.value, ast.Call):
            lists = [
                value for value in (*node.value.args, *(k.value for k in node.value.keywords)) if isinstance(value, ast.List)
            ]
            if lists:
                return node, lists[0]
    raise model.missing('SYSTEM = System("…", [tables])', 'SYSTEM = System("…", […])')


def _table_of(stack: Source, statement: ast.stmt) -> tuple[str, str]:
    """Return variable and constant of a statement `items = self.table("Items", model.ITEMS, …)`."""
    call = _call_in(statement)
    if isinstance(statement, ast.Assign) and len(call.args) >= 2 and isinstance(call.args[1], ast.Attribute):
        return ast.unparse(statement.targets[0]), call.args[1].attr
    raise stack.missing("a table in a variable", 'items = self.table("Items", model.ITEMS, key=key)')


def _table_call(model: Source, constant: str) -> ast.Call:
    for node in model.tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == constant and isinstance(node.value, ast.Call):
            return node.value
    raise model.missing(f"{constant} = TableModel(...)", f"{constant} = TableModel(…)")


def _table_name(model: Source, constant: str) -> str:
    return str(ast.literal_eval(_table_call(model, constant).args[0]))


def _give_stream(model: Source, constant: str) -> None:
    call = _table_call(model, constant)
    if not any(keyword.arg == "stream" for keyword in call.keywords):
        model.append_keyword(call, "stream=Stream.NEW_AND_OLD_IMAGES")
        _import(model, "dynawright.model", "Stream")


def _import(source: Source, module: str, name: str) -> None:
    """Import a name from a module, in the line that imports others from it if there is one."""
    imports = [node for node in source.tree.body if isinstance(node, ast.ImportFrom)]
    same = next((node for node in imports if node.module == module), None)
    if same is None:
        source.insert_before(next(node for node in imports if node.module != "__future__"), f"from {module} import {name}\n")
    elif not any(alias.name == name for alias in same.names):
        source.append_import(same, name)


def _rendered(file: Path, **values: object) -> str:
    from jinja2 import Environment, StrictUndefined

    jinja = Environment(undefined=StrictUndefined, keep_trailing_newline=True, autoescape=False)  # noqa: S701  Python, not HTML
    return jinja.from_string(file.read_text(encoding="utf-8")).render(values)


def _write(files: dict[Path, str]) -> list[Path]:
    """Write all files, after all texts have been checked."""
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return list(files)


def _shown(path: Path) -> str:
    return path.relative_to(project.root()).as_posix()
