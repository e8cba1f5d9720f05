"""Check a mapping: every column is placed, every attribute filled, every type matches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dynawright.errors import Place, Problem, UserError, unknown
from dynawright.model import Declared, Entity, TableModel
from dynawright.model.attribute import type_of
from dynawright.ops.migration.mapping.columns import Columns
from dynawright.ops.migration.mapping.row_mapping import Column, Fields, RowMapping, RowMappings, flat
from dynawright.ops.migration.mapping.values import FORMS
from dynawright.ops.migration.table import Table

CODE = "DW725"


def check(mapping: RowMappings, model: TableModel, target: Table, source: Mapping[str, Columns]) -> None:
    """Raise with everything that does not fit."""
    problems = [*_target_problems(mapping, model, target)]
    for rows in mapping.rows.values():
        if rows.name not in source:
            problems.append(unknown(CODE, "table", rows.name, sorted(source), within="the source", place=rows.place))
        else:
            problems += [*_column_problems(rows, source[rows.name]), *_row_problems(rows, model, source[rows.name])]
    if problems:
        raise UserError(problems)


def _target_problems(mapping: RowMappings, model: TableModel, target: Table) -> Iterator[Problem]:
    declared = {key.name: key.type for key in model.key}
    if declared != target.keys:
        text = f"the key of {target.name} is {_words(target.keys)}, the model has {_words(declared)}"
        yield Problem(CODE, text, mapping.place, target.name, fix=f"name a table that was built from {model.name}")


def _words(keys: Mapping[str, str]) -> str:
    return ", ".join(f"{name} ({type})" for name, type in keys.items())


def _column_problems(rows: RowMapping, source: Columns) -> Iterator[Problem]:
    columns = {column.name: column.place for fields in rows.entities.values() for _, column in flat(fields)}
    named = {**dict.fromkeys(rows.leave_out, rows.place), **columns}
    for name in (rows.updated_at, rows.written_at):
        if name:
            named.setdefault(name, rows.place)
            if source.kinds.get(name, "time") != "time":
                text = f"column '{name}' must hold times, got {source.kinds[name]}"
                yield Problem(CODE, text, rows.place, name, "a column of times")
    for name, place in named.items():
        if name not in source.kinds:
            yield unknown(CODE, "column", name, source.kinds, within=rows.name, place=place)
    if lost := sorted(source.kinds.keys() - named.keys()):
        text = f"{rows.name} has columns that no item gets: {', '.join(lost)}"
        fix = f"give each an attribute, or leave it out: `leave_out: [{', '.join(lost)}]`"
        yield Problem(CODE, text, rows.place, lost, fix=fix)
    if both := sorted(set(rows.leave_out) & columns.keys()):
        text = f"{', '.join(both)} of {rows.name} must not be left out: an attribute is made of it"
        yield Problem(CODE, text, rows.place, both, fix="take it off leave_out")
    if not source.key:
        text = f"{rows.name} has no primary key: its rows can't be identified"
        yield Problem(CODE, text, rows.place, rows.name, fix="add one to the table")


def _row_problems(rows: RowMapping, model: TableModel, source: Columns) -> Iterator[Problem]:
    entities = {entity.name: entity for entity in model.entities}
    for name, fields in rows.entities.items():
        if name not in entities:
            yield unknown(CODE, "entity", name, entities, within=model.name, place=rows.place)
            continue
        entity = entities[name]
        yield from _attribute_problems(rows, fields, entity.declared, source, entity.subject)
        yield from _entity_problems(rows, fields, entity, source)
        if entity.expires_after and not rows.written_at and not set(entity.expires_from) & fields.keys():
            text = f"{name} expires a time after it was written, and {rows.name} does not say which column tells when that was"
            yield Problem(CODE, text, rows.place, name, fix="add `written_at: <column>`")
        if rows.version and rows.version not in fields:
            yield unknown(CODE, "attribute", rows.version, fields, within=name, place=rows.place)


def _entity_problems(rows: RowMapping, fields: Fields, entity: Entity, source: Columns) -> Iterator[Problem]:
    if entity.chunks is not None:
        text = f"{entity.name} is stored in chunks, which a mapping can't make"
        yield Problem(CODE, text, rows.place, entity.name, fix="write these with the generated client")
        return
    needed = [name for name in entity.declared if name not in entity.optional and name not in entity.constants]
    if missing := [name for name in needed if name not in fields]:
        text = f"{entity.name} needs {', '.join(missing)}, which no column fills"
        fix = "name a column for each, or declare it as optional in the model"
        yield Problem(CODE, text, rows.place, missing, fix=fix)
    nullable = {
        column.name: column
        for (name, *_), column in flat(fields)
        if name in entity.key_attributes and column.name in source.kinds and column.name not in source.required
    }
    for name, column in nullable.items():
        text = f"column '{name}' of {rows.name} may be NULL, and a key of {entity.name} is made of it"
        fix = "make it NOT NULL, or take another column"
        yield Problem(CODE, text, column.place, name, fix=fix)


def _attribute_problems(
    rows: RowMapping, fields: Fields, declared: Mapping[str, Declared], source: Columns, within: str
) -> Iterator[Problem]:
    for name, value in fields.items():
        place = value.place if isinstance(value, Column) else rows.place
        if name not in declared:
            yield unknown(CODE, "attribute", name, declared, within=within, place=place)
        elif isinstance(value, Column):
            if (kind := source.kinds.get(value.name)) is not None:
                yield from _type_problems(value, kind, declared[name], place)
        elif isinstance(inner := declared[name], Mapping):
            yield from _attribute_problems(rows, value, inner, source, f"{within}: {name}")
        elif inner != "M":
            text = f"'{name}' is of type {type_of(inner)}, and only a map has attributes"
            yield Problem(CODE, text, place, name, fix="name one column")


def _type_problems(column: Column, kind: str, declared: Declared, place: Place) -> Iterator[Problem]:
    forms = FORMS[kind]  # type: ignore[index]  # checked when the source was described
    type = type_of(declared)
    if column.form not in forms:
        allowed = " or ".join(f"as {form}" if form else "as it is" for form in forms)
        text = f"column '{column.name}' holds {kind}, which can't be taken as {column.form}"
        yield Problem(CODE, text, place, column.form, allowed, f"take it {allowed}")
    elif type not in forms[column.form]:
        others = [form for form, types in forms.items() if type in types]
        fix = f"write `{column.name} as {others[0]}`" if others and others[0] else f"declare it as {forms[column.form][0]}"
        text = f"column '{column.name}' holds {kind}, which becomes {' or '.join(forms[column.form])}; the model has {type}"
        yield Problem(CODE, text, place, column.name, fix=fix)
