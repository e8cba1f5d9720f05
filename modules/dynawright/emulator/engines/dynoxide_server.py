"""Run dynoxide on a free port, print the port, and stop it when standard input closes. Linux only."""

import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path

LISTENING = "0A"  # this state in /proc/net/tcp


def main() -> int:
    command = [sys.argv[1], "serve", "--host", "127.0.0.1", "--port", "0"]
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        try:
            while (port := listening_port(process.pid)) is None:
                if process.poll() is not None:
                    output.seek(0)
                    print(output.read(), file=sys.stderr)
                    return 1
                time.sleep(0.01)
            print(port, flush=True)
            sys.stdin.read()
        finally:
            process.kill()
            process.wait()
    return 0


def listening_port(pid: int) -> int | None:
    """Return the port that a process listens on: dynoxide prints 0 for an automatic port."""
    sockets = set()
    for descriptor in Path(f"/proc/{pid}/fd").glob("*"):
        try:
            target = str(descriptor.readlink())
        except FileNotFoundError:  # closed in the meantime
            continue
        sockets |= set(re.findall(r"socket:\[(\d+)\]", target))
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        _, local, _, state, *_, inode = line.split()[:10]
        if state == LISTENING and inode in sockets:
            return int(local.rpartition(":")[2], 16)
    return None


if __name__ == "__main__":
    sys.exit(main())
