"""A YAML file as plain data with line numbers.

YAML readers disagree about `no`, `010` and repeated keys, and aliases and deep nesting can exhaust memory. So the
file is read event by event, and ambiguous values are rejected with their line.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, NoReturn

import yaml

from dynawright.errors import Place, Problem, must_be, shown
from dynawright.settings.errors import SettingsError
from dynawright.settings.problem import SettingPath, dotted
from dynawright.settings.scalar import complaint, meaning

MAX_DEPTH = 12


@dataclass
class Document:
    """The file's content. `unreadable` are paths with an already reported problem."""

    file: str
    data: dict[str, Any] = field(default_factory=dict)
    lines: dict[SettingPath, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    unreadable: set[SettingPath] = field(default_factory=set)

    def line(self, path: SettingPath) -> int:
        """Return the line of the path or, if it is not in the file, of its nearest parent."""
        while path not in self.lines and path:
            path = path[:-1]
        return self.lines.get(path, 1)

    def place(self, path: SettingPath) -> Place:
        """Return file, line and dotted path."""
        return Place(self.file, self.line(path), dotted(path))


def read(file: str, text: str) -> Document:
    """Return the document in `text`.

    Syntax errors are raised at once; other problems are in its `problems`.
    """
    try:
        loader = yaml.SafeLoader(text)
    except yaml.reader.ReaderError as error:
        place = Place(file, text.count("\n", 0, error.position) + 1)
        raise SettingsError(
            [Problem("DW103", f"unprintable character {shown(text[error.position])}", place, fix="remove it")]
        ) from None
    try:
        return _Reader(loader, file).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark or loader.get_mark()
        line, reason = mark.line + 1, error.problem
    except (ValueError, OverflowError):  # PyYAML raises these for an escape such as "\U00110000"
        line, reason = loader.line + 1, "a number in it is too large"
    fix = "check indentation, colons and quotes"
    raise SettingsError([Problem("DW103", f"not valid YAML: {reason}", Place(file, line), fix=fix)])


class _Reader:
    def __init__(self, loader: yaml.SafeLoader, file: str) -> None:
        self._next: Callable[[], Any] = loader.get_event
        self._document = Document(file)

    def document(self) -> Document:
        self._next()  # the start of the stream
        start = self._next()
        if isinstance(start, yaml.StreamEndEvent):
            self._give_up(start, Problem("DW103", "the file is empty", fix="write the settings as lines of `name: value`"))
        root = self._next()
        self._document.lines[()] = _line(root)
        data = self._value(root, ())
        if not isinstance(data, dict):
            self._give_up(root, must_be("DW106", "settings, as lines of `name: value`", data))
        self._document.data = data
        self._next()  # the end of the document
        if isinstance(second := self._next(), yaml.DocumentStartEvent):
            text, fix = "a file holds one document, got a second", "remove '---' and what follows"
            self._report(second, (), Problem("DW108", text, fix=fix))
        return self._document

    def _value(self, event: yaml.NodeEvent, path: SettingPath) -> Any:
        wrong = complaint(event)
        if wrong:
            self._report(event, path, wrong)
        if isinstance(event, yaml.ScalarEvent) and not wrong:
            return meaning(event)
        if isinstance(event, yaml.ScalarEvent | yaml.AliasEvent):
            self._document.unreadable.add(path)
            return None
        if len(path) >= MAX_DEPTH:
            text = f"nested more than {MAX_DEPTH} deep, which no setting is"
            self._give_up(event, Problem("DW103", text, fix="check the brackets"))
        return self._list(path) if isinstance(event, yaml.SequenceStartEvent) else self._mapping(path)

    def _list(self, path: SettingPath) -> list[Any]:
        items: list[Any] = []
        while not isinstance(event := self._next(), yaml.SequenceEndEvent):
            child = (*path, len(items))
            self._document.lines.setdefault(child, _line(event))
            items.append(self._value(event, child))
        return items

    def _mapping(self, path: SettingPath) -> dict[str, Any]:
        mapping: dict[str, Any] = {}
        while not isinstance(event := self._next(), yaml.MappingEndEvent):
            if not isinstance(event, yaml.ScalarEvent):
                text = "a key must be text, got a list, a mapping or an alias"
                self._give_up(event, Problem("DW103", text, fix="put it in quotes"))
            child = (*path, event.value)
            wrong = _key_complaint(event)
            if wrong:
                self._report(event, path, replace(wrong, text=f"key {wrong.text}"))
            elif event.value in mapping:
                text = f"written twice, first on line {self._document.line(child)}"
                self._report(event, child, Problem("DW107", text, value=event.value, fix="remove one of the two"))
            self._document.lines.setdefault(child, _line(event))
            value = self._value(self._next(), child)
            if not wrong:
                mapping.setdefault(event.value, value)
        return mapping

    def _report(self, event: yaml.Event, path: SettingPath, problem: Problem) -> None:
        self._document.problems.append(problem.at(Place(self._document.file, _line(event), dotted(path))))

    def _give_up(self, event: yaml.Event, problem: Problem) -> NoReturn:
        self._report(event, (), problem)
        raise SettingsError(self._document.problems)


def _key_complaint(event: yaml.ScalarEvent) -> Problem | None:
    if wrong := complaint(event):
        return wrong
    key = meaning(event)
    if key == "<<":
        fix = "write the settings out"
        return Problem("DW108", "'<<' is refused: merging hides where a value comes from", value=key, fix=fix)
    return None if isinstance(key, str) else must_be("DW106", "text", key, fix="put it in quotes")


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1
