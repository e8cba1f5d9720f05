"""Mistakes on the command line."""

from dynawright.errors.catalogue.error_code import ErrorCode

COMMANDS: tuple[ErrorCode, ...] = (
    ErrorCode(
        "DW801",
        "Unknown system",
        "No folder in stacks/ has this name.",
        "system 'ordres' does not exist. Did you mean 'orders'?",
    ),
    ErrorCode(
        "DW802",
        "Wrong argument of a command",
        "An option is unknown, missing or has a value that is not allowed. `--help` lists them.",
        "Invalid value for '--days': Input should be a valid integer, unable to parse string as an integer. See `dynawright advise --help`.",
    ),
    ErrorCode(
        "DW803",
        "Arguments that don't go together",
        "The command needs another argument, or two that were given exclude each other.",
        "both tables are orders. Name the one that a backup was restored into first.",
    ),
    ErrorCode(
        "DW804",
        "Project can't be updated",
        "`dynawright new update` needs a project that `dynawright new project` made, in a git repository without uncommitted changes.",
        ".dynawright.yml: this project was not made by dynawright's template. Run this in a folder that `dynawright new project` made.",
    ),
    ErrorCode(
        "DW805",
        "Old version not found",
        "The update compares with the version that made the project, which could not be downloaded.",
        "dynawright 0.1.0 could not be downloaded. Give the old package's wheel with --old-wheel.",
    ),
    ErrorCode(
        "DW806",
        "git failed",
        "git ended with an error, which follows the message.",
        "orders: git clone failed\n\nfatal: repository 'orders' does not exist",
    ),
    ErrorCode(
        "DW807",
        "Code in an unusual form",
        "`dynawright new` adds to models and stacks of the usual form only. Add the lines by hand.",
        "stacks/orders/stack.py: a grant to a role in a variable was not found. Add by hand: api = self.role(…) and grant(api, model.API, <table>).",
    ),
    ErrorCode(
        "DW809",
        "Exists already",
        "Nothing is overwritten. Choose another name or folder.",
        "stacks: the folder is not empty. Name a new folder.",
    ),
)
