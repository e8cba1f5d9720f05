"""Checks of condition and update expressions: they parse, and name attributes that exist."""

from collections.abc import Iterator

from dynawright.errors import Problem, unknown
from dynawright.model.checks import lengths, operands
from dynawright.model.entity import Entity
from dynawright.model.expression import Action, ExpressionError, Node, Path, Place, nodes, parse_condition, parse_update
from dynawright.model.limits import ATTRIBUTE_TYPES
from dynawright.model.table import TableModel


def condition_problems(model: TableModel, entities: list[Entity], text: str) -> Iterator[Problem]:
    if not text:
        return
    try:
        parsed = parse_condition(text)
    except ExpressionError as error:
        yield Problem("DW225", f"condition '{text}': {error}", value=text)
        return
    yield from _name_problems(model, entities, parsed)
    yield from operands.problems(model.key_types, entities, parsed)
    yield from lengths.expression_problems("condition", text)


def update_problems(model: TableModel, entities: list[Entity], text: str) -> Iterator[Problem]:
    try:
        actions = parse_update(text)
    except ExpressionError as error:
        yield Problem("DW225", f"update '{text}': {error}", value=text)
        return
    yield from _name_problems(model, entities, actions)
    yield from operands.problems(model.key_types, entities, actions)
    yield from lengths.expression_problems("update", text)
    keys = {key.name for key in model.key}
    changed: list[Path] = []
    for action in actions:
        name = action.path.parts[0]
        if name in keys:
            fix = "delete the item and put a new one"
            yield Problem("DW226", f"an update can't change the key '{name}'", value=name, fix=fix)
        if any(_overlap(action.path, other) for other in changed):
            yield Problem("DW226", f"'{name}' is changed twice in one update", value=name, fix="change it once")
        changed.append(action.path)


def _overlap(path: Path, other: Path) -> bool:
    """Return whether one path contains the other: DynamoDB refuses to change both at once."""
    return all(left == right for left, right in zip(path.parts, other.parts, strict=False))


def _name_problems(model: TableModel, entities: list[Entity], parsed: Node | tuple[Action, ...]) -> Iterator[Problem]:
    known = {*model.key_types, *(name for entity in entities for name in entity.attributes)}
    if model.ttl:
        known.add(model.ttl)
    for node in nodes(parsed):
        if isinstance(node, Path) and node.parts[0] not in known:
            yield unknown("DW211", "attribute", str(node.parts[0]), sorted(known))
        if isinstance(node, Place) and node.type is not None and node.type not in ATTRIBUTE_TYPES:
            allowed = ", ".join(ATTRIBUTE_TYPES)
            text = f"the type of '{{{node.name}:{node.type}}}' must be one of {allowed}"
            yield Problem("DW214", text, value=node.type, allowed=allowed)
