"""A Java library and its dependencies, downloaded once by Maven."""

import fcntl
import subprocess
import tempfile
from pathlib import Path

from dynawright import project
from dynawright.errors import Problem, UserError

POM = """\
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>dynawright</groupId>
  <artifactId>fetched</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version></dependency>
  </dependencies>
  <build><plugins><plugin>
    <groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId><version>3.8.1</version>
  </plugin></plugins></build>
</project>
"""


def fetched_jars(group: str, artifact: str, version: str) -> Path:
    """Return a folder of the project's cache with the library's jars; download them if necessary."""
    cache = project.cache_folder()
    cache.mkdir(exist_ok=True)
    jars = cache / f"{artifact}-{version}"
    with (cache / f"{artifact}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # several test processes may call this at the same time
        if not jars.is_dir():
            with tempfile.TemporaryDirectory(dir=cache) as folder:
                _fetch(Path(folder), POM.format(group=group, artifact=artifact, version=version))
                (Path(folder) / "jars").replace(jars)
    return jars


def _fetch(folder: Path, pom: str) -> None:
    (folder / "pom.xml").write_text(pom)
    command = ["mvn", "--quiet", "--batch-mode", "--strict-checksums", "dependency:copy-dependencies"]
    command += ["-DincludeScope=runtime", "-DoutputDirectory=jars"]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        last = [line for line in (result.stdout + result.stderr).splitlines() if line.strip()][-1:]
        raise UserError([Problem("DW601", "Maven could not fetch DynamoDB Local", details=" ".join(last))])
