"""Base of our constructs."""

from constructs import Construct

from dynawright.bindings.engine.lazy import Lazy, LazyType


class Component(Lazy, Construct, metaclass=LazyType):
    """A construct that groups others: it gives their addresses a beginning, and is nothing to Terraform itself."""

    def __init__(self, scope: Construct, id: str) -> None:
        self._place(Construct, scope, id)
