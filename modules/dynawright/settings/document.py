"""A YAML file as plain data, with the line of everything in it.

YAML readers disagree about `no`, `010` and repeated keys, and aliases and deep nesting can exhaust them. So the
file is read event by event, and what could be misread is refused where it stands.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NoReturn

import yaml

from dynawright.settings.errors import SettingsError
from dynawright.settings.problem import Problem, SettingPath, shown
from dynawright.settings.scalar import complaint, meaning

MAX_DEPTH = 12


@dataclass
class Document:
    """What the file says. `unreadable` are the places whose problem is known, where nothing more is worth saying."""

    data: dict[str, Any] = field(default_factory=dict)
    lines: dict[SettingPath, int] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)
    unreadable: set[SettingPath] = field(default_factory=set)

    def line(self, path: SettingPath) -> int:
        """The line of the path or, if it is not in the file, of what it is missing from."""
        while path not in self.lines and path:
            path = path[:-1]
        return self.lines.get(path, 1)


def read(file: str, text: str) -> Document:
    """The document in `text`. What keeps the rest from being read is raised at once; all else is in its `problems`."""
    try:
        loader = yaml.SafeLoader(text)
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise SettingsError([f"{file}:{line}: unprintable character {shown(text[error.position])}; remove it"]) from None
    try:
        return _Reader(loader, file).document()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark or loader.get_mark()
        line, reason = mark.line + 1, error.problem
    except (ValueError, OverflowError):  # PyYAML lets these through, for an escape such as "\U00110000"
        line, reason = loader.line + 1, "a number in it is too large"
    raise SettingsError([f"{file}:{line}: not valid YAML: {reason}; check indentation, colons and quotes"])


class _Reader:
    def __init__(self, loader: yaml.SafeLoader, file: str) -> None:
        self._next: Callable[[], Any] = loader.get_event
        self._file = file
        self._document = Document()

    def document(self) -> Document:
        self._next()  # the stream's start
        start = self._next()
        if isinstance(start, yaml.StreamEndEvent):
            self._give_up(start, "the file is empty; write at least name, account_id, region and state")
        root = self._next()
        self._document.lines[()] = _line(root)
        data = self._value(root, ())
        if not isinstance(data, dict):
            self._give_up(root, f"{shown(data)} is not allowed: settings, as lines of `name: value`")
        self._document.data = data
        self._next()  # the document's end
        if isinstance(second := self._next(), yaml.DocumentStartEvent):
            self._report(second, (), "a second document is not allowed: one to a file; remove '---' and what follows")
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
            self._give_up(event, f"nested more than {MAX_DEPTH} deep, which no setting is; check the brackets")
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
                self._give_up(event, "a list, a mapping or an alias is not allowed as a key: text; put it in quotes")
            child = (*path, event.value)
            wrong = _key_complaint(event)
            if wrong:
                self._report(event, path, f"key {wrong}")
            elif event.value in mapping:
                first = self._document.line(child)
                self._report(event, child, f"written twice, first on line {first}; remove one of the two")
            self._document.lines.setdefault(child, _line(event))
            value = self._value(self._next(), child)
            if not wrong:
                mapping.setdefault(event.value, value)
        return mapping

    def _report(self, event: yaml.Event, path: SettingPath, text: str) -> None:
        self._document.problems.append(Problem(_line(event), path, text))

    def _give_up(self, event: yaml.Event, text: str) -> NoReturn:
        self._report(event, (), text)
        raise SettingsError(problem.sentence(self._file) for problem in self._document.problems)


def _key_complaint(event: yaml.ScalarEvent) -> str | None:
    if wrong := complaint(event):
        return wrong
    key = meaning(event)
    if key == "<<":
        return "'<<' is not allowed: merging hides where a value comes from; write the settings out"
    return None if isinstance(key, str) else f"{shown(key)} is not allowed: text; put it in quotes"


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1
