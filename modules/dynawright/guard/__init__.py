"""The plan guard: refuse Terraform plans that destroy data or service unless approved by name."""
