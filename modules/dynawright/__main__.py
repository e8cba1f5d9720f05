"""`python -m dynawright` is the command `dynawright`."""

from dynawright.cli import main

main()
