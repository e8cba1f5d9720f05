"""Keys, roles, policies, secrets and the network."""

from dynawright.gate.stack_mutants.difference import DEPLOY_POLICY
from dynawright.gate.stack_mutants.label import ANY, LESS, either, fine, weak

KEY, ROLE, POLICY, ATTACHMENT = "aws_kms_key", "aws_iam_role", "aws_iam_policy", "aws_iam_role_policy_attachment"
SECRET, ROTATION = "aws_secretsmanager_secret", "aws_secretsmanager_secret_rotation"
RIGHTS = "somebody may do more than is derived, or code is refused what it needs"
IN, OUT = "aws_vpc_security_group_ingress_rule", "aws_vpc_security_group_egress_rule"

LABELS = (
    fine(KEY, "description", ANY, "people read it"),
    fine(KEY, "rotation_period_in_days", "lower slightly gone", "it changes more often; AWS changes it each year by itself"),
    fine(KEY, "deletion_window_in_days", "gone higher slightly", "30 days is what AWS gives by itself"),
    weak(KEY, "policy", ANY, RIGHTS),
    weak(KEY, ANY, f"{LESS} higher new", "the key leaks for longer, or its data is lost"),
    either("aws_kms_alias", "name", "other", "a name"),
    weak("aws_kms_alias", ANY, ANY, "who looks for the key finds another"),
    fine(ROLE, "description tags", ANY, "people read it"),
    fine(ROLE, "max_session_duration", "lower slightly gone", "an hour is what AWS gives by itself"),
    weak(ROLE, ANY, f"{LESS} higher statements narrower new", "strangers work as it, or who should may not"),
    either(DEPLOY_POLICY, "policy", "narrower", "a deployment that lacks a right fails and says so: nothing is lost"),
    weak(DEPLOY_POLICY, ANY, ANY, "who deploys may do more than to build what the stacks say"),
    fine(POLICY, "description name", "gone other", "a name"),
    weak(POLICY, ANY, ANY, RIGHTS),
    weak(ATTACHMENT, ANY, ANY, "the role has none of these rights, or another has"),
    weak("aws_iam_openid_connect_provider", ANY, ANY, "nothing can be deployed, or strangers sign in"),
    either(
        "aws_dynamodb_resource_policy",
        "",
        "gone",
        "only a stack says that a table has a policy of its own; the guard asks about its end",
    ),
    weak("aws_dynamodb_resource_policy", ANY, ANY, RIGHTS),
    fine(SECRET, "description", ANY, "people read it"),
    either(
        SECRET,
        "name",
        "other",
        "a name that only the stack says: readers have the ARN; the guard asks about the end of the old one",
    ),
    fine(SECRET, "recovery_window_in_days", "gone slightly higher", "30 days is what AWS gives by itself"),
    weak(SECRET, ANY, f"{LESS} new", "it is lost, or encrypted by a key that nobody here controls"),
    weak("aws_secretsmanager_secret_policy", ANY, ANY, RIGHTS),
    fine(ROTATION, "rotation_rules", "lower slightly", "it changes more often"),
    weak(ROTATION, ANY, f"{LESS} higher", "a value that leaked works for longer"),
    fine("aws_security_group", "description name tags", ANY, "people read it"),
    weak("aws_security_group", ANY, ANY, "another network is let in"),
    *(fine(type, "description", ANY, "people read it") for type in (IN, OUT)),
    *(weak(type, ANY, ANY, "strangers connect, or who should may not") for type in (IN, OUT)),
    weak("aws_vpc_endpoint", ANY, ANY, "requests leave by the internet, or anybody's tables are reached"),
)
