"""PostgreSQL tables as a source: a snapshot to copy, and the changes since."""
