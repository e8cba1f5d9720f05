"""The engine of the bindings: renders resources to Terraform JSON with few calls to cdktf."""
