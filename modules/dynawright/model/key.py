"""A key attribute of a table or an index."""

from dataclasses import dataclass
from decimal import Decimal

from dynawright.model.limits import KeyType
from dynawright.model.must_be import must_be
from dynawright.model.vocabulary import Vocabulary


@dataclass(frozen=True)
class Key(Vocabulary):
    """A key attribute; its type is S, N or B."""

    name: str
    type: KeyType = "S"

    def __post_init__(self) -> None:
        must_be("a key", "name", self.name, str, 'Key("PK")')
        must_be(f"key {self.name}", "type", self.type, str, 'S, N or B, Key("PK", "S")')


def key_value(type: KeyType, text: str) -> str | Decimal | bytes:
    """Return the text of a rendered template as a value of the key's type."""
    return Decimal(text) if type == "N" else text.encode() if type == "B" else text
