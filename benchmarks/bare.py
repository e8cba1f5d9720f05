"""A minimal cdktf program: import it, make an empty stack, synthesize."""

import sys

import cdktf

app = cdktf.App(outdir=sys.argv[2])
cdktf.TerraformStack(app, "bare")
app.synth()
