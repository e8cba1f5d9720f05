"""What the library's roles may do besides their patterns."""

from tests.access.expected import Expected, SecretFolder

EXPECTED = Expected(
    secret_folders={
        "desk": SecretFolder("library/hash-key", makes=True),
        "reports": SecretFolder("library/hash-key", makes=False),
    },
    log_groups={"desk": ("/aws/dynamodb/library-desk",)},
    log_streams={"desk": "log-stream:counter-*"},
    cache=("library", "library-loans", ("desk",)),
    sessions={"desk": "library-branch"},
    projected=frozenset({"reports"}),
    without_role=frozenset({"partner"}),
    exported=("library-history",),
    trusts={"desk": "ecs", "branch": "tenant"},
)
