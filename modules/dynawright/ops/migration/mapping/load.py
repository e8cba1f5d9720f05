"""Read a mapping file and check its form, without comparing it with a schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, get_args

from dynawright import given_files
from dynawright.errors import Place, Problem, UserError, must_be, unknown
from dynawright.given_files import GivenFileError
from dynawright.ops.migration.mapping.row_mapping import Column, Fields, RowMapping, RowMappings
from dynawright.ops.migration.mapping.values import Form
from dynawright.settings.document import Document, read

CODE = "DW724"
TOP = ("system", "table", "rows")
LISTS = ("leave_out", "key")
TEXTS = ("updated_at", "written_at", "version")
MAPS = ("entities", "columns")


def load(file: Path) -> RowMappings:
    """Return the mapping, or raise with everything that is wrong with the file's form."""
    try:
        document = read(file.name, given_files.read_text(file))
    except GivenFileError as error:
        raise UserError([Problem(CODE, str(error), Place(str(file)))]) from None
    problems = [*document.problems, *_problems(document)]
    if problems:
        raise UserError(problems)
    data: dict[str, Any] = document.data
    rows = {name: _rows(document, name, given) for name, given in data["rows"].items()}
    return RowMappings(file.name, data["system"], data["table"], rows, document.place(()))


def _rows(document: Document, name: str, given: Mapping[str, Any]) -> RowMapping:
    path = ("rows", name)
    return RowMapping(
        name=name,
        entities={entity: _fields(document, fields, (*path, "entities", entity)) for entity, fields in given["entities"].items()},
        leave_out=tuple(given.get("leave_out", ())),
        updated_at=given.get("updated_at"),
        written_at=given.get("written_at"),
        version=given.get("version"),
        columns=given.get("columns", {}),
        key=tuple(given.get("key", ())),
        place=document.place(path),
    )


def _fields(document: Document, given: Mapping[str, Any], path: tuple[str, ...]) -> Fields:
    return {
        name: column(value, document.place((*path, name))) if isinstance(value, str) else _fields(document, value, (*path, name))
        for name, value in given.items()
    }


def column(text: str, place: Place) -> Column:
    """Return a column such as `created_at as milliseconds` as data."""
    name, _, form = text.partition(" as ")
    checked: Any = form or None
    return Column(name, checked, place)


def _problems(document: Document) -> Iterator[Problem]:
    data = document.data
    for name in data:
        if name not in TOP:
            yield unknown(CODE, "setting", name, TOP, place=document.place((name,)))
    for name in ("system", "table"):
        if not isinstance(data.get(name), str):
            yield must_be(CODE, f"a name, `{name}: …`", data.get(name), place=document.place((name,)))
    rows = data.get("rows")
    if not isinstance(rows, dict) or not rows:
        yield must_be(CODE, "tables or files, each with its entities", rows, place=document.place(("rows",)))
        return
    for name, given in rows.items():
        yield from _row_problems(document, ("rows", name), given)


def _row_problems(document: Document, path: tuple[str, ...], given: Any) -> Iterator[Problem]:
    if not isinstance(given, dict):
        yield must_be(CODE, "`entities: …`", given, place=document.place(path))
        return
    known = (*MAPS, *LISTS, *TEXTS)
    for name, value in given.items():
        place = document.place((*path, name))
        if name not in known:
            yield unknown(CODE, "setting", name, known, place=place)
        elif name in LISTS and not (isinstance(value, list) and all(isinstance(part, str) for part in value)):
            yield must_be(CODE, "names of columns in brackets", value, place=place)
        elif name in TEXTS and not isinstance(value, str):
            yield must_be(CODE, "a name", value, place=place)
    for name in MAPS:
        if (name in given or name == "entities") and not (isinstance(given.get(name), dict) and given[name]):
            yield must_be(CODE, f"lines of `name: …` under `{name}`", given.get(name), place=document.place((*path, name)))
    entities = given.get("entities")
    for entity, fields in (entities if isinstance(entities, dict) else {}).items():
        yield from _field_problems(document, (*path, "entities", entity), fields)


def _field_problems(document: Document, path: tuple[str, ...], fields: Any) -> Iterator[Problem]:
    if isinstance(fields, str):
        form = fields.partition(" as ")[2]
        if " as " in fields and form not in get_args(Form):
            yield unknown(CODE, "form", form, get_args(Form), place=document.place(path))
    elif isinstance(fields, dict) and fields:
        for name, inner in fields.items():
            yield from _field_problems(document, (*path, name), inner)
    else:
        yield must_be(CODE, "a column, or lines of `attribute: column`", fields, place=document.place(path))
