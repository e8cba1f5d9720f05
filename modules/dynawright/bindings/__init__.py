"""Typed bindings to the AWS provider, and the one place that says which versions of it we support."""

PROVIDER_SOURCE = "hashicorp/aws"
PROVIDER_VERSION = "5.100.0"
"""The provider version of the bindings: the oldest supported one."""

# What cdktf calls the provider of our resources, to check that each stack has one.
GENERATOR = {"providerName": "aws"}
