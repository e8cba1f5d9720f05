"""Labels for order, providers, state and lookups."""

from dynawright.gate.stack_mutants.label import ANY, LESS, either, fine, weak

LABELS = (
    weak(ANY, "depends_on", LESS, "it may be built before what it needs"),
    fine(ANY, "depends_on", "new more", "it waits for more than it needs"),
    either(ANY, "lifecycle.ignore_changes", "gone fewer", "each plan shows what AWS answers"),
    weak(ANY, "lifecycle", "gone off fewer", "a plan deletes it"),
    weak(ANY, "lifecycle", "new more other", "changes by hand are seen in no plan"),
    weak(ANY, "provider count for_each provisioner connection", ANY, "it is built elsewhere, not at all, or by a program"),
    either("output", ANY, "new", "it has no value where its thing is not built, and constructs write none then"),
    fine("output", ANY, ANY, "people read it"),
    fine("provider", "provider.aws.default_tags.tags", "other more", "bills read it"),
    weak("provider", ANY, ANY, "resources are built in another account or Region, or belong to nobody"),
    weak("terraform", ANY, ANY, "the state is lost, or open"),
    weak("block", ANY, ANY, "a program, a module or a command that nobody reviewed"),
    weak("data.aws_caller_identity", ANY, ANY, "another account"),
    weak(ANY, "name", "gone", "what is looked up is not there"),
    weak("data.aws_sns_topic", ANY, ANY, "somebody else is told"),
    weak("data.aws_backup_vault", ANY, ANY, "backups are kept elsewhere"),
    weak("data.aws_s3_bucket", ANY, ANY, "logs are kept elsewhere"),
    weak("data.aws_dynamodb_table", ANY, ANY, "each plan sets capacity back"),
    weak("data.aws_dynamodb_tables", ANY, ANY, "each plan sets capacity back"),
)
