"""What a pull request changes, as one Markdown page: plans, the guard's findings, who may do more or less, the scan."""
