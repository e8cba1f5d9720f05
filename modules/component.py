"""Base of our constructs."""

import jsii
from constructs import Construct

from imports.location import place


class Component(Construct):
    """A construct that knows its place: its resources find their addresses without a call to the jsii kernel."""

    def __init__(self, scope: Construct, id: str) -> None:
        jsii.create(Construct, self, [scope, id])  # Construct's own constructor, less its slow run-time type checks
        place(self, scope, id)
