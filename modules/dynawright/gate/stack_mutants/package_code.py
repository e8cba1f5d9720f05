"""Run the package with one file edited in this process, as a synthesis after that commit would."""

from __future__ import annotations

import ast
import functools
import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import dynawright

PACKAGE = Path(dynawright.__file__).parent
CACHED = ("constructs", "monitoring", "iam", "model", "bindings", "stack", "foundation", "intents", "systems")


class NotInAFunctionError(Exception):
    """Edits of class bodies and defaults don't affect code that is already loaded."""


@contextmanager
def edited(file: Path, source: str) -> Iterator[None]:
    """Replace a module's functions and constants by those of the edited source, and restore them."""
    relative = file.relative_to(PACKAGE).with_suffix("")
    module = importlib.import_module(".".join(("dynawright", *relative.parts)))
    changed = [(function, function.__code__, code) for function, code in _changed_functions(module, source, file)]
    constants = _changed_constants(module, source, file)
    if not changed and not constants:
        raise NotInAFunctionError(str(file))
    try:
        for function, _, code in changed:
            function.__code__ = code
        _exchange(constants)
        forget()
        yield
    finally:
        for function, code, _ in changed:
            function.__code__ = code
        _exchange([(after, before) for before, after in constants])
        forget()


def forget() -> None:
    """Empty the caches of code that makes stacks."""
    for module in _modules():
        for value in list(vars(module).values()):
            if hasattr(value, "cache_clear") and getattr(value, "__module__", None) == module.__name__:
                value.cache_clear()


def _modules() -> list[ModuleType]:
    names = [name for name in sys.modules if name.startswith("dynawright.") and name.split(".")[1] in CACHED]
    return [sys.modules[name] for name in names]


def _changed_functions(module: ModuleType, source: str, file: Path) -> list[tuple[FunctionType, CodeType]]:
    after = {code.co_qualname: code for code in _codes(compile(source, str(file), "exec", dont_inherit=True))}
    changed = []
    for function in _functions(module):
        code = after.get(function.__code__.co_qualname)
        if code is not None and not _is_same(code, function.__code__):
            changed.append((function, code))
    return changed


def _codes(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def _is_same(code: CodeType, other: CodeType) -> bool:
    """Whether the code is equal; lines may move."""
    if (code.co_code, code.co_names, len(code.co_consts)) != (other.co_code, other.co_names, len(other.co_consts)):
        return False
    return all(
        _is_same(mine, theirs)
        if isinstance(mine, CodeType) and isinstance(theirs, CodeType)
        else (type(mine), mine) == (type(theirs), theirs)
        for mine, theirs in zip(code.co_consts, other.co_consts, strict=True)
    )


def _functions(module: ModuleType) -> Iterator[FunctionType]:
    for value in list(vars(module).values()):
        if getattr(value, "__module__", None) == module.__name__:
            members = vars(value).values() if isinstance(value, type) else [value]
            yield from (function for member in members if (function := _unwrapped(member)) is not None)


def _unwrapped(value: Any) -> FunctionType | None:
    if isinstance(value, property):
        value = value.fget
    elif isinstance(value, functools.cached_property):
        value = value.func
    elif isinstance(value, classmethod | staticmethod):
        value = value.__func__
    while hasattr(value, "__wrapped__"):
        value = value.__wrapped__
    return value if isinstance(value, FunctionType) else None


def _changed_constants(module: ModuleType, source: str, file: Path) -> list[tuple[Any, Any]]:
    """Return constants of the module whose expression differs, each with its new value."""
    before = {_name(statement): ast.dump(statement) for statement in ast.parse(file.read_text()).body}
    changed = []
    for statement in ast.parse(source).body:
        name = _name(statement)
        if (
            name
            and before.get(name) != ast.dump(statement)
            and isinstance(statement, ast.Assign | ast.AnnAssign)
            and statement.value
        ):
            code = compile(ast.Expression(statement.value), str(file), "eval", dont_inherit=True)
            old = getattr(module, name)
            if not isinstance(old, bool | int | str | None):  # equal objects of other types may be unrelated
                changed.append((old, _run(code, module)))
    return changed


def _run(code: CodeType, module: ModuleType) -> Any:
    try:
        return eval(code, dict(vars(module)))  # noqa: S307
    except Exception as error:  # edited code may raise anything
        raise NotInAFunctionError(str(error)) from error


def _name(statement: ast.stmt) -> str | None:
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    return targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else None


def _exchange(constants: list[tuple[Any, Any]]) -> None:
    """Replace values in every module of the package that has imported them."""
    for before, after in constants:
        for module in [loaded for name, loaded in sys.modules.items() if name.startswith("dynawright.")]:
            for name, value in list(vars(module).items()):
                if value is before:
                    setattr(module, name, after)
