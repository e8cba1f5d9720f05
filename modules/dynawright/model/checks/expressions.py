"""Checks of condition and update expressions: they parse, and name attributes that exist."""

from collections.abc import Iterator

from dynawright.model.checks.names import nearest
from dynawright.model.entity import Entity
from dynawright.model.expression import Action, ExpressionError, Node, Path, Place, nodes, parse_condition, parse_update
from dynawright.model.limits import ATTRIBUTE_TYPES
from dynawright.model.table import TableModel


def condition_problems(model: TableModel, entities: list[Entity], text: str) -> Iterator[str]:
    if not text:
        return
    try:
        parsed = parse_condition(text)
    except ExpressionError as error:
        yield f"has the condition '{text}', which {error}"
        return
    yield from _name_problems(model, entities, text, parsed)


def update_problems(model: TableModel, entities: list[Entity], text: str) -> Iterator[str]:
    try:
        actions = parse_update(text)
    except ExpressionError as error:
        yield f"has the update '{text}', which {error}"
        return
    yield from _name_problems(model, entities, text, actions)
    keys = {key.name for key in model.key}
    changed: list[Path] = []
    for action in actions:
        if action.path.parts[0] in keys:
            yield f"changes the key '{action.path.parts[0]}': an item's key can't be updated; delete the item and put a new one"
        if any(_overlap(action.path, other) for other in changed):
            yield f"changes '{action.path.parts[0]}' twice in one update"
        changed.append(action.path)


def _overlap(one: Path, other: Path) -> bool:
    """True of a path and one inside it: DynamoDB refuses to change both at once."""
    return all(left == right for left, right in zip(one.parts, other.parts, strict=False))


def _name_problems(model: TableModel, entities: list[Entity], text: str, parsed: Node | tuple[Action, ...]) -> Iterator[str]:
    known = {*model.key_types, *(name for entity in entities for name in entity.attributes)}
    if model.ttl:
        known.add(model.ttl)
    for node in nodes(parsed):
        if isinstance(node, Path) and node.parts[0] not in known:
            yield f"names attribute '{node.parts[0]}' in '{text}'{nearest(str(node.parts[0]), sorted(known))}"
        if isinstance(node, Place) and node.type is not None and node.type not in ATTRIBUTE_TYPES:
            yield f"gives '{{{node.name}:{node.type}}}' a type that is none of {', '.join(ATTRIBUTE_TYPES)}"
