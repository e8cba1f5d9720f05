"""Try the gate on synthesized weakenings of settings, stacks, models, constructs and generators."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from dynawright.errors import UserError
from dynawright.gate.gate import Stack
from dynawright.gate.stack_mutants.application import Application
from dynawright.gate.stack_mutants.budget import Budget
from dynawright.gate.stack_mutants.difference import Difference, differences
from dynawright.gate.stack_mutants.judge import Weakened, by_rules
from dynawright.gate.stack_mutants.own_labels import override
from dynawright.gate.stack_mutants.package_code import PACKAGE, NotInAFunctionError
from dynawright.gate.stack_mutants.runs import Place, function_at, functions_run
from dynawright.gate.stack_mutants.settings_edits import SettingsEdit, settings_edits
from dynawright.gate.stack_mutants.source_edits import SourceEdit, edits_of
from dynawright.gate.stack_mutants.trial import Trial, Verdict, meaning, together, with_checkov
from dynawright.rules.catalogue import all_rules
from dynawright.settings import load
from dynawright.systems import FOUNDATION, stack_names, system_names

CONSTRUCTS = ("constructs/*.py", "stack.py", "foundation.py")
GENERATORS = (
    "constructs/*access*.py",
    "constructs/deploy_*.py",
    "constructs/encryption.py",
    "constructs/resource_policy.py",
    "iam/policy.py",
    "iam/trust.py",
    "model/permission.py",
    "monitoring/**/*.py",
)
TRIES = 20
"""Edits tried for each that can be judged: most are refused, fail, or change nothing that counts."""
PLACES = ("settings", "stacks", "models", "constructs", "generators")
Edit = SettingsEdit | SourceEdit
FEW = 3
"""Number of systems to synthesize one by one; above, the whole application at once is faster."""


@dataclass
class SourceTrial:
    """The results of edits of sources."""

    places: dict[str, Trial] = field(default_factory=dict)
    """What the gate said of labelled mutants, by the kind of place they were made in."""
    refused: list[str] = field(default_factory=list)
    """Edits that the loader, the model or a construct rejects, so that nothing is synthesized."""
    without_effect: int = 0
    broken: int = 0

    @property
    def trial(self) -> Trial:
        """All places together."""
        return together(self.places.values())


@dataclass(frozen=True)
class Before:
    """The unchanged application, and which functions of the package each system runs."""

    stacks: Mapping[str, Stack]
    runs: Mapping[str, frozenset[Place]]

    @classmethod
    def of(cls, application: Application) -> Before:
        """Synthesize everything at once, then each system separately, to see what it runs."""
        with application.current():
            systems = stack_names()
        runs = {name: functions_run(lambda name=name: application.stacks([name])) for name in systems}  # type: ignore[misc]
        return cls(application.stacks(), runs)

    def reached(self, application: Application, edit: Edit) -> Sequence[str] | None:
        """Return the systems that an edit may change; None for all."""
        systems: Sequence[str] | None = None
        if isinstance(edit, SettingsEdit):
            systems = [FOUNDATION, edit.path[1]] if edit.path[0] == "systems" else None
        elif edit.file.is_relative_to(application.folder):
            own = edit.file.parent.name  # deploy roles know the systems by their models
            systems = list(dict.fromkeys((own, FOUNDATION))) if edit.file.name != "stack.py" else [own]
        elif place := function_at(edit.file, edit.line):
            systems = [name for name, places in self.runs.items() if place in places]
        return None if systems is None or len(systems) > FEW else systems


def edits_by_place(application: Application) -> dict[str, list[Edit]]:
    """Return every edit by its kind of place."""
    folder = application.folder
    with application.current():
        environment = load(application.settings_file)
        systems = {name: environment.for_system(name) for name in system_names()}
        settings = list(settings_edits(environment, systems))
    generators = _files(GENERATORS)
    constructs = [file for file in _files(CONSTRUCTS) if file not in generators]
    return {
        "settings": list(settings),
        "stacks": list(edits_of(sorted(folder.glob("stacks/*/stack.py")))),
        "models": list(edits_of(sorted(folder.glob("stacks/*/model.py")))),
        "constructs": list(edits_of(constructs)),
        "generators": list(edits_of(generators)),
    }


def _files(patterns: Sequence[str]) -> list[Path]:
    return sorted({file for pattern in patterns for file in PACKAGE.glob(pattern) if file.name != "__init__.py"})


def tried_in_sources(
    application: Application, *, each: int, seed: int = 17, places: Sequence[str] = PLACES, budget: Budget | None = None
) -> SourceTrial:
    """Try a random sample of edits of each kind of place, on the whole application."""
    result = SourceTrial()
    all_rules()  # loaded before anything is edited
    before = Before.of(application)
    pick = random.Random(seed)  # noqa: S311
    for place, edits in edits_by_place(application).items():
        pick.shuffle(edits)  # of all places, so that a place's sample does not depend on the others
        if place in places:
            result.places[place] = _tried_at(place, edits, each, application, before, result, budget or Budget())
    return result


def _tried_at(
    place: str, edits: Sequence[Edit], each: int, application: Application, before: Before, result: SourceTrial, budget: Budget
) -> Trial:
    """Try edits of one kind of place until so many of them could be judged."""
    verdicts: list[Verdict] = []
    survivors: list[Weakened] = []
    unlabelled: list[str] = []
    for edit in budget.within(f"weakened {place}", edits[: each * TRIES]):
        if len(verdicts) == each:
            break
        outcome = _tried(application, edit, before, result)
        if outcome is None:
            continue
        verdict, changed = outcome
        if isinstance(verdict, Difference):
            unlabelled.append(f"{edit}: {verdict}")
            continue
        verdicts.append(verdict)
        survivors += [] if verdict.caught_by else changed
    return Trial(with_checkov(verdicts, survivors), unlabelled)


def _tried(
    application: Application, edit: Edit, before: Before, result: SourceTrial
) -> tuple[Verdict | Difference, list[Weakened]] | None:
    systems = before.reached(application, edit)
    if systems is not None and not systems:
        result.without_effect += 1
        return None
    try:
        with _edited(application, edit):
            after = _synthesized(application, edit, systems or (), result)
            if after is None:
                return None
            changes = list(_differences(before.stacks, after, everything=not systems))
            label = meaning(changes)
            name = str(edit) if isinstance(edit, SourceEdit) else edit.kind
            if label is None:
                result.without_effect += 1
                return None
            label = override(edit, label)
            if label is None:
                return None
            if isinstance(label, Difference):
                return label, []
            changed = [
                Weakened(name, stack.document.name, stack.content, stack.document.intent)
                for stack in after.values()
                if stack.document.name not in before.stacks or stack.content != before.stacks[stack.document.name].content
            ]
            shown = ", ".join(str(change) for change in changes[:2]) + (
                f" and {len(changes) - 2} more" if len(changes) > 2 else ""
            )
            caught = next((rules for stack in changed if (rules := by_rules(stack))), ())
            return Verdict(f"{name} → {shown}", *label, caught), [
                Weakened(f"{name} → {shown}", weakened.stack, weakened.content, weakened.intent) for weakened in changed
            ]
    except (SyntaxError, NotInAFunctionError, ValueError):
        result.broken += 1
    return None


def _synthesized(application: Application, edit: Edit, systems: Sequence[str], result: SourceTrial) -> dict[str, Stack] | None:
    """Return the stacks; None if the edit is rejected or does not run."""
    try:
        return application.stacks(systems)
    except UserError as error:
        codes = [problem.code for problem in error.problems] or ["no problem"]  # where the edit turns what finds problems
        result.refused.append(f"{edit}: {codes[0]}")
    except Exception:  # edited code may raise anything
        result.broken += 1
    return None


def _edited(application: Application, edit: Edit) -> AbstractContextManager[None]:
    if isinstance(edit, SettingsEdit):
        return application.edited(application.settings_file, edit.applied_to(application.settings_file.read_text()))
    return application.edited(edit.file, edit.applied())


def _differences(before: Mapping[str, Stack], after: Mapping[str, Stack], *, everything: bool) -> Iterator[Difference]:
    for name, stack in after.items():
        if name not in before:
            yield Difference(f"block.{name}", "", "new")
        elif stack.content != before[name].content:
            yield from differences(before[name].content, stack.content)
    if everything:
        yield from (Difference(f"block.{name}", "", "gone") for name in before.keys() - after.keys())
