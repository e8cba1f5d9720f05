"""The command `dynawright`."""


def main() -> None:
    raise SystemExit("the command line is not ready yet")
