"""Names need an environment."""

import cdktf
import pytest

from modules.naming import TABLE, NamingError, physical_name


def test_a_name_in_a_stack_without_environment_is_refused() -> None:
    stack = cdktf.TerraformStack(cdktf.Testing.app(), "plain")
    with pytest.raises(NamingError, match="TerraformStack has no environment: use a SystemStack"):
        physical_name(stack, "orders", TABLE)
