"""Base of the constructs."""

from constructs import Construct

from dynawright.bindings.engine.lazy import Lazy, LazyType


class Component(Lazy, Construct, metaclass=LazyType):
    """A construct that groups others under an address prefix; Terraform sees no resource for it."""

    def __init__(self, scope: Construct, id: str) -> None:
        self._place(Construct, scope, id)
