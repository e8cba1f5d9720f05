"""Mistakes of no particular part."""

from dynawright.errors.catalogue.error_code import ErrorCode

GENERAL: tuple[ErrorCode, ...] = (
    ErrorCode(
        "DW001",
        "Error in your Python code",
        "Python raised an error in a model, a stack or settings of a system. Fix the line; `python -X dev main.py` shows the whole traceback.",
        "stacks/orders/model.py:3: ZeroDivisionError: division by zero. `python -X dev main.py` shows the traceback.",
    ),
    ErrorCode(
        "DW003",
        "main.py failed",
        "`python main.py`, which writes the Terraform JSON, ended without naming a problem. Its own output follows.",
        "main.py failed\n\nout of memory",
    ),
    ErrorCode(
        "DW004",
        "Part not installed",
        "`pip install dynawright` leaves out what only the emulator and the commands that call AWS need. New projects install both extras.",
        "this command needs dynawright's extra 'ops', which is not installed. In a project, run `.venv/bin/dynawright` or `make`; else install dynawright[emulator,ops].",
    ),
    ErrorCode(
        "DW005",
        "Framework not there",
        "DYNAWRIGHT_FRAMEWORK names the framework that synthesizes: cdktf, which is always installed, or cdktn, an extra.",
        "DYNAWRIGHT_FRAMEWORK: must be cdktf or cdktn, got 'cdk'",
    ),
    ErrorCode(
        "DW901",
        "Dependencies could not be audited",
        "`make audit` got no answer for every locked package, and an incomplete audit proves nothing. Run it again with a connection.",
        "app.txt: could not be audited: no connection",
    ),
)
