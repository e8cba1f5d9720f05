"""The plan guard: reads what Terraform is about to do, and refuses what destroys data or service unless somebody approved it by name."""
