"""The models of all systems. Imports no cdktf: documentation, tests and tools read them in milliseconds."""

from modules.model import System
from stacks.ai_chef import model as ai_chef
from stacks.feature_flags import model as feature_flags
from stacks.miyabi_lambda import model as miyabi_lambda
from stacks.miyabi_progress import model as miyabi_progress
from stacks.shop import model as shop

SYSTEMS: tuple[System, ...] = (
    miyabi_lambda.SYSTEM,
    miyabi_progress.SYSTEM,
    feature_flags.SYSTEM,
    shop.SYSTEM,
    ai_chef.SYSTEM,
)
