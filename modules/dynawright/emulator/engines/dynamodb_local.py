"""DynamoDB Local: AWS's own engine for development, in Java.

Its jars come from Maven, or from a folder that a variable names.
"""

import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from dynawright.emulator.engines.engine import Engine, server
from dynawright.emulator.engines.maven import fetched_jars
from dynawright.errors import Place, Problem, UserError

VERSION = "2.6.1"
JAVA_VERSION = 17
FOLDER_VARIABLE = "DYNAWRIGHT_DYNAMODB_LOCAL"
SERVER = Path(__file__).with_name("LoopbackServer.java")


def _unsupported() -> str:
    if _java_version() < JAVA_VERSION:
        return f"needs a JDK of Java {JAVA_VERSION} or newer (java and javac on PATH)"
    if not os.environ.get(FOLDER_VARIABLE) and shutil.which("mvn") is None:
        return f"needs Maven (mvn on PATH), or a folder with its jars named by {FOLDER_VARIABLE}"
    return ""


def _java_version() -> int:
    """Return the major version of the JDK on PATH, 0 without one."""
    if shutil.which("java") is None or shutil.which("javac") is None:
        return 0
    output = subprocess.run(["javac", "-version"], capture_output=True, text=True, check=False)
    match = re.search(r"javac (\d+)", output.stdout + output.stderr)
    return int(match[1]) if match else 0


@contextlib.contextmanager
def _start() -> Iterator[str]:
    jars = sorted(_folder().rglob("*.jar"))
    libraries = {str(library.parent) for library in _folder().rglob("*sqlite4java*") if library.suffix != ".jar"}
    command = [
        "java",
        "-XX:TieredStopAtLevel=1",  # starts faster; it runs for seconds only
        f"-Djava.library.path={os.pathsep.join(sorted(libraries))}",
        "--class-path",
        os.pathsep.join(map(str, jars)),
        str(SERVER),
    ]
    with server(command, name="DynamoDB Local") as endpoint_url:
        yield endpoint_url


def _folder() -> Path:
    """Return the folder with DynamoDB Local's jars and native libraries."""
    named = os.environ.get(FOLDER_VARIABLE)
    if not named:
        return fetched_jars("com.amazonaws", "DynamoDBLocal", VERSION)
    if not [*Path(named).rglob("DynamoDBLocal*.jar")]:
        raise UserError([Problem("DW601", f"there is no DynamoDBLocal*.jar in '{named}'", Place(path=FOLDER_VARIABLE), named)])
    return Path(named)


DYNAMODB_LOCAL = Engine("DynamoDB Local", unsupported=_unsupported, start=_start)
