"""Functions run on a runtime that AWS still patches.

After a runtime's end AWS stops patching it, then refuses to create functions with it, then to update them: the fix for an
incident can't be deployed. What is listed is supported; add a new runtime here when it is used.
"""

from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule

SUPPORTED = {
    *("python3.12", "python3.13", "python3.14"),
    *("nodejs22.x", "nodejs24.x"),
    *("java21", "java25", "dotnet10", "ruby3.4", "provided.al2023"),
}


def check(function: Resource, _: Document) -> Iterator[str]:
    runtime = function.get("runtime")
    if runtime is not None and runtime not in SUPPORTED:
        yield f"runtime '{runtime}' is not one that AWS will patch for long: use one of {', '.join(sorted(SUPPORTED))}"


RULE = Rule(
    module=__name__, number=20, severity="medium", types=("aws_lambda_function",), check=check, standards=("FSBP Lambda.2",)
)
