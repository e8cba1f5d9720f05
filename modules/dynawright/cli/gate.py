"""`dynawright gate` and `dynawright mutate`."""

from __future__ import annotations


def gate() -> int:
    """Judge every system in every environment by our rules and checkov, and local's plans by the guard.

    Ends with 1 if anything is found that is not accepted with a reason. Reports are in .cache/gate.
    """
    from dynawright.gate import gate as package

    return package.gate(guard=True)


def mutate() -> int:
    """Weaken the stacks of production in many ways: the gate must notice each.

    Ends with 1 if one is not noticed.
    """
    from dynawright.gate import mutate as package

    return package.mutate()
