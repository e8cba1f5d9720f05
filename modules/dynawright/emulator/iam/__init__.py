"""IAM on the emulator: who calls, what that asks of IAM, and the answer.

    with Emulator(account) as emulator:
        emulator.client("dynamodb", region)                          # as the administrator
        session = emulator.assume(role_arn, session_name="tenant-a", tags={"tenantId": "a"})
        emulator.client("dynamodb", region, credentials=session)     # as a role
        emulator.environ_as(session)                                 # for Terraform
        emulator.assume(role_arn, service="lambda.amazonaws.com", source_arn=function_arn)   # a service acting for its role
        emulator.assume_with_token(role_arn, issuer="https://token.…", sub="repo:…")         # GitHub's workflows
        emulator.questions(), emulator.denials()                     # what was asked, and what was denied

A call is decoded (call.py), its signer identified (principals.py), and its row (dynawright.iam.operations) says what IAM is asked.
Policies come from moto's own state. An operation without a row is answered with 501, whatever the mode.
"""
