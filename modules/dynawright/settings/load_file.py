"""Reads the load of a system from a file: `--load`, or load.yaml beside its model.

requests: {PT6: 13000000}          # a month, by pattern
items_per_request: {PT3: 40}       # of a Query or a batch; default: 1
item_bytes: {TASK_REPORT: 900}     # default: the size of the model's example
stored_items: {PROJECT: 200}       # default for items that expire: the puts within their lifetime

load_traffic.py describes how requests are spread, for simulations and load tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dynawright import given_files, project
from dynawright.errors import Place, Problem, UserError, must_be, unknown
from dynawright.given_files import GivenFileError
from dynawright.model import System
from dynawright.model.limits import MAX_ITEM_BYTES
from dynawright.model.load import Load
from dynawright.model.size import item_size
from dynawright.settings.document import Document, read
from dynawright.settings.load_traffic import TRAFFIC, traffic, traffic_problems

BY_PATTERN = ("requests", "items_per_request")
BY_ENTITY = ("item_bytes", "stored_items")
LEAST = {"requests": 0, "items_per_request": 1, "item_bytes": 1, "stored_items": 0}


def load_of(system: System, path: Path | None) -> Load:
    """Read the given file, else the system's own; without either, return a load without requests."""
    file = path or project.root() / "stacks" / system.name / "load.yaml"
    if path is None and not file.exists():
        return Load()
    try:
        text = given_files.read_text(file)
    except GivenFileError as error:
        raise UserError([Problem("DW706", str(error), Place(str(file)))]) from None
    if not text.strip():
        fix = "write `requests: {<pattern>: <requests a month>}`"
        raise UserError([Problem("DW706", "the file is empty", Place(str(file)), fix=fix)])
    document = read(file.name, text)
    problems = [*document.problems, *_problems(system, document)]
    if problems:
        problems.sort(key=lambda problem: problem.place.line or 0)
        raise UserError(problems)
    by_name = {group: values for group, values in document.data.items() if group not in TRAFFIC}
    return Load(**by_name, **traffic(document.data))


def _problems(system: System, document: Document) -> Iterator[Problem]:
    known = {
        **dict.fromkeys(BY_PATTERN, ("pattern", [pattern.id for _, pattern in system.access_patterns])),
        **dict.fromkeys(BY_ENTITY, ("entity", [entity.name for table in system.tables for entity in table.entities])),
    }
    yield from traffic_problems(system, document)
    for group, values in document.data.items():
        if group in TRAFFIC:
            continue
        if group not in known:
            yield unknown("DW706", "group", group, [*known, *TRAFFIC], place=document.place((group,)))
        elif not isinstance(values, dict):
            yield must_be("DW706", "lines of `name: number`", values, place=document.place((group,)))
        else:
            what, names = known[group]
            for name, value in values.items():
                place = document.place((group, name))
                if name not in names:
                    yield unknown("DW706", what, name, names, within=system.name, place=place)
                elif type(value) is not int or value < LEAST[group]:
                    yield must_be("DW706", f"a whole number of {LEAST[group]} or more", value, place=place)
                elif group == "item_bytes":
                    yield from (problem.at(place) for problem in _size_problems(system, name, value))


def _size_problems(system: System, name: str, value: int) -> Iterator[Problem]:
    table, entity = next((table, entity) for table in system.tables for entity in table.entities if entity.name == name)
    if entity.chunks is not None:
        return  # the size of the whole value; splitting it reports a size that is too large
    least = item_size(Load().examples(table, entity)[0])
    if not least <= value <= MAX_ITEM_BYTES:
        allowed = f"{least} (the size of its keys and attributes) to {MAX_ITEM_BYTES} (the limit of an item)"
        yield must_be("DW706", allowed, value)
