"""The systems, by name."""

from stacks.ai_chef.stack import AiChefStack
from stacks.base import SystemStack

STACKS: dict[str, type[SystemStack]] = {stack.system.name: stack for stack in (AiChefStack,)}
