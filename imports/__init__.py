"""Typed bindings to the AWS provider, and the one place that says which versions of it we support."""

PROVIDER_SOURCE = "hashicorp/aws"
PROVIDER_CONSTRAINT = ">= 5.100.0, < 7.0.0"

# What cdktf calls the provider of our resources, to check that each stack has one.
GENERATOR = {"providerName": "aws"}
