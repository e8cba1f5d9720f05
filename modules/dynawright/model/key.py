"""A key attribute of a table or an index."""

from dataclasses import dataclass
from decimal import Decimal

from dynawright.model.limits import KeyType
from dynawright.model.must_be import must_be


@dataclass(frozen=True)
class Key:
    """A key attribute; its type is S, N or B."""

    name: str
    type: KeyType = "S"

    def __post_init__(self) -> None:
        must_be("a key", "name", self.name, str, 'Key("PK")')


def key_value(type: KeyType, text: str) -> str | Decimal | bytes:
    """The text of a rendered template as a value of a key's type."""
    return Decimal(text) if type == "N" else text.encode() if type == "B" else text
