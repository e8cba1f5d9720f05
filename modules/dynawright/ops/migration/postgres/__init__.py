"""Tables of PostgreSQL as a source: one moment of them to copy, and what changed since."""
