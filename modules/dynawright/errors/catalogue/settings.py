"""Mistakes in the YAML files of environments and in the settings of systems."""

from dynawright.errors.catalogue.error_code import ErrorCode
from dynawright.errors.catalogue.settings_conflicts import CONFLICTS

SETTINGS: tuple[ErrorCode, ...] = (
    ErrorCode(
        "DW100",
        "Unknown environment",
        "There is no file of this name in environments/. Use one of the names listed, or add the file.",
        "environment 'tset' does not exist. Did you mean 'test'?",
    ),
    ErrorCode(
        "DW101",
        "Unreadable file",
        "The operating system refuses to open the environment's file, or it is not there.",
        "environments/absent.yaml: can't be read: No such file or directory",
    ),
    ErrorCode(
        "DW102",
        "Not a settings file",
        "The file is larger than 64 KiB or is not UTF-8.",
        "environments/test.yaml: is larger than 64 KiB, which no environment needs",
    ),
    ErrorCode(
        "DW103",
        "Not valid YAML",
        "The file can't be read any further from this line.",
        "environments/test.yaml:6: not valid YAML: expected <block end>, but found '}'. Check indentation, colons and quotes.",
    ),
    ErrorCode(
        "DW104",
        "Unknown setting",
        "No setting has this name at this place. `environment.schema.json` lists all of them; editors complete them.",
        "environments/test.yaml:6 table.deletion_protektion: unknown setting. Did you mean 'deletion_protection'?",
    ),
    ErrorCode(
        "DW105",
        "Missing setting",
        "Every environment needs it, and it has no default.",
        "environments/test.yaml:1 region: missing: an AWS commercial Region, such as 'ap-northeast-1'. Add it.",
    ),
    ErrorCode(
        "DW106",
        "Value not allowed",
        "The value has another type, or is outside of what the setting allows.",
        "environments/test.yaml:6 table.point_in_time_recovery_days: must be a whole number from 0 to 35 (0 turns it off), got 36. Set it to 35 or less.",
    ),
    ErrorCode(
        "DW107",
        "Written twice",
        "Readers of YAML disagree about which of two equal keys counts.",
        "environments/test.yaml:6 region: written twice, first on line 4. Remove one of the two.",
    ),
    ErrorCode(
        "DW108",
        "Ambiguous YAML",
        "Aliases, anchors, tags, merge keys, octal numbers and further documents are refused: readers of YAML disagree about them, or they hide where a value comes from.",
        "environments/test.yaml:6 encryption.deletion_window_days: '010' is refused: a leading zero means octal to some readers. Put text in quotes, else drop the zero.",
    ),
    ErrorCode(
        "DW109",
        "Expression in a value",
        "Terraform would evaluate the text. Values are plain text.",
        "environments/test.yaml:6 tags.Owner: '${path.cwd}' is refused: Terraform would run what follows '${' or '%{'. Remove it.",
    ),
    ErrorCode(
        "DW110",
        "Setting for all systems",
        "All systems share what it sets, so it is written at the top level, not below a system.",
        "environments/test.yaml:6 systems.orders.vault: one setting for all systems. Write it at the top level.",
    ),
    ErrorCode(
        "DW111",
        "Misspelt system",
        "The application has no such system, but one with nearly the same name. Systems are the folders in stacks/ with a model.py.",
        "environments/test.yaml:6 systems.order: system 'order' does not exist. Did you mean 'orders'?",
    ),
    ErrorCode(
        "DW112",
        "Removed system",
        "A warning. The lines name a system without a folder: they have no effect and can be removed.",
        "environments/test.yaml:6 systems.warehouse: has no effect: there is no system 'warehouse'. Remove these lines.",
    ),
    ErrorCode(
        "DW113",
        "Setting without effect",
        "The system's stack builds nothing of this kind. A system says in `builds` of its settings class which optional groups its stack uses.",
        "environments/test.yaml:6 systems.orders.cache: has no effect: orders has no cache. Remove it; or build one in stacks/orders/stack.py and add 'cache' to `builds` in settings.py.",
    ),
    ErrorCode(
        "DW114",
        "Name of the project",
        "Deploy roles may not change what begins with the project's name, so no system's names can begin with it. Choose another project name, or another name prefix.",
        "environments/test.yaml:2 project: must be another name than that of the system orders, got 'orders'",
    ),
    ErrorCode(
        "DW115",
        "Wrong settings class",
        "stacks/<system>/settings.py must define the class <System>Settings with the base SystemSettings.",
        "stacks/order_desk/settings.py: OrderDeskSettings must be a class with the base SystemSettings",
    ),
    ErrorCode(
        "DW116",
        "Listed twice",
        "The value, or the name, is in the list already.",
        "environments/test.yaml:6 other_regions[1]: must be in the list once, got 'us-east-1'. Remove one.",
    ),
    ErrorCode(
        "DW117",
        "Name of another file",
        "A copied file that kept its name would rebuild the other environment.",
        "environments/test.yaml:1 name: must be the name of its file, got 'dev'. Set it to 'test', or rename the file.",
    ),
    ErrorCode(
        "DW118",
        "Name of another folder",
        "A system has the name of its folder.",
        "stacks/order_desk/model.py the system's name: must be 'order_desk', as the folder, got 'orders'",
    ),
    ErrorCode(
        "DW119",
        "Function of another name",
        "A function's consumer is named after its folder: `audit-log` for functions/audit_log. Its settings in YAML have the folder's name.",
        "stacks/orders/stack.py processor Audit: must be 'audit-log', as the folder, got 'somebody'",
    ),
    *CONFLICTS,
    ErrorCode(
        "DW199",
        "Check of a system",
        "A check in the settings class of a system, for settings that only this system has.",
        "environments/test.yaml:6 systems.orders.report.words: must be at most 100, got 300",
    ),
)
