"""Mistakes around Terraform, plans and state."""

from dynawright.errors.catalogue.error_code import ErrorCode

DEPLOYMENT: tuple[ErrorCode, ...] = (
    ErrorCode(
        "DW401",
        "No usable Terraform",
        "There is no Terraform, or one that is too old. Install it, or name it in DYNAWRIGHT_TERRAFORM.",
        "`terraform-9` is not on PATH: Terraform 1.11 or newer is needed (for S3's own state lock). Install it from https://developer.hashicorp.com/terraform/install and put it on PATH.",
    ),
    ErrorCode(
        "DW402",
        "Terraform failed",
        "Terraform ended with errors, which follow the message.",
        "stack orders-local: `terraform validate` failed\n\nError: Unsupported argument",
    ),
    ErrorCode(
        "DW403",
        "No AWS provider",
        "Terraform's AWS provider can be neither downloaded nor found in a mirror.",
        "DYNAWRIGHT_PROVIDER_MIRROR: there is no registry.terraform.io/hashicorp/aws below 'mirror'. Name a folder that `terraform providers mirror` filled.",
    ),
    ErrorCode(
        "DW404",
        "Credentials of another account",
        "The AWS credentials belong to another account than the environment.",
        "the account of production must be 444444444444, but the credentials are of 999999999999. Use credentials of that account.",
    ),
    ErrorCode(
        "DW405",
        "State bucket not usable",
        "The environment has no state bucket, or its name belongs to another account.",
        "environments/local.yaml state.bucket: local keeps its state in a file on this machine. Set state.bucket if it should be in S3.",
    ),
    ErrorCode(
        "DW406",
        "Nothing was reviewed",
        "`dynawright apply` applies reviewed plans only. Run `dynawright review` first.",
        "no reviewed plans of orders in local. Run `dynawright review` first.",
    ),
    ErrorCode(
        "DW407",
        "Unknown git revision",
        "git does not know the revision to compare with.",
        "git knows no common ancestor with v0.9. Name a revision to compare with, BASE=<revision>.",
    ),
    ErrorCode(
        "DW408",
        "Not a plan",
        "The file is not a plan of Terraform that can be read.",
        "plan.json: is neither a saved plan nor its JSON. Make it with `terraform plan -out`, or pass the output of `terraform show -json <plan>`.",
    ),
    ErrorCode(
        "DW409",
        "Unfinished plan",
        "Terraform stopped with an error while it made the plan, which is incomplete.",
        "Terraform did not finish this plan, so it can't be judged. Fix the error and plan again.",
    ),
    ErrorCode(
        "DW410",
        "The deploy role can't change itself",
        "The plan changes the roles that workflows assume, their policies, or the backup vault: new tags, a new system, a lock. A person applies the foundation.",
        "foundation in production: the plan changes aws_iam_role.Deploy, which the deploy role may not change; nothing was applied. A person must apply it: `dynawright apply -e production -s foundation` with an administrator's credentials.",
    ),
    ErrorCode(
        "DW412",
        "No supported AWS provider in the mirror",
        "For the emulator, the mirror needs the version that the stacks ask for or another one without known faults.",
        "the mirror has no supported version of the AWS provider, only 6.20.0. Add 6.61.0 to it, or name another mirror.",
    ),
    ErrorCode(
        "DW413",
        "Configuration that no rule judges",
        "Terraform would build more than the stack's cdk.tf.json says: another file is beside it. Rules judge that one file only.",
        "stack orders-local: Terraform would also read main.tf, which no rule checks. Remove it and plan again; declare its resources in the stack.",
    ),
    ErrorCode(
        "DW414",
        "Not a stack of the environment",
        "`dynawright-terraform` runs in the folder of a stack, as the cdktf command line starts it, and DYNAWRIGHT_ENV names its environment.",
        "stack orders-production: the folder is no stack of the environment local. Set DYNAWRIGHT_ENV as for the synthesis.",
    ),
    ErrorCode(
        "DW415",
        "Incomplete resource",
        "An apply stopped while it created the resource. Terraform taints it and plans to replace it, which prevent_destroy refuses. "
        "If AWS shows it complete, untaint it and plan again; then the missing parts are added in place.",
        "aws_dynamodb_table.Orders: is incomplete: an apply stopped while creating it, so the plan would replace it. Check it in AWS; "
        "if it is complete, `terraform -chdir=orders-local untaint 'aws_dynamodb_table.Orders'`, then plan again.",
    ),
)
