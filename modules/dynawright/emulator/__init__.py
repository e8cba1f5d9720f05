"""Real Terraform against an AWS emulator on loopback: what the tests, the demo and `dynawright emulator` run on."""
