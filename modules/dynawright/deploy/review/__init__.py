"""A pull request's changes as a Markdown page: plans, guard findings, access, rules."""
