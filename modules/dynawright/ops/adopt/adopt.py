"""Take over tables: write a system for those without one, and `import` blocks for what exists."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta

from dynawright import project
from dynawright.errors import Place, Problem, UserError
from dynawright.ops.adopt.adoption import Adoption
from dynawright.ops.adopt.facts import TableFacts
from dynawright.ops.adopt.files import Change, changes_back
from dynawright.ops.adopt.model import AdoptedTable, model_text
from dynawright.ops.adopt.names import TableNames, names_of, system_name
from dynawright.ops.adopt.old_state import Held, left_behind, removed_blocks, torn
from dynawright.ops.adopt.settings import described
from dynawright.ops.adopt.stack_file import stack_text
from dynawright.ops.adopt.suggestion import NOTHING, Suggestion
from dynawright.ops.adopt.synthesized import synthesized, write_exceptions, write_imports
from dynawright.ops.adopt.unsupported import check_supported
from dynawright.ops.adopt.yaml_file import YamlFile
from dynawright.settings import Environment, load_named
from dynawright.systems import system_names, systems, tables_in


def adopt(
    facts: Sequence[TableFacts],
    *,
    environment_name: str,
    system: str | None,
    until: date,
    held: Sequence[Held] = (),
    suggestions: Mapping[str, Suggestion] = {},
) -> Adoption:
    """Write everything needed to take these tables over; if anything is wrong, write nothing.

    `held` are the tables' resources in another stack's state; `suggestions` come from items and figures, by table.
    """
    environment = load_named(environment_name)
    declared = dict(_declared(environment))
    new = [table for table in facts if table.name not in declared]
    check_supported(new)
    adoption = Adoption(environment.name)
    name = system or system_name(table.name for table in new)
    touched = {declared[table.name] for table in facts if table.name in declared}
    with changes_back() as change:
        if new:
            _write_system(name, new, environment, suggestions, change, adoption)
        for stack in sorted({*touched, *([name] if new else [])}):
            with synthesized(stack, environment_name) as (seen, content):
                write_imports(stack, facts, seen, content, change, adoption)
                if new and stack == name:
                    write_exceptions(stack, seen, content, until, change, adoption)
        _let_go(held, adoption)
        adoption.written = change.made()
    return adoption


def _let_go(released: Sequence[Held], adoption: Adoption) -> None:
    imported = {block.id for blocks in adoption.imports.values() for block in blocks}
    if halves := torn(released, imported):
        text = "only some of its instances are taken over, and a `removed` block forgets all of them"
        fix = "move the others to a block of their own first (`terraform state mv`)"
        raise UserError([Problem("DW743", text, Place(path=address), address, fix=fix) for address in halves])
    adoption.removed, adoption.left_behind = removed_blocks(released, imported), left_behind(released, imported)


def _declared(environment: Environment) -> Iterator[tuple[str, str]]:
    """Yield each table that a system builds in the environment, with that system."""
    for system in systems():
        view = environment.seen_by(system.name)
        for table in tables_in(view, system):
            yield view.table_name(table.name), system.name


def _write_system(
    name: str,
    new: Sequence[TableFacts],
    environment: Environment,
    suggestions: Mapping[str, Suggestion],
    change: Change,
    adoption: Adoption,
) -> None:
    names = names_of((table.name for table in new), environment.name)
    adopted = list(zip(new, names, strict=True))
    folder = project.stacks_folder() / name
    if name in system_names():
        _check_same(name, adopted)
    elif folder.exists():
        text, fix = "the folder exists already", "choose another name with --system"
        raise UserError([Problem("DW743", text, Place(f"stacks/{name}"), name, fix=fix)])
    else:
        tables = [AdoptedTable.fitting(facts, named, *suggestions.get(facts.name, NOTHING)[:2]) for facts, named in adopted]
        change.write(folder / "model.py", model_text(name, tables))
        change.write(folder / "stack.py", stack_text(name, names))
        change.write(folder / "__init__.py", "")
    settings = {names.logical: described(facts, names, environment) for facts, names in adopted}
    file = YamlFile(project.environments_folder() / f"{environment.name}.yaml")
    file.add_to_map(
        "systems", {name: {"tables": {logical: table_settings.settings for logical, table_settings in settings.items()}}}
    )
    regions = {region for described_table in settings.values() for region in described_table.regions} - {
        environment.region,
        *environment.other_regions,
    }
    file.add_to_list("other_regions", sorted(regions))
    change.write(file.path, file.text)
    for facts, named in adopted:
        if notes := [*settings[named.logical].notes, *suggestions.get(facts.name, NOTHING).notes]:
            adoption.notes[named.physical] = notes
    importlib.invalidate_caches()


def _check_same(name: str, adopted: Sequence[tuple[TableFacts, TableNames]]) -> None:
    """Refuse tables for an existing system unless its model has them, adopted in another environment."""
    (system,) = [candidate for candidate in systems() if candidate.name == name]
    tables = {table.name: table for table in system.tables}
    problems = []
    for facts, names in adopted:
        model = tables.get(names.logical)
        types = {definition["AttributeName"]: definition["AttributeType"] for definition in facts.table["AttributeDefinitions"]}
        if model is None or types != model.key_types:
            text = f"the system '{name}' has no table '{names.logical}' with these keys"
            fix = "choose another name for the new system with --system"
            problems.append(Problem("DW743", text, Place(path=f"table {facts.name}"), facts.name, fix=fix))
    if problems:
        raise UserError(problems)


def last_day(days: int) -> date:
    """Return the last day of exceptions that last for this many days."""
    return date.today() + timedelta(days=days)
