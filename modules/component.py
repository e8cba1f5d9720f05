"""Base of our constructs."""

from constructs import Construct

from imports.location import place


class Component(Construct):
    """A construct that knows its place: its resources find their addresses without a call to the jsii kernel."""

    def __init__(self, scope: Construct, id: str) -> None:
        super().__init__(scope, id)
        place(self, scope, id)
