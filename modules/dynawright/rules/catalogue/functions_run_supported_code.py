"""Functions run on a runtime that AWS still patches.

When a runtime reaches its end, AWS stops patching it, then refuses to create functions with it, then to update them:
the fix for an incident can't be deployed. The listed runtimes are supported; add a new one when it is first used. A
package's name contains the beginning of its hash, so the deployed code is the code that was packed. A stream function's
package is also compared with what its folders are packed to.
"""

import base64
import re
from collections.abc import Iterator

from dynawright.rules.resources import Document, Resource
from dynawright.rules.rule import Rule

SUPPORTED = {
    *("python3.12", "python3.13", "python3.14"),
    *("nodejs22.x", "nodejs24.x"),
    *("java21", "java25", "dotnet10", "ruby3.4", "provided.al2023"),
}


PACKAGE = re.compile(r"assets/.+-([0-9a-f]{16})\.zip")


def check(function: Resource, document: Document) -> Iterator[str]:
    runtime = function.get("runtime")
    if runtime is not None and runtime not in SUPPORTED:
        yield f"runtime '{runtime}' is not supported for long: use one of {', '.join(sorted(SUPPORTED))}"

    packed, hashed = PACKAGE.fullmatch(str(function.get("filename", ""))), function.get("source_code_hash")
    if packed and document.is_ours and not _hex(hashed).startswith(packed[1]):
        yield f"source_code_hash is not the hash of {function.get('filename')}: Terraform would miss changes of the code"

    expected = document.intent.dials.packages.get(str(function.get("function_name"))) if document.intent else None
    if document.is_configuration and expected is not None and hashed != expected:
        yield "its package is not what its folder, the folders that function.json includes and the runtime are packed to"


def _hex(hashed: object) -> str:
    try:
        return base64.b64decode(str(hashed), validate=True).hex()
    except ValueError:
        return ""


RULE = Rule(
    module=__name__, number=20, severity="medium", types=("aws_lambda_function",), check=check, standards=("FSBP Lambda.2",)
)
