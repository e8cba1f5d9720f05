"""Labelled changes of the stacks, each a plan of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dynawright.gate.plan_mutants import access_labels, alarm_labels, backup_labels, function_labels, table_labels
from dynawright.gate.plan_mutants.additions import ADDITIONS
from dynawright.gate.plan_mutants.edits import UNKNOWN, edited
from dynawright.gate.plan_mutants.ends import LOST, SPARE, STORES
from dynawright.gate.plan_mutants.label import Label
from dynawright.gate.plan_mutants.stack_plan import StackPlan, Values, entry

LABELS: tuple[Label, ...] = (
    *table_labels.LABELS,
    *backup_labels.LABELS,
    *alarm_labels.LABELS,
    *function_labels.LABELS,
    *access_labels.LABELS,
)


@dataclass(frozen=True)
class Case:
    """A labelled change of a stack."""

    stack: StackPlan
    name: str
    is_harmful: bool
    because: str
    entries: tuple[Mapping[str, Any], ...]
    """Entries of `resource_changes` for what changes; everything else stays."""
    deferred: bool = False
    """Whether Terraform postpones it to a later plan."""
    commands: tuple[str, ...] = ()
    """Provisioners of the changed resource."""

    @property
    def kind(self) -> str:
        """Return the kind of change, equal for all targets."""
        return self.name.partition(" at ")[0]


def cases(stacks: Iterable[StackPlan]) -> Iterator[Case]:
    """Yield every case of every stack."""
    for stack in stacks:
        for label in LABELS:
            yield from _edited(stack, label)
        yield from _ended(stack)
        yield from _added(stack)
        yield from _renamed(stack)
        yield from _built(stack)


def _edited(stack: StackPlan, label: Label) -> Iterator[Case]:
    for address in stack.of_type(label.type):
        values = stack.resources[address]
        for path in label.paths:
            for edit in label.edits:
                for number, after in enumerate(_edits(values, path, edit)):
                    if after == values:
                        continue
                    actions = ("delete", "create") if label.replaces else ("update",)
                    name = f"{label.type}: {path or 'whole'}: {edit[:40]} at {stack.name} {address} {number}"
                    yield Case(stack, name, label.is_harmful, label.because, (stack.entry(address, after, *actions),))


def _edits(values: Values, path: str, edit: str) -> Iterator[Values]:
    if not path:
        yield from edited(edit, values)
        return
    for place in _places(values, path.split(".")):
        before = _at(values, place)
        if before is None and not edit.startswith("=") and edit != "on":
            continue
        if edit.startswith("=") and isinstance(before, list) and before and not isinstance(before[0], Mapping | str):
            continue
        for after in edited(edit, before):
            if after != before:
                yield _with(values, place, after)


def _places(values: Any, parts: list[str]) -> Iterator[tuple[Any, ...]]:
    """Yield the positions of a path: one per block of a list; the last part may be missing."""
    if isinstance(values, list):
        for index, element in enumerate(values):
            yield from ((index, *rest) for rest in _places(element, parts))
    elif isinstance(values, Mapping):
        if len(parts) == 1:
            yield (parts[0],)
        elif parts[0] in values:
            yield from ((parts[0], *rest) for rest in _places(values[parts[0]], parts[1:]))


def _at(values: Any, place: tuple[Any, ...]) -> Any:
    for step in place[:-1]:
        values = values[step]
    return values.get(place[-1])


def _with(values: Any, place: tuple[Any, ...], value: Any) -> Any:
    if not place:
        return value
    if isinstance(values, list):
        return [*values[: place[0]], _with(values[place[0]], place[1:], value), *values[place[0] + 1 :]]
    return {**values, place[0]: _with(values.get(place[0]), place[1:], value)}


def _ended(stack: StackPlan) -> Iterator[Case]:
    for address, values in stack.resources.items():
        type = address.split(".")[0]
        at = f"at {stack.name} {address}"
        if type == "aws_cloudwatch_composite_alarm" and not values.get("alarm_actions"):
            continue  # only displays its parts, which have actions
        if type in LOST or type in SPARE:
            is_harmful, because = type in LOST, LOST.get(type) or SPARE[type]
            yield Case(stack, f"{type}: destroyed {at}", is_harmful, because, (stack.entry(address, None, "delete"),))
        if type in LOST:
            replaced = stack.entry(address, {**values, "arn": UNKNOWN, "id": UNKNOWN}, "delete", "create")
            if type in ("aws_dynamodb_table", "aws_s3_bucket", "aws_kms_key", "aws_backup_vault", "aws_sqs_queue"):
                yield Case(stack, f"{type}: replaced {at}", True, LOST[type], (replaced,))
                forgotten = stack.entry(address, None, "forget")
                yield Case(stack, f"{type}: forgotten {at}", True, "nobody looks after it", (forgotten,))
            left = stack.entry(address, None, "delete")
            yield Case(stack, f"{type}: destroyed later {at}", True, LOST[type], (left,), deferred=True)
    for type in STORES:
        theirs = f"{type}.theirs"
        values = {"id": "theirs", "name": "theirs"}
        yield Case(stack, f"{type}: destroyed at {stack.name}", True, "what is in it", (entry(theirs, values, None, "delete"),))
        replaced = entry(f"module.theirs.{theirs}", values, {"id": UNKNOWN, "name": "other"}, "create", "delete")
        replaced |= {"type": type}
        yield Case(stack, f"{type}: replaced at {stack.name}", True, "what is in it", (replaced,))


def _added(stack: StackPlan) -> Iterator[Case]:
    for number, addition in enumerate(ADDITIONS):
        values = _named(dict(addition.values), stack)
        if values is None:
            continue
        commands = values.pop("provisioners", ())
        unknown = {"arn": UNKNOWN, "id": UNKNOWN}
        change = entry(f"{addition.type}.Added", None, {**unknown, **values}, "create")
        name = f"{addition.type}: added {number} at {stack.name}"
        yield Case(stack, name, addition.is_harmful, addition.because, (change,), commands=tuple(commands))


def _named(value: Any, stack: StackPlan) -> Any:
    """Return the value with the first resource of the stack for `$arn:<type>`; None if there is none."""
    if isinstance(value, dict):
        resolved = {name: _named(part, stack) for name, part in value.items()}
        return None if None in resolved.values() else resolved
    if isinstance(value, list):
        items = [_named(part, stack) for part in value]
        return None if None in items else items
    if not isinstance(value, str) or "$" not in value:
        return value
    prefix, _, wanted = value.partition("$")
    kind, _, type = wanted.partition(":")
    addresses = stack.of_type(type)
    if kind == "stream":
        addresses = [address for address in addresses if stack.resources[address].get("stream_enabled")]
    if not addresses:
        return None
    values = stack.resources[addresses[0]]
    names = {"stream": ("stream_arn",), "name": ("name", "bucket", "function_name")}.get(kind, (kind,))
    return prefix + str(next(values[name] for name in names if name in values))


def _renamed(stack: StackPlan) -> Iterator[Case]:
    """Yield renamed alarms, with composite alarms that follow or don't."""
    composites = {address: stack.resources[address] for address in stack.of_type("aws_cloudwatch_composite_alarm")}
    for address in stack.of_type("aws_cloudwatch_metric_alarm"):
        values = stack.resources[address]
        old, new = f'"{values["alarm_name"]}"', f'"{values["alarm_name"]}-other"'
        alarm = stack.entry(address, {**values, "alarm_name": new.strip('"')}, "delete", "create")
        named = {address: rule for address, rule in composites.items() if old in rule["alarm_rule"]}
        following = [
            stack.entry(address, {**rule, "alarm_rule": rule["alarm_rule"].replace(old, new)}, "update")
            for address, rule in named.items()
        ]
        at = f"at {stack.name} {address}"
        yield Case(stack, f"an alarm renamed {at}", False, "whoever names it follows", (alarm, *following))
        if any(rule.get("alarm_actions") for rule in named.values()) and not values.get("alarm_actions"):
            yield Case(stack, f"an alarm renamed alone {at}", True, "the alarm that speaks for it waits for another", (alarm,))


def _built(stack: StackPlan) -> Iterator[Case]:
    """Yield a new stack, and each of its constructs as new."""
    everything = tuple(_created([*stack.resources], stack))
    yield Case(stack, f"a new stack at {stack.name}", False, "nothing of it was there", everything)
    constructs: dict[str, list[str]] = {}
    for address in stack.resources:
        constructs.setdefault(address.split(".")[1].split("_")[0], []).append(address)
    for name, addresses in constructs.items():
        if any(address.split(".")[0] == "aws_dynamodb_table" for address in addresses):
            new = tuple(_created(addresses, stack))
            yield Case(stack, f"a new construct at {stack.name} {name}", False, "nothing of it was there", new)
            gone = tuple(stack.entry(address, None, "delete") for address in addresses)
            yield Case(stack, f"a construct destroyed at {stack.name} {name}", True, "a table is in it", gone)


def _created(addresses: Sequence[str], stack: StackPlan) -> Iterator[dict[str, Any]]:
    """Return new resources together: values that AWS generates for one are unknown in the others, too."""
    made_up = [
        str(stack.resources[address][name])
        for address in addresses
        for name in ("arn", "id", "stream_arn")
        if name in stack.resources[address]
    ]
    pattern = re.compile("|".join(map(re.escape, sorted(made_up, key=len, reverse=True))))
    for address in addresses:
        yield entry(address, None, _unknown_where(stack.resources[address], pattern), "create")


def _unknown_where(value: Any, pattern: re.Pattern[str]) -> Any:
    if isinstance(value, Mapping):
        return {name: _unknown_where(part, pattern) for name, part in value.items()}
    if isinstance(value, list):
        return [_unknown_where(part, pattern) for part in value]
    return UNKNOWN if isinstance(value, str) and pattern.search(value) else value
