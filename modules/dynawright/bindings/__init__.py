"""Typed bindings to the AWS provider, and the one place that says which versions of it we support."""

PROVIDER_SOURCE = "hashicorp/aws"
PROVIDER_VERSION = "5.100.0"
"""What the bindings are generated from, the emulator's gaps are closed for, and every demo and test runs: the oldest we support."""
PROVIDER_CONSTRAINT = f">= {PROVIDER_VERSION}, < 7.0.0"
"""What users deploy with."""

# What cdktf calls the provider of our resources, to check that each stack has one.
GENERATOR = {"providerName": "aws"}
